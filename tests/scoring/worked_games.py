"""Worked games as the lines of a table: `games/<rule set>.txt`, a line for each, `what | events | what comes of them`.

Events, separated by `; `: `own 1 17` (自摸), `off 1 2 20` (from seat 2), `several 2 0:9 1:6`, `draw`, `draw 1,3` (not
ready), `surrender 2 1`, `reward grass 1 times=2`, `ruling 1 詐糊 yellow pay=[0,4] to=3` (`-`: no seat, no offence),
`wrong 2` (做錯莊), `raise 2 1` (內插), `dice 1` (起莊), `bell`, `bell during`. Anything else of an event follows as
JSON. A first `with L-27=exact base=50 standing=…` names options, settings, what
earlier games left and the version.

What comes of them: `key value` for some of the keys of `facts`, or `!` and the code of the error.
"""

import json
import re
from typing import Any

import pytest

import scoring
from scoring import GameState, RuleSet, fold
from scoring.book import HandResult, Transfer
from scoring.errors import ScoringError
from scoring.points import format_points

Event = dict[str, Any]
BESIDE = ("to", "fan", "tiles", "hand")
"""Keys of a ruling that are no consequences."""


def value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_event(text: str) -> Event:
    words, brace, rest = text.partition("{")
    kind, *said = words.split() or ["json"]
    named = {key: value_of(value) for key, _, value in (word.partition("=") for word in said if "=" in word)}
    plain = [None if word == "-" else value_of(word) for word in said if "=" not in word]
    return {**EVENTS[kind](plain, named), **(json.loads(brace + rest) if brace else {})}


def _win(plain: list[Any], named: Event, *keys: str) -> Event:
    fan = {} if len(plain) < len(keys) else {"fan": plain[len(keys)] if len(plain) > len(keys) else 10}
    return {"type": "win", **dict(zip(keys, plain, strict=False)), **fan, **named}


def _several(plain: list[Any], named: Event) -> Event:
    winners = [tuple(map(int, one.split(":"))) for one in plain[1:]]
    return {"type": "win", "from": plain[0], "winners": [{"seat": seat, "fan": fan} for seat, fan in winners], **named}


def _draw(plain: list[Any], named: Event) -> Event:
    idle = {"not_ready": [int(seat) for seat in str(plain[0]).split(",")]} if plain else {}
    return {"type": "draw", **idle, **named}


def _ruling(plain: list[Any], named: Event) -> Event:
    seat, offence, *words = plain
    words += [{key: value} for key, value in named.items() if key not in BESIDE]
    event = {"type": "ruling", "seat": seat, **{key: value for key, value in named.items() if key in BESIDE}}
    event |= {} if offence is None else {"offence": offence}
    return event | ({"consequences": words} if words else {})


def _plain(kind: str, *keys: str) -> Any:
    return lambda plain, named: {"type": kind, **dict(zip(keys, plain, strict=True)), **named}


EVENTS: dict[str, Any] = {
    "own": lambda plain, named: _win(plain, named, "winner") | {"self_draw": True},
    "off": lambda plain, named: _win(plain, named, "winner", "from"),
    "several": _several, "draw": _draw, "ruling": _ruling,
    "surrender": _plain("surrender", "seat", "winner"), "reward": _plain("reward", "kind", "seat"),
    "wrong": _plain("wrong_dealer", "seat"), "raise": _plain("raise", "seat", "units"),
    "dice": _plain("first_dealer", "seat"), "json": lambda plain, named: {},
    "bell": lambda plain, named: {"type": "time_up", **({"during_hand": True} if plain else {})},
}  # fmt: skip


def read_game(rule_set: str, text: str) -> tuple[RuleSet, list[Event], Event | None]:
    """The rules, the events and what earlier games left."""
    first, *others = text.split("; ")
    said = dict(word.split("=", 1) for word in first.split()[1:]) if first.startswith("with") else {}
    settings = {key: value_of(value) for key, value in said.items() if key not in ("standing", "version")}
    options = {key: str(settings.pop(key)) for key in list(settings) if re.fullmatch(r"[A-Z]-\d+", key)}
    rules = scoring.rule_set(rule_set, options, settings, version=said.get("version"))
    events = [read_event(event) for event in ([first] if not first.startswith("with") else []) + others if event]
    return rules, events, json.loads(said["standing"]) if "standing" in said else None


def facts(state: GameState) -> dict[str, str]:
    """All that a line may say of a game."""
    hands = [*state.hands, state.open_hand] if state.open_hand.listed else list(state.hands)
    last = state.hands[-1] if state.hands else None
    return {
        "scores": " ".join(map(format_points, state.scores)),
        "house": format_points(state.house),
        "chains": listed(f"{c.winner}<{c.payer} {format_points(c.points)} {c.pulls}" for c in state.chains),
        "moved": listed(sorted(map(moved, hands[-1].transfers))) if hands else "-",
        "paid": payments(last) if last else "-",
        "moves": moves(last) if last else "-",
        "next": f"{state.name} {state.dealer} {state.dealer_streak}",
        "names": " ".join(hand.name for hand in state.hands) or "-",
        "dealers": " ".join(str(hand.dealer) for hand in state.hands) or "-",
        "results": " ".join([*(hand.result for hand in state.hands), *["open"] * state.open_hand.listed]) or "-",
        "over": "yes" if state.finished else "no",
        "places": " ".join(map(str, state.places or ())) or "-",
        "cards": listed(f"{card.seat} {card.card}" for hand in hands for card in hand.cards),
        "banned": " ".join(map(str, sorted(state.bans))) or "-",
        "notes": " ".join(note for hand in hands for ruling in hand.rulings for note in ruling.notes) or "-",
        "raised": " ".join("".join(map(str, one.raised)) for one in (*state.hands, state.turn)),
    }


def listed(parts: Any) -> str:
    return ", ".join(parts) or "-"


def moved(row: Transfer) -> str:
    source, target = ("-" if seat is None else seat for seat in (row.source, row.target))
    return f"{source}>{target} {format_points(row.points)} {row.reason}"


def payments(hand: HandResult) -> str:
    """winner<payer: the hand's 番, the share of 雙響, the dealer's, and what all of it is worth."""
    return listed(f"{p.winner}<{p.payer} {p.fan}+{p.multi}+{p.dealer} {format_points(p.points)}" for p in hand.payments)


def moves(hand: HandResult) -> str:
    """winner<payer: the row of the table of chains; before, paid out, left."""
    return listed(
        f"{m.winner}<{m.payer} {m.kind} {' '.join(map(format_points, (m.before, m.paid, m.after)))}"
        for m in hand.chain_moves
    )


def check_game(rule_set: str, game: str, expected: str) -> None:
    """Play the game and compare it with what the table says."""
    rules, events, standing = read_game(rule_set, game)
    if expected.startswith("!"):
        with pytest.raises(ScoringError) as refused:
            fold(rules, events, standing)
        assert refused.value.code == expected[1:]
        assert refused.value.detail("zh-hant") != refused.value.detail("en")
        return
    shown = facts(fold(rules, events, standing))
    said = dict(fact.split(" ", 1) for fact in expected.split("; "))
    assert {key: shown[key] for key in said} == said
