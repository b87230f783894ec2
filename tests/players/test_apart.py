"""不得同檯: two players who share no table, however they are seated."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

import scoring
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows, url
from tests.tournaments.factories import TODAY, make_event, make_game, make_players, seat_by_hand
from tournaments.core.exceptions import Invalid
from tournaments.models import Apart, Game, GameSeat, Player, Round
from tournaments.organising.services import events
from tournaments.players.selectors import kept_apart
from tournaments.players.services import roster
from tournaments.players.services.apart import keep_apart, let_together, pairs_of
from tournaments.rounds.services import event_draws, rounds, seating
from tournaments.rulebook.game import chapters
from tournaments.tables.services.substitutes import step_in

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("short_search")]


@pytest.fixture
def event(event):
    make_players(event, 16)
    events.add_tables(event=event, count=4)
    return event


@pytest.fixture
def draft(event):
    return rounds.make_round(event=event, day=TODAY)


def numbers(event):
    return [(pair.first.number, pair.second.number, pair.reason) for pair in kept_apart(event)]


def tables_of(round_):
    rows = GameSeat.objects.filter(round=round_).values_list("game", "player__number")
    return [{number for at, number in rows if at == game} for game in {game for game, _number in rows}]


class TestPairs:
    def test_a_pair_has_no_order_and_is_there_once(self, event):
        one = keep_apart(event=event, first=3, second=1, reason=" 夫妻 ")
        assert keep_apart(event=event, first=1, second=3) == one
        assert numbers(event) == [(1, 3, "夫妻")]
        keep_apart(event=event, first=1, second=3, reason="父女")
        assert numbers(event) == [(1, 3, "父女")]

    def test_they_are_listed_by_number_whoever_was_entered_first(self, event):
        Player.objects.filter(number=16).update(number=20)
        Player.objects.filter(number=1).update(number=30)
        keep_apart(event=event, first=30, second=20)
        keep_apart(event=event, first=5, second=2)
        assert numbers(event) == [(2, 5, ""), (20, 30, "")]

    def test_it_refuses_one_player_twice_and_players_of_another_event(self, event):
        with pytest.raises(Invalid, match="兩名不同的選手"):
            keep_apart(event=event, first=2, second=2)
        Player.objects.create(event=make_event("other"), number=77, name="別人")
        with pytest.raises(Invalid, match="名單上沒有 77 號選手") as refusal:
            keep_apart(event=event, first=2, second=77)
        assert refusal.value.field == "second"
        assert not Apart.objects.exists()

    def test_it_knows_the_pairs_of_each_event_by_both_players_until_they_may_sit_together(self, event):
        other = make_event("other")
        make_players(other, 4)
        keep_apart(event=other, first=1, second=2)
        pair = keep_apart(event=event, first=1, second=2)
        keep_apart(event=event, first=3, second=1)
        one, two, three = event.players.filter(number__lte=3).order_by("number").values_list("pk", flat=True)
        assert pairs_of(event.pk) == {one: {two, three}, two: {one}, three: {one}}
        for _tap in range(2):
            let_together(pair=pair)
        assert pairs_of(event.pk) == {one: {three}, three: {one}}

    def test_the_database_keeps_no_pair_twice_nor_the_other_way_round(self, event):
        pair = keep_apart(event=event, first=1, second=2)
        for first, second in ((pair.first, pair.second), (pair.second, pair.first), (pair.first, pair.first)):
            with pytest.raises(IntegrityError), transaction.atomic():
                Apart.objects.create(first=first, second=second)

    def test_it_goes_with_its_players(self, event):
        keep_apart(event=event, first=1, second=2)
        roster.remove_player(player=event.players.get(number=2))
        assert not Apart.objects.exists()


class TestSeats:
    def test_the_draw_keeps_them_apart(self, event, draft):
        Player.objects.filter(number__gt=8).delete()
        for number in range(2, 6):
            keep_apart(event=event, first=1, second=number)
        for seed in ("1", "2", "3"):
            seating.draw_round(round_id=draft.pk, seed=seed)
            assert {1, 6, 7, 8} in tables_of(draft)

    def test_a_pair_that_is_named_between_two_rounds_is_kept_apart_from_the_next_one_on(self, event):
        for number in range(1, 5):
            round_ = rounds.make_round(event=event, day=TODAY)
            seating.draw_round(round_id=round_.pk, seed=str(number))
            for first, second, _reason in numbers(event):
                assert not any({first, second} <= table for table in tables_of(round_))
            rounds.open_round(round_id=round_.pk, now=timezone.now())
            rounds.close_round(round_id=round_.pk, now=timezone.now(), confirmed=True)
            keep_apart(event=event, first=number, second=number + 8)

    def test_a_draw_that_cannot_part_them_says_so_and_seats_nobody(self, event, draft):
        Player.objects.filter(number__gt=4).delete()
        keep_apart(event=event, first=3, second=2, reason="夫妻")
        with pytest.raises(Invalid, match="不得同檯的選手分不開") as refusal:
            seating.draw_round(round_id=draft.pk, seed="1")
        assert "陳大文" in refusal.value.detail
        assert "李小龍" in refusal.value.detail
        assert not Game.objects.exists()

    def test_a_draft_from_before_is_not_opened(self, event, draft):
        seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
        pair = keep_apart(event=event, first=8, second=5)
        with pytest.raises(Invalid, match="第 2 檯：選手5和選手8不得同檯。請重新編位。"):
            rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)
        let_together(pair=pair)
        opened = rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)
        assert opened.state == Round.State.OPEN

    def test_no_substitute_joins_somebody_from_whom_he_is_kept(self):
        game = make_game()
        Player.objects.create(event=game.event, number=9, name="李小明", staff=True)
        keep_apart(event=game.event, first=9, second=3)
        with pytest.raises(Invalid, match="陳大文和李小明不得同檯。"):
            step_in(game_id=game.pk, seat=0, number=9, now=timezone.now())
        seat = step_in(game_id=game.pk, seat=2, number=9, now=timezone.now())
        assert seat.substitute.number == 9


class TestPage:
    def test_it_lists_adds_and_removes_pairs(self, client, event, boss):
        sent = {"first": "3", "second": "1", "reason": "夫妻"}
        shows(
            client.post(url("keep_apart", event.slug), sent, follow=True),
            "張國強和陳大文不會再編在同一檯。",
            "1 張國強 · 3 陳大文",
            'aria-label="讓張國強和陳大文可以同檯"',
        )
        pair = Apart.objects.get()
        shows(client.post(url("let_together", event.slug, pair.pk), follow=True), "張國強和陳大文可以再編在同一檯。")
        assert not Apart.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "status", "said"),
        [
            ({}, 422, "請揀選手。"),
            ({"first": "x", "second": "1"}, 422, "請寫選手的號碼。"),
            ({"first": "0", "second": "1"}, 422, "請寫選手的號碼。"),
            ({"first": "1", "second": "1"}, 400, "請揀兩名不同的選手。"),
            ({"first": "1", "second": "99"}, 400, "名單上沒有 99 號選手。"),
            ({"first": "1", "second": "2", "reason": "長" * 61}, 422, "長" * 61),
        ],
    )
    def test_it_says_what_is_wrong_and_loses_nothing(self, client, event, boss, sent, status, said):
        answer = client.post(url("keep_apart", event.slug), sent)
        shows(answer, said, status=status)
        if sent.get("first") == "1":
            assert '<option value="1" selected>' in markup(answer)
        assert not Apart.objects.exists()

    def test_a_long_list_is_typed_by_number(self, client, event, boss):
        assert '<select name="first"' in markup(client.get(url("players", event.slug)))
        Player.objects.bulk_create(Player(event=event, number=n, name=f"選手{n}") for n in range(17, 70))
        shows(client.get(url("players", event.slug)), '<datalist id="player-numbers">', never='<select name="first"')
        assert client.post(url("keep_apart", event.slug), {"first": "68", "second": "1"}).status_code == 302
        assert numbers(event) == [(1, 68, "")]

    def test_it_says_where_the_rules_ask_for_it(self, client, event, boss):
        assert "夫妻不得同檯" not in markup(client.get(url("players", event.slug)))
        event.rule_set = "tw-club"
        event.save()
        assert "這套規則規定夫妻不得同檯（搬風）。" in markup(client.get(url("players", event.slug)))

    def test_any_number_of_pairs_takes_the_same_statements(self, client, event, boss, django_assert_max_num_queries):
        for number in range(2, 12):
            keep_apart(event=event, first=1, second=number)
        with django_assert_max_num_queries(18):
            client.get(url("players", event.slug))

    def test_it_removes_no_pair_of_another_event(self, client, event, boss):
        other = make_event("other")
        make_players(other, 2)
        pair = keep_apart(event=other, first=1, second=2)
        assert client.post(url("let_together", event.slug, pair.pk)).status_code == 404
        where = url("api:let_together", event.slug, pair.pk)
        assert client.post(where, content_type="application/json").status_code == 404
        assert Apart.objects.count() == 1


class TestPageOfTheDraft:
    @pytest.fixture
    def seated(self, event, boss, draft):
        seat_by_hand(round_id=draft.pk, seats={n: [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n] for n in range(1, 5)})
        return draft

    def shown(self, client, event):
        return markup(client.get(url("round", event.slug, 1)))

    def test_it_names_every_pair_and_everybody_who_may_not_play_with_the_tables(self, client, event, seated):
        keep_apart(event=event, first=8, second=5)
        keep_apart(event=event, first=5, second=7)
        keep_apart(event=event, first=1, second=16)
        Player.objects.filter(number=2).update(barred=Player.Barred.SUSPENDED)
        roster.withdraw(player=event.players.get(number=13), now=timezone.now())
        shown = self.shown(client, event)
        assert "這份座位編好之後有了變動，現在不能開始：" in shown
        faults = [(fault.table, fault.text) for fault in rounds.seat_faults(seated)]
        assert faults == [
            (1, "李小龍 正在停賽，不能入座。"),
            (2, "選手5和選手7不得同檯。"),
            (2, "選手5和選手8不得同檯。"),
            (4, "未坐滿四人。"),
        ]
        assert all(f"<li>第 {table} 檯：{sentence}</li>" in shown for table, sentence in faults)
        assert "請先用「改座位」補上空位或對調座位；不行才再抽一次。" in shown
        refused = client.post(url("open_round", event.slug, 1), {"confirmed": "1"})
        shows(refused, "第 1 檯：李小龍 正在停賽，不能入座。請重新編位。", status=400)

    def test_it_goes_when_the_seats_are_drawn_anew(self, client, event, seated):
        assert "現在不能開始" not in self.shown(client, event)
        keep_apart(event=event, first=8, second=5)
        assert "現在不能開始" in self.shown(client, event)
        client.post(url("draw_round", event.slug, 1), {"seed": "5"})
        assert "現在不能開始" not in self.shown(client, event)
        assert client.post(url("open_round", event.slug, 1)).url == url("room", event.slug)
        keep_apart(event=event, first=1, second=2)
        assert "現在不能開始" not in self.shown(client, event)

    def test_any_number_of_faults_takes_the_same_statements(self, client, event, seated, django_assert_max_num_queries):
        for number in range(2, 12):
            keep_apart(event=event, first=1, second=number)
        for number in (6, 7, 8):
            keep_apart(event=event, first=5, second=number)
        with django_assert_max_num_queries(7):
            rounds.seat_faults(seated)


class TestApi:
    def send(self, client, where, body=None):
        return client.post(where, body or {}, content_type="application/json")

    def test_it_lists_adds_and_removes_pairs(self, client, event, boss):
        where = url("api:apart", event.slug)
        answer = self.send(client, where, {"first": 3, "second": 1, "reason": "夫妻"})
        people = {"first": 1, "first_name": "張國強", "second": 3, "second_name": "陳大文"}
        told = {"id": Apart.objects.get().pk, "reason": "夫妻", **people}
        assert (answer.status_code, answer.json()) == (201, told)
        assert client.get(where).json() == [told]
        answer = self.send(client, url("api:let_together", event.slug, told["id"]))
        assert (answer.status_code, answer.json()) == (200, [])

    def test_it_refuses_with_a_sentence_that_names_the_field(self, client, event, boss):
        where = url("api:apart", event.slug)
        answer = self.send(client, where, {"first": 2, "second": 2})
        assert answer.status_code == 400
        assert answer.json()["errors"] == [{"code": "invalid", "detail": "請揀兩名不同的選手。", "attr": "second"}]
        assert self.send(client, where, {"first": 2}).json()["errors"][0]["attr"] == "second"
        assert self.send(client, url("api:let_together", event.slug, 1)).status_code == 404


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_rules_page_says_who_is_kept_apart_where_the_text_does(client, rule_set):
    rules = scoring.rule_set(rule_set)
    facts = [fact for chapter in chapters(rules) if chapter.id == "seats" for fact in chapter.facts]
    facts = [fact for fact in facts if fact.title == "夫妻"]
    assert bool(facts) == bool(rules.game.couples_apart) == (rule_set == "tw-club")
    if facts:
        assert facts[0].text == "不得同檯；抽籤入座如同檯，重新抽籤。（搬風）"
        shows(client.get(url("rules", rule_set)), facts[0].text)


class TestHousePlayers:
    """湊腳: at most one at a table by the rules of the Masters; as many as it takes elsewhere."""

    @staticmethod
    def field(players, staff, rule_set="hkma-masters", tables=2):
        event = make_event(rule_set=rule_set)
        make_players(event, players)
        for number in range(100, 100 + staff):
            Player.objects.create(event=event, number=number, name=f"湊腳{number}", staff=True)
        events.add_tables(event=event, count=tables)
        return event, rounds.make_round(event=event, day=TODAY)

    @pytest.mark.parametrize("seed", ["1", "2", "3"])
    def test_two_are_drawn_to_two_tables(self, seed):
        event, draft = self.field(6, 2)
        for other in range(2, 6):  # what keeps others apart does not bring them together
            Player.objects.filter(event=event, number=other).update(club="一會")
        seating.draw_round(round_id=draft.pk, seed=seed)
        assert [len(four & {100, 101}) for four in tables_of(draft)] == [1, 1]

    def test_three_are_not_drawn_to_two_tables(self):
        _event, draft = self.field(5, 3)
        with pytest.raises(Invalid, match="都是湊腳，每檯最多一名"):
            seating.draw_round(round_id=draft.pk, seed="1")
        assert not GameSeat.objects.filter(round=draft).exists()

    def test_the_league_lets_them(self):
        _event, draft = self.field(5, 3, rule_set="hkma-league")
        seating.draw_round(round_id=draft.pk, seed="1")
        assert len(tables_of(draft)) == 2

    def test_by_the_standings_and_by_hand_too(self):
        _event, draft = self.field(6, 2)
        seating.seat_by_standings(round_id=draft.pk, way="swiss")
        assert [len(four & {100, 101}) for four in tables_of(draft)] == [1, 1]
        with pytest.raises(Invalid) as refused:
            seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 100, 101], 2: [3, 4, 5, 6]})
        assert refused.value.detail == "第 1 檯：湊腳100和湊腳101都是湊腳，每檯最多一名。請重新編位。"

    def test_a_round_with_two_at_a_table_is_not_published(self):
        event, draft = self.field(6, 2)
        seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 100], 2: [4, 5, 6, 101]})
        Player.objects.filter(event=event, number=3).update(staff=True)
        with pytest.raises(Invalid, match=r"第 1 檯：.*每檯最多一名"):
            rounds.publish_round(round_id=draft.pk, now=timezone.now(), confirmed=True)

    def test_none_steps_in_where_one_sits(self):
        event, draft = self.field(6, 3)
        seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 100], 2: [4, 5, 6, 101]})
        rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)
        game = Game.objects.get(round=draft, table__number=1)
        with pytest.raises(Invalid, match="湊腳100和湊腳102都是湊腳，每檯最多一名"):
            step_in(game_id=game.pk, seat=0, number=102, now=timezone.now())
        Player.objects.filter(event=event, number=100).update(barred="disqualified")
        step_in(game_id=game.pk, seat=3, number=102, now=timezone.now())

    def test_the_locked_list_of_a_draw_has_them_apart(self):
        event, _draft = self.field(6, 2)
        found = event_draws.lock_list(event=event, count=1, today=TODAY, now=timezone.now())
        assert found.document["apart"] == [["100", "101"]]

    def test_the_rules_page_says_so(self):
        facts = [fact for chapter in chapters(scoring.rule_set("hkma-masters")) for fact in chapter.facts]
        assert any("每檯最多一名" in str(fact) for fact in facts)
