import json
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.markup import url
from tests.tournaments.factories import add_member, make_game, make_user
from tournaments.core.services import link_token, pin_of
from tournaments.models import Event, Game, HandRecord, Player, Role, Scorecard

pytestmark = pytest.mark.django_db
WIN = {"type": "win", "winner": 0, "self_draw": True, "fan": 37}


class Caller:
    def __init__(self, user: User | None = None, player: Player | None = None) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {}
        if user:
            self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        if player:
            self.headers["Authorization"] = f"Player {link_token(player)}:{pin_of(player)}"

    def post(self, name: str, *args: Any, **data: Any) -> tuple[int, Any]:
        """`client_key=None`: for an address that takes none."""
        if data.setdefault("client_key", str(uuid.uuid4())) is None:
            del data["client_key"]
        answer = self.client.post(
            url(f"api:{name}", *args), json.dumps(data), content_type="application/json", headers=self.headers
        )
        return answer.status_code, answer.json() if answer.content else None

    def get(self, name: str, *args: Any) -> tuple[int, Any]:
        answer = self.client.get(url(f"api:{name}", *args), headers=self.headers)
        return answer.status_code, answer.json() if answer.content else None

    def preview(self, game: Game, source: bytes | str) -> tuple[int, Any]:
        sent = {"content_type": "application/json", "headers": self.headers}
        answer = self.client.generic("POST", url("api:preview", game.pk), source, **sent)
        return answer.status_code, answer.json()["errors"][0]


@pytest.fixture
def game(referee) -> Game:
    return make_game(referee=referee)


@pytest.fixture
def api(referee, game) -> Caller:
    return Caller(referee)


def player_at(game: Game, seat: int) -> Player:
    return game.seats.get(seat=seat).player


def test_the_api_records_a_hand_once_for_a_key(api, game):
    key = str(uuid.uuid4())
    first = api.post("hands", game.pk, event=WIN, seen=0, client_key=key)
    assert first == api.post("hands", game.pk, event=WIN, seen=0, client_key=key)
    assert first[0] == 200
    assert HandRecord.objects.filter(game=game).count() == 1
    status, body = api.post("hands", game.pk, event={"type": "draw"}, seen=0, client_key=key)
    assert (status, body["errors"][0]["code"]) == (409, "conflict")
    assert api.post("confirm", game.pk, seats=[0], client_key=key)[0] == 409


def test_the_api_previews_without_saving_and_names_the_field_of_a_bad_event(api, game):
    status, body = api.post("preview", game.pk, event=WIN)
    assert status == 200
    assert {payment["points"] for payment in body["hand"]["payments"]} == {"38"}
    assert not HandRecord.objects.exists()
    status, body = api.post("hands", game.pk, event=WIN | {"fan": "many"}, seen=0)
    assert status == 400
    assert "fan" in body["errors"][0]["detail"]
    status, body = api.post("hands", game.pk, event=WIN)
    assert (status, body["errors"][0]["attr"]) == (400, "seen")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"winner": 0, "from": 7, "fan": 20}, "「from」要是東、南、西、北家（以開局時計），寫 0、1、2 或 3。"),
        ({"winner": 0, "fan": 20}, "欠出銃的一家「from」；自摸的話，寫「self_draw」為 true。"),
    ],
)
def test_the_api_says_what_is_allowed_in_words_of_the_table(api, game, event, said):
    status, body = api.post("hands", game.pk, event={"type": "win", **event}, seen=0)
    assert (status, body["errors"][0]["detail"]) == (400, said)


def test_a_conflict_shows_the_book_and_the_next_hand_waits_for_confirmation(api, game):
    api.post("hands", game.pk, event=WIN, seen=0)
    status, body = api.post("hands", game.pk, event={"type": "draw"}, seen=0)
    assert (status, body["errors"][0]["code"]) == (409, "conflict")
    assert body["recorded"]["number"] == 1
    assert body["yours"]["event"] == {"type": "draw"}
    status, body = api.post("hands", game.pk, event=WIN, seen=1)
    assert (status, body["errors"][0]["code"]) == (409, "not_confirmed")
    assert api.post("confirm", game.pk, seats=[0, 1, 2, 3])[0] == 200
    assert api.post("hands", game.pk, event=WIN, seen=1)[0] == 200


def test_what_was_previewed_under_other_rules_is_refused(api, game):
    mark = api.post("preview", game.pk, event=WIN)[1]["rules"]
    Event.objects.filter(pk=game.event_id).update(rule_options={"L-4": "0"})
    status, _refusal = api.post("hands", game.pk, event=WIN, seen=0, rules=mark)
    assert (status, HandRecord.objects.filter(game=game).count()) == (409, 0)
    mark = api.post("preview", game.pk, event=WIN)[1]["rules"]
    assert api.post("hands", game.pk, event=WIN, seen=0, rules=mark)[0] == 200


@pytest.mark.parametrize("name", ["confirm", "sign", "object"])
def test_nobody_is_asked_who_they_are_before_anything_else(game, name):
    args = (game.pk, 1) if name == "object" else (game.pk,)
    assert Caller().post(name, *args)[0] == 401


def test_the_api_corrects_with_a_preview_and_a_reason(api, game):
    api.post("hands", game.pk, event=WIN, seen=0)
    entries = [{"event": WIN | {"fan": 30}}]
    status, changes = api.post("correct_preview", game.pk, 1, entries=entries)
    assert (status, [change["number"] for change in changes]) == (200, [1])
    assert api.post("correct", game.pk, 1, entries=entries, seen=1, reason="")[0] == 400
    assert api.post("correct", game.pk, 1, entries=entries, seen=1, reason="計錯番")[0] == 200
    assert api.get("hand", game.pk, 1)[1]["book"]["payments"][0]["fan"] == 30


