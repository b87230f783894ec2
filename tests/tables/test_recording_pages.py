"""Recording a hand over the pages: form, preview, save, conflict; who may."""

import html
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import markup
from tests.tournaments.book_pages import make_hall
from tests.tournaments.factories import (
    add_member,
    confirm_all,
    make_event,
    make_game,
    make_user,
    play,
    play_and_confirm,
)
from tournaments.models import Act, Game, HandRecord, Role, Round
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.django_db

TYPED = {"kind": "win", "winner-0": "2", "source": "1", "mode-0": "typed", "typed-0": "32"}
TILES = {
    "kind": "win",
    "winner-0": "2",
    "source": "1",
    "mode-0": "tiles",
    "typed-0": "32",
    "hand_concealed-0": "123m56m789p234p567s88s",
    "hand_winning-0": "4m",
    "hand_melds-0": "[]",
}


@pytest.fixture
def game(client: Client) -> Game:
    referee = make_user()
    client.force_login(referee)
    return make_game(referee=referee)


def actor() -> Actor:
    return Actor(user_id=make_user().pk)


def url(name: str, game: Game) -> str:
    return reverse(f"tournaments:{name}", args=[game.pk])


def words(response: Any) -> str:
    """What a reader sees of a page."""
    page = markup(response)
    main = page[page.find("<main") :] if "<main" in page else page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def hidden(response: Any) -> dict[str, Any]:
    """The fields that the preview sends to be saved."""
    return hidden_fields(markup(response).partition('data-save="hand-')[2].partition("</form>")[0])


def hidden_fields(form: str) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form):
        found.setdefault(html.unescape(name), []).append(html.unescape(value))
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def previewed(client: Client, game: Game, data: dict[str, str]) -> dict[str, str]:
    response = client.post(url("win", game), data)
    assert response.status_code == 200, words(response)
    return hidden(response)


def closed(game: Game) -> int:
    return HandRecord.objects.filter(game=game).exclude(result="open").count()


# --- from the seat to the book --------------------------------------------------------------------------------------


def test_it_asks_from_whom_and_how_much_in_three_ways(client: Client, game: Game):
    response = client.get(url("win", game), {"winner": 2})
    page = markup(response)
    assert "陳大文 食糊" in page
    assert [name for name in ("番數", "揀番", "擺牌") if name in page] == ["番數", "揀番", "擺牌"]
    assert re.findall(r'name="source" value="(\w+)"', page) == ["self", "0", "1", "3"]


def test_it_asks_who_won_where_nobody_was_tapped(client: Client, game: Game):
    page = markup(client.get(url("win", game)))
    assert re.findall(r'name="winner-0" value="(\d)"', page) == ["0", "1", "2", "3"]


def test_it_takes_no_second_win_from_who_discarded_the_tile(client: Client, game: Game):
    shown = words(client.post(url("win", game), TYPED | {"add": "1"}))
    assert "李小龍 出銃，不能同時食糊；先改出銃的一家。" in shown
    assert "李小龍 沒有食" not in shown


