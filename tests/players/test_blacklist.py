from datetime import timedelta

import pytest
from django.utils import timezone

from tests.markup import markup, shows, url
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import TODAY, add_member, make_club, make_event, make_players, seat_by_hand
from tournaments.core.exceptions import Invalid
from tournaments.models import Blacklisted, Contact, Game, Namesake, Player, Role, Round
from tournaments.organising.services import events
from tournaments.phrases.days import day_text
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.players.services.blacklist import OnBlacklist, Vouched, key_of, lift, put_on
from tournaments.players.services.roster import follow_notes
from tournaments.rounds.selectors import candidates
from tournaments.rounds.services import event_draws, rounds, seating
from tournaments.tables.services.substitutes import step_in


@pytest.fixture
def event(boss):
    event = make_event(starts_on=timezone.localdate(), ends_on=timezone.localdate())
    add_member(event, boss, Role.ORGANISER)
    return event


def listed(user, name="陳大文", until=None, **more):
    now = timezone.now()
    words = {"reason": "打架", "today": timezone.localdate()} | more
    return put_on(organisation_id=make_club().pk, name=name, until=until, user_id=user.pk, now=now, **words)


@pytest.fixture
def entry(boss):
    return listed(boss)


def off(entry, user):
    said = {"reason": "已和解", "user_id": user.pk, "now": timezone.now()}
    return lift(organisation_id=entry.organisation_id, entry_id=entry.pk, **said)


class TestTheName:
    @pytest.mark.parametrize("typed", ["Chan Tai Man", "CHAN TAIMAN", "ｃｈａｎ　ｔａｉ ｍａｎ", "chan\u200btai\tman"])
    def test_it_is_compared_without_spaces_case_and_width(self, typed):
        assert key_of(typed) == "chantaiman"

    def test_other_people_are_others_and_a_name_fits_its_column_however_it_unfolds(self):
        assert key_of("陳大文") != key_of("陳大明")
        assert len(key_of("\ufdfa" * 60)) == 60


class TestRegistration:
    def test_nobody_on_the_list_is_added(self, event, boss):
        listed(boss, "陳 大文")
        with pytest.raises(OnBlacklist, match="陳大文 在黑名單上"):
            roster.add_player(event=event, name="陳大文")
        with pytest.raises(OnBlacklist):
            roster.add_players(event=event, players=[ListedPlayer(1, "甲"), ListedPlayer(2, "陳大文")])
        assert not event.players.exists()

    @pytest.mark.parametrize(("days", "refused"), [(-1, False), (0, True), (3, True)])
    def test_the_first_day_of_the_event_decides(self, event, boss, days, refused, entry):
        Blacklisted.objects.filter(pk=entry.pk).update(until=event.starts_on + timedelta(days=days))
        if refused:
            with pytest.raises(OnBlacklist):
                roster.add_player(event=event, name="陳大文")
        else:
            roster.add_player(event=event, name="陳大文")

    def test_who_is_lifted_is_taken_again(self, event, boss):
        off(listed(boss), boss)
        assert roster.add_player(event=event, name="陳大文").name == "陳大文"

    def test_no_player_is_renamed_to_a_name_on_the_list_but_his_other_facts_may_change(self, event, boss):
        player = make_players(event, 3)[2]
        listed(boss)
        roster.change_player(player=player, number=3, name="陳大文", club="甲會", staff=True)
        other = roster.add_player(event=event, name="何家珍")
        with pytest.raises(OnBlacklist):
            roster.change_player(player=other, number=4, name="陳 大文", club="", staff=False)
        assert Player.objects.get(pk=other.pk).name == "何家珍"

    def test_another_person_of_the_same_name_is_added_and_it_is_kept_who_said_so(self, event, boss, entry):
        with pytest.raises(OnBlacklist):
            roster.add_player(event=event, name="陳大文", vouched=Vouched({key_of("甲")}, boss.pk, timezone.now()))
        vouched = Vouched({key_of("陳大文")}, boss.pk, timezone.now())
        player = roster.add_player(event=event, name="陳大文", vouched=vouched)
        kept = Namesake.objects.get()
        assert (kept.entry, kept.player, kept.user) == (entry, player, boss)


