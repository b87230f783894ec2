"""代位賠付: ruled by kind, asked at the next win of the same hand, and over with it."""

import re
import uuid

import pytest
from django.utils import timezone

from penalties.models import Ruling
from tests.markup import markup
from tests.tables.test_recording_pages import hidden
from tests.tournaments.book_pages import make_hall, somebody, words
from tests.tournaments.factories import play_and_confirm
from tournaments.core.exceptions import Invalid
from tournaments.models import Act
from tournaments.tables.game_log.claims import SUBSTITUTE_KINDS, check_claim
from tournaments.tables.game_log.read import read_book, rules_mark
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import record

pytestmark = pytest.mark.django_db

WIN = {"kind": "win", "winner-0": "0", "source": "2", "mode-0": "typed", "typed-0": "3"}
APPLIES = {"applies-1": "yes", "cause_of_liable": "substitute"}
QUESTION = "請答代位賠付是否適用於這一鋪"


@pytest.fixture(params=["tw-club", "tw-sixteen"])
def hall(request):
    return make_hall(rule_set=request.param)


def rule(hall, kind="draws", **data):
    offence = "wrong_pung" if hall.event.rule_set == "tw-club" else "wrong_count"
    return hall.post("penalties:ruling", **({"seat": "1", "offence": offence, "substitute": kind} | data))


def save_win(hall, **data):
    shown = hall.post("win", **WIN, **data)
    assert shown.status_code == 200, words(shown)
    assert hall.post("save", **hidden(shown)).status_code == 302


def asked(page):
    return sorted(set(re.findall(r'name="applies-(\d)"', page)))


def win(hall, winner="0"):
    return markup(hall.get("win", winner=winner))


@pytest.mark.parametrize("kind", SUBSTITUTE_KINDS)
def test_its_kind_is_kept_beside_the_ruling(hall, kind):
    assert rule(hall, kind, note="碰後打錯").status_code == 302
    assert Act.objects.get().payload["claim"] == {"note": "碰後打錯", "substitute": {"kind": kind}}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("draws", "其後摸序八張內的他人自摸"),
        ("kong", "槓上的自摸與原牌放銃"),
        ("draws_and_kong", "與槓上的自摸、原牌放銃"),
    ],
)
def test_it_says_so_before_it_is_pressed(hall, kind, said):
    page = words(rule(hall, kind, preview="1"))
    assert said in page
    assert "這一鋪應付的由 李小龍 代付" in page


def test_the_next_win_asks_whether_it_applies_and_ticks_nothing(hall):
    assert asked(win(hall)) == []
    rule(hall, "kong")
    page = win(hall)
    assert asked(page) == ["1"]
    assert not re.search(r'name="applies-1"[^>]*checked', page)
    assert not re.search(r'name="liable"[^>]*checked', page)
    assert "代位賠付（槓上的自摸與原牌放銃）" in words(hall.get("win", winner="0"))


def test_a_win_without_an_answer_is_not_recorded_and_keeps_what_was_entered(hall):
    rule(hall)
    answer = hall.post("win", **WIN)
    assert answer.status_code == 400
    assert QUESTION in words(answer)
    assert 'name="typed-0" value="3"' in re.sub(r"\s+", " ", markup(answer))


@pytest.mark.parametrize("source", ["2", "self"])
def test_who_pays_is_what_the_referee_answered(hall, source):
    rule(hall)
    entered = WIN | {"source": source}
    assert "李小龍 包付 張國強" in words(hall.post("win", **entered, **APPLIES))
    assert "包付" not in words(hall.post("win", **entered, **{"applies-1": "no"}))


def test_the_answer_stays_with_the_hand(hall):
    """A correction of the hand shows it, and does not ask again."""
    rule(hall)
    save_win(hall, **{"applies-1": "no"})
    line = read_book(hall.fresh()).folded.timeline
    assert line.items[-1].claim["spared"] == [1]
    assert "liable" not in line.items[-1].event
    page = re.sub(r"\s+", " ", markup(hall.get("correct", 1)))
    assert 'name="applies-1" value="no" checked' in page


def test_a_winner_pays_for_nobody(hall):
    hall.post("penalties:ruling", seat="1", offence="other", composed="1", words=["warning"], substitute="draws")
    assert asked(win(hall, "1")) == []
    assert hall.post("win", **WIN | {"winner-0": "1"}).status_code == 200


def test_it_ends_with_the_hand(hall):
    rule(hall)
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert asked(win(hall)) == []
    assert hall.post("win", **WIN).status_code == 200


def test_it_is_gone_with_its_ruling(hall):
    rule(hall)
    hall.post("undo", reason="看錯人")
    assert asked(win(hall)) == []


