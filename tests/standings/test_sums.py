"""核對分數: everything adds up with the house, by page, round and API; a number that was tampered with is named."""

from decimal import Decimal

import pytest
from django.test import Client

from tests.markup import markup, page, shows, url
from tests.tournaments.factories import TODAY, make_event, make_game, make_players, make_user, play, play_and_confirm
from tournaments.models import Adjustment, Event, Game, GameSeat, HandRecord, Player, Transfer
from tournaments.standings.sums import event_sum, game_sums
from tournaments.tables.game_log.read import Actor


@pytest.fixture
def event() -> Event:
    event = make_event()
    make_players(event, 8)
    referee = make_user()
    by = Actor(user_id=referee.pk)
    game = make_game(event, referee)
    make_game(event, referee, 2)
    play_and_confirm(game, by, type="win", winner=0, source=1, fan=12)
    play_and_confirm(game, by, type="win", winner=2, self_draw=True, fan=9)
    play(game, by, type="ruling", seat=3, offence="disturbing", consequences=["red"])
    return event


def game_of(event: Event, table: int = 1) -> Game:
    return Game.objects.select_related("table").get(event=event, table__number=table)


def test_all_points_add_up_with_the_house_and_the_page_says_so(event):
    found = event_sum(event)
    one = found.rounds[0]
    assert (one.games, one.total.start, one.total.house, found.even) == (2, 0, 5, True)
    assert one.total.players == -5
    assert one.total.pending == sum(GameSeat.objects.values_list("pending_in", flat=True), Decimal(0)) > 0
    where = url("sum", event.slug)
    shows(Client().get(where), "全場分數相符", url("round_sum", event.slug, 1), "尚未轉移")
    answer = Client().get(url("round_sum", event.slug, 1))
    said = shows(answer, "何家珍 扣 5 分（罰分）", never=["數目不符", "滋擾"])
    assert said.count('<details class="card sum-game"') == 2
    for name in ("standings", "event"):
        assert where in markup(Client().get(url(name, event.slug)))
    assert Client().get(url("round_sum", event.slug, 2)).status_code == 404


def test_a_score_that_was_tampered_with_is_named(event):
    seat = GameSeat.objects.get(game=game_of(event), seat=2)
    GameSeat.objects.filter(pk=seat.pk).update(score=seat.score + Decimal("0.5"))
    found = event_sum(event)
    assert not found.even
    assert [(game.table, game.total.difference) for game in found.rounds[0].uneven] == [(1, Decimal("0.5"))]
    assert not any(one.even for one in game_sums(event, [game_of(event)]))
    assert "相差 +0.5 分" in page("round_sum", event.slug, 1)
    Event.objects.filter(pk=event.pk).update(standings_version=99)  # a page that is kept is as old as its version
    assert "第 1 個半莊第 1 檯：相差 +0.5 分" in page("sum", event.slug)


def test_what_the_house_gives_is_taken_from_its_sum(event):
    seat = GameSeat.objects.get(game=game_of(event), seat=2)
    Transfer.objects.create(game=seat.game, hand=1, position=90, source=None, target=2, points=3, reason="refund")
    GameSeat.objects.filter(pk=seat.pk).update(score=seat.score + 3)
    found = event_sum(event)
    assert (found.total.house, found.even) == (2, True)


def test_two_scores_that_make_up_for_one_another_are_found_in_the_round(event):
    for seat, more in ((0, 3), (1, -3)):
        held = GameSeat.objects.get(game=game_of(event), seat=seat)
        GameSeat.objects.filter(pk=held.pk).update(score=held.score + more)
    found = game_sums(event, [game_of(event)])[0]
    assert found.total.even
    assert [seat["even"] for seat in found.seats] == [False, False, True, True]
    assert not found.even
    assert "數目不符" in page("round_sum", event.slug, 1)


def test_a_transfer_that_was_tampered_with_is_found_in_its_hand(event):
    transfer = Transfer.objects.filter(game=game_of(event), target__isnull=False).first()
    assert transfer is not None
    Transfer.objects.filter(pk=transfer.pk).update(points=transfer.points + 1)
    hands = game_sums(event, [game_of(event)])[0].hands
    assert [hand["number"] for hand in hands if not hand["even"]] == [transfer.hand]
    deduction = Transfer.objects.get(game=game_of(event), target__isnull=True)
    Transfer.objects.filter(pk=deduction.pk).update(points=6)
    assert not event_sum(event).even


