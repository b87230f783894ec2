"""Signed data that a page carries from step to step: the mark of a preview, the draft of a correction.

The mark tells under which rules a hand was counted: a 番 called under one 底 and one table of fans means other points
under another. It also tells when the preview was shown: by then the hand had ended.
"""

from datetime import datetime

from django.core import signing
from django.utils.translation import gettext as _

from tournaments.core.exceptions import Invalid
from tournaments.models.digests import moment
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft


def preview_mark(rules: str, shown: datetime, game_id: int) -> str:
    """`rules`: their `rules_mark`."""
    return signing.dumps([rules, moment(shown)], salt=f"preview:{game_id}")


def opened_mark(text: str, game_id: int) -> tuple[str, datetime]:
    """Raises Invalid unless this server signed it for this game."""
    try:
        rules, shown = signing.loads(text, salt=f"preview:{game_id}")
    except signing.BadSignature as error:
        raise Invalid(_("這一頁的內容不完整，請再輸入一次。"), field="counted") from error
    return rules, datetime.fromisoformat(shown)


def draft_text(draft: Draft, game_id: int) -> str:
    return signing.dumps([entry.as_entry() for entry in draft.entries], salt=f"correction:{game_id}", compress=True)


def opened_draft(text: str, game_id: int) -> Draft | None:
    """None unless this server signed it for this game."""
    try:
        entries = signing.loads(text, salt=f"correction:{game_id}")
    except signing.BadSignature:
        return None
    return Draft(tuple(Played(entry["event"], entry["claim"]) for entry in entries))
