import re

import pytest
from django.http import QueryDict
from django.test import Client

import scoring
from scoring import ScoringError, read_tiles
from scoring.documents import score_document
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows, url
from tournaments.rulebook.calculator import Asked, read_asked
from tournaments.rulebook.learning import one_tile_away, under_all_rules

PAGE = url("calculator")
LEAGUE_OPTIONS = {"L-1": ("concealed", "none", "all")}
PLAIN = "123m56m789p234p567s88s"
HTMX = {"headers": {"HX-Request": "true", "HX-Target": "answer"}}


def read(query: str, options: dict[str, tuple[str, ...]] | None = None) -> Asked:
    return read_asked(QueryDict(query.replace("+", "%2B")), options or {}, "hkma-league")


class TestTheAddress:
    @pytest.mark.parametrize(
        "query",
        [
            "rules=hkma-league",
            "rules=hkma-league&hand=123m56m789p%20(777z)%20[1111p]%2015f%20%2B4m&by=draw&seat=S&with=declared_ready",
            "rules=hkma-league&hand=123m&winners=2&flower_draws=1&last_draw=flower&discards=9&visible=444m&L-1=all",
        ],
    )
    def test_it_brings_the_same_question_back(self, query: str) -> None:
        asked = read(query, LEAGUE_OPTIONS)
        assert asked.address() == query
        assert read(asked.address(), LEAGUE_OPTIONS) == asked

    def test_it_says_what_the_tile_keyboard_wrote(self) -> None:
        keyboard = QueryDict(mutable=True)
        keyboard.update(
            {
                "hand_concealed": "56m789p234p88s",
                "hand_winning": "4m",
                "hand_melds": '[{"kind":"pung","tiles":"777z"},{"kind":"concealed_kong","tiles":"1111p"}]',
                "hand_flowers": "1f",
            }
        )
        asked = read_asked(keyboard, LEAGUE_OPTIONS, "hkma-league")
        assert "56m789p234p88s%20(777z)%20[1111p]%201f%20%2B4m" in asked.address()
        assert read(asked.address(), LEAGUE_OPTIONS) == asked

    def test_it_leaves_out_an_option_that_is_the_default_or_that_is_none(self) -> None:
        assert not read("L-1=concealed&L-2=x", LEAGUE_OPTIONS).options
        assert read("hand=１２３Ｍ（777Z）＋4Ｍ").address() == "rules=hkma-league&hand=123m%20(777z)%20%2B4m"

    @pytest.mark.parametrize(("hand", "asked"), [("123m44s", "123m4s +4s"), ("123m4s5z", "123m4s +5z")])
    def test_the_last_tile_of_a_whole_hand_is_the_winning_one(self, hand: str, asked: str) -> None:
        assert read(f"hand={hand}").with_winning_tile(4) == read(f"hand={asked}")

    @pytest.mark.parametrize("hand", ["123m4s", "123m44s5z", "123m4s +4s", "12x45m", "(123m)(456m)"])
    def test_no_other_tile_becomes_the_winning_one(self, hand: str) -> None:
        assert read(f"hand={hand}").with_winning_tile(4) == read(f"hand={hand}")


