"""推翻判決: what followed from a ruling is derived again, in its own game, in later games, in the hall."""

import datetime as dt
import uuid
from decimal import Decimal

import pytest
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.penalties.hall import FIRST, RED, SECOND, book_of, state_of
from tests.tournaments.book_checks import reread
from tests.tournaments.factories import TODAY, close_rounds, confirm_all
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen
from tournaments.models import Act, Adjustment, Game, Player, Scorecard
from tournaments.rounds.services.rounds import unvoid_round, void_round

pytestmark = pytest.mark.usefixtures("audited")

FOUND_LATE = {"type": "ruling", "seat": 1, "offence": "talking", "hand": "previous"}
NOON = timezone.make_aware(dt.datetime.combine(TODAY, dt.time(12)))


def test_a_reversal_undoes_the_whole_ladder_across_two_games(evening):
    """Two yellows make a red, the red is carried to the next game, a second red there is 詐糊 and the hand replayed."""
    first, _other = evening.round(1, FIRST)
    yellow = evening.rule(first, 2, "talking")
    evening.play(first, type="draw")
    second = evening.rule(first, 2, "wrong_draw")
    assert state_of(first).scores[2] == -5
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "talking", **RED)
    evening.play(later, type="win", winner=0, source=1, fan=20)
    assert [hand.result for hand in state_of(later).hands] == ["replayed", "win"]
    assert state_of(later).scores[2] == -160
    evening.reverse(yellow)
    reversal = Ruling.objects.get(reverses=yellow)
    assert (reversal.number, reversal.reason, reversal.user_id) == (4, "看錯人", evening.head.user_id)
    assert state_of(first).cards_in_force[2] == ("yellow",)
    assert state_of(first).scores[2] == 0
    assert state_of(later).scores[2] == -5
    assert [hand.result for hand in state_of(later).hands] == ["win"]
    second.refresh_from_db()
    assert second.effect["cards"] == ["yellow"]
    carried = Act.objects.get(game=later, kind="carry")
    assert carried.payload == {"standing": {"offences": [{"seat": 2, "offence": "wrong_draw", "times": 1}]}} | {
        "before": {
            "cards": [{"seat": 2, "card": "red"}],
            "offences": [
                {"seat": 2, "offence": "talking", "times": 1},
                {"seat": 2, "offence": "wrong_draw", "times": 1},
            ],
        },
        "changes": True,
    }


def test_a_reversal_is_not_carried_into_a_void_round(evening, game):
    once = evening.rule(game, 2, "claim_cancelled")
    void, _other = evening.round(2, SECOND)
    evening.rule(void, 2, "claim_cancelled")
    common = {"round_id": void.round_id, "actor": evening.head, "now": timezone.now()}
    void_round(reason="發錯牌山", confirmed=True, **common)
    before = book_of(void)
    evening.reverse(once)
    assert book_of(void) == before
    assert state_of(void).scores[2] == -30
    assert list(audit()) == []
    unvoid_round(**common)
    assert state_of(void).scores[2] == -15


def test_a_preview_says_so_for_every_game_and_writes_nothing(evening):
    first, _other = evening.round(1, FIRST)
    yellow = evening.rule(first, 2, "talking")
    evening.rule(first, 2, "wrong_draw")
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "talking", **RED)
    acts = Act.objects.count()
    seen = rulings.preview_reversal(ruling=yellow, actor=evening.head, now=timezone.now())
    assert [(one.book.game.pk, one.before.state.scores[2], one.after.state.scores[2]) for one in seen] == [
        (first.pk, -5, 0),
        (later.pk, -160, -5),
    ]
    assert Act.objects.count() == acts
    assert state_of(first).scores[2] == -5
    assert Ruling.objects.count() == 3


def test_a_correction_of_an_earlier_game_is_passed_on_too(evening, game):
    evening.play(game, type="draw")
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "talking", **RED)
    assert state_of(later).scores[2] == -5
    red = {"type": "ruling", "seat": 2, "offence": "talking", **RED}
    evening.correct(game, 1, red, {"type": "draw"}, reason="漏記紅牌")
    assert state_of(later).scores[2] == -160
    assert Ruling.objects.filter(event=evening.event).count() == 2


def test_a_reversal_is_carried_once_to_a_game_after_the_next(evening):
    first, _other = evening.round(1, FIRST)
    once = evening.rule(first, 2, "claim_cancelled")
    for number in (2, 3):
        later, _other = evening.round(number, FIRST)
        evening.rule(later, 2, "claim_cancelled")
    assert state_of(later).scores[2] == -45
    evening.reverse(once)
    assert state_of(later).scores[2] == -30
    assert Act.objects.filter(game=later, kind="carry").count() == 1


