"""局外判決: the head referee rules on who sits in no hand; the page tells what it will do before it is pressed."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

import scoring
from penalties.forms import HallForm
from penalties.models import Ruling
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows, url
from tests.penalties.test_photos import picture
from tests.tournaments.factories import add_member, make_event, make_game, make_players, make_user
from tournaments.core.exceptions import Conflict
from tournaments.models import Adjustment, Blacklisted, Event, Player, Role
from tournaments.players.services import roster
from tournaments.standings.tally import standings


@pytest.fixture
def head(client):
    user = make_user("head")
    client.force_login(user)
    return user


def opened(head, rule_set="tw-club", **fields):
    event = make_event(rule_set=rule_set, starts_on=timezone.localdate(), ends_on=timezone.localdate(), **fields)
    make_players(event, 4)
    add_member(event, head, Role.HEAD_REFEREE)
    return event


@pytest.fixture
def event(head):
    return opened(head)


def where(event):
    return url("penalties:hall", event.slug)


def sent(**values):
    return {"client_key": str(uuid.uuid4()), "player": "3", "facts": "十點十分才到"} | values


class TestFinding:
    def test_it_offers_the_players_and_each_offence_in_its_group_only(self, client, event):
        assert where(event) in markup(client.get(url("penalties:register", event.slug)))
        page = shows(client.get(where(event)), "3 陳大文", "遲到逾時", never="最常用")
        assert page.count('value="false_win"') == 1

    @pytest.mark.parametrize("typed", ["3", "#3", "3 陳大文", "陳大文", "陳 大文"])
    def test_a_player_is_known_by_number_or_name(self, client, event, typed):
        assert "3 陳大文 · 遲到" in markup(client.get(where(event), {"player": typed, "offence": "late"}))

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ({"player": "", "offence": "late"}, "請寫選手的號碼或姓名"),
            ({"player": "無此人", "offence": "late"}, "名單上沒有這名選手"),
            ({"player": "77", "offence": "late"}, "名單上沒有這名選手"),
            ({"player": "3", "offence": "flying"}, "犯規表沒有這一項"),
        ],
    )
    def test_what_is_not_there_comes_back_with_a_sentence(self, client, event, asked, said):
        shows(client.get(where(event), asked), said, f'value="{asked["player"]}"', status=400)

    def test_two_of_one_name_are_asked_for_by_number(self, client, event):
        Player.objects.create(event=event, number=5, name="陳大文")
        assert "有多於一名選手叫這個名字" in markup(client.get(where(event), {"player": "陳大文", "offence": "late"}))


class TestForeseeing:
    def asked(self, client, event, offence, **more):
        return markup(client.get(where(event), {"player": "3", "offence": offence} | more))

    def test_it_tells_what_the_table_says(self, client, event):
        game = make_game(event)
        shown = self.asked(client, event, "late")
        assert "即扣 300 分" in shown
        assert url("penalties:ruling", game.pk) in shown
        assert "退賽" in self.asked(client, event, "absent")
        assert client.post(where(event), sent(offence="late", preview="1")).status_code == 200
        assert not Ruling.objects.exists()

    def test_what_needs_a_hand_is_left_to_the_head_referee(self, client, event):
        shown = self.asked(client, event, "wrong_chow")
        assert "犯規表的處分要有牌局才行" in shown
        assert "記錄判決" not in shown
        assert "記錄判決" in self.asked(client, event, "wrong_chow", composed="1", words="warning")

    def test_a_second_card_is_told_before_it_is_given_where_there_are_cards(self, client, head, event):
        assert 'value="yellow"' not in self.asked(client, event, "other")
        event = opened(head, "hkma-league", slug="league")
        assert 'value="yellow"' in self.asked(client, event, league_offence())
        ruled = {"offence": league_offence(), "compose": "1", "composed": "1", "words": "yellow"}
        assert "黃牌：有效至同日下一個半莊結束" in markup(client.get(where(event), {"player": "3"} | ruled))
        assert client.post(where(event), sent(**ruled)).status_code == 302
        shows(client.get(where(event), {"player": "3"} | ruled), "現在身上：黃牌", "第二張黃牌 → 紅牌", "即扣 5 分")


def league_offence() -> str:
    return next(one.slug for one in scoring.rule_set("hkma-league").offences if one.discretion)


class TestRecording:
    def test_it_takes_the_points_once_and_leads_to_the_article(self, client, event):
        form = sent(offence="late")
        assert client.post(where(event), form).url == url("penalties:article", event.slug, 1)
        client.post(where(event), form)
        assert Ruling.objects.count() == Adjustment.objects.count() == 1
        row = next(row for row in standings(event).rows if row.number == 3)
        assert (row.total, row.penalties) == (-300, -300)

    def test_own_consequences_are_taken_instead(self, client, event, head):
        ruled = {"offence": "late", "compose": "1", "composed": "1", "words": ["suspend", "blacklist"], "deduct": "50"}
        client.post(where(event), sent(deduct_base="1", deduct_tai="2", **ruled))
        assert Player.objects.get(number=3).barred == "suspended"
        assert Blacklisted.objects.get().reason == "十點十分才到"
        assert next(row for row in standings(event).rows if row.number == 3).total == -(50 + 300 + 200)

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"offence": "late", "facts": " "}, "請用一句話寫下事實"),
            ({"offence": "late", "facts": "長" * 301}, "最多三百個字"),
            ({"offence": "late", "compose": "1", "composed": "1", "deduct": "很多"}, "數字"),
            ({"offence": "other", "composed": "1", "words": "ban"}, "ban 不是"),
        ],
    )
    def test_what_cannot_be_is_not_recorded_and_nothing_is_lost(self, client, event, wrong, said):
        answer = client.post(where(event), sent(**wrong))
        assert answer.status_code in (400, 409)
        shows(answer, said, 'value="3"', status=answer.status_code)
        assert not Ruling.objects.exists()

    def test_a_photo_goes_with_it_and_a_broken_one_is_told(self, client, event):
        broken = SimpleUploadedFile("x.jpg", b"no picture", content_type="image/jpeg")
        shows(client.post(where(event), sent(offence="late", photo=broken)), "相片要是", status=400)
        assert not Ruling.objects.exists()
        good = SimpleUploadedFile("x.png", picture(), content_type="image/png")
        assert client.post(where(event), sent(offence="late", photo=good)).status_code == 302
        assert bytes(Ruling.objects.get().photo.image).startswith(b"\xff\xd8")

    def test_who_was_ruled_on_is_not_removed_from_the_list(self, client, event):
        client.post(where(event), sent(offence="absent"))
        assert Player.objects.get(number=3).barred == "withdrawn"
        with pytest.raises(Conflict, match="有判決紀錄"):
            roster.remove_player(player=Player.objects.get(number=3))


@pytest.mark.sqlite
@pytest.mark.parametrize("slug", RULE_SETS)
def test_every_offence_of_every_catalogue_can_be_ruled_or_says_what_is_missing(client, head, slug):
    """No row of the table is offered that the rules then refuse."""
    event: Event = opened(head, slug)
    rules = scoring.rule_set(slug)
    for offence in rules.offences:
        asked = {"player": "3", "offence": offence.slug, "tiles": "2"}
        shown = markup(client.get(where(event), asked))
        if HallForm(asked, rules=rules, players=()).must_compose:
            assert "請裁判長定出處分" in shown or "請定出處分" in shown, offence.slug
        else:
            assert "記錄判決" in shown, (offence.slug, shown[-3000:])


def test_points_may_have_one_decimal_and_words_are_those_of_the_rules(head):
    event = opened(head)
    rules, players = scoring.rule_set("tw-club"), list(event.players.all())
    data = {"player": "3", "offence": "other", "composed": "1", "deduct": "2.5", "facts": "x"}
    form = HallForm(data, rules=rules, players=players)
    assert form.is_valid()
    assert form.ruling == {"offence": "other", "consequences": [{"deduct": "2.5"}]}
