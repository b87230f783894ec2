import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.markup import url
from tests.rounds.two_tables import exchange
from tests.tournaments.factories import main_stage, make_players, make_user, seat_by_hand
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.core.exceptions import Invalid, NeedsConfirmation
from tournaments.models import GameSeat, Round
from tournaments.organising.services.events import add_tables, remove_table
from tournaments.players.services import places
from tournaments.players.services.roster import remove_player
from tournaments.rounds.services import rounds, seating
from tournaments.rounds.services.swaps import reseat
from tournaments.tables.game_log.read import Actor


@given(st.randoms(use_true_random=False), st.integers(2, 8))
def test_everybody_with_a_fixed_table_comes_to_it_and_nobody_is_lost(chance, tables):
    players = list(range(4 * tables))
    chance.shuffle(players)
    fours = [players[4 * n : 4 * n + 4] for n in range(tables)]
    fixed = chance.sample(players, k=min(4, tables))
    allowed = {player: frozenset({1}) for player in fixed[:3]} | {player: frozenset({1, 2}) for player in fixed[3:]}
    seats = places.at_tables(fours, range(1, tables + 1), allowed)
    assert sorted(player for four in seats.values() for player in four) == sorted(players)
    assert places.unplaced(seats, allowed) == []
    assert seats == places.at_tables(fours, range(1, tables + 1), allowed)


def test_fours_stay_together_where_one_table_is_enough():
    fours = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert places.at_tables(fours, [1, 2, 3], {9: frozenset({1})}) == {1: [9, 10, 11, 12], 2: fours[0], 3: fours[1]}


def test_a_change_of_seats_brings_nobody_to_whom_they_are_kept_from():
    fours = [[1, 2, 3, 4], [5, 6, 7, 8]]
    seats = places.at_tables(fours, [1, 2], {1: frozenset({1}), 5: frozenset({1})}, {5: {2, 3}, 2: {5}, 3: {5}})
    assert {1, 5} <= set(seats[1])
    assert not {2, 3} <= set(seats[1])


def test_five_people_at_one_table_cannot_be():
    fours = [[1, 2, 3, 4], [5, 6, 7, 8]]
    allowed = {player: frozenset({1}) for player in (1, 2, 3, 4, 5)}
    assert places.unplaced(places.at_tables(fours, [1, 2], allowed), allowed) == [5]


@pytest.fixture
def event(event):
    make_players(event, 16)
    add_tables(event=event, count=4)
    begin(event.pk)
    return event


def player(event, number):
    return event.players.get(number=number)


def drawn(event, number):
    round_ = Round.objects.create(event=event, number=number, day=event.starts_on, stage=main_stage(event))
    seating.draw_round(round_id=round_.pk, seed=str(number))
    return {seat.player.number: seat.game.table.number for seat in GameSeat.objects.filter(round=round_)}


def test_a_table_that_was_fixed_after_the_draw_keeps_a_round_from_opening(event):
    seats = drawn(event, 1)
    places.keep_at(player=player(event, 3), numbers=[seats[3]])
    places.keep_at(player=player(event, 9), numbers=[seats[9] % 4 + 1])
    seated = event.rounds.get()
    name, table = player(event, 9).name, seats[9] % 4 + 1
    [fault] = rounds.seat_faults(seated)
    assert (fault.table, fault.text) == (seats[9], f"{name} 只可以坐第 {table} 檯。")
    with pytest.raises(Invalid, match="請重新編位"):
        rounds.open_round(round_id=seated.pk, now=timezone.now(), confirmed=True)
    seating.draw_round(round_id=seated.pk, seed="1")
    assert rounds.open_round(round_id=seated.pk, now=timezone.now(), confirmed=True).state == Round.State.OPEN


def test_every_draw_keeps_the_fixed_tables(event):
    places.keep_at(player=player(event, 3), numbers=[4])
    places.keep_at(player=player(event, 9), numbers=[4])
    places.keep_at(player=player(event, 5), numbers=[1, 2])
    for number in (1, 2, 3):
        tables = drawn(event, number)
        assert (tables[3], tables[9]) == (4, 4)
        assert tables[5] in (1, 2)


