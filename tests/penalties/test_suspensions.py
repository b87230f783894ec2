"""停賽 of tw-club: a referee proposes it, the head referee or an organiser confirms it."""

import uuid

import pytest
from django.utils import timezone

from penalties.models import Ruling, SuspensionConfirmation
from penalties.services.rulings import rule_in_hall as rule
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.factories import play_and_confirm
from tournaments.audit.checks import audit
from tournaments.models import Adjustment, EventAct, Player

CONFIRM, PROPOSED = "確認停賽", "停賽只是建議"


@pytest.fixture
def hall():
    return make_hall(rule_set="tw-club")


def cheat(hall, client=None):
    assert hall.post("penalties:ruling", client=client, seat="1", offence="cheating", note="換牌").status_code == 302
    return Ruling.objects.latest("number")


def barred(hall):
    return Player.objects.get(event=hall.event, number=2).barred


def article(hall, ruling, who="head referee"):
    return markup(somebody(hall, who).get(url("penalties:article", hall.event.slug, ruling.number)))


def confirm(hall, ruling, who="head referee"):
    return somebody(hall, who).post(url("penalties:confirm_suspension", hall.event.slug, ruling.number))


def test_a_referee_only_proposes_it(hall):
    shows(hall.get("penalties:ruling", seat="1", offence="cheating"), "停賽由裁判長或大會確認後才生效")
    ruling = cheat(hall)
    assert barred(hall) == ""
    page = article(hall, ruling, "referee")
    assert (PROPOSED in page, CONFIRM in page) == (True, False)


@pytest.mark.parametrize("who", ["head referee", "organiser"])
def test_the_head_referee_or_an_organiser_confirms_it(hall, who):
    ruling = cheat(hall)
    register = url("penalties:register", hall.event.slug)
    assert CONFIRM in article(hall, ruling, who)
    assert "停賽待確認" in markup(hall.referee.get(register))
    before = list(audit(hall.event.slug))
    for _time in range(2):
        assert confirm(hall, ruling, who).status_code == 302
    assert barred(hall) == Player.Barred.SUSPENDED
    assert PROPOSED not in article(hall, ruling, who)
    assert "停賽待確認" not in markup(hall.referee.get(register))
    assert EventAct.objects.filter(event=hall.event, kind="suspension_held").count() == 1
    assert list(audit(hall.event.slug)) == before


def test_the_head_referee_s_own_ruling_holds_at_once(hall):
    ruling = cheat(hall, somebody(hall, "head referee"))
    assert barred(hall) == Player.Barred.SUSPENDED
    assert PROPOSED not in article(hall, ruling)


def test_a_suspension_goes_with_its_ruling(hall):
    ruling = cheat(hall)
    confirm(hall, ruling)
    assert hall.post("undo", reason="看錯人").status_code == 302
    assert barred(hall) == ""
    other = cheat(hall)
    hall.post("undo", reason="看錯人")
    confirm(hall, other)
    assert SuspensionConfirmation.objects.count() == 1
    assert barred(hall) == ""


@pytest.mark.parametrize(("offence", "status"), [("wrong_count", ""), ("disruption", Player.Barred.DISQUALIFIED)])
def test_other_rulings_need_no_confirmation(hall, offence, status):
    hall.post("penalties:ruling", seat="1", offence=offence)
    assert barred(hall) == status
    confirm(hall, Ruling.objects.get())
    assert not SuspensionConfirmation.objects.exists()


def test_an_event_that_began_before_keeps_suspensions_that_hold_at_once(hall):
    hall.post("penalties:ruling", seat="2", offence="warning")
    hall.event.refresh_from_db()
    hall.event.rules_snapshot["version"] = "2"
    hall.event.save(update_fields=["rules_snapshot"])
    cheat(hall)
    assert barred(hall) == Player.Barred.SUSPENDED


def test_the_api_tells_and_confirms_it(hall):
    ruling = cheat(hall)
    client = somebody(hall, "organiser")
    told = client.get(url("penalties_api:ruling", hall.event.slug, ruling.number)).json()
    assert told["proposed"] is True
    where = url("penalties_api:confirm_suspension", hall.event.slug, ruling.number)
    answer = client.post(where, {}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"article": ruling.number})
    assert barred(hall) == Player.Barred.SUSPENDED


def test_the_api_keeps_the_kind_of_代位賠付(hall):
    key, seen = str(uuid.uuid4()), hall.fresh().book_version
    body = {"event": {"seat": 1, "offence": "wrong_kong"}, "substitute": "kong", "client_key": key, "seen": seen}
    where = url("penalties_api:rule", hall.game.pk)
    assert hall.referee.post(where, body, content_type="application/json").status_code == 200
    assert "代位賠付（槓上的自摸與原牌放銃）" in markup(hall.get("table"))
    wrong = body | {"substitute": "hands", "client_key": str(uuid.uuid4())}
    assert hall.referee.post(where, wrong, content_type="application/json").status_code == 400


def plays(hall, **event):
    play_and_confirm(hall.game, hall.actor, type="win", **event)


def shared(hall):
    found = Adjustment.objects.filter(event=hall.event, target__isnull=False).order_by("pk")
    return [(row.source.number, row.target.number, str(row.points)) for row in found]


def differences(hall):
    return [found for found in audit(hall.event.slug) if "第 2 檯" not in found.place]


@pytest.mark.parametrize("place", ["table", "hall"])
def test_what_was_won_until_it_is_confirmed_is_shared_too(hall, place):
    """Seat 1 goes on playing while it is only proposed: 400 are won before it and 500 after it (C-10)."""
    plays(hall, winner=1, source=2, fan=1)
    if place == "table":
        ruling = cheat(hall)
    else:
        player = Player.objects.get(event=hall.event, number=2)
        said = {"player": player, "ruling": {"offence": "cheating"}, "facts": "換牌", "event_id": hall.event.pk}
        rule(**said, actor=hall.actor, client_key=uuid.uuid4(), now=timezone.now())
        ruling = Ruling.objects.latest("number")
    plays(hall, winner=1, source=2, fan=1)
    confirm(hall, ruling)
    plays(hall, winner=3, source=2, fan=100)
    assert shared(hall) == [(2, 1, "300"), (2, 3, "300"), (2, 4, "300")]
    assert differences(hall) == []


def test_a_suspension_confirmed_after_the_game_shares_what_the_game_left(hall):
    ruling = cheat(hall)
    plays(hall, winner=1, source=2, fan=1)
    plays(hall, winner=3, source=2, fan=100)
    assert shared(hall) == []
    confirm(hall, ruling)
    assert shared(hall) == [(2, 1, "133"), (2, 3, "133"), (2, 4, "133")]
    assert differences(hall) == []