@pytest.mark.parametrize("forgotten", [{"type": "wrong_dealer", "seat": 3}, {"type": "time_up", "during_hand": True}])
def test_a_correction_adds_what_was_forgotten(api, game, forgotten):
    api.post("hands", game.pk, event=WIN, seen=0)
    said = {"entries": [{"event": forgotten}, {"event": WIN}], "seen": 1, "client_key": str(uuid.uuid4())}
    assert api.post("correct_preview", game.pk, 1, entries=said["entries"])[0] == 200
    answers = [api.post("correct", game.pk, 1, reason="漏記", **said) for _press in range(2)]
    assert [status for status, _answer in answers] == [200, 200]
    assert answers[0] == answers[1]
    assert [entry["event"] for entry in api.get("hand", game.pk, 1)[1]["book"]["events"]] == [forgotten, WIN]


def test_a_correction_adds_nothing_that_the_rules_do_not_know(api, game):
    api.post("hands", game.pk, event=WIN, seen=0)
    entries = [{"event": {"type": "surrender", "seat": 1, "winner": 0}}, {"event": WIN}]
    assert api.post("correct", game.pk, 1, entries=entries, seen=1, reason="漏記")[0] == 400
    assert api.post("undo", game.pk, seen=1, reason="記錯")[0] == 200
    assert api.get("hands", game.pk)[1] == []


def test_the_api_lets_a_player_confirm_his_own_seat_only(api, game):
    api.post("hands", game.pk, event=WIN, seen=0)
    player = Caller(player=player_at(game, 2))
    assert player.post("confirm", game.pk, seats=[2])[0] == 200
    assert player.post("confirm", game.pk, seats=[1])[0] == 403
    assert player.post("hands", game.pk, event=WIN, seen=1)[0] == 403
    assert api.get("hand", game.pk, 1)[1]["book"]["confirmations"][2] == 2
    player = Caller(player=player_at(game, 1))
    assert player.post("object", game.pk, 1, seat=1, reason="不是自摸")[0] == 200
    assert api.get("game", game.pk)[1]["disputed"] is True
    assert player.post("uphold", game.pk, 1, reason="我說的")[0] == 403
    assert api.post("uphold", game.pk, 1, reason="四家看見")[0] == 200
    assert api.get("game", game.pk)[1]["disputed"] is False


def test_the_api_signs_and_checks_a_card(api, game):
    for deal in range(8):
        event = {"type": "win", "winner": (deal + 1) % 4, "from": deal % 4, "fan": 10}
        seen = api.get("game", game.pk)[1]["book_version"]
        assert api.post("hands", game.pk, event=event, seen=seen)[0] == 200
        assert api.post("confirm", game.pk, seats=[0, 1, 2, 3])[0] == 200
    digest = api.get("card", game.pk)[1]["digest"]
    for seat in range(4):
        player = Caller(player=player_at(game, seat))
        assert player.post("sign", game.pk, seat=(seat + 1) % 4, digest=digest, strokes="M0,0L1,1")[0] == 403
        assert player.post("sign", game.pk, seat=seat, digest=digest, strokes="M0,0L1,1")[0] == 200
    code = Scorecard.objects.get(game=game).code
    status, body = Caller().get("check", code)
    assert (status, body["matches"], body["digest"]) == (200, True, digest)
    assert api.post("reopen", game.pk, reason="計錯")[0] == 403


def test_the_api_reopens_only_a_signed_card(game):
    head = make_user("head")
    add_member(game.event, head, Role.HEAD_REFEREE)
    assert Caller(head).post("reopen", game.pk, reason="未簽")[0] == 400


def test_the_api_knows_no_other_game(api, game):
    assert api.get("game", 10_000)[0] == 404
    assert api.post("hands", 10_000, event=WIN, seen=0)[0] == 404
    player = player_at(game, 0)
    caller = Caller()
    caller.headers["Authorization"] = f"Player {link_token(player)}:x"
    assert caller.get("game", game.pk)[0] == 401


def test_the_api_exports_a_game_that_replays_to_the_same_book(api, game):
    api.post("hands", game.pk, event=WIN, seen=0)
    document = api.get("export", game.pk)[1]
    status, book = Caller().post("replay", **document, client_key="")
    assert status == 400  # a key that the document does not know is refused by name
    assert "client_key" in book["error"]["detail"]


@pytest.mark.parametrize(
    "source",
    [
        b"[" * 100_000,
        b'{"event": {"type": "draw", "raised": "\\ud800"}}',
        b'{"event": {"type": "draw", "\\uDFFF": 1}}',
        b'{"event": {"type": "draw"}}' + b" " * 3_000_000,
        b"\xff",
    ],
    ids=["nested without end", "half a character", "half a character as a key", "too large", "no UTF-8"],
)
def test_the_api_refuses_what_cannot_be_read(api, game, source):
    status, error = api.preview(game, source)
    assert (status, error["code"]) == (400, "parse_error")


def test_the_api_refuses_a_document_with_a_key_twice(api, game):
    status, error = api.preview(game, b'{"event": {"type": "draw", "type": "draw"}, "seen": 0}')
    assert (status, error["code"]) == (400, "bad_value")
    assert "type" in error["detail"]
    source = json.dumps({"event": {"type": "ruling", "seat": 1, "consequences": ["\U0001f004"]}})
    assert "\\ud83c\\udc04" in source
    assert api.preview(game, source)[1]["code"] == "bad_event"
