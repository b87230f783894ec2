import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import markup, shows, url
from tests.rounds.two_tables import holders
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import TODAY, add_member, belong, make_user
from tests.tournaments.staged import event_with, falling, first_act, played, stage_of
from tournaments.core.access import anonymous_access
from tournaments.core.exceptions import Conflict
from tournaments.hall.event_home import event_home as select_home
from tournaments.models import Event, EventAct, Game, GameSeat, Player, Role, Round, Stage, StageEntry
from tournaments.organising.selectors import my_events
from tournaments.organising.services.events import add_tables
from tournaments.players.services.places import keep_at
from tournaments.rounds.services import rounds, seating
from tournaments.rounds.services import stages as services
from tournaments.tables.game_log.read import Actor


@pytest.fixture
def event():
    return event_with(16)


@pytest.fixture
def boss(event) -> Client:
    return member_of(event, "boss", Role.ORGANISER)


def test_the_whole_way_on_pages(boss, event):
    assert "初賽" in markup(boss.get(url("stages", event.slug)))
    played(event, 1, {n: 50 if 5 <= n <= 12 else (100 + n if n < 5 else -150) for n in range(1, 17)})
    shows(boss.get(url("stage", event.slug, 1)), "要抽籤")
    assert boss.post(url("draw_lots", event.slug, 1), {"word": " "}).status_code == 422
    assert boss.post(url("draw_lots", event.slug, 1), {"word": "6 3"}).status_code == 302
    page = boss.get(url("stage", event.slug, 1))
    assert "下一階段的檯" in markup(page)
    shows(boss.post(url("close_stage", event.slug, 1), {"mark": "wrong"}), "再看一次", status=409)
    assert boss.post(url("close_stage", event.slug, 1), {"mark": page.context["page"].mark}).status_code == 302
    assert StageEntry.objects.filter(stage__number=2).count() == 8
    assert "6 3" in markup(boss.get(url("stage", event.slug, 1)))


def test_a_second_tap_on_a_removed_stage_is_answered_in_words(boss, event, monkeypatch):
    services.add_stage(event=event, name="決賽")
    number, remove = event.stages.count(), services.remove_stage

    def after_another(*, stage_id):
        remove(stage_id=stage_id)
        remove(stage_id=stage_id)

    monkeypatch.setattr(services, "remove_stage", after_another)
    shows(boss.post(url("remove_stage", event.slug, number)), "剛剛取消了", status=409)


def test_a_round_without_a_hand_is_not_told_as_played(boss, event):
    add_tables(event=event, count=4)
    made = rounds.make_round(event=event, day=TODAY)
    seating.draw_round(round_id=made.pk)
    for step in (rounds.open_round, rounds.close_round):
        step(round_id=made.pk, now=timezone.now(), confirmed=True)
    assert "16 人，已打完 0 " in markup(boss.get(url("stage", event.slug, 1)))


def test_snake_tables_are_one_tap(boss, event):
    played(event, 1, falling(16))
    close(boss, event)
    event.tables.create(number=5)
    boss.post(url("make_round", event.slug), {"day": "2026-11-21"})
    assert "蛇形編檯" in markup(boss.get(url("round", event.slug, 2)))
    assert boss.post(url("seat_by_rank", event.slug, 2)).status_code == 302
    assert seats(event) == {1: [1, 4, 5, 8], 2: [2, 3, 6, 7]}
    keep_at(player=event.players.get(number=3), numbers=[5])
    assert boss.post(url("seat_by_rank", event.slug, 2)).status_code == 302
    assert seats(event) == {1: [1, 4, 5, 8], 5: [2, 3, 6, 7]}
    event.players.filter(number=1).update(staff=True)
    assert boss.post(url("seat_by_rank", event.slug, 2)).status_code == 302
    assert seats(event) == {1: [2, 5, 6, 1], 5: [3, 4, 7, 8]}, "staff come last"


