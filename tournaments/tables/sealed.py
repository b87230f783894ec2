"""Signed data that a page carries from step to step: the entry of a preview, the draft of a correction, corrected
seats.

An entry has a mark of the rules under which it was counted: a 番 called under one 底 and one table of fans means other
points under another, so saving compares the mark with the current rules (`services.recording.record`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.core import signing
from django.utils.translation import gettext as _

from tournaments.core.exceptions import Invalid
from tournaments.models.digests import moment
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft


class Sealed(NamedTuple):
    """An entry, the mark of the rules of its preview (`tournaments.tables.game_log.read.rules_mark`), and when that was
    shown: by then the hand had ended.
    """

    played: Played
    rules: str
    at: datetime | None = None

    def text(self, game_id: int) -> str:
        said = self.played.as_entry() | {"rules": self.rules, "at": self.at and moment(self.at)}
        return signing.dumps(said, salt=_salt(game_id), compress=True)


def opened(text: str, game_id: int) -> Sealed:
    """Raises Invalid unless this server signed it for this game."""
    try:
        entry: Mapping[str, Any] = signing.loads(text, salt=_salt(game_id))
    except signing.BadSignature as error:
        raise Invalid(_("這一頁的內容不完整，請再輸入一次。"), field="entry") from error
    # Pages from older versions carry no mark and are treated as counted under other rules.
    return Sealed(Played(entry["event"], entry["claim"]), entry.get("rules", "?"), _at(entry.get("at")))


def draft_text(draft: Draft, game_id: int) -> str:
    return signing.dumps([entry.as_entry() for entry in draft.entries], salt=_draft_salt(game_id), compress=True)


def opened_draft(text: str, game_id: int) -> Draft | None:
    """None unless this server signed it for this game."""
    try:
        entries = signing.loads(text, salt=_draft_salt(game_id))
    except signing.BadSignature:
        return None
    return Draft(tuple(Played(entry["event"], entry["claim"]) for entry in entries))


def _at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _salt(game_id: int) -> str:
    return f"entry:{game_id}"


def _draft_salt(game_id: int) -> str:
    return f"correction:{game_id}"