def test_two_with_no_table_in_common_are_never_seated_together(event):
    places.keep_at(player=player(event, 1), numbers=[1])
    places.keep_at(player=player(event, 2), numbers=[2])
    tables = drawn(event, 1)
    assert (tables[1], tables[2]) == (1, 2)


def test_a_draw_that_cannot_is_refused_with_the_name(event):
    for number in range(1, 6):
        places.keep_at(player=player(event, number), numbers=[1])
    with pytest.raises(Invalid, match="只可以坐第 1 檯"):
        drawn(event, 1)


WRITTEN = "1: 1 2 3 4\n2: 5 6 7 8\n3: 9 10 11 12\n4: 13 14 15 16"
REFUSAL = "第 1 檯：張國強 只可以坐第 2 檯。請重新編位。"


@pytest.mark.parametrize(
    "sent",
    [
        {"way": "script", "text": WRITTEN},
        {"way": "written", "text": WRITTEN},
        {"way": "written", "text": " \n"},
        {"way": "rest", "text": "", "keep": ["1"]},
    ],
)
def test_written_and_kept_tables_are_refused_at_once_and_stay_on_the_page(event, client, sent):
    round_ = Round.objects.create(event=event, number=1, day=event.starts_on, stage=main_stage(event))
    fours = {n: [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n] for n in range(1, 5)}
    seat_by_hand(round_id=round_.pk, seats=fours)
    places.keep_at(player=player(event, 1), numbers=[2])
    before = list(round_.seats.values_list("pk", flat=True))
    answer = client.post(url("seat_otherwise", event.slug, 1), sent)
    assert answer.status_code == 400
    assert answer.context["faults"] == (["每行寫一檯的四個選手號碼。"] if sent["text"].isspace() else [REFUSAL])
    assert {name: answer.context["form"][name].value() for name in sent} == sent
    assert list(round_.seats.values_list("pk", flat=True)) == before
    with pytest.raises(Invalid) as refused:
        rounds.publish_round(round_id=round_.pk, now=timezone.now())
    assert refused.value.detail == REFUSAL


def test_corrected_seats_keep_the_tables_until_play_begins_and_then_ask(event):
    drawn(event, 1)
    round_ = event.rounds.get()
    seat = round_.seats.exclude(game__table__number=1).select_related("player").first()
    places.keep_at(player=seat.player, numbers=[round_.seats.get(pk=seat.pk).game.table.number])
    other = round_.seats.select_related("player").get(game__table__number=1, seat=0)
    chairs = exchange(round_, seat.player.number, other.player.number)
    said = {"round_id": round_.pk, "chairs": chairs, "actor": Actor(user_id=make_user().pk), "now": timezone.now()}
    rounds.publish_round(round_id=round_.pk, now=timezone.now(), confirmed=True)
    with pytest.raises(Invalid, match=f"第 1 檯：{seat.player.name} 只可以坐第 .* 檯。請重新編位。"):
        reseat(**said, reason="坐錯檯", confirmed=True)
    rounds.open_round(round_id=round_.pk, now=timezone.now())
    with pytest.raises(NeedsConfirmation, match=f"第 1 檯：{seat.player.name} 只可以坐第 "):
        reseat(**said, reason="坐錯檯")
    reseat(**said, reason="坐錯檯", confirmed=True)
    assert round_.seats.get(player=seat.player).game.table.number == 1


def test_a_fixed_table_is_on_the_page_of_the_player_and_in_the_history(event, client):
    where = url("player", event.slug, 1)
    sent = {"number": "1", "name": "張國強", "club": ""}
    for wrong in ("9", "x"):
        assert client.post(where, sent | {"tables": wrong}).status_code in (400, 422)
    assert client.post(where, sent | {"tables": "2-3"}).status_code == 302
    assert 'value="2-3"' in client.get(where).content.decode()
    places.keep_at(player=player(event, 2), numbers=[4])
    remove_player(player=player(event, 2))
    remove_table(table=event.tables.get(number=3))
    assert places.allowed_tables(event.pk) == {player(event, 1).pk: {2}}
    assert not list(audit())
