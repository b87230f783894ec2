"""A game as text and back, a hand as a line and back; what the page says holds; broken lines are refused."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import scoring
from scoring import Hand, ScoringError
from scoring.dataset import random_win
from scoring.documents import hand_from_document, replay_document
from scoring.hand.notation import read_hand, write_hand
from scoring.notation import EVENTS, Form, read_game, write_game
from scoring.rulebook import RULE_SETS
from tests.lacking import FULL
from tests.oracle.random_games import random_game
from tests.oracle.ruling_games import every_offence, every_word
from tests.oracle.taiwan.random_games import random_game as taiwan_game

Document = dict[str, Any]
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "scoring" / "docs" / "notation.md").read_text(encoding="utf-8")
GAMES = 1000 if FULL else 15
HEADERS = "Rules: hkma-league\nEast: 甲\nSouth: 乙\nWest: 丙\nNorth: 丁\n"


def golden(kind: str) -> Iterator[Document]:
    for file in sorted((ROOT / "tests" / "golden" / kind).glob("*.json")):
        yield from (example["request"] for example in json.loads(file.read_text(encoding="utf-8")))


def games() -> Iterator[Document]:
    """Games that can be replayed: golden ones, every offence and word, random ones."""
    yield from golden("replay")
    made = [make(seed) for seed in range(GAMES) for make in (random_game, taiwan_game)]
    made += [game for rule_set in RULE_SETS[:5] for game in (*every_offence(rule_set), *every_word(rule_set))][
        :: 1 if FULL else 40
    ]
    for game in made:
        try:
            replay_document(game)
        except ScoringError:
            continue
        yield game


def test_a_game_comes_back_from_its_text_and_the_text_from_the_game() -> None:
    written = 0
    for game in games():
        text = write_game(game)
        assert read_game(text) == {key: value for key, value in game.items() if value or key == "events"}
        assert write_game(read_game(text)) == text
        assert grammar("game").fullmatch(text), text
        written += 1
    assert written > GAMES


def test_most_games_need_no_json() -> None:
    texts = [write_game(game) for game in golden("replay")]
    assert sum('{"type"' in text for text in texts) <= len(texts) / 10


def test_a_hand_comes_back_from_its_line() -> None:
    made = [random_win(scoring.rule_set(rule_set), Random(seed)) for rule_set in RULE_SETS for seed in range(20)]
    for document in (*golden("score"), *made):
        hand = {key: value for key, value in document.items() if key not in ("rule_set", "options")}
        line = write_hand(hand)
        assert read_hand(line) == {key: value for key, value in hand.items() if value not in ([], "")}
        assert grammar("hand").fullmatch(line), line


def test_a_hand_is_written_as_its_line_and_read_from_it() -> None:
    for document in (*golden("score"), *(random_win(scoring.rule_set("mcr"), Random(seed)) for seed in range(20))):
        hand = hand_from_document(document, scoring.rule_set(document["rule_set"], document.get("options")))
        assert Hand.parse(str(hand)) == hand
        assert repr(hand) == f"<Hand {hand}>"


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("123m56m789p234p567s88s +4m discard", "missing_key", "seat_wind"),
        ("123m56m789p234p567s88s +4m S/E", "missing_key", "self_draw"),
        ("123m56m789p234p567s88s S/E discard", "missing_key", "winning_tile"),
        ("123m56m789p234p567s88s +4m S/E discard winners=nine", "bad_notation", ""),
        ("11111m +4m S/E discard", "too_many_copies", ""),
        ("123m [135m] +4m S/E discard", "bad_meld", "melds[0]"),
    ],
)
def test_a_line_that_is_no_hand_is_refused(line: str, code: str, field: str) -> None:
    with pytest.raises(ScoringError) as refused:
        Hand.parse(line)
    assert (refused.value.code, refused.value.field) == (code, field)


# --- the page ---------------------------------------------------------------------------------------------------------


@cache
def grammar(rule: str) -> re.Pattern[str]:
    """The page's ABNF, which is not recursive, as a regular expression."""
    [text] = re.findall(r"```abnf\n(.*?)```", PAGE, re.DOTALL)
    rules = dict(re.findall(r"^(\S+) += (.*?)(?=\n\S|\n\n|\Z)", text, re.DOTALL | re.MULTILINE))

    def pattern(name: str) -> str:
        tokens = re.findall(r'"[^"]*"|%x[0-9A-F]+(?:-[0-9A-F]+)?|\d*\*|[\[\]()/]|[\w-]+', rules[name])
        made, repeat = "", [""]
        for token in tokens:
            if token.endswith("*"):
                repeat[-1] = "+" if token == "1*" else "*"
            elif token in "[(":
                made += "(?:"
                repeat.append("")
            elif token in "])":
                repeat.pop()
                made += ")" + ("?" if token == "]" else repeat[-1])
                repeat[-1] = ""
            elif token == "/":
                made += "|"
            else:
                made += _one(token) + repeat[-1]
                repeat[-1] = ""
        return f"(?:{made})"

    def _one(token: str) -> str:
        if token.startswith('"'):
            return f"(?:{re.escape(token[1:-1])})"
        if token.startswith("%x"):
            low, _, high = token[2:].partition("-")
            return f"[\\U{int(low, 16):08x}-\\U{int(high or low, 16):08x}]"
        return pattern(token)

    return re.compile(pattern(rule))