class TestPagesOfRegistration:
    def test_the_page_asks_for_the_tick_and_loses_nothing(self, client, event, boss, entry):
        assert "同名的另一人" not in markup(client.get(url("players", event.slug)))
        sent = {"number": 7, "name": "陳大文", "club": "乙會"}
        answer = client.post(url("add_player", event.slug), sent)
        shows(answer, "同名的另一人", "乙會", "陳大文 在黑名單上", never="打架", status=409)
        assert client.post(url("add_player", event.slug), sent | {"namesake": "on"}).status_code == 302
        assert "確認是另一人" in markup(client.get(url("player", event.slug, 7)))

    def test_renaming_asks_too(self, client, event, boss):
        make_players(event, 1)
        listed(boss)
        sent = {"number": 1, "name": "陳大文"}
        shows(client.post(url("player", event.slug, 1), sent), "同名的另一人", status=409)
        assert client.post(url("player", event.slug, 1), sent | {"namesake": "on"}).status_code == 302
        assert Namesake.objects.get().player.number == 1

    def test_the_preview_of_a_list_marks_the_line(self, client, event, boss, entry):
        sent = {"text": "1, 張國強\n2, 陳大文"}
        shown = client.post(url("import_players", event.slug), sent | {"preview": "1"})
        shows(shown, "有 1 行要改", 'name="namesake" value="陳大文"')
        assert client.post(url("import_players", event.slug), sent | {"save": "1"}).status_code == 422
        assert not event.players.exists()
        ticked = sent | {"namesake": "陳大文"}
        shown = client.post(url("import_players", event.slug), ticked | {"preview": "1"})
        assert 'value="陳大文" checked' in markup(shown)
        assert client.post(url("import_players", event.slug), ticked | {"save": "1"}).status_code == 302
        assert event.players.count() == 2
        assert Namesake.objects.get().user == boss

    def test_the_api_refuses_with_a_sentence_and_takes_the_word(self, client, event, boss, entry):
        where = url("api:players", event.slug)
        answer = client.post(where, [{"name": "陳大文"}], content_type="application/json")
        shows(answer, "陳大文 在黑名單上", status=409)
        sent = [{"name": "陳大文", "namesake": True}]
        assert client.post(where, sent, content_type="application/json").status_code == 201
        assert Namesake.objects.count() == 1


class TestThePage:
    def where(self, event):
        return url("blacklist", event.slug)

    def test_somebody_is_put_on_and_lifted_with_his_history(self, client, event, boss):
        shows(client.get(self.where(event)), "現時沒有人在黑名單上")
        until = timezone.localdate() + timedelta(days=30)
        sent = {"name": "陳大文", "reason": "打架", "until": until}
        assert client.post(self.where(event), sent).status_code == 302
        assert f"至 {day_text(until, year=True)}" in markup(client.get(self.where(event)))
        entry = Blacklisted.objects.get()
        assert client.post(url("lift_blacklisted", event.slug, entry.pk), {"reason": "已和解"}).status_code == 302
        shows(client.get(self.where(event)), "打架", "已和解", "以前的 1 項", "現時沒有人在黑名單上")

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": "", "reason": "打架"}, "請寫姓名"),
            ({"name": "甲", "reason": " "}, "請寫下原因"),
            ({"name": "甲", "reason": "打架", "until": "2020-01-01"}, "已經過去"),
            ({"name": "甲", "reason": "打架", "until": "昨天"}, "請用年-月-日"),
            ({"name": "陳 大文", "reason": "打架"}, "已經在名單上"),
        ],
    )
    def test_what_cannot_be_comes_back_with_a_sentence(self, client, event, boss, sent, said, entry):
        answer = client.post(self.where(event), sent)
        assert answer.status_code in (400, 409, 422)
        assert said in markup(answer)
        assert Blacklisted.objects.count() == 1

    def test_lifting_needs_a_reason_and_happens_once(self, client, event, boss):
        where = url("lift_blacklisted", event.slug, listed(boss).pk)
        shows(client.post(where, {"reason": " "}), "請寫下解除的原因", status=422)
        client.post(where, {"reason": "已和解"})
        shows(client.post(where, {"reason": "再一次"}), "已經解除", status=409)
        assert client.post(url("lift_blacklisted", event.slug, 999_999), {"reason": "x"}).status_code == 404