def test_two_share_it_or_one_of_them_pays(hall):
    rule(hall)
    rule(hall, seat="2", offence="other", composed="1", words=["warning"])
    assert asked(win(hall)) == ["1", "2"]
    entered = WIN | {"source": "self", "cause_of_liable": "substitute", "applies-1": "yes"}
    assert hall.post("win", **entered).status_code == 400
    both = words(hall.post("win", **entered, **{"applies-2": "yes"}))
    assert "李小龍 包付" in both
    assert "陳大文 包付" in both
    assert "陳大文 包付" not in words(hall.post("win", **entered, **{"applies-2": "no"}))


def test_the_table_tells_it_to_those_who_record(hall):
    rule(hall)
    assert "代位賠付（其後摸序八張內的他人自摸）" in words(hall.get("table"))
    for who in ("anybody", "player elsewhere", "organiser"):
        assert "代位賠付" not in words(hall.get("table", client=somebody(hall, who)))


def test_the_hand_keeps_it_on_the_record_for_those_who_work_there(hall):
    rule(hall)
    play_and_confirm(hall.game, hall.actor, type="draw")
    told = "這一鋪應付的由 李小龍 代付"
    assert told in words(hall.get("hand", 1))
    assert told not in words(hall.get("hand", 1, client=hall.player(2)))


def test_ruled_on_a_closed_hand_it_is_asked_at_the_correction_of_that_hand_only(hall):
    save_win(hall)
    late = {"offence": "other", "composed": "1", "words": ["warning"], "hand": "1"}
    assert rule(hall, **late).status_code == 302
    assert Ruling.objects.get().hand == 1
    assert asked(win(hall)) == []
    assert asked(markup(hall.get("correct", 1))) == ["1"]


@pytest.mark.parametrize("sent", [{}, {"substitute": "draws"}])
def test_執意碰牌_always_brings_it(hall, sent):
    hall.post("penalties:ruling", seat="1", offence="lost_priority_pung", **sent)
    assert Act.objects.get().payload["claim"] == {"substitute": {"kind": "draws"}}


def test_what_a_phone_had_kept_waits_for_the_answer(hall):
    rule(hall)
    entered = WIN | {"what": "win", "client_key": str(uuid.uuid4()), "seen": str(hall.fresh().book_version)}
    mark = rules_mark(hall.event, hall.game.round)
    answer = hall.post("deliver", **entered, rules=mark)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert QUESTION in answer.json()["detail"]
    assert hall.post("deliver", **entered, rules=mark, **APPLIES).status_code == 200


@pytest.mark.parametrize("kind", ["1", "0", "hand", "Draws"])
def test_it_takes_no_other_kind_and_keeps_what_was_entered(hall, kind):
    answer = rule(hall, kind, note="碰後打錯")
    assert answer.status_code == 400
    assert "碰後打錯" in words(answer)
    assert not Act.objects.exists()


@pytest.mark.parametrize("rule_set", ["hkma-league", "hkma-masters", "hk-classic"])
def test_other_rules_know_nothing_of_it(rule_set):
    hall = make_hall(rule_set=rule_set)
    assert "代位賠付" not in words(hall.get("penalties:ruling", seat="1", offence="other"))
    answer = rule(hall, offence="other", composed="1", words=["warning"])
    assert answer.status_code == 400
    assert not Act.objects.exists()


def test_a_ruling_of_before_is_asked_about_in_its_own_hand(hall):
    """It was measured in hands; the record goes on saying so."""
    play_and_confirm(hall.game, hall.actor, type="draw")
    old = {"type": "ruling", "seat": 1, "offence": "other", "consequences": ["warning"]}
    seen, key = hall.fresh().book_version, uuid.uuid4()
    claim = {"substitute": {"hands": 3}}
    record(
        game_id=hall.game.pk,
        actor=hall.actor,
        played=Played(old, claim),
        client_key=key,
        seen=seen,
        now=timezone.now(),
    )
    assert asked(win(hall)) == ["1"]
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert asked(win(hall)) == []
    assert "由這一鋪起 3 鋪，應付的由 李小龍 代付" in words(hall.get("hand", 2))


@pytest.mark.parametrize(
    "span", [1, "1", [], {}, {"hands": "1"}, {"hands": 0}, {"hands": 17}, {"kind": "x"}, {"kind": "kong", "hands": 2}]
)
def test_the_book_keeps_no_other_shape(span):
    with pytest.raises(Invalid):
        check_claim({"substitute": span})
    with pytest.raises(Invalid):
        check_claim({"spared": [4]})