def test_a_hand_whose_scores_were_tampered_with_is_found(event):
    record = HandRecord.objects.get(game=game_of(event), number=1)
    record.book["scores"] = ["1", "0", "0", "0"]
    record.save()
    assert not game_sums(event, [game_of(event)])[0].hands[0]["even"]


def test_points_of_the_start_are_in_it():
    event = make_event(rule_set="tw-club")
    make_players(event)
    referee = make_user()
    game = make_game(event, referee)
    GameSeat.objects.filter(game=game).update(score=10000)
    play_and_confirm(game, Actor(user_id=referee.pk), type="win", winner=0, source=1, fan=3)
    found = event_sum(event)
    assert (found.total.start, found.total.players, found.even) == (40000, 40000, True)
    assert "開局" in page("round_sum", event.slug, 1)
    assert "40000" in page("sum", event.slug)


def test_points_beside_the_hands_have_their_own_lines(event):
    giver, taker = event.players.order_by("number")[:2]
    game = game_of(event)
    for source, target, points in ((giver, None, 7), (giver, taker, 2), (None, taker, 3)):
        Adjustment.objects.create(
            event=event, source=source, target=target, points=points, reason="deduction", day=TODAY, game=game
        )
    found = event_sum(event)
    assert (found.total.players, found.total.house, found.even) == (-5 - 7 + 3, 5 + 7 - 3, True)
    said = Client().get(url("sum", event.slug))
    shows(said, "局外付分", "張國強 → 大會<b>7</b>", "大會 → 2 李小龍<b>3</b>")


def test_the_api_gives_exact_sums(event):
    answer = Client().get(f"/api/events/{event.slug}/sum/").json()
    assert answer["even"]
    assert answer["total"] | {"pending": ""} == {
        "start": "0", "players": "-5", "house": "5", "pending": "", "difference": "0", "even": True,
    }  # fmt: skip
    assert answer["rounds"][0] | {"pending": ""} == {
        "round": 1, "games": 2, "start": "0", "players": "-5", "house": "5", "pending": "", "difference": "0",
        "even": True, "uneven": [],
    }  # fmt: skip
    game = game_of(event, 2)
    GameSeat.objects.filter(game=game, seat=0).update(score=1)
    answer = Client().get(f"/api/events/{event.slug}/sum/").json()
    assert (answer["even"], answer["rounds"][0]["uneven"]) == (
        False, [{"table": 2, "game": game.pk, "difference": "1"}],
    )  # fmt: skip
    where = f"/api/events/{event.slug}/sum/"
    first = Client().get(where)
    assert Client().get(where, headers={"If-None-Match": first["ETag"]}).status_code == 304
    play_and_confirm(game_of(event), Actor(user_id=make_user().pk), type="draw")
    assert Client().get(where, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_big_round_is_shown_in_parts_and_added_up_whole(event, django_assert_max_num_queries):
    Player.objects.bulk_create(Player(event=event, number=n, name=f"選手{n}") for n in range(9, 181))
    for number in range(3, 46):
        make_game(event, number=number)
    with django_assert_max_num_queries(14):
        said = page("round_sum", event.slug, 1)
    assert said.count('sum-game"') == 40
    assert page("round_sum", event.slug, 1, page=2).count('sum-game"') == 5
    assert event_sum(event).rounds[0].games == 45
    fresh = Event.objects.get(pk=event.pk)
    with django_assert_max_num_queries(5):
        event_sum(fresh)


def test_sums_beyond_what_a_float_holds_are_exact(event):
    game = game_of(event, 2)
    huge = Decimal("400000000.0000000001")
    GameSeat.objects.filter(game=game, seat=0).update(score=huge)
    GameSeat.objects.filter(game=game, seat=1).update(score=-huge + Decimal("0.0000000001"))
    assert event_sum(event).rounds[0].uneven[0].total.difference == Decimal("0.0000000001")
