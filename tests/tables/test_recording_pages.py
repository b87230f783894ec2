import html
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.markup import markup, shows, words
from tests.tournaments.book_pages import Hall, make_hall, somebody
from tests.tournaments.recorder import DRAW, KONG, won
from tournaments.models import Act, HandRecord, Player, Round
from tournaments.organising.services.events import change_event
from tournaments.tables.game_log.read import rules_mark
from tournaments.tables.services.writing import freeze_rules

TYPED = {"kind": "win", "winner-0": "2", "source": "1", "mode-0": "typed", "typed-0": "32"}
LAID = {"hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m", "hand_melds-0": "[]"}
TILES = TYPED | {"mode-0": "tiles"} | LAID
TWO = TYPED | {"winner-1": "3", "mode-1": "typed", "typed-1": "8"}


def hidden(response: Any) -> dict[str, Any]:
    """The fields that the preview sends to be saved."""
    return hidden_fields(markup(response).partition('data-save="hand-')[2].partition("</form>")[0])


def hidden_fields(form: str) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form):
        found.setdefault(html.unescape(name), []).append(html.unescape(value))
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def sent(hall: Hall, name: str, data: dict[str, Any], **more: Any) -> Any:
    """As it comes from a page, with no key but its own."""
    return hall.referee.post(hall.url(name), data, **more)


def previewed(hall: Hall, data: dict[str, Any] = TYPED) -> dict[str, Any]:
    response = sent(hall, "win", data)
    assert response.status_code == 200, words(response)
    return hidden(response)


def closed() -> int:
    return HandRecord.objects.exclude(result="open").count()


def test_the_form_asks_from_whom_and_how_much_in_three_ways(hall: Hall):
    page = shows(hall.get("win", winner=2), "陳大文 食糊", "番數", "揀番", "擺牌")
    assert re.findall(r'name="source" value="(\w+)"', page) == ["self", "0", "1", "3"]
    # And who won, if no seat was tapped.
    assert re.findall(r'name="winner-0" value="(\d)"', markup(hall.get("win"))) == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("win", {"winner": "2"}),
        ("reward", {}),
        ("undo", {}),
        ("penalties:ruling", {}),
        ("penalties:ruling", {"seat": "1", "offence": "talking"}),
    ],
)
def test_a_script_is_answered_by_the_sheet_alone(hall: Hall, name: str, asked: dict[str, str]):
    shows(hall.get(name, headers={"HX-Request": "true"}, **asked), "sheet-head", never="<html")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TYPED, ["李小龍 付 陳大文 37 番 32 + 底 5", "新拉 陳大文 ← 李小龍 拉1 37", "下一鋪：東二局"]),
        (TWO, ["李小龍 付 陳大文 42 番 32 + 底 5 + 雙響 5"]),
        (TILES, ["李小龍 付 陳大文 25 番", "陳大文 的番種 底 5 門清 3 將眼 2 大平 15"]),
    ],
)
def test_a_preview_shows_every_payment_chain_total_and_fan(hall: Hall, data: dict[str, str], said: list[str]):
    shows(sent(hall, "win", data), *said)
    assert not Act.objects.exists()


def test_a_preview_names_the_dealers_share(hall: Hall):
    hall.settle(DRAW)
    shows(sent(hall, "win", TYPED | {"source": "0"}), "張國強 付 陳大文 40 番 32 + 底 5 + 拉一莊 3")


def test_a_hand_is_saved_as_it_was_previewed(hall: Hall):
    response = sent(hall, "save", previewed(hall))
    assert (response.status_code, response["Location"]) == (302, hall.url("table"))
    act = Act.objects.get()
    claim = {"mode": "typed", "typed": 32}
    assert act.payload == {"event": {"type": "win", "from": 1, "winner": 2, "fan": 37}, "claim": claim}
    assert act.user.username == "referee"


def test_no_page_of_a_hand_puts_a_name_into_the_words_of_the_rule_set():
    """Sentences say 胡牌 for 食糊 in tw-club; a player may be called 食糊王."""
    hall = make_hall(rule_set="tw-club")
    seat = hall.game.seats.get(seat=2)
    Player.objects.filter(pk=seat.player_id).update(name="食糊王")
    shows(sent(hall, "win", TWO | {"typed-1": ""}), "食糊王 胡幾多", "食糊王 沒有胡", never="胡牌王", status=400)
    shows(sent(hall, "win", TILES), "食糊王 的台種", never="胡牌王")
    assert sent(hall, "save", previewed(hall, TILES)).status_code == 302
    shows(hall.get("hand", 1), "食糊王 的台種", never="胡牌王")