def test_the_round_in_place_of_a_void_first_one_is_seated_by_the_stage_before_too(boss, event):
    played(event, 1, falling(16))
    close(boss, event)
    boss.post(url("make_round", event.slug), {"day": "2026-11-21"})
    boss.post(url("seat_by_rank", event.slug, 2))
    said = {"round_id": event.rounds.get(number=2).pk, "now": timezone.now(), "confirmed": True}
    rounds.open_round(**said)
    rounds.void_round(**said, reason="停電", actor=Actor(user_id=make_user().pk))
    boss.post(url("make_round", event.slug), {"day": "2026-11-21"})
    assert "蛇形編檯" in markup(boss.get(url("round", event.slug, 3)))


def close(boss, event):
    mark = boss.get(url("stage", event.slug, 1)).context["page"].mark
    boss.post(url("close_stage", event.slug, 1), {"mark": mark})


def seats(event):
    return holders(event.rounds.get(number=2))


def test_formats_settings_and_sessions(boss, event):
    assert (
        boss.post(url("use_format", event.slug), {"format": "masters", "players": 32, "sessions": 2}).status_code == 302
    )
    form = boss.get(url("stage", event.slug, 1)).context["sessions_form"]
    sent = {name: field.initial for name, field in form.fields.items()}
    assert sent == {"s1": "1-8", "s2": "9-16"}
    assert boss.post(url("assign_sessions", event.slug, 1), sent | {"s2": "8-16"}).status_code == 422
    assert boss.post(url("assign_sessions", event.slug, 1), sent).status_code == 302
    assert StageEntry.objects.filter(session=2).count() == 8
    form = boss.get(url("stage", event.slug, 4)).context["form"]
    assert form["rule-dealer_stays"].value() == "true"
    shown = {name: form[name].value() for name in form.fields}
    values = {name: "" if value is None else value for name, value in shown.items()}
    changed = values | {"name": "總決賽", "rule-dealer_stays": ""}
    assert boss.post(url("change_stage", event.slug, 4), changed).status_code == 302
    assert (stage_of(event, 4).name, stage_of(event, 4).rule_settings) == ("總決賽", {})
    for wrong in ({"per_table": "9"}, {"quotas": "9" * 5000}, {"session_days": "2026-11-21 " * 21}):
        answer = boss.post(url("change_stage", event.slug, 4), values | wrong)
        assert answer.status_code in (400, 422)
        assert next(iter(wrong)) in answer.context["form"].errors
    assert boss.post(url("add_stage", event.slug), {"name": "加賽"}).status_code == 302
    assert boss.post(url("remove_stage", event.slug, 5)).status_code == 302
    assert Stage.objects.filter(event=event).count() == 4


def test_stages_named_by_a_format_are_named_in_the_readers_language(boss, event):
    boss.post(url("use_format", event.slug), {"format": "masters", "players": 32, "sessions": 2})
    pages = [url("stages", event.slug), url("stage", event.slug, 4)]
    boss.cookies["paiju_language"] = "en"
    shows(boss.get(pages[0]), "Preliminary", "Round of 16", never=("初賽", "16 強", "決賽"))
    Stage.objects.filter(event=event, number=4).update(name="總決賽")
    shows(boss.get(pages[1]), "總決賽")


def test_the_standings_show_stages_and_what_decided(boss, event):
    assert boss.get(url("stage_standings", event.slug, 9)).status_code == 404
    played(event, 1, falling(16))
    close(boss, event)
    played(event, 2, [{1: 10, 8: -10, 2: 5, 7: -5}, {3: 10, 6: -10, 4: 7, 5: -7}])
    shows(boss.get(url("standings", event.slug)), "上一階段成績", url("stage_standings", event.slug, 1))
    assert "同分決定" in markup(boss.get(url("standings_csv", event.slug)))
    rows = boss.get(f"/api/events/{event.slug}/standings/").json()["rows"]
    assert [(row["place"], row["number"], row["stage"]) for row in rows][7:9] == [(8, 8, 2), (9, 9, 1)]


def test_a_place_is_declined_and_taken_back(boss, event):
    played(event, 1, falling(16))
    boss.post(url("decline_place", event.slug, 1), {"number": 2})
    assert "放棄" in markup(boss.get(url("stage", event.slug, 1)))
    boss.post(url("decline_place", event.slug, 1), {"number": 2, "back": "1"})
    close(boss, event)
    event.players.filter(number=3).update(withdrawn_at=event.created_at)
    assert boss.get(url("stage", event.slug, 1)).context["page"].differs
    boss.post(url("fill_up_stage", event.slug, 1))
    assert not boss.get(url("stage", event.slug, 1)).context["page"].differs
    assert boss.post(url("reopen_stage", event.slug, 1)).status_code == 302
    assert stage_of(event, 1).closed_at is None