def blocks() -> Iterator[str]:
    for block in re.findall(
        r"(?:^    .*\n|^\n(?=    ))+", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL), re.MULTILINE
    ):
        yield "".join(line[4:] if line.strip() else "\n" for line in block.splitlines(keepends=True)).lstrip("\n")


def test_the_examples_of_the_page_are_read_and_written() -> None:
    hands = [line for block in blocks() if "Rules:" not in block for line in block.splitlines()]
    texts = [block for block in blocks() if "Rules:" in block]
    assert (len(hands), len(texts)) == (4, 2)
    for hand in hands:
        assert write_hand(read_hand(hand)) == hand
    for text in texts:
        assert read_game(write_game(read_game(text))) == read_game(text)


def _read(form: Form, text: str) -> bool:
    try:
        return form.read(text.replace("…", "")) is not None
    except ScoringError:
        return False


def test_the_page_shows_every_form() -> None:
    shown = set(re.findall(r"`([^`]+)`", PAGE.partition("## Grammar")[0]))
    for form in EVENTS:
        assert form.read(form.example), form.example
        assert any(_read(form, text) for text in shown), form.example


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (f"{HEADERS}1. E win 5 from S", "bad_notation", "line 6: “E win 5 from S” cannot be read: write"),
        (f"{HEADERS}1. draw now", "bad_notation", "line 6: “draw now” cannot be read: write it like “draw not-ready"),
        (f"{HEADERS}2. draw", "bad_notation", "line 6: this hand must be number “1.”"),
        (f"{HEADERS}\n# so far\n\n1. draw\n3. draw", "bad_notation", "line 10: this hand must be number “2.”"),
        (f"{HEADERS}the first hand was a draw", "bad_notation", "line 6: “the first hand was a draw” cannot be read"),
        (f"{HEADERS}1. E wins 5 from E", "bad_event", "line 6: “from” cannot be a winner."),
        (f"{HEADERS}1. E wins (123m x +4m) from S", "bad_notation", "line 6: “x” cannot be read: a hand is written"),
        (f"{HEADERS}1. E wins (123m) from S", "missing_key", "line 6: winning_tile: is missing"),
        (f"{HEADERS}1. E wins (123m 4m +4m) from S", "bad_notation", "line 6: “4m”: concealed has been given already"),
        (f"{HEADERS}1. E wins (123m [99x] +4m) from S", "bad_notation", "line 6: “[99x]” cannot be read"),
        (f"{HEADERS}East: 戊\n1. draw", "bad_notation", "line 6: “East: 戊” cannot be"),
        (f"{HEADERS}Judge: 戊\n1. draw", "bad_notation", "line 6: “Judge: 戊” cannot be"),
        (f"{HEADERS}1. draw\nOption: L-1 all", "bad_notation", "line 7: headers come before the first hand"),
        (f"{HEADERS}Option: L-1 few\n1. draw", "bad_option", "L-1"),
        (f"{HEADERS}Setting: base ten\n1. draw", "bad_notation", "line 6: “ten” is not JSON"),
        (f'{HEADERS}1. {{"type": "draw"', "bad_notation", "line 6: “{"),
        (HEADERS.replace("West: 丙\n", ""), "bad_notation", "the header “West: …” is missing"),
        ("", "bad_notation", "the header “Rules: …” is missing"),
    ],
)  # fmt: skip
def test_broken_lines_are_refused_with_their_number_and_what_to_write(text: str, code: str, said: str) -> None:
    with pytest.raises(ScoringError) as refused:
        read_game(text)
    assert refused.value.code == code
    assert said in refused.value.en
    assert ("line" in refused.value.en) == ("行" in refused.value.zh)