class TestTheCount:
    @pytest.mark.parametrize(
        ("asked", "said", "times"),
        [
            ({"hand": f"{PLAIN} +4m"}, "<b>25</b>番", 1),
            ({"hand": f"{PLAIN} +4m"}, "不計：已計大平", 1),
            ({"hand": "1112223334445556m +6m", "seat": "E"}, "其他讀法", 1),
            ({"hand": "1112223334445556m +6m", "seat": "E"}, "<summary><b>", 4),
            ({"hand": PLAIN}, "聽四萬、七萬", 1),
            ({"hand": PLAIN}, '<th scope="row">', 2),
            ({"rules": "hkma-masters", "hand": "123m56m789p234s88s +4m"}, "未夠起糊", 1),
            ({"rules": "hkma-masters", "hand": "1112345678999m +9m"}, "出銃付 ", 1),
            ({"rules": "tw-sixteen", "hand": f"{PLAIN} +4m"}, "連底", 0),
            ({"rules": "tw-club", "hand": PLAIN}, "怎樣胡", 1),
            ({"rules": "tw-club", "hand": PLAIN}, "胡張", 1),
            ({"rules": "tw-club", "hand": PLAIN}, "食糊牌", 0),
            ({"rules": "tw-club", "hand": f"{PLAIN} +4m", "with": "heavenly_win"}, "天胡須自摸", 1),
            ({"rules": "tw-club", "hand": f"{PLAIN} +9m"}, "牌未湊成胡牌形", 1),
            ({"hand": f"{PLAIN} +4m"}, '<a href="#answer">25 番</a>', 1),
            ({"hand": f"{PLAIN} +9m"}, '<a class="small" href="#answer">計番結果</a>', 1),
            ({}, 'href="#answer"', 0),
            ({}, 'name="L-1"', 1),
            ({}, 'name="L-27"', 0),
        ],
    )
    def test_the_page_says_what_the_hand_is_worth(self, client, asked: dict[str, str], said: str, times: int) -> None:
        """And asks only for readings that change a count, in the words of the rule set."""
        found = markup(client.get(PAGE, {"rules": "hkma-league", "seat": "S"} | asked)).count(said)
        assert found == times if times != 1 else found >= 1

    def test_it_obeys_a_reading_that_was_switched(self, client) -> None:
        hand = {"rules": "hkma-league", "hand": "56m789p234p88s (777z) +4m [1111p]", "seat": "S"}
        assert markup(client.get(PAGE, hand)) != markup(client.get(PAGE, hand | {"L-4": "0"}))

    @pytest.mark.parametrize("rule_set", RULE_SETS)
    @pytest.mark.parametrize("language", ["zh-hant", "en"])
    def test_it_asks_what_each_rule_set_needs(self, client, rule_set: str, language: str) -> None:
        client.cookies["paiju_language"] = language
        assert client.get(PAGE, {"rules": rule_set}).status_code == 200


class TestWhileTilesAreLaid:
    def test_it_answers_with_the_count_alone_and_the_address_that_holds_the_hand(self, client) -> None:
        answer = client.get(
            PAGE, {"rules": "hkma-league", "hand_concealed": PLAIN, "hand_winning": "4m", "seat": "S"}, **HTMX
        )
        shows(answer, "<b>25</b>", never="<html")
        assert answer["HX-Replace-Url"] == f"{PAGE}?rules=hkma-league&hand={PLAIN}%20%2B4m&seat=S"
        assert "差 14 隻" in markup(client.get(PAGE, {"rules": "hkma-league", "hand": "123m"}, **HTMX))

    def test_it_shows_the_whole_page_for_another_rule_set_with_the_hand_kept(self, client) -> None:
        other = {"headers": {"HX-Request": "true", "HX-Target": "main"}}
        answer = client.get(PAGE, {"rules": "tw-club", "hand_concealed": PLAIN, "hand_winning": "4m"}, **other)
        shows(answer, "<html", f'value="{PLAIN}"')
        assert answer["HX-Replace-Url"].startswith(f"{PAGE}?rules=tw-club&hand=")

    def test_it_leaves_out_under_other_rules_what_these_do_not_ask(self, client) -> None:
        asked = {
            "hand_concealed": PLAIN,
            "hand_winning": "4m",
            "hand_flowers": "1f",
            "with": "one_shot",
            "winners": "2",
        }
        moved = client.get(PAGE, {"rules": "tw-club", "rule_set": "hkma-league", "visible": "4m"} | asked, **HTMX)
        assert moved["HX-Replace-Url"] == f"{PAGE}?rules=tw-club&hand={PLAIN}%201f%20%2B4m"
        assert "sum-problem" not in markup(moved)

    def test_it_sends_a_form_without_script_to_the_address_that_holds_the_hand(self, client) -> None:
        answer = client.get(PAGE, {"rules": "hkma-league", "hand_concealed": PLAIN, "hand_winning": "4m"})
        assert answer.status_code == 302
        assert answer["Location"] == f"{PAGE}?rules=hkma-league&hand={PLAIN}%20%2B4m"

    @pytest.mark.parametrize(
        ("field", "typed"), [("hand_winning", "4x"), ("hand_melds", "(12m"), ("hand_flowers", "9")]
    )
    def test_it_leaves_what_it_cannot_read_where_it_was_typed(self, client, field: str, typed: str) -> None:
        answer = client.get(PAGE, {"rules": "hkma-league", "hand_concealed": PLAIN, "hand_winning": "4m", field: typed})
        shows(answer, f'name="{field}"', f'value="{typed}"', 'class="sum-problem"')


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"hand": "123m56m789p234p567s88s +9m"}, "未湊成食糊形"),
        ({"hand": "11111m56m789p234p567s +4m"}, "「一萬」多過應有的數目"),
        ({"hand": "12x"}, "看不明白「12x」："),
        ({"hand": f"{PLAIN} 9f +4m"}, "看不明白「9f」："),
        ({"hand": f"{PLAIN}99s +4m"}, "多了 2 隻：連食糊牌應有 17 隻"),
        ({"hand": f"{PLAIN} +4m", "discards": "幾隻"}, "「四家河中共有幾多隻棄牌」要填數字，現在是「幾隻」"),
        ({"hand": f"{PLAIN} +4m", "discards": "999"}, "四家河中共有幾多隻棄牌：不可以是「999」"),
        ({"hand": "123m (12m)"}, ""),
        ({"hand": f"{PLAIN} +4m", "with": "heavenly_win"}, "天糊"),
        ({"hand": f"{PLAIN} +4m", "with": "nonsense"}, "沒有「nonsense」"),
        ({"hand": f"{PLAIN} +4m", "visible": "zzz"}, "檯面已見的牌：「zzz」不是牌的寫法"),
        ({"hand": "x" * 5000}, ""),
    ],
)
def test_the_calculator_says_what_is_wrong_in_a_sentence(client, asked: dict[str, str], said: str) -> None:
    answer = client.get(PAGE, {"rules": "hkma-league", "seat": "S"} | asked)
    shows(answer, said)
    assert 'class="sum-problem"' in markup(answer) or 'class="muted"' in markup(answer)