def test_a_closed_stage_says_what_is_different_and_what_to_do(boss, event):
    rounds = [played(event, 1, falling(16)) for _ in range(2)]
    close(boss, event)
    swapped = falling(16) | {1: -1000}
    for seat in GameSeat.objects.filter(round=rounds[1]).select_related("player"):
        GameSeat.objects.filter(pk=seat.pk).update(score=swapped[seat.player.number])
    shows(
        boss.get(url("stage", event.slug, 1)),
        "按現在的成績晉級，但不在名單上：9 選手9。",
        "在名單上，但按現在的成績不晉級：1 選手1。",
        "按現在的成績更換名單",
    )
    boss.post(url("reopen_round", event.slug, 2))
    page = shows(boss.get(url("stage", event.slug, 1)), "第 2 輪未結束")
    assert "按現在的成績更換名單" not in page, "results that are open change nobody's place"
    Round.objects.filter(pk=rounds[1].pk).update(state="closed", closed_at=rounds[1].closed_at)
    first_act(played(event, 2, {1: 0, 2: 0, 3: 0, 4: 0}))
    shows(boss.get(url("stage", event.slug, 1)), "名單不再改", never="按現在的成績更換名單")


def test_whoever_changes_a_round_of_a_closed_stage_is_told_so_before(boss, event):
    played(event, 1, falling(16))
    assert "晉級名單不會自己改" not in markup(boss.get(url("round", event.slug, 1)))
    close(boss, event)
    assert "晉級名單不會自己改" in markup(boss.get(url("round", event.slug, 1)))
    asked = boss.post(url("void_round", event.slug, 1), {"reason": "誤打"})
    assert markup(asked).count("晉級名單不會自己改") == 1


def test_a_medal_that_nothing_decided_is_shared_and_says_why(client):
    event = event_with(4, format_id="one", slug="medals")
    played(event, 1, {1: 10, 2: 0, 3: 0, 4: -10})
    medals = client.get(url("final_order", event.slug)).context["medals"]
    assert [(word, row.place, said) for word, row, said in medals] == [
        ("冠軍", 1, ""),
        ("亞軍", 2, "並列：總分相同"),
        ("亞軍", 2, "並列：總分相同"),
        ("殿軍", 4, ""),
    ]
    Stage.objects.filter(event=event).update(tie_breaks=["wins"])
    shows(client.get(url("final_order", event.slug)), "沒有抽籤")
    GameSeat.objects.filter(player__event=event, player__number=3).update(wins=1)
    assert "同分，按食糊次數分先後" in markup(client.get(url("final_order", event.slug)))
    assert "仍然相同就同名次" in markup(client.get(url("stage", event.slug, 1)))


def test_everybody_reads_what_a_stage_begins_with(boss, event):
    Stage.objects.filter(event=event, number=2).update(carry="half")
    assert "255 分帶 127.5 分" in markup(boss.get(url("stage", event.slug, 2)))


def test_an_event_made_as_a_masters_has_its_stages(client):
    client.force_login(belong(make_user("maker"), creates=True))
    form = client.get(url("new_event"), {"template": "masters"}).context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert values["rule_set"] == "hkma-masters"
    answer = client.post(url("new_event"), values | {"template": "masters", "name": "大師賽"})
    made = Event.objects.get(name="大師賽")
    assert answer.url == url("event", made.slug)
    assert [(stage.name, stage.places, stage.sessions) for stage in made.stages.all()] == [
        ("初賽", 64, 4), ("64 強", 16, 0), ("16 強", 4, 0), ("決賽", 0, 0),
    ]  # fmt: skip
    assert made.games_planned == 16
    assert not made.phones