class TestOverHttp:
    def test_it_lists_puts_on_and_lifts(self, client, event, boss):
        where = url("api:blacklist", event.slug)
        made = client.post(where, {"name": "陳大文", "reason": "打架"}, content_type="application/json")
        assert (made.status_code, made.json()["until"]) == (201, None)
        again = client.post(where, {"name": "陳 大文", "reason": "打架"}, content_type="application/json")
        shows(again, "已經在名單上", status=409)
        lift_it = url("api:lift_blacklisted", event.slug, made.json()["id"])
        assert client.post(lift_it, {"reason": "和解"}, content_type="application/json").status_code == 200
        assert [(one["name"], one["lift_reason"]) for one in client.get(where).json()] == [("陳大文", "和解")]
        gone = url("api:lift_blacklisted", event.slug, 999_999)
        assert client.post(gone, {"reason": "和解"}, content_type="application/json").status_code == 404


class TestByARuling:
    @pytest.fixture
    def player(self, event):
        return make_players(event, 3)[2]

    def follow(self, player, *words, reason="", user=None):
        user_id = user.pk if user else None
        follow_notes(player=player, notes_in_force=words, now=timezone.now(), reason=reason, user_id=user_id)

    def states(self):
        return [entry.lifted_at is None for entry in Blacklisted.objects.order_by("pk")]

    def test_the_player_is_put_on_with_the_words_of_the_ruling_and_lifted_with_the_reversal(
        self, client, event, player, boss
    ):
        self.follow(player, "blacklist", reason="偷牌", user=boss)
        assert "聯賽夜 3 號，按判決" in markup(client.get(url("blacklist", event.slug)))
        self.follow(player, "blacklist", "suspend", reason="再犯", user=boss)
        entry = Blacklisted.objects.get()
        assert (entry.name, entry.reason, entry.user, entry.player) == ("陳大文", "偷牌", boss, player)
        self.follow(player, "suspend", reason="證據不足", user=boss)
        entry.refresh_from_db()
        assert (entry.lifted_at is None, entry.lift_reason) == (False, "證據不足")
        self.follow(player, "blacklist", reason="又偷牌", user=boss)
        assert self.states() == [False, True]
        self.follow(player, reason="再次推翻", user=boss)
        assert self.states() == [False, False]

    def test_who_was_lifted_by_hand_stays_lifted_while_the_same_ruling_stands(self, player, boss):
        self.follow(player, "blacklist", user=boss)
        off(Blacklisted.objects.get(), boss)
        self.follow(player, "blacklist", "suspend", user=boss)
        assert self.states() == [False]
        self.follow(player, user=boss)
        self.follow(player, "blacklist", user=boss)
        assert self.states() == [False, True]
        assert Blacklisted.objects.order_by("pk")[0].lift_reason == "已和解"

    def test_the_entry_by_hand_has_nothing_to_do_with_it(self, player, boss, entry):
        self.follow(player, user=boss)
        assert self.states() == [True]


def test_the_first_day_of_an_old_event_counts_and_not_today(boss):
    past = make_event("past", starts_on=TODAY - timedelta(days=400), ends_on=TODAY - timedelta(days=400))
    Blacklisted.objects.filter(pk=listed(boss).pk).update(until=past.starts_on)
    with pytest.raises(OnBlacklist):
        roster.add_player(event=past, name="陳大文")