def test_the_calculator_knows_only_published_rule_sets(client) -> None:
    assert client.get(PAGE, {"rules": "riichi"}).status_code == 404
    answer = client.get(PAGE, {"hand": f"{PLAIN}4s", "rules": "hkma-league"})
    assert answer.status_code == 302
    assert "%2B4s" in answer["Location"]


HAND = "123m56m789p234p567s88s +4m"


@pytest.mark.django_db
def test_the_calculator_shows_the_total_with_the_base_and_what_a_table_asks_for(client: Client) -> None:
    page = markup(client.get("/count/", {"rules": "hkma-league", "hand": HAND}))
    assert re.search(r"<b>25</b>\s*番\s*<span[^>]*>連底<", page)
    assert "不連底 20 番：在牌檯輸入這個數" in page
    shows(client.get("/count/", {"rules": "hkma-league", "hand": HAND, "winners": "2"}), "<b>30</b>", "不連底 20 番")
    assert re.search(r'data-share-address="http://testserver/count/\?rules=hkma-league&amp;hand=', page)
    assert "data-copy-address" in page


class TestTheDealer:
    """莊 · 拉: what the dealer's fans add, and to which payments."""

    HAND = {"hand": f"{PLAIN} +4m", "rules": "hkma-league"}

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ({"seat": "E", "by": "draw", "streak": "2"}, ["每家付 {total} + 拉二莊 5 = {5} 番"]),
            ({"seat": "S"}, ["莊家出銃，付 {total} + 莊家 1 = {1} 番", "閒家出銃，付 {total} 番"]),
            ({"rules": "tw-club", "dealer": "1", "seat": "S", "streak": "1"}, ["= {3} 台，即 {points} 分"]),
        ],
    )
    def test_who_pays_them_is_said(self, client: Client, asked: dict[str, str], said: list[str]) -> None:
        """A dealer who won is paid by all, of others the dealer alone pays more; points where fans are none."""
        shown = markup(client.get(PAGE, self.HAND | asked))
        total = int(re.search(r'calculator-total"><b>(\d+)<', shown)[1])  # type: ignore[index]
        sums = [total + n for n in range(6)]
        for one in said:
            assert one.format(*sums, total=total, points=300 + 100 * (total + 3)) + "</li>" in shown

    def test_the_masters_know_none_and_do_not_ask(self, client: Client) -> None:
        shown = markup(client.get(PAGE, {"rules": "hkma-masters", "hand": "123m456p789s234s5p +5p"}))
        assert 'name="streak"' not in shown
        assert "莊家出銃" not in shown

    def test_who_deals_and_the_streak_stand_in_the_address(self) -> None:
        asked = read_asked(QueryDict("rules=tw-club&dealer=1&streak=2"), {}, "tw-club")
        assert asked.address() == "rules=tw-club&dealer=1&streak=2"
        assert read_asked(QueryDict("streak=x"), {}, "tw-club").streak == ""
        assert read_asked(QueryDict("streak=00"), {}, "tw-club").streak == ""