def test_two_taps_save_a_draw(hall: Hall):
    first = hall.get("draw")
    shows(first, "流局")
    assert sent(hall, "save", hidden(first)).status_code == 302
    assert HandRecord.objects.get().result == "draw"


def test_a_hand_is_saved_once_however_often_and_from_which_device_it_is_sent(hall: Hall):
    data = previewed(hall)
    shows(sent(hall, "save", data, follow=True), never="已經記錄")
    assert {sent(hall, "save", data).status_code for _ in range(8)} == {302}
    shows(sent(hall, "save", data, follow=True), "這一鋪已經記錄，沒有再記一次。")
    assert sent(hall, "save", data | {"client_key": str(uuid.uuid4())}).status_code == 302
    assert (closed(), Act.objects.count()) == (1, 1)


def test_a_preview_has_the_same_key_after_a_reload_and_another_after_a_change(hall: Hall):
    first, again, other = (previewed(hall, data) for data in (TYPED, TYPED, TYPED | {"typed-0": "33"}))
    assert first["client_key"] == again["client_key"] != other["client_key"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("data", [TYPED, TILES], ids=["typed", "tiles"])
def test_a_hand_is_saved_in_few_statements_and_one_commit(hall: Hall, data: dict[str, str]):
    hall.settle(won(0, None, 12))
    ready = previewed(hall, data)
    with CaptureQueriesContext(connection) as seen:
        assert sent(hall, "save", ready).status_code == 302
    statements = [query["sql"].split()[0].upper() for query in seen]
    assert statements.count("COMMIT") == 1
    # PostgreSQL locks the game before it reads it: what a locking statement joins is as old as that statement.
    assert len(statements) <= 16, statements


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"source": ""}, "請揀自摸，或出銃的一家。"),
        ({"typed-0": "abc"}, "番數要是零或以上的整數。"),
        ({"typed-0": "9999999"}, "番數最多 9999。"),
        ({"source": "2"}, "出銃的一家不能同時食糊。"),
    ],
)
def test_the_form_says_what_is_not_clear_and_keeps_the_rest(hall: Hall, change: dict[str, str], sentence: str):
    kept = f'value="{(TYPED | change)["typed-0"]}"'
    shows(sent(hall, "win", TYPED | {"tick-0": "門清"} | change), sentence, kept, 'value="門清" checked', status=400)


@pytest.mark.parametrize(
    ("data", "change", "said", "never"),
    [
        (TILES, {"edit": "1"}, ['value="32"', f'value="{LAID["hand_concealed-0"]}"', 'value="tiles" checked'], []),
        (TYPED, {"add": "3"}, ['name="winner-1" value="3"', 'value="32"'], []),
        (TYPED, {"add": "1"}, ["李小龍 出銃，不能同時食糊；先改出銃的一家。"], ["李小龍 沒有食"]),
        (TWO, {"drop": "2"}, ['name="winner-0" value="3"', 'value="8"'], ['name="winner-1"']),
    ],
    ids=["back to the form", "another winner", "who discarded the tile", "one winner less"],
)
def test_a_change_of_the_form_keeps_what_was_entered(
    hall: Hall, data: dict[str, str], change: dict[str, str], said: list[str], never: list[str]
):
    shows(sent(hall, "win", previewed(hall, data) | change), *said, 'name="source" value="1" checked', never=never)


def test_a_double_win_is_saved(hall: Hall):
    sent(hall, "save", previewed(hall, TWO))
    assert Act.objects.get().payload["event"]["winners"] == [{"seat": 2, "fan": 37}, {"seat": 3, "fan": 13}]


def test_a_preview_shows_a_difference_and_pays_the_other_number_when_asked(hall: Hall):
    shown = sent(hall, "win", TILES)
    shows(shown, "陳大文 報的番數和計出的不同。照哪個付？ 計 20 報 32", "李小龍 付 陳大文 25 番")
    other = sent(hall, "win", hidden(shown) | {"pay-0": "claimed"})
    shows(other, "李小龍 付 陳大文 37 番")
    sent(hall, "save", hidden(other))
    claim = Act.objects.get().payload["claim"]
    assert (claim["typed"], claim["computed"], claim["paid"]) == (32, 20, "claimed")


