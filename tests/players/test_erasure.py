"""刪除個人資料: nothing of the person is left, the results and the audit stay whole, and any other change is found."""

import json
import uuid
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import LogEntry
from penalties.models import Ruling, RulingPhoto
from penalties.services import cases
from penalties.services.rulings import rule
from tests.markup import url
from tests.tournaments.factories import (
    TODAY,
    close_rounds,
    make_event,
    make_game,
    make_players,
    make_user,
    play_and_confirm,
    put_on_list,
)
from tests.tournaments.recorder import Recorder
from tournaments.audit.checks import audit, card_differences
from tournaments.core import event_log
from tournaments.core.exceptions import Conflict
from tournaments.hall import drawing
from tournaments.models import (
    Act,
    Contact,
    DrawLine,
    Event,
    EventAct,
    Game,
    LockedList,
    Player,
    Registration,
    Scorecard,
    triggers,
)
from tournaments.organising.services import events
from tournaments.players.services import roster
from tournaments.players.services.apart import keep_apart
from tournaments.players.services.erasure import erase, pseudonym
from tournaments.rounds.seating.document import draw_document
from tournaments.rounds.selectors import document_of
from tournaments.rounds.services import event_draws, rounds
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.confirmations import object_to, uphold

SECRETS = (
    "陳太文", "Chan Tai-man", "阿文", "西貢同鄉會", "91238842", "文書備註", "我沒有說過", "M7,7L8,8", "夫婦不同檯",
)  # fmt: skip


def key():
    return {"client_key": uuid.uuid4(), "now": timezone.now()}


@pytest.fixture
def game() -> Game:
    """A closed round: a signed card, an objection, a ruling with a photo and a case about it."""
    referee = make_user()
    game = make_game(referee=referee)
    event_log.begin(game.event_id)
    actor, player = Actor(referee.pk), game.seats.get(seat=1).player
    values = {"number": player.number, "name": "陳太文", "club": "西貢同鄉會", "staff": False}
    contact = {"phone": "91238842", "note": "文書備註"}
    roster.change_player(player=player, latin_name="Chan Tai-man", **values)
    roster.change_player(player=player, alias="阿文", contact=contact, **values)
    keep_apart(event=game.event, first=1, second=player.number, reason="夫婦不同檯")
    Registration.objects.create(
        event=game.event, name="陳太文", phone="91238842", player=player,
        created_at=timezone.now(), changed_at=timezone.now(), client_key=uuid.uuid4(),
    )  # fmt: skip
    event_log.append_act(game.event_id, event_log.Kind.KEPT, event_log.added(*Registration.objects.all()))
    seen = Game.objects.get(pk=game.pk).book_version
    said = {"type": "ruling", "seat": 1, "offence": "talking"}
    rule(game_id=game.pk, actor=actor, event=said, seen=seen, photo=b"\xff\xd8 a photo", **key())
    for deal in range(8):
        play_and_confirm(game, actor, type="win", winner=(deal + 1) % 4, source=(deal + 2) % 4, fan=10 + deal)
    object_to(game_id=game.pk, actor=actor, number=8, seat=1, reason="我沒有說過", **key())
    uphold(game_id=game.pk, actor=actor, number=8, reason="已核對", **key())
    cases.object_to(ruling_id=Ruling.objects.get().pk, player=player, text="我沒有說過", now=timezone.now())
    for seat in range(4):
        Recorder(game=game, actor=actor).sign(seat, strokes="M7,7L8,8" if seat == 1 else "M1,1L5,5")
    close_rounds(game.event)
    return Game.objects.get(pk=game.pk)


def over(game: Game) -> Player:
    yesterday = timezone.localdate() - timedelta(days=1)
    Event.objects.filter(pk=game.event_id).update(starts_on=yesterday, ends_on=yesterday)
    event_log.append_act(
        game.event_id, event_log.Kind.EVENT_CHANGED, event_log.changed(Event.objects.get(), "starts_on", "ends_on")
    )
    return game.seats.get(seat=1).player


def taken_out(player: Player) -> None:
    erase(player=player, user_id=None, today=timezone.localdate(), now=timezone.now())


def everything() -> str:
    rows = [
        {name: str(value) for name, value in row.items()}
        for app in ("accounts", "tournaments", "penalties")
        for model in apps.get_app_config(app).get_models()
        for row in model._base_manager.values()
    ]
    return json.dumps(rows, ensure_ascii=False)


def test_nothing_of_the_person_is_left_and_the_audit_is_clean(game):
    player, before = over(game), everything()
    assert [secret for secret in SECRETS if secret not in before] == []
    assert list(audit()) == []
    points = list(game.seats.order_by("seat").values_list("score", "place"))
    taken_out(player)
    after = everything()
    assert [secret for secret in SECRETS if secret in after] == []
    assert list(map(str, audit())) == []
    assert list(game.seats.order_by("seat").values_list("score", "place")) == points
    player.refresh_from_db()
    assert player.name == pseudonym(player) == "選手 2"
    assert (Contact.objects.count(), RulingPhoto.objects.count(), Ruling.objects.count()) == (0, 0, 1)
    card = Scorecard.objects.get()
    assert [one["name"] for one in json.loads(card.content)["players"]][1] == "選手 2"
    assert [bool(one["strokes"]) for one in card.signatures] == [True, False, True, True]
    assert card_differences(card) == []
    assert LogEntry.objects.get(kind=LogEntry.Kind.PERSON_ERASED).about.endswith("#2")