class TestWhoHadEntered:
    """A player blacklisted after entering gets no seat, and the organiser reads what to do."""

    @pytest.fixture
    def draft(self, event):
        make_players(event, 9)
        Player.objects.filter(event=event, number=9).update(staff=True)
        events.add_tables(event=event, count=2)
        return rounds.make_round(event=event, day=event.starts_on)

    @pytest.fixture
    def seated(self, draft):
        seating.draw_round(round_id=draft.pk, seed="1")
        return draft

    def test_nothing_is_drawn_with_them(self, boss, draft, entry):
        for ways in (
            lambda: seating.draw_round(round_id=draft.pk, seed="1"),
            lambda: seating.seat_by_standings(round_id=draft.pk, way="swiss"),
            lambda: event_draws.lock_list(event=draft.event, count=1, today=TODAY, now=timezone.now()),
        ):
            with pytest.raises(Invalid, match="陳大文 在黑名單上，不能入座"):
                ways()
        with pytest.raises(Invalid, match="第 1 檯：陳大文 在黑名單上"):
            seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})

    def test_seats_with_them_are_neither_published_nor_played(self, boss, seated, entry):
        with pytest.raises(Invalid, match="陳大文 在黑名單上"):
            rounds.publish_round(round_id=seated.pk, now=timezone.now(), confirmed=True)
        off(entry, boss)
        rounds.publish_round(round_id=seated.pk, now=timezone.now(), confirmed=True)
        listed(boss)
        with pytest.raises(Invalid, match="陳大文 在黑名單上"):
            rounds.open_round(round_id=seated.pk, now=timezone.now(), confirmed=True)

    def test_an_entry_that_has_run_out_by_then_keeps_nobody_out(self, boss, seated):
        Round.objects.filter(pk=seated.pk).update(day=timezone.localdate() + timedelta(1))
        listed(boss, until=timezone.localdate())
        rounds.publish_round(round_id=seated.pk, now=timezone.now(), confirmed=True)

    def test_staff_on_it_fill_no_seat(self, boss, draft):
        name = draft.event.players.get(number=9).name
        listed(boss, name=name)
        Player.objects.filter(event=draft.event, number=8).update(withdrawn_at=timezone.now())
        with pytest.raises(Invalid, match="請加 1 名湊腳"):
            seating.draw_round(round_id=draft.pk, seed="1")
        Player.objects.filter(event=draft.event, number=8).update(withdrawn_at=None)
        seating.draw_round(round_id=draft.pk, seed="1")
        rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)
        game = Game.objects.filter(round=draft).first()
        with pytest.raises(Invalid, match="在黑名單上"):
            step_in(game_id=game.pk, seat=0, number=9, now=timezone.now())
        assert [bool(refusal) for _player, refusal in candidates(game, 0)] == [True]

    def test_the_organiser_reads_it_and_says_that_it_is_another_person(self, client, event, boss, seated):
        said = {"name": "陳大文", "reason": "打架", "until": ""}
        shows(
            client.post(url("blacklist", event.slug), said, follow=True),
            f"陳大文 已在這些賽事的名單上：{event.name}（3 陳大文）",
        )
        for where in (url("event", event.slug), url("players", event.slug)):
            assert url("player", event.slug, 3) in markup(client.get(where)).split("這些選手在黑名單上")[1]
        assert "陳大文 在黑名單上" in markup(client.get(url("round", event.slug, seated.number)))
        player = url("player", event.slug, 3)
        assert "陳大文 在黑名單上，不能入座" in markup(client.get(player))
        sent = {"number": "3", "name": "陳大文", "club": "", "latin_name": "", "email": "", "phone": ""}
        assert client.post(player, sent).status_code == 302
        assert not Namesake.objects.exists()
        assert client.post(player, sent | {"namesake": "on"}).status_code == 302
        assert Namesake.objects.get().user == boss
        assert "在黑名單上" not in markup(client.get(url("event", event.slug)))
        rounds.publish_round(round_id=seated.pk, now=timezone.now(), confirmed=True)

    def test_others_are_told_nothing(self, event, boss, seated, entry):
        client = member_of(event, "somebody", Role.REFEREE)
        for where in (url("event", event.slug), url("round", event.slug, seated.number)):
            assert "黑名單" not in markup(client.get(where))

    def test_the_real_name_counts_where_the_public_reads_another(self, boss, seated):
        player = seated.event.players.get(number=5)
        Contact.objects.create(player=player, real_name="黑仔")
        listed(boss, name="黑仔")
        with pytest.raises(Invalid, match=f"{player.name} 在黑名單上"):
            rounds.publish_round(round_id=seated.pk, now=timezone.now(), confirmed=True)