def test_it_answers_a_script_by_the_sheet_alone(client: Client, game: Game):
    response = client.get(url("win", game), {"winner": 2}, headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b"sheet-head" in response.content


def test_it_shows_every_payment_chain_and_total_before_saving(client: Client, game: Game):
    shown = words(client.post(url("win", game), TYPED))
    assert "李小龍 付 陳大文 37 番 32 + 底 5" in shown
    assert "新拉 陳大文 ← 李小龍 拉1 37" in shown
    assert "下一鋪：東二局" in shown
    assert not Act.objects.exists()


def test_it_names_the_dealers_share(client: Client, game: Game):
    play_and_confirm(game, actor(), type="draw")
    shown = words(client.post(url("win", game), TYPED | {"source": "0"}))
    assert "張國強 付 陳大文 40 番 32 + 底 5 + 拉一莊 3" in shown


def test_it_saves_what_was_previewed(client: Client, game: Game):
    response = client.post(url("save", game), previewed(client, game, TYPED))
    assert response.status_code == 302
    assert response["Location"] == url("table", game)
    act = Act.objects.get(game=game)
    assert act.payload == {
        "event": {"type": "win", "from": 1, "winner": 2, "fan": 37},
        "claim": {"mode": "typed", "typed": 32},
    }
    assert act.user.username == "referee"


def test_it_saves_a_draw_after_two_taps(client: Client, game: Game):
    first = client.get(url("draw", game))
    assert "流局" in words(first)
    assert client.post(url("save", game), hidden(first)).status_code == 302
    assert HandRecord.objects.get(game=game).result == "draw"


def test_it_saves_once_however_often_it_is_pressed(client: Client, game: Game):
    data = previewed(client, game, TYPED)
    assert {client.post(url("save", game), data).status_code for _ in range(10)} == {302}
    assert Act.objects.filter(game=game).count() == 1


def test_it_has_the_same_key_after_a_reload_and_another_after_a_change(client: Client, game: Game):
    first, again = previewed(client, game, TYPED), previewed(client, game, TYPED)
    other = previewed(client, game, TYPED | {"typed-0": "33"})
    assert first["client_key"] == again["client_key"] != other["client_key"]


def test_it_takes_the_same_hand_from_a_second_device_as_one(client: Client, game: Game):
    data = previewed(client, game, TYPED)
    client.post(url("save", game), data)
    assert client.post(url("save", game), data | {"client_key": str(uuid.uuid4())}).status_code == 302
    assert Act.objects.filter(game=game).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("data", [TYPED, TILES], ids=["typed", "tiles"])
def test_it_saves_in_few_statements_and_one_commit(client: Client, game: Game, data: dict[str, str]):
    play_and_confirm(game, actor(), type="win", winner=0, self_draw=True, fan=12)
    ready = previewed(client, game, data)
    with CaptureQueriesContext(connection) as seen:
        assert client.post(url("save", game), ready).status_code == 302
    statements = [query["sql"].split()[0].upper() for query in seen]
    assert statements.count("COMMIT") == 1
    # PostgreSQL locks the game before it reads it: what a locking statement joins is as old as that statement.
    assert len(statements) <= 16, statements


# --- nothing entered is lost ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"source": ""}, "請揀自摸，或出銃的一家。"),
        ({"typed-0": "abc"}, "番數要是零或以上的整數。"),
        ({"source": "2"}, "出銃的一家不能同時食糊。"),
    ],
)
def test_it_says_what_is_not_clear_and_keeps_the_rest(
    client: Client, game: Game, change: dict[str, str], sentence: str
):
    response = client.post(url("win", game), TYPED | {"tick-0": "門清"} | change)
    page = markup(response)
    assert response.status_code == 400
    assert sentence in page
    assert f'value="{(TYPED | change)["typed-0"]}"' in page
    assert 'value="門清" checked' in page


def test_it_keeps_all_three_ways_when_the_referee_changes_his_mind(client: Client, game: Game):
    page = markup(client.post(url("win", game), previewed(client, game, TILES) | {"edit": "1"}))
    assert 'value="32"' in page
    assert 'value="123m56m789p234p567s88s"' in page
    assert 'value="tiles" checked' in page
    assert 'name="source" value="1" checked' in page


def test_it_adds_another_winner_without_losing_the_first(client: Client, game: Game):
    page = markup(client.post(url("win", game), TYPED | {"add": "3"}))
    assert 'name="winner-1" value="3"' in page
    assert 'value="32"' in page
    assert 'name="source" value="1" checked' in page


def test_it_takes_a_winner_out_again(client: Client, game: Game):
    two = TYPED | {"winner-1": "3", "mode-1": "typed", "typed-1": "8"}
    page = markup(client.post(url("win", game), two | {"drop": "2"}))
    assert 'name="winner-0" value="3"' in page
    assert 'name="winner-1"' not in page
    assert 'value="8"' in page


def test_it_saves_a_double_win(client: Client, game: Game):
    two = TYPED | {"winner-1": "3", "mode-1": "typed", "typed-1": "8"}
    shown = client.post(url("win", game), two)
    assert "李小龍 付 陳大文 42 番 32 + 底 5 + 雙響 5" in words(shown)
    client.post(url("save", game), hidden(shown))
    assert Act.objects.get(game=game).payload["event"]["winners"] == [
        {"seat": 2, "fan": 37},
        {"seat": 3, "fan": 13},
    ]


def test_it_shows_a_difference_and_pays_the_other_number_when_asked(client: Client, game: Game):
    shown = client.post(url("win", game), TILES)
    assert "陳大文 報的番數和計出的不同。照哪個付？ 計 20 報 32" in words(shown)
    assert "李小龍 付 陳大文 25 番" in words(shown)
    other = client.post(url("win", game), hidden(shown) | {"pay-0": "claimed"})
    assert "李小龍 付 陳大文 37 番" in words(other)
    client.post(url("save", game), hidden(other))
    claim = Act.objects.get(game=game).payload["claim"]
    assert (claim["typed"], claim["computed"], claim["paid"]) == (32, 20, "claimed")


def test_it_lists_the_fans_before_saving(client: Client, game: Game):
    assert "陳大文 的番種 底 5 門清 3 將眼 2 大平 15" in words(client.post(url("win", game), TILES))