def test_two_who_sat_together_are_taken_out_one_after_the_other(game):
    player = over(game)
    taken_out(player)
    taken_out(game.seats.get(seat=2).player)
    assert list(map(str, audit())) == []
    assert [one["name"] for one in json.loads(Scorecard.objects.get().content)["players"]][1:3] == ["選手 2", "選手 3"]
    with pytest.raises(Conflict):
        taken_out(player)


CHANGED = {
    "an act of the event": lambda: EventAct.objects.filter(kind="begin").update(payload={"rows": {}}),
    "the drawing of another": lambda: _strokes("M9,9L9,9"),
    "what was played": lambda: Act.objects.filter(kind="play", number=1).update(payload={"event": {}}),
    "the text of the card": lambda: Scorecard.objects.update(
        content=Scorecard.objects.get().content.replace("選手", "某人")
    ),
}


def _strokes(strokes):
    act = Act.objects.filter(kind="sign", payload__seat=1).get()
    Act.objects.filter(pk=act.pk).update(payload=act.payload | {"strokes": strokes})


@pytest.mark.parametrize("what", CHANGED)
def test_an_audit_finds_whatever_else_is_changed(game, what):
    taken_out(over(game))
    with triggers.disabled():
        CHANGED[what]()
    assert list(audit()) != []


def test_the_triggers_stand_again(game):
    installed = triggers.installed()
    taken_out(over(game))
    assert triggers.installed() == installed
    for unsay in (lambda: Act.objects.update(reason="x"), lambda: Scorecard.objects.update(content="")):
        with pytest.raises(DatabaseError), transaction.atomic():
            unsay()


def test_nobody_is_taken_out_who_still_plays(game):
    player = game.seats.get(seat=1).player
    Event.objects.update(ends_on=timezone.localdate() + timedelta(days=3))
    with pytest.raises(Conflict):
        taken_out(player)
    assert Player.objects.get(pk=player.pk).name == "阿文"


def test_who_stands_on_the_black_list_stays_there_until_it_no_longer_counts(game):
    player = over(game)
    entry = put_on_list(game.event, "陳太文")
    taken_out(player)
    entry.refresh_from_db()
    assert entry.name == "陳太文"


def test_the_club_leaves_lists_that_were_locked_for_a_draw(client: Client) -> None:
    """The published digest stays, and the page explains why the draw can no longer be checked."""
    event = make_event()
    make_players(event, 8)
    events.add_tables(event=event, count=2)
    event_log.begin(event.pk)
    player, now = event.players.get(number=3), timezone.now()
    for club, number in (("西貢同鄉會", 33), ("西貢同鄉會", 3)):
        roster.change_player(player=player, number=number, name="陳太文", club=club, staff=False)
    locked = event_draws.lock_list(event=event, count=1, today=TODAY, now=now)
    refused = event_draws.give_seed(event=event, seed="1", reason="", now=now)
    with pytest.raises(Conflict):
        taken_out(left(player))
    event_draws.finish_draw(line_id=refused.pk, answer={"error": {"detail": "陳太文退出了"}}, facts={}, ways=0, now=now)
    Player.objects.filter(pk=player.pk).update(withdrawn_at=None)
    line = event_draws.give_seed(event=event, seed="2", reason="再抽", now=now)
    answer = draw_document(document_of(locked, line))
    facts = {"repeats": 0, "wind_spread": 1, "same_club": [0], "least_same_club": 0, "strangers": 0}
    event_draws.finish_draw(line_id=line.pk, answer=answer, facts=facts, ways=0, now=now)
    rounds.discard_round(round_id=event.rounds.get().pk)
    event_log.append_act(event.pk, event_log.Kind.PLAYER_WITHDRAWN, event_log.changed(left(player), "withdrawn_at"))
    assert "西貢同鄉會" in everything()
    assert list(map(str, audit())) == []
    taken_out(player)
    assert [secret for secret in ("西貢同鄉會", "陳太文") if secret in everything()] == []
    assert list(map(str, audit())) == []
    assert LockedList.objects.get().digest == locked.digest
    assert [one["club"] for one in LockedList.objects.get().document["players"]].count("") == 8
    assert DrawLine.objects.get(pk=refused.pk).refusal == "選手 3退出了"
    where = url("draw_line", event.slug, 1, 2)
    for page in (client.get(where), client.post(where)):
        assert "刪除了個人資料" in page.content.decode()
        assert "不相同" not in page.content.decode()
    assert client.get(f"/api/events/{event.slug}/draws/").json()[0]["reduced"] is True


def left(player: Player) -> Player:
    Player.objects.filter(pk=player.pk).update(withdrawn_at=timezone.now())
    player.refresh_from_db()
    return player


@pytest.mark.django_db(transaction=True)
def test_pictures_and_pdfs_no_longer_say_the_name(monkeypatch) -> None:
    monkeypatch.setattr(drawing, "draw", str.encode)
    event = make_event()
    make_players(event, 4)
    player = event.players.get(number=3)
    roster.change_player(player=player, number=3, name="陳太文", club="", staff=False)
    where = url("live_player_picture", "zh-hant", event.slug, 3)
    before = Client().get(where)
    caches["drawn"].set("card", b"%PDF")
    assert "陳太文" in before.content.decode()
    taken_out(left(player))
    after = Client().get(where, headers={"If-None-Match": before["ETag"]})
    assert "陳太文" not in after.content.decode()
    assert "選手 3" in after.content.decode()
    assert caches["drawn"].get("card") is None
