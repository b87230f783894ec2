"""取消資格 at the table: the seat says so, wins and claims are refused and a substitute is asked for until one sits."""

import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.tournaments.book_pages import make_hall, somebody, words
from tests.tournaments.factories import add_member, entry_of, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.hall.room import room
from tournaments.models import Act, Game, Player, Role
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording
from tournaments.tables.services.substitutes import step_in

pytestmark = pytest.mark.django_db

OWN = {"type": "win", "winner": 1, "self_draw": True, "fan": 20}
REFUSED = "李小龍 已取消資格，不能食糊或鳴牌"


@pytest.fixture
def hall():
    hall = make_hall()
    Player.objects.create(event=hall.event, number=9, name="李小明", staff=True)
    return hall


def disqualify(hall, seat=1):
    """At the table, in the hand in progress."""
    play(hall.game, hall.actor, type="ruling", seat=seat, consequences=["disqualify"])


def in_hall(hall, seat=1):
    """By the head referee, from outside the game."""
    rulings.rule_in_hall(
        event_id=hall.event.pk,
        player=hall.game.seats.get(seat=seat).player,
        actor=hall.actor,
        ruling={"consequences": ["disqualify"]},
        facts="打架",
        client_key=uuid.uuid4(),
        now=timezone.now(),
    )


def replaced(hall, seat=1):
    step_in(game_id=hall.game.pk, seat=seat, number=9, now=timezone.now())


@pytest.mark.parametrize("ruling", [disqualify, in_hall])
def test_a_win_is_refused_until_a_substitute_sits_there(hall, ruling):
    play_and_confirm(hall.game, hall.actor, **OWN)
    ruling(hall)
    before = Act.objects.count()
    for win in (OWN, OWN | {"self_draw": False, "from": 2}):
        event = {key: value for key, value in win.items() if value is not False}
        with pytest.raises(Invalid, match=REFUSED) as refused:
            play(hall.game, hall.actor, **event)
        assert refused.value.code == "out_of_play"
    assert Act.objects.count() == before
    replaced(hall)
    play_and_confirm(hall.game, hall.actor, **OWN)
    assert list(audit(hall.event.slug)) == []


def test_of_two_winners_neither_may_be_out(hall):
    disqualify(hall)
    two = [{"seat": 0, "fan": 20}, {"seat": 1, "fan": 20}]
    with pytest.raises(Invalid, match=REFUSED):
        play(hall.game, hall.actor, type="win", winners=two, **{"from": 2})


def test_a_claim_is_refused_and_what_befalls_them_is_not(hall):
    disqualify(hall)
    with pytest.raises(Invalid, match=REFUSED):
        play(hall.game, hall.actor, type="reward", kind="two_flower_sets", seat=1)
    play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=2)
    play_and_confirm(hall.game, hall.actor, type="win", winner=2, **{"from": 1}, fan=20)


def test_hands_that_were_played_before_are_still_put_right(hall):
    play_and_confirm(hall.game, hall.actor, type="win", winner=2, **{"from": 0}, fan=20)
    disqualify(hall)
    recording.correct(
        **entry_of(hall.game, hall.actor),
        number=1,
        entries=[Played(OWN)],
        reason="寫錯贏家",
        seen=hall.fresh().book_version,
    )
    assert hall.fresh().seats.get(seat=1).wins == 1


def test_a_reversal_lets_them_play_on(hall):
    in_hall(hall)
    ruling = Ruling.objects.get()
    said = {"actor": hall.actor, "heads": True, "reason": "認錯人", "client_key": uuid.uuid4(), "now": timezone.now()}
    rulings.reverse(ruling_id=ruling.pk, **said)
    play_and_confirm(hall.game, hall.actor, **OWN)


def test_the_preview_says_so_before_anything_is_saved(hall):
    disqualify(hall)
    win = {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}
    answer = hall.post("win", **win)
    assert answer.status_code == 400
    assert REFUSED in words(answer)
    assert 'value="15"' in words(answer)


class TestTheTable:
    @pytest.mark.parametrize("who", ["anybody", "player here", "referee", "head referee"])
    def test_the_seat_says_it_to_everybody(self, hall, who):
        client = somebody(hall, who)
        assert "取消資格" not in words(hall.get("table", client=client))
        disqualify(hall)
        page = words(hall.get("table", client=client))
        assert "取消資格" in page
        assert "winner=1" not in page

    def test_it_asks_for_a_substitute_at_once(self, hall):
        asked = "由替補坐這一家之前"
        in_hall(hall)
        referee, head = words(hall.get("table")), words(hall.get("table", client=somebody(hall, "head referee")))
        where = hall.url("substitute")
        assert (asked in referee, "請叫裁判長或大會安排替補" in referee, where in referee) == (True, True, False)
        assert (asked in head, where in head) == (True, True)
        assert asked not in words(hall.get("table", client=somebody(hall, "anybody")))
        replaced(hall)
        page = words(hall.get("table"))
        assert asked not in page
        assert "winner=1" in page

    def test_pages_that_are_open_notice_a_ruling_from_the_hall(self, hall):
        mark = hall.get("table", live="1")["ETag"]
        assert hall.get("table", live="1", headers={"If-None-Match": mark}).status_code == 304
        in_hall(hall)
        polled = hall.get("table", live="1", headers={"If-None-Match": mark})
        assert polled.status_code == 200
        assert "取消資格" in words(polled)

    def test_the_lists_of_tables_say_where_one_is_needed(self, hall):
        disqualify(hall)
        rows = room(hall.event, timezone.now()).rows
        assert [(row.table, row.need) for row in rows] == [(1, "vacant"), (2, "seated")]
        boss = make_user("boss")
        add_member(hall.event, boss, Role.ORGANISER)
        assert "要替補" in words(hall.referee.get(reverse("tournaments:my_tables")))
        replaced(hall)
        assert "vacant" not in [row.need for row in room(hall.event, timezone.now()).rows]
        assert "要替補" not in words(hall.referee.get(reverse("tournaments:my_tables")))

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
    where = reverse(f"api:{address}", args=[hall.game.pk])
    assert hall.referee.post(where, body, content_type="application/json").status_code == 400
