"""禁止食糊 at the table: the seat is greyed with its reason, nothing it would have to claim is taken, and breaking it
is one tap away."""

import pytest

from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.recorder import DRAW, ruling, won
from tournaments.models import Act

WIN = {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}
BREACH = "seat=1&amp;offence=banned_win"


@pytest.fixture
def hall():
    """李小龍 has been banned for 小相公."""
    hall = make_hall()
    hall.play(ruling(1, "short_hand"))
    return hall


class TestTheTable:
    def test_it_greys_the_seat_with_the_reason_beside_it_and_leads_to_what_breaking_it_does(self, hall):
        shows(hall.get("table"), "禁糊 · 小相公", "winner=2", BREACH, "判 違反禁止食糊", never="winner=1")
        shows(hall.get("penalties:ruling", seat="1", offence="banned_win"), "即扣 160 分", "記錄判決")

    @pytest.mark.parametrize("who", ["anybody", "player here", "player elsewhere", "organiser"])
    def test_it_tells_the_reason_to_nobody_who_does_not_rule_here(self, hall, who):
        shows(hall.get("table", client=somebody(hall, who)), never=["禁糊 ·", "banned_win"])

    @pytest.mark.parametrize(
        ("rule_set", "offence", "breach"),
        [
            ("hkma-masters", "wrong_set", "banned_win"),
            ("hk-classic", "banned", "false_win"),
            ("tw-club", "wrong_count", "false_win"),
            ("tw-sixteen", "wrong_count", "false_win"),
        ],
    )
    def test_it_offers_what_the_rules_call_it(self, rule_set, offence, breach):
        hall = make_hall(rule_set=rule_set)
        hall.play(ruling(1, offence))
        assert f"seat=1&amp;offence={breach}" in markup(hall.get("table"))
        assert hall.get("penalties:ruling", seat="1", offence=breach).status_code == 200


class TestTheWin:
    def test_it_says_so_where_the_seat_was_chosen_all_the_same_and_offers_it_as_no_other_winner(self, hall):
        shows(hall.get("win", winner="1"), "李小龍 這一局禁止食糊（小相公）", BREACH)
        shows(hall.get("win", winner="0"), 'name="add" value="2"', "禁糊 · 小相公", never='name="add" value="1"')

    def test_it_refuses_the_win_and_keeps_what_was_entered_until_the_hand_is_over(self, hall):
        shows(hall.post("win", **WIN), "李小龍 這局禁止食糊", 'value="15"', status=400)
        assert not hall.folded.state.hands
        hall.settle(DRAW)
        shows(hall.get("table"), "winner=1", never="禁糊")

    def test_it_cannot_be_chosen_in_a_correction_and_is_refused_all_the_same(self, hall):
        hall.settle(won(0, 2, 20))
        said = 'name="winner-0" value="1" disabled', "禁糊 · 小相公"
        shows(hall.get("correct", 1), *said, never='name="winner-0" value="2" disabled')
        draft = [{"event": {"type": "ruling", "seat": 1, "offence": "short_hand"}, "claim": None}]
        shows(
            hall.post("correct", 1, draft=draft, result="win", do="preview", **WIN), "李小龍 這局禁止食糊", status=400
        )

    def test_it_is_refused_by_the_api_by_name(self, hall):
        event = {"type": "win", "winner": 1, "from": 2, "fan": 20}
        data = {"event": event, "client_key": "6f1c2f0e-6a55-4a4c-9a53-6d1d0a1f5c12", "seen": 1}
        answer = hall.referee.post(f"/api/games/{hall.game.pk}/hands/", data, content_type="application/json")
        shows(answer, "banned_player", "李小龍", status=400)


class TestRewards:
    @pytest.mark.parametrize("pick", ["two_flower_sets.1", "seven_rob_one.1.from2"])
    def test_they_are_greyed_and_refused_where_they_stand_in_the_place_of_a_win(self, hall, pick):
        kind = pick.partition(".")[0]
        shows(hall.get("reward"), f"{kind}.2", "禁糊 · 小相公", never=f"{kind}.1")
        shows(hall.post("reward", pick=pick), "李小龍 這局禁止食糊，不可收", status=400)
        assert Act.objects.count() == 1

    @pytest.mark.parametrize(
        "pick", ["concealed_kong.1", "grass.1", "flower_set.1", "followed_discard.1.plain", "two_flower_sets.2"]
    )
    def test_it_takes_what_needs_no_claim_or_is_of_another_seat(self, hall, pick):
        assert hall.post("reward", pick=pick).status_code == 302

    def test_it_refuses_it_in_a_correction(self, hall):
        hall.settle(DRAW)
        draft = [
            {"event": {"type": "ruling", "seat": 1, "offence": "short_hand"}, "claim": None},
            {"event": {"type": "draw"}, "claim": None},
        ]
        data = {"draft": draft, "result": "draw", "do": "reward", "reward_kind": "two_flower_sets", "reward_seat": "1"}
        shows(hall.post("correct", 1, **data), "不可收兩台花", status=400)
        assert hall.post("correct", 1, **(data | {"reward_seat": "2"})).status_code == 200

    def test_the_rules_page_tells_which(self, hall):
        page = shows(hall.referee.get("/rules/hkma-league/"), "L-49")
        assert page.count("被禁止食糊的一家不可收。") == 2