def test_the_referee_of_the_table_may_until_the_card_is_signed(evening, game):
    ruling = evening.rule(game, 2, "talking", **RED)
    evening.finish_and_sign(game)
    with pytest.raises(CardSigned):
        evening.reverse(ruling, heads=False)
    evening.reverse(ruling)
    card = Scorecard.objects.get(game=game)
    assert (card.reopened_at is not None, card.reopen_reason) == (True, "看錯人")
    assert reread(game).state == Game.State.COMPLETE
    assert state_of(game).scores[2] == state_of(game).scores[3]


def test_after_the_round_only_the_head_referee_may(evening, game, ruling):
    close_rounds(evening.event)
    with pytest.raises(NotOpen):
        evening.reverse(ruling, heads=False)
    evening.reverse(ruling)
    assert state_of(game).cards_in_force[1] == ()


@pytest.mark.parametrize(
    ("offence", "again", "in_later", "signed_again"),
    [("talking", ("wrong_claim", RED), "", False), ("claim_cancelled", ("wrong_claim", {}), "claim_cancelled", True)],
)
def test_a_signed_later_game_is_signed_again_if_its_hands_change(evening, game, offence, again, in_later, signed_again):
    ruling = evening.rule(game, 2, offence)
    evening.rule(game, 2, again[0], **again[1])
    later, _other = evening.round(2, SECOND)
    if in_later:
        evening.rule(later, 2, in_later)
    evening.finish_and_sign(later)
    evening.reverse(ruling)
    assert Act.objects.filter(game=later, kind="carry").count() == 1
    assert (Scorecard.objects.get(game=later).reopened_at is not None) == signed_again
    if signed_again:
        assert reread(later).state == Game.State.COMPLETE
        confirm_all(later, evening.referee)
        evening.sign(later)
    assert reread(later).state == Game.State.SIGNED


def test_signatures_stay_over_one_text_through_two_reversals_that_change_no_hand(evening, game):
    before = [evening.rule(game, 1, "talking"), evening.rule(game, 2, "claim_cancelled")]
    later, _other = evening.round(2, FIRST)
    evening.play_out(later)
    evening.sign(later, 0)
    for ruling in before:
        evening.reverse(ruling)
    assert Act.objects.filter(game=later, kind="carry").count() == 2
    evening.sign(later, 1, 2, 3)
    signed = Act.objects.filter(game=later, kind="sign").values_list("payload__digest", flat=True)
    assert len(set(signed)) == 1


def test_a_reversal_is_refused_twice_and_without_a_reason(evening, ruling):
    with pytest.raises(Invalid):
        evening.reverse(ruling, reason="  ")
    asked = {"ruling_id": ruling.pk, "actor": evening.head, "heads": True, "reason": "看錯人"}
    asked |= {"client_key": uuid.uuid4(), "now": timezone.now()}
    assert rulings.reverse(**asked) == rulings.reverse(**asked)
    assert Ruling.objects.count() == 2
    with pytest.raises(Conflict):
        evening.reverse(ruling)
    with pytest.raises(Invalid):
        evening.reverse(Ruling.objects.get(reverses=ruling))


@pytest.mark.parametrize("late", [0, 1], ids=["", "with one found late"])
def test_a_reversal_is_refused_where_a_later_hand_cannot_be_without_it(evening, game, late):
    evening.play(game, type="reward", kind="grass", seat=1)
    ruling = evening.rule(game, 2, "false_win")
    if late:
        evening.rule(game, 1, "talking", hand=1)
    evening.play(game, type="reward", kind="grass", seat=1)
    with pytest.raises(Invalid):
        evening.reverse(ruling)
    assert [len(hand.rulings) for hand in state_of(game).hands] == [1 + late]
    assert Ruling.objects.count() == 1 + late


def test_a_reversal_goes_behind_its_hand_where_the_page_only_says_the_hand_before(evening):
    """Typed after a ruling of the next hand or before it: the same comes of it."""
    game, other = evening.round(1, FIRST)
    for one in (game, other):
        evening.play(one, type="draw")
    evening.rule(game, 2, "talking", **RED)
    evening.rule(game, 2, "talking", hand="previous", **RED)
    evening.rule(other, 2, "talking", hand="previous", **RED)
    evening.rule(other, 2, "talking", **RED)
    assert book_of(game) == book_of(other)
    assert [hand.result for hand in state_of(game).hands] == ["draw", "replayed"]