def test_it_refuses_an_entry_that_it_did_not_write(client: Client, game: Game):
    response = client.post(url("save", game), previewed(client, game, TYPED) | {"counted": "tampered"})
    assert response.status_code == 400
    assert not Act.objects.exists()


def test_it_refuses_an_entry_of_another_table(client: Client, game: Game):
    other = make_game(make_event("other"), make_user())
    data = previewed(client, game, TYPED)
    assert client.post(url("save", other), data).status_code == 400


# --- other devices, confirmations, states ---------------------------------------------------------------------------


def test_it_shows_both_versions_after_a_conflict_and_loses_nothing(client: Client, game: Game):
    data = previewed(client, game, TYPED)
    play(game, actor(), type="win", winner=3, source=0, fan=20)
    response = client.post(url("save", game), data)
    shown = words(response)
    assert response.status_code == 409
    assert "何家珍 食糊 20 + 莊家 1 = 21 番，張國強 出銃" in shown
    assert "陳大文 食糊 37 番，李小龍 出銃" in shown
    form = markup(client.post(url("win", game), hidden_fields(markup(response)) | {"edit": "1"}))
    assert 'value="32"' in form
    assert closed(game) == 1


def test_it_shows_the_count_of_tiles_after_a_conflict(client: Client, game: Game):
    data = previewed(client, game, TILES)
    play(game, actor(), type="draw")
    assert "陳大文 食糊 25 番，李小龍 出銃" in words(client.post(url("save", game), data))


def test_it_asks_for_confirmation_of_the_last_hand_first(client: Client, game: Game):
    play(game, actor(), type="draw")
    response = client.post(url("win", game), TYPED)
    assert response.status_code == 409
    assert "未獲四家確認" in words(response)
    assert 'value="32"' in markup(response)


def test_it_asks_for_confirmation_before_a_draw_too(client: Client, game: Game):
    play(game, actor(), type="draw")
    response = client.get(url("draw", game))
    assert response.status_code == 409
    assert url("confirm", game) in markup(response)


def test_it_goes_on_once_all_have_confirmed(client: Client, game: Game):
    play(game, actor(), type="draw")
    confirm_all(game, actor())
    assert client.post(url("win", game), TYPED).status_code == 200


def test_it_refuses_a_banned_winner_in_words(client: Client, game: Game):
    play(game, actor(), type="ruling", seat=2, consequences=["ban"])
    response = client.post(url("win", game), TYPED)
    assert response.status_code == 400
    assert "禁止食糊" in words(response)


def test_it_refuses_two_hands_that_cannot_lie_on_one_table_in_words(client: Client, game: Game):
    hands = {0: "123m56m789p234p567s88s", 1: "23m111p456p888s99p123s"}
    tiles = {f"hand_concealed-{slot}": text for slot, text in hands.items()}
    tiles |= {f"hand_winning-{slot}": "4m" for slot in hands} | {f"hand_melds-{slot}": "[]" for slot in hands}
    modes = {"mode-0": "tiles", "mode-1": "tiles", "winner-0": "2", "winner-1": "0", "source": "1"}
    response = client.post(url("win", game), TYPED | modes | tiles)
    assert response.status_code == 400
    assert "合共有 5 隻「8s」" in words(response)
    assert all(text in markup(response) for text in hands.values()), "nothing is lost"


def test_it_records_nothing_before_the_round_is_open(client: Client):
    referee = make_user()
    client.force_login(referee)
    game = make_game(referee=referee, state=Round.State.PUBLISHED)
    assert client.post(url("win", game), TYPED).status_code == 409
    assert client.get(url("draw", game)).status_code == 409


# --- the live count -------------------------------------------------------------------------------------------------


def count(client: Client, game: Game, data: dict[str, Any], slot: int = 0) -> str:
    response = client.post(url("count", game) + f"?slot={slot}", data)
    assert response.status_code == 200
    return words(response)


def test_it_says_the_sum_while_it_is_typed(client: Client, game: Game):
    assert count(client, game, TYPED) == "32 + 底 5 = 37"
    assert count(client, game, TYPED | {"source": "0"}) == "32 + 底 5 + 莊家 1 = 38"


def test_it_says_two_sums_where_the_dealer_pays_more(client: Client, game: Game):
    assert count(client, game, TYPED | {"source": "self"}) == "32 + 底 5 = 37 莊家付：32 + 底 5 + 莊家 1 = 38"


def test_it_says_nothing_about_an_empty_form(client: Client, game: Game):
    assert count(client, game, TYPED | {"typed-0": ""}) == ""