def test_who_looks_on_reads_how_far_a_stage_is_and_what_comes_next(client, event):
    played(event, 1, falling(16))
    page = markup(client.get(url("stage", event.slug, 1)))
    planned = stage_of(event, 1).planned
    assert f"16 人，已打完 1 輪，共 {planned} 輪" in page
    assert url("round", event.slug, 1) in page
    assert "「初賽」結束後開始" in markup(client.get(url("stage", event.slug, 2)))
    for _round in range(planned - 1):
        played(event, 1, falling(16))
    assert "等大會結束這個階段" in markup(client.get(url("stage", event.slug, 1)))
    Stage.objects.filter(event=event, number=1).update(closed_at=timezone.now())
    assert "接著是「8 強」" in markup(client.get(url("stage", event.slug, 1)))
    assert url("round", event.slug, 1) not in markup(client.get(url("stage", event.slug, 2)))


class TestTheEnd:
    """One state everywhere: over is what is closed, not what was played."""

    @pytest.fixture
    def evening(self, boss):
        event = event_with(8, format_id="one", slug="one-stage", games_planned=1, rule_set="hkma-league")
        add_member(event, make_user("boss"), Role.ORGANISER)
        played(event, 1, falling(8))
        return event

    def states(self, boss, event):
        event = Event.objects.get(pk=event.pk)
        [facts] = [facts for facts in my_events(make_user("boss")) if facts.event == event]
        final = Client().get(url("final_order", event.slug)).context["final"]
        public = select_home(anonymous_access(event), timezone.now()).state
        return str(facts.state), final, public

    def test_an_evening_that_is_played_is_not_over_until_it_is_closed(self, boss, evening):
        assert self.states(boss, evening) == ("打完，名次未定", False, "ending")
        shows(
            boss.get(url("event", evening.slug)),
            "所有半莊都打完了：核對名次，結束賽事。",
            url("stage", evening.slug, 1),
        )
        assert "等大會結束賽事，名次才定" in markup(Client().get(url("stage", evening.slug, 1)))
        close(boss, evening)
        assert self.states(boss, evening) == ("已結束", True, "over")
        assert url("final_order", evening.slug) in markup(boss.get(url("event", evening.slug)))

    def test_an_unsigned_card_of_a_closed_round_is_named_until_it_is_signed(self, boss, evening):
        referee = member_of(evening, "head", Role.HEAD_REFEREE)
        game = evening.games.get(table__number=2)
        pages = [(boss, url("event", evening.slug)), (boss, url("stage", evening.slug, 1)), (referee, url("my_tables"))]
        for state, shown in ((Game.State.PLAYING, True), (Game.State.COMPLETE, True), (Game.State.SIGNED, False)):
            evening.games.filter(pk=game.pk).update(state=state)
            for client, page in pages:
                assert (f'href="{url("table", game.pk)}"' in markup(client.get(page))) is shown, (page, state)
            hub = markup(boss.get(url("event", evening.slug)))
            assert ("沒有要你處理的" in hub, url("close_stage", evening.slug, 1) in hub) == (not shown, not shown)
            if shown:
                shows(boss.post(url("close_stage", evening.slug, 1)), url("table", game.pk), status=409)

    def test_closed_before_all_is_played_it_is_over_as_well(self, boss, evening):
        Event.objects.filter(pk=evening.pk).update(games_planned=4)
        assert self.states(boss, evening) == ("進行中", False, "between")
        close(boss, evening)
        assert self.states(boss, evening) == ("已結束", True, "over")

    def test_a_round_that_is_opened_again_opens_the_end(self, boss, evening):
        Stage.objects.filter(event=evening).update(closed_at=timezone.now())
        evening.rounds.update(state=Round.State.OPEN)
        assert self.states(boss, evening)[:2] == ("進行中", False)

    def test_an_evening_ends_with_its_last_round_unless_a_card_is_unsigned(self, boss, evening):
        last = evening.rounds.latest("number")
        for state, over in ((Game.State.COMPLETE, False), (Game.State.SIGNED, True)):
            evening.rounds.filter(pk=last.pk).update(state=Round.State.OPEN)
            last.games.update(state=state)
            rounds.close_round(round_id=last.pk, now=timezone.now(), confirmed=True)
            assert self.states(boss, evening)[1] is over
        assert EventAct.objects.filter(event=evening, kind="stage_closed").count() == 1

    def test_one_round_more_opens_an_evening_again(self, boss, evening):
        Stage.objects.filter(event=evening).update(closed_at=timezone.now())
        rounds.make_round(event=evening, day=evening.starts_on)
        assert self.states(boss, evening)[:2] == ("進行中", False)

    def test_no_round_is_added_to_stages_that_are_over(self):
        event = event_with(16, slug="several")
        Stage.objects.filter(event=event).update(closed_at=timezone.now())
        with pytest.raises(Conflict, match="請先重開這個階段"):
            rounds.make_round(event=event, day=event.starts_on)

    def test_several_stages_end_with_the_last(self, boss):
        event = event_with(16, slug="several")
        add_member(event, make_user("boss"), Role.ORGANISER)
        played(event, 1, falling(16))
        Stage.objects.filter(event=event, number=1).update(closed_at=timezone.now())
        assert self.states(boss, event)[1:] == (False, "between")
        Stage.objects.filter(event=event).update(closed_at=timezone.now())
        assert self.states(boss, event) == ("已結束", True, "over")

    def test_the_final_order_and_the_public_page_name_substitutes(self, evening):
        house = Player.objects.create(event=evening, number=9, name="湊腳甲", staff=True)
        for number in (1, 7):
            GameSeat.objects.filter(player__number=number).update(substitute=house, substitute_from=1)
        Player.objects.filter(event=evening, number=7).update(barred="disqualified")
        assert markup(Client().get(url("final_order", evening.slug))).count("由湊腳甲代") == 2
        assert markup(Client().get(url("event", evening.slug))).count("由湊腳甲代") == 1

    def test_the_final_order_names_those_without_a_place(self, evening):
        Player.objects.filter(event=evening, number=1).update(withdrawn_at=timezone.now())
        Player.objects.filter(event=evening, number=2).update(barred="disqualified")
        Player.objects.create(event=evening, number=9, name="沒有來")
        Player.objects.create(event=evening, number=10, name="湊腳甲", staff=True)
        answer = Client().get(url("final_order", evening.slug))
        left = [(row.number, word) for row, _stage, word in answer.context["left"]]
        assert left == [(1, "已退出"), (2, "取消資格"), (9, "未上場")]
        page = shows(answer, "已退出", never="湊腳甲")
        assert "正賽" not in page, "of one stage no column"