def test_an_entry_of_another_origin_or_table_is_refused(hall: Hall):
    data = previewed(hall)
    assert sent(hall, "save", data | {"counted": "tampered"}).status_code == 400
    assert sent(make_hall(slug="other"), "save", data).status_code == 400
    assert not Act.objects.exists()


def test_a_conflict_shows_both_versions_and_loses_nothing(hall: Hall):
    typed, laid = previewed(hall), previewed(hall, TILES)
    hall.play(won(3, 0, 20))
    response = sent(hall, "save", typed)
    shows(
        response,
        "何家珍 食糊 20 + 莊家 1 = 21 番，張國強 出銃",
        "陳大文 食糊 37 番，李小龍 出銃",
        "另一部裝置或分頁先記錄了",
        status=409,
    )
    shows(sent(hall, "win", hidden_fields(markup(response)) | {"edit": "1"}), 'value="32"')
    shows(sent(hall, "save", laid), "陳大文 食糊 25 番，李小龍 出銃", status=409)
    assert closed() == 1


def test_a_hand_waits_for_the_confirmation_of_the_last_one(hall: Hall):
    hall.play(DRAW)
    shows(sent(hall, "win", TYPED), "未獲四家確認", 'value="32"', status=409)
    shows(hall.get("draw"), hall.url("confirm"), status=409)
    hall.confirm()
    shows(sent(hall, "win", TYPED))


def test_two_hands_that_cannot_be_on_one_table_are_refused_in_words(hall: Hall):
    hands = {0: "123m56m789p234p567s88s", 1: "23m111p456p888s99p123s"}
    tiles = {f"hand_concealed-{slot}": text for slot, text in hands.items()}
    tiles |= {f"hand_winning-{slot}": "4m" for slot in hands} | {f"hand_melds-{slot}": "[]" for slot in hands}
    modes = {"mode-0": "tiles", "mode-1": "tiles", "winner-0": "2", "winner-1": "0", "source": "1"}
    shows(sent(hall, "win", TYPED | modes | tiles), "合共有 5 隻「8s」", *hands.values(), status=400)


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.CLOSED])
def test_nothing_is_recorded_before_the_round_is_open_nor_after(hall: Hall, state: str):
    Round.objects.update(state=state)
    answers = sent(hall, "win", TYPED), hall.get("draw"), hall.post("reward", pick="grass.1")
    assert [answer.status_code for answer in answers] == [409] * 3


def count(hall: Hall, data: dict[str, Any], slot: object = 0) -> Any:
    response = hall.referee.post(hall.url("count") + f"?slot={slot}", data)
    assert response.status_code == 200
    return response


def test_the_live_count_says_who_pays_how_much_where_all_pay():
    """國標: the discarder pays 8 more than the other two; the button shows the first line."""
    page = words(count(make_hall(rule_set="mcr"), TYPED | {"typed-0": "24"}))
    assert page == "點炮者付：24 番，付 32 分 其他兩家各付：24 番，付 8 分"


@pytest.mark.parametrize(
    ("data", "slot", "said"),
    [
        (TYPED, 0, "32 + 底 5 = 37"),
        (TYPED | {"source": "0"}, 0, "32 + 底 5 + 莊家 1 = 38"),
        (TYPED | {"source": "self"}, 0, "32 + 底 5 = 37 莊家付：32 + 底 5 + 莊家 1 = 38"),
        (TYPED | {"typed-0": ""}, 0, ""),
        (TILES | {"hand_concealed-0": "1m"}, 0, ""),
        (TWO, 1, "8 + 底 5 + 雙響 5 = 18"),
        *((TYPED, slot, "32 + 底 5 = 37") for slot in ("7", "x", "")),
    ],
    ids=["typed", "dealer pays", "two sums", "empty", "missing tiles", "the second winner", "7", "x", "no slot"],
)
def test_the_form_says_the_sum_while_it_is_typed(hall: Hall, data: dict[str, str], slot: object, said: str):
    assert words(count(hall, data, slot)) == said


def test_the_form_shows_the_fans_what_was_not_counted_and_the_waits_or_why_a_hand_does_not_win(hall: Hall):
    shown = count(hall, TILES)
    assert words(shown).startswith("20 + 底 5 = 25 報 32，計 20")
    shows(shown, "無花 不計：已計大平", "四萬 七萬")
    shows(count(hall, TILES | {"hand_winning-0": "9m"}), "食唔到：")