MORE = url("calculator_more")
STRAIGHT = "123m456m78m234p567s88s +9m"


class TestWhy:
    def test_each_fan_lights_its_tiles(self, client: Client) -> None:
        shown = markup(client.get(PAGE, {"hand": STRAIGHT, "seat": "S"}))
        straight = shown.split('<span class="name">清龍</span>')[1].split("</li>")[0]
        assert 'aria-label="一萬 二萬 三萬 四萬 五萬 六萬 七萬 八萬 九萬"' in straight
        assert straight.count('class="lit"') == 3
        assert straight.count('class="dim"') == 3
        left = markup(client.get(PAGE, {"hand": STRAIGHT, "seat": "S"})).split('class="left-out"')[1]
        assert re.search(r"老少上</span>\s*<span[^>]*>不計：這些牌已在清龍之內</span>", left)
        assert 'aria-label="一萬 二萬 三萬 七萬 八萬 九萬"' in left
        shown = markup(client.get(PAGE, {"hand": "1112223334445556m +6m"}))
        best = int(re.search(r'calculator-total"><b>(\d+)<', shown)[1])  # type: ignore[index]
        lost = re.findall(r"<summary><b>(\d+) 番</b>\s*<span[^>]*>−(\d+)</span>", shown)
        assert len(lost) == 4
        assert all(int(total) + int(less) == best for total, less in lost)

    def test_in_english_a_fan_has_its_chinese_name_beside_it_and_the_base_has_none(self, client: Client) -> None:
        client.cookies["paiju_language"] = "en"
        shown = markup(client.get(PAGE, {"hand": STRAIGHT, "seat": "S"}))
        names = [name.strip() for name in re.findall(r'<span class="name">([^<]+)', shown)]
        assert {"Pure straight (清龍)", "Base"} <= set(names)
        assert "One shot (一發)" in shown


class TestMore:
    def test_the_answer_asks_for_it_afterwards(self, client: Client) -> None:
        shows(client.get(PAGE, {"hand": STRAIGHT, "seat": "S"}), f'hx-get="{MORE}?rules=hkma-league&amp;hand=')
        assert "hx-get" not in markup(client.get(PAGE, {"hand": "123m"})).split('id="answer"')[1]

    @pytest.mark.parametrize("hand", [STRAIGHT, f"{PLAIN} +4m", f"{PLAIN} +9m"])
    def test_one_tile_away_is_what_the_count_says_of_that_hand(self, hand: str) -> None:
        rules = scoring.rule_set("hkma-league")
        asked = read(f"hand={hand}&seat=S")
        found = one_tile_away(asked, rules)
        assert found
        for one in found:
            there = read_asked(QueryDict(one["address"]), {}, rules.id)
            score = score_document({"rule_set": rules.id, **there.as_document()})
            assert score["total"] == one["total"]
            assert (one["name"], one["value"]) in [(fan["name"], fan["value"]) for fan in score["fans"]]
            before = read_tiles(asked.laid.concealed + asked.laid.winning, "")
            after = read_tiles(there.laid.concealed + there.laid.winning, "")
            assert sorted((*before, *read_tiles(one["into"], ""))) == sorted((*after, *read_tiles(one["out"], "")))

    @pytest.mark.parametrize("hand", [STRAIGHT, f"{PLAIN} 13f +4m", "1112345678999m +9m"])
    def test_each_rule_set_says_what_score_says_or_why_not(self, hand: str) -> None:
        asked = read(f"hand={hand}&seat=S&with=declared_ready")
        rows = under_all_rules(asked)
        assert len(rows) == len(RULE_SETS)
        for rule_set, row in zip(RULE_SETS, rows, strict=True):
            try:
                said = score_document({"rule_set": rule_set, **asked.as_document()})
            except ScoringError:
                assert row["total"] is None
                assert row["problem"]
                continue
            assert row["total"] == said["total"]
            assert [(fan.count, fan.value) for fan in row["rows"]] == [(f["count"], f["value"]) for f in said["fans"]]

    @pytest.mark.parametrize("asked", [{}, {"hand": "123m"}, {"hand": "xx"}, {"hand": f"{PLAIN} +4m", "visible": "z"}])
    def test_it_is_a_page_of_its_own_whatever_is_asked(self, client: Client, asked: dict[str, str]) -> None:
        assert client.get(MORE, asked).status_code == 200
        assert "<html" not in markup(client.get(MORE, asked, headers={"HX-Request": "true"}))