def test_it_shows_the_fans_what_was_not_counted_and_the_waits(client: Client, game: Game):
    shown = count(client, game, TILES)
    assert shown.startswith("20 + 底 5 = 25 報 32，計 20")
    assert "無花 不計：已計大平" in shown
    assert "四萬 七萬" in markup(client.post(url("count", game), TILES))


def test_it_says_why_a_hand_does_not_win(client: Client, game: Game):
    assert "食唔到：" in count(client, game, TILES | {"hand_winning-0": "9m"})


def test_it_leaves_missing_tiles_to_the_keyboard(client: Client, game: Game):
    assert count(client, game, TILES | {"hand_concealed-0": "1m"}) == ""


def test_it_greys_what_does_not_count_beside_the_ticks(client: Client, game: Game):
    data = TYPED | {"mode-0": "ticks", "tick-0": ["門摸"], "typed-0": "", "source": "self"}
    page = markup(client.post(url("count", game), data))
    assert re.search(r'data-shut-out="門清\|自摸"[^>]*>不計：已計門摸<', page)
    assert re.search(r'data-shut-out="[^"]*全求人[^"]*"[^>]*>不能和門摸同一副牌<', page)


def test_it_counts_the_second_winner_for_himself(client: Client, game: Game):
    two = TYPED | {"winner-1": "3", "mode-1": "typed", "typed-1": "8"}
    assert count(client, game, two, 1) == "8 + 底 5 + 雙響 5 = 18"


@pytest.mark.parametrize("slot", ["7", "x", ""])
def test_it_answers_for_the_first_winner_where_the_slot_is_nonsense(client: Client, game: Game, slot: str):
    assert words(client.post(url("count", game) + f"?slot={slot}", TYPED)) == "32 + 底 5 = 37"


# --- who may --------------------------------------------------------------------------------------------------------


WRITING = [("get", "win"), ("post", "win"), ("get", "draw"), ("post", "save"), ("post", "count")]


@pytest.mark.parametrize(("method", "name"), WRITING)
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.REFEREE])
def test_it_lets_nobody_write_at_a_table_that_is_not_his(client: Client, method: str, name: str, role: str):
    game = make_game(referee=make_user())
    other = make_user("other")
    add_member(game.event, other, role)
    client.force_login(other)
    assert getattr(client, method)(url(name, game)).status_code == 403


@pytest.mark.parametrize(("method", "name"), WRITING)
def test_it_lets_no_stranger_write(client: Client, method: str, name: str):
    game = make_game(make_event(public=False), make_user())
    assert getattr(client, method)(url(name, game)).status_code == 404


def test_it_lets_the_head_referee_write_everywhere(client: Client):
    game = make_game()
    head = make_user("head")
    add_member(game.event, head, Role.HEAD_REFEREE)
    client.force_login(head)
    assert client.post(url("save", game), previewed(client, game, TYPED)).status_code == 302


# --- what has happened since ----------------------------------------------------------------------------------------


def test_it_says_that_a_hand_is_recorded_already(client: Client, game: Game):
    sent = previewed(client, game, TYPED)
    first = client.post(url("save", game), sent, follow=True)
    assert "已經記錄" not in words(first)
    again = client.post(url("save", game), sent, follow=True)
    assert "這一鋪已經記錄，沒有再記一次。" in words(again)
    assert closed(game) == 1


@pytest.mark.parametrize("form", ["win", "reward", "undo"])
def test_an_open_form_is_told_of_what_was_recorded_since(client: Client, game: Game, form: str):
    play_and_confirm(game, actor(), type="draw")
    opened = markup(client.get(url(form, game)))
    etag = re.search(rf"data-poll=\"{url('recorded', game)}\"[^>]* data-etag='([^']*)'", opened)[1]  # type: ignore[index]
    told = {"If-None-Match": etag}
    assert client.get(url("recorded", game), headers=told).status_code == 304
    play(game, actor(), type="reward", kind="concealed_kong", seat=1)
    answer = client.get(url("recorded", game), headers=told)
    assert "這一頁打開之後，這一檯有新的記錄。" in words(answer)
    assert "李小龍 暗槓" in words(answer)
    assert client.get(url("recorded", game), headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_nobody_else_is_told_what_a_form_sees(client: Client, game: Game):
    client.logout()
    assert client.get(url("recorded", game)).status_code in (302, 403)


@pytest.mark.parametrize("name", ["win", "draw", "reward"])
def test_a_finished_game_opens_no_form(name):
    hall = make_hall()
    play(hall.game, hall.actor, type="time_up", during_hand=False)
    answer = hall.get(name)
    assert answer.status_code == 409
    assert "這個半莊已打完" in markup(answer)
    assert "<fieldset" not in markup(answer)