class TestThePicture:
    @pytest.fixture
    def event(self):
        return event_with(64)

    def test_each_stage_shows_its_players_tables_and_games(self, boss, event):
        services.use_format(event=event, format_id="masters", players=64, sessions=2)
        shown = boss.get(url("stages", event.slug)).context["stages"]
        found = [(one.expected, one.tables, one.stage.planned) for one in shown]
        assert found == [(64, 8, 3), (32, 8, 2), (16, 4, 1), (4, 1, 1)]

    def test_a_format_for_another_number_of_players_is_adapted_with_one_click(self, boss, event):
        services.use_format(event=event, format_id="masters", players=256, sessions=2)
        page = boss.get(url("stages", event.slug))
        assert "你有 64 人：建議 32 人晉級（64 ▸ 32 ▸ 16 ▸ 4）。" in markup(page)
        shown = page.context
        sent = {"format": "masters", "players": shown["suggested"]["players"], "sessions": shown["sessions"]}
        boss.post(url("use_format", event.slug), sent)
        stages = event.stages.order_by("number")
        assert [(one.places, one.sessions) for one in stages] == [(32, 2), (16, 0), (4, 0), (0, 0)]
        assert "建議" not in markup(boss.get(url("stages", event.slug)))

    def test_sessions_are_drawn_by_a_word_that_draws_the_same_again(self, boss, event):
        services.use_format(event=event, format_id="masters", players=64, sessions=2)
        found = []
        for word in ("骰 3 5 1", "骰 3 5 1", "骰 6 6 6", ""):
            boss.post(url("assign_sessions", event.slug, 1), {"draw": "1", "word": word})
            entries = StageEntry.objects.filter(stage__number=1).order_by("player__number")
            found.append(list(entries.values_list("session", flat=True)))
        assert [sorted(one) for one in found] == [[1] * 32 + [2] * 32] * 4
        assert found[0] == found[1] != found[2]
        assert found[0] != [1] * 32 + [2] * 32
