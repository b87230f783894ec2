"""取消資格 at the table: the seat says so, wins and claims are refused and a substitute is asked for until one sits."""

import uuid

import pytest
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.markup import shows, url
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.recorder import KONG, ruling, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.hall.room import room
from tournaments.models import Act, Game, Player
from tournaments.tables.services.substitutes import step_in

OWN = won(1, None, 20)
REFUSED = "李小龍 已取消資格，不能食糊或鳴牌"


@pytest.fixture
def hall():
    hall = make_hall()
    Player.objects.create(event=hall.event, number=9, name="李小明", staff=True)
    return hall


def by(hall):
    return {"actor": hall.actor, "client_key": uuid.uuid4(), "now": timezone.now()}


def disqualify(hall):
    """At the table, in the hand in progress."""
    hall.play(ruling(1, consequences=["disqualify"]))


def in_hall(hall):
    """By the head referee, from outside the game."""
    said = {"event_id": hall.event.pk, "ruling": {"consequences": ["disqualify"]}, "facts": "打架"}
    rulings.rule_in_hall(player=hall.game.seats.get(seat=1).player, **said, **by(hall))


def replaced(hall):
    step_in(game_id=hall.game.pk, seat=1, number=9, now=timezone.now())


@pytest.mark.parametrize("out", [disqualify, in_hall])
def test_a_win_is_refused_until_a_substitute_sits_there(hall, out):
    hall.settle(OWN)
    out(hall)
    before = Act.objects.count()
    for win in (OWN, won(1, 2, 20)):
        with pytest.raises(Invalid, match=REFUSED) as refused:
            hall.play(win)
        assert refused.value.code == "out_of_play"
    assert Act.objects.count() == before
    replaced(hall)
    hall.settle(OWN)
    assert list(audit(hall.event.slug)) == []


def test_claims_are_refused_and_what_befalls_them_is_not(hall):
    disqualify(hall)
    two = {"type": "win", "from": 2, "winners": [{"seat": 0, "fan": 20}, {"seat": 1, "fan": 20}]}
    for claim in (two, {"type": "reward", "kind": "two_flower_sets", "seat": 1}):
        with pytest.raises(Invalid, match=REFUSED):
            hall.play(claim)
    win = {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}
    shows(hall.post("win", **win), REFUSED, 'value="15"', status=400)
    hall.play(KONG)
    hall.settle(won(2, 1, 20))


def test_hands_that_were_played_before_are_still_put_right(hall):
    hall.settle(won(2, 0, 20))
    disqualify(hall)
    hall.correct(1, OWN)
    assert hall.fresh().seats.get(seat=1).wins == 1


def test_a_reversal_lets_them_play_on(hall):
    in_hall(hall)
    rulings.reverse(ruling_id=Ruling.objects.get().pk, heads=True, reason="認錯人", **by(hall))
    hall.settle(OWN)


class TestTheTable:
    @pytest.mark.parametrize("who", ["anybody", "player here", "referee", "head referee"])
    def test_the_seat_says_it_to_everybody(self, hall, who):
        client = somebody(hall, who)
        shows(hall.get("table", client=client), never="取消資格")
        disqualify(hall)
        shows(hall.get("table", client=client), "取消資格", never="winner=1")

    def test_it_asks_for_a_substitute_at_once(self, hall):
        asked, where = "由替補坐這一家之前", hall.url("substitute")
        in_hall(hall)
        shows(hall.get("table"), asked, "請叫裁判長或大會安排替補", never=where)
        shows(hall.get("table", client=somebody(hall, "head referee")), asked, where)
        shows(hall.get("table", client=somebody(hall, "anybody")), never=asked)
        replaced(hall)
        shows(hall.get("table"), "winner=1", never=asked)

    def test_pages_that_are_open_notice_a_ruling_from_the_hall(self, hall):
        known = {"If-None-Match": hall.get("table", live="1")["ETag"]}
        assert hall.get("table", live="1", headers=known).status_code == 304
        in_hall(hall)
        shows(hall.get("table", live="1", headers=known), "取消資格")

    def test_the_lists_of_tables_say_where_one_is_needed(self, hall):
        mine = url("my_tables")
        disqualify(hall)
        assert [(row.table, row.need) for row in room(hall.event, timezone.now()).rows] == [
            (1, "vacant"),
            (2, "seated"),
        ]
        shows(hall.referee.get(mine), "要替補")
        replaced(hall)
        assert "vacant" not in [row.need for row in room(hall.event, timezone.now()).rows]
        shows(hall.referee.get(mine), never="要替補")

    def test_a_finished_game_asks_for_nobody(self, hall):
        Game.objects.filter(pk=hall.game.pk).update(state=Game.State.COMPLETE)
        Player.objects.filter(number=2).update(barred="disqualified")
        assert "vacant" not in [row.need for row in room(hall.event, timezone.now()).rows]


@pytest.mark.parametrize(
    "said", [{"winner": [0]}, {"winner": {}}, {"winners": 5}, {"winners": {"a": 1}}, {"winners": [{"seat": [1]}]}]
)
@pytest.mark.parametrize("address", ["hands", "preview"])
def test_a_win_without_any_possible_seat_is_a_fault_of_the_request(hall, said, address):
    body = {"event": {"type": "win"} | said, "client_key": str(uuid.uuid4()), "seen": 0}
    where = url(f"api:{address}", hall.game.pk)
    assert hall.referee.post(where, body, content_type="application/json").status_code == 400