def test_the_form_greys_what_does_not_count_beside_the_ticks(hall: Hall):
    page = markup(count(hall, TYPED | {"mode-0": "ticks", "tick-0": ["門摸"], "typed-0": "", "source": "self"}))
    assert re.search(r'data-shut-out="門清\|自摸"[^>]*>不計：已計門摸<', page)
    assert re.search(r'data-shut-out="[^"]*全求人[^"]*"[^>]*>不能和門摸同一副牌<', page)


def test_the_head_referee_writes_everywhere(hall: Hall):
    head = somebody(hall, "head referee")
    assert head.post(hall.url("save"), hidden(head.post(hall.url("win"), TYPED))).status_code == 302


@pytest.mark.parametrize("form", ["win", "reward", "undo"])
def test_an_open_form_is_told_of_what_was_recorded_since_and_nobody_else_is(client: Client, hall: Hall, form: str):
    hall.settle(DRAW)
    opened = markup(hall.get(form))
    [etag] = re.findall(rf"data-poll=\"{hall.url('recorded')}\"[^>]* data-etag='([^']*)'", opened)
    told = {"If-None-Match": etag}
    assert hall.get("recorded", headers=told).status_code == 304
    hall.play(KONG)
    answer = hall.get("recorded", headers=told)
    shows(answer, "這一頁打開之後，這一檯有新的記錄。", "何家珍 暗槓")
    assert hall.get("recorded", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert hall.get("recorded", client=client).status_code in (302, 403)


@pytest.mark.parametrize("name", ["win", "draw", "reward"])
def test_a_finished_game_opens_no_form(hall: Hall, name: str):
    hall.play({"type": "time_up", "during_hand": False})
    shows(hall.get(name), "已打完。", never=["<fieldset", 'name="pick"'], status=409)


CHANGED = "賽事的規則更改了，這一鋪未記錄。"


def payload() -> Any:
    return Act.objects.get().payload


def test_a_number_called_under_another_base_is_shown_again_and_then_recorded_as_called(hall: Hall):
    before = previewed(hall)
    change_event(event=hall.event, rule_set="tw-club")
    # After signing in again too it is counted under the rules of now.
    shows(hall.referee.get(hall.url("preview"), before), CHANGED, status=409)
    answer = sent(hall, "save", before)
    shows(answer, CHANGED, status=409)
    assert not Act.objects.exists()
    assert sent(hall, "save", hidden(answer)).status_code == 302
    assert payload()["claim"] == {"mode": "typed", "typed": 32}
    assert payload()["event"]["fan"] == 32, "without the 底 of the rules of before"


def test_a_fan_with_another_value_is_counted_anew(hall: Hall):
    before = previewed(hall, TYPED | {"mode-0": "ticks", "typed-0": "", "tick-0": ["門清", "清龍*"]})
    change_event(event=hall.event, rule_values={"門清": 7})
    answer = sent(hall, "save", before)
    shows(answer, CHANGED, status=409)
    sent(hall, "save", hidden(answer))
    assert payload()["event"]["fan"] == payload()["claim"]["computed"] + 5 == 7 + 20 + 5


def test_what_the_new_rules_do_not_pay_comes_back_in_the_form(hall: Hall):
    before = previewed(hall, TYPED | {"typed-0": "2"})
    change_event(event=hall.event, rule_set="hkma-masters")
    shows(sent(hall, "save", before), CHANGED, 'value="2"', status=400)
    assert not Act.objects.exists()


def test_tiles_and_a_draw_come_back_too(hall: Hall):
    both = previewed(hall, TILES), hidden(hall.get("draw"))
    change_event(event=hall.event, rule_values={"門清": 7})
    for before in both:
        answer = sent(hall, "save", before)
        shows(answer, CHANGED, status=409)
    assert sent(hall, "save", hidden(answer)).status_code == 302
    assert payload()["event"] == {"type": "draw"}


def test_a_draw_that_now_asks_something_asks_it(hall: Hall):
    before = hidden(hall.get("draw"))
    change_event(event=hall.event, rule_set="tw-club")
    answer = sent(hall, "save", before)
    shows(answer, CHANGED, status=409)
    assert 'name="dealer"' in markup(answer) or 'name="not_ready"' in markup(answer)


def test_the_mark_of_the_rules_is_that_of_the_rules_once_they_are_frozen(hall: Hall):
    before = rules_mark(hall.event)
    freeze_rules(hall.event)
    hall.event.refresh_from_db()
    assert hall.event.rules_snapshot is not None
    assert rules_mark(hall.event) == before