def test_a_ruling_found_after_a_replayed_hand_stays_when_the_replay_is_reversed(evening, game):
    """What had ended the hand is gone: the hand goes on, and what was found late is one of its rulings."""
    evening.play(game, type="win", winner=1, source=2, fan=5)
    replay = evening.rule(game, 2, "false_win")
    late = evening.rule(game, 1, "talking", hand=2)
    evening.play(game, type="draw")
    evening.reverse(replay)
    late.refresh_from_db()
    assert late.hand == 2
    assert [[one.offence for one in hand.rulings] for hand in state_of(game).hands] == [[], ["talking"]]


def test_a_ruling_found_after_a_second_red_stays_when_the_first_is_reversed(evening, game):
    """The second red is a first one then and replays nothing; in the first hand nothing stands before it."""
    red = evening.rule(game, 2, "talking", **RED)
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "wrong_draw", **RED)
    evening.rule(later, 1, "claim_cancelled", hand=1)
    evening.play(later, type="draw")
    assert [hand.result for hand in state_of(later).hands] == ["replayed", "draw"]
    evening.reverse(red)
    assert [hand.result for hand in state_of(later).hands] == ["draw"]
    assert [one.offence for one in state_of(later).hands[0].rulings] == ["wrong_draw", "claim_cancelled"]


def test_a_ruling_found_late_stays_with_its_hand_when_that_is_corrected(evening, game):
    evening.play(game, type="win", winner=1, source=2, fan=5)
    evening.play(game, type="draw")
    late = evening.rule(game, 1, "talking", hand=1)
    evening.correct(game, 1, {"type": "win", "winner": 3, "from": 2, "fan": 9}, FOUND_LATE)
    late.refresh_from_db()
    assert late.hand == 1
    assert [len(hand.rulings) for hand in state_of(game).hands] == [1, 0]


def test_a_ruling_that_a_correction_brought_stays_when_the_replay_is_reversed(evening, game):
    replay = evening.rule(game, 2, "false_win")
    evening.correct(game, 1, {"type": "ruling", "seat": 2, "offence": "false_win"}, FOUND_LATE)
    evening.reverse(replay)
    assert not state_of(game).hands
    assert state_of(game).cards_in_force[1] == ("yellow",)


def test_a_second_yellow_in_the_hall_is_a_red_that_costs_points(evening):
    first = evening.rule_in_hall(3, now=NOON, offence="talking")
    evening.rule_in_hall(3, now=NOON, offence="disturbing")
    assert [(one.source.number, one.target, one.points) for one in Adjustment.objects.all()] == [(3, None, Decimal(5))]
    evening.reverse(first)
    assert not Adjustment.objects.exists()
    assert Ruling.objects.get(offence="disturbing").effect["cards"] == ["yellow"]


@pytest.mark.parametrize(("given", "cost"), [({}, -5), (RED, -160)])
def test_a_card_in_the_hall_counts_in_the_next_game_until_it_is_reversed(evening, given, cost):
    ruling = evening.rule_in_hall(3, now=NOON, offence="talking", **given)
    game, _other = evening.round(1, FIRST)
    evening.rule(game, 2, "wrong_draw", **given)
    assert state_of(game).scores[2] == cost
    evening.reverse(ruling)
    assert state_of(game).scores[2] == (-5 if given else 0)


def test_what_was_ruled_in_a_game_counts_in_the_hall_and_follows_its_reversal(evening, game):
    red = evening.rule(game, 2, "talking", **RED)
    ruling = evening.rule_in_hall(3, now=NOON, offence="disturbing", consequences=["red"])
    assert [one.points for one in Adjustment.objects.all()] == [160]
    evening.reverse(red)
    assert [one.points for one in Adjustment.objects.all()] == [5]
    ruling.refresh_from_db()
    assert ruling.effect["false_win"] is False


@pytest.mark.parametrize(
    "ruling",
    [{"offence": "hollow_win"}, {"offence": "false_win"}, {"offence": "other"}, {"offence": "no"}, {}]
    + [{"consequences": [word]} for word in ("ban", "replay_hand", {"pay_each_base": 1}, {"deduct_after_game": "1"})]
    + [{"offence": "talking", "hand": "previous"}],
)
def test_a_reversal_refuses_what_needs_a_hand(evening, ruling):
    begin(evening.event.pk)
    with pytest.raises(Invalid):
        evening.rule_in_hall(3, now=NOON, **ruling)
    assert not Ruling.objects.exists()


def test_a_player_who_is_disqualified_in_the_hall_is_so_until_it_is_reversed(evening):
    ruling = evening.rule_in_hall(3, now=NOON, offence="cheating")
    player = Player.objects.get(event=evening.event, number=3)
    assert player.barred == Player.Barred.DISQUALIFIED
    evening.reverse(ruling)
    player.refresh_from_db()
    assert player.barred == ""
