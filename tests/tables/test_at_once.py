"""The writers of one game at the same moment, on PostgreSQL, each sending its request twice as a phone does that got no
answer: what was answered is in the log once, what was refused left nothing, and the rows are those of the log."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.core.test_concurrency import at_once, outcome
from tests.tournaments.recorder import DRAW, Recorder, make_table, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Refused
from tournaments.models import Act, Game, Scorecard
from tournaments.scorecards import services as cards

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TIMES = 8
"""Each of them with another order of the threads."""
Step = Callable[..., Any]


def do_at_once(table: Recorder, *steps: Step) -> list[Any]:
    """Do all of these, and check what came of them; the answers, without those of the repeats."""
    before = table.fresh().act_count
    sent = [(step, uuid.uuid4()) for step in steps]
    twice = at_once([lambda step=step, key=key: outcome(lambda: step(client_key=key)) for step, key in sent * 2])
    written = dict(Act.objects.filter(game=table.game, number__gt=before).values_list("number", "client_key"))
    answered = [
        (answer["act"], key)
        for (_step, key), answer in zip(sent * 2, twice, strict=True)
        if not isinstance(answer, Refused) and answer["act"] is not None
    ]
    assert set(answered) == set(written.items()), twice
    assert len(set(written.values())) == len(written)
    table.check()
    assert list(audit(table.fresh().event.slug)) == []
    return twice[: len(steps)]


def sign(table: Recorder, seat: int, digest: str, **key: uuid.UUID) -> dict[str, Any]:
    return table.sign(seat, digest=digest, **key)[0]


def reopen(table: Recorder, **key: uuid.UUID) -> Any:
    return cards.reopen(**table.entry(key, reason="計錯第三鋪"))


def done(answer: Any) -> bool:
    return not isinstance(answer, Refused)


def test_a_hand_is_confirmed_disputed_corrected_undone_and_followed_at_once():
    for number in range(TIMES):
        table = make_table(slug=f"evening-{number}")
        table.settle(won(0, 1, 12))
        table.play(won(1, 2, 9))
        seen = table.fresh().book_version
        *confirmed, objected, corrected, undone, _followed = do_at_once(
            table,
            *(partial(table.confirm, seat) for seat in range(4)),
            partial(table.object_to, 2, 1),
            partial(table.correct, 2, won(3, 2, 9), seen=seen),
            partial(table.undo, seen=seen),
            partial(table.record, DRAW, seen=seen),
        )
        assert all(done(answer) for answer in confirmed)
        assert not (done(corrected) and done(undone)), "both were of what was there before"
        hand = table.folded.hand(2)
        assert (hand is None) == done(undone)
        if hand is not None and done(objected):
            assert hand.objection or hand.late_objection or done(corrected)


@pytest.mark.parametrize("signed", [0, 3])
def test_a_card_is_signed_disputed_corrected_undone_and_reopened_at_once(signed):
    for number in range(TIMES // 2):
        table = make_table(slug=f"evening-{number}")
        table.finish()
        if signed:
            table.sign(*range(signed))
        seen, digest = table.fresh().book_version, table.digest()
        *signatures, _objected, corrected, undone, _reopened = do_at_once(
            table,
            *(partial(sign, table, seat, digest) for seat in range(signed, 4)),
            partial(table.object_to, 8, 1),
            partial(table.correct, 8, DRAW, seen=seen),
            partial(table.undo, seen=seen),
            partial(reopen, table),
        )
        assert not (done(corrected) and done(undone))
        in_force = Scorecard.objects.filter(game=table.game, reopened_at=None)
        assert in_force.count() == (table.fresh().state == Game.State.SIGNED)
        assert Scorecard.objects.filter(game=table.game).count() == sum(
            done(answer) and answer["signed"] == 4 for answer in signatures
        )
        if in_force:
            assert {one["seat"] for one in in_force[0].signatures} == set(range(4))
            assert in_force[0].digest == digest == table.digest()
