"""刪去的個人資料: which unchangeable acts and cards have lost a name or a drawing, and stay verifiable.

An act with a name is kept with a pseudonym in its place and its old digest, so the chain after it holds; the act of the
erasure, itself in the chain, has the mark of the new content. So an audit finds any other change as before. In a game
only signatures and objections can be changed so, never the play.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Act, EventAct, Scorecard
from tournaments.models.digests import sha256

REDUCIBLE = (Act.Kind.SIGN, Act.Kind.OBJECT)


@dataclass
class Erased:
    """Marks of what was changed, by number of the act (of the event, of each game) and by key of the card."""

    history: dict[int, str] = field(default_factory=dict)
    acts: dict[int, dict[int, str]] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)

    def of_game(self, game_id: int) -> dict[int, str]:
        return self.acts.get(game_id, {})

    def as_json(self) -> dict[str, Any]:
        acts = {str(game): _worded(marks) for game, marks in self.acts.items()}
        return {"history": _worded(self.history), "acts": acts, "cards": _worded(self.cards)}


def _worded(marks: Mapping[int, str]) -> dict[str, str]:
    """With keys as in JSON: digests are made before and after it is stored."""
    return {str(key): mark for key, mark in marks.items()}


def erased_by(acts: Iterable[EventAct]) -> Erased:
    found = Erased()
    for act in acts:
        if act.kind != EventAct.Kind.PERSON_ERASED:
            continue
        said = act.payload["erased"]
        found.history |= {int(number): mark for number, mark in said["history"].items()}
        found.cards |= {int(card): mark for card, mark in said["cards"].items()}
        for game, marks in said["acts"].items():
            found.acts[int(game)] = found.of_game(int(game)) | {int(number): mark for number, mark in marks.items()}
    return found


def erased_in(event_id: int) -> Erased:
    return erased_by(EventAct.objects.filter(event=event_id, kind=EventAct.Kind.PERSON_ERASED).order_by("number"))


def history_mark(act: EventAct) -> str:
    return sha256(act.number, act.payload)


def act_mark(act: Act) -> str:
    return sha256(act.number, act.kind, act.payload, act.reason)


def card_mark(card: Scorecard) -> str:
    return sha256(card.content, card.signatures)


def is_reduced(act: Act, marks: Mapping[int, str]) -> bool:
    return act.kind in REDUCIBLE and marks.get(act.number) == act_mark(act)
