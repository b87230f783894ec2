"""牌局記錄 A game as text, as PGN is for chess: headers, then a line a hand, with comments. It says what a `replay`
document says (docs/notation.md).

Each kind of event has a form, which both writes and reads it. An event that no form gives back exactly (a flag that is
false, a number where text is usual) is written as its JSON.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.errors import ScoringError
from scoring.game import apply, start
from scoring.hand.notation import bad_notation, read_hand, write_hand
from scoring.points import format_points
from scoring.rulesets import rule_set
from scoring.seats import WINDS, hand_name

Document = dict[str, Any]

_PLAYERS = ("East", "South", "West", "North")
_HEADER = re.compile(r"([A-Z][a-z]+):\s*(\S.*)")
_HAND = re.compile(r"(\d+)\.\s+(\S.*)")


def write_game(document: Mapping[str, Any]) -> str:
    """The text of a `replay` document; comments give the name of each hand and the scores after it. Raises ScoringError
    where the document cannot be replayed."""
    rules = rule_set(document["rule_set"], document.get("options"), document.get("settings"))
    lines = [f"Rules: {rules.id}"]
    lines += [f"Option: {id} {value}" for id, value in document.get("options", {}).items()]
    lines += [f"Setting: {id} {_json(value)}" for id, value in document.get("settings", {}).items()]
    lines += [f"{wind}: {_name(name)}" for wind, name in zip(_PLAYERS, document["players"], strict=True)]
    lines += [f"Standing: {standing}" for standing in _standing_lines(document.get("standing", {}))]
    lines.append("")
    state, said, number = start(rules, document.get("standing")), list[str](), 0
    for place, event in enumerate(document["events"], 1):
        before, state = state, apply(state, event, rules)
        said.append(_write_event(event))
        if len(state.hands) > len(before.hands) or place == len(document["events"]):
            number += 1
            scores = " ".join(map(format_points, state.scores))
            lines.append(f"{number}. {'; '.join(said)}  # {hand_name(before.turn.deal)}: {scores}")
            said = []
    return "\n".join(lines) + "\n"


def read_game(text: str) -> Document:
    """The `replay` document of a text, replayed to see that it can be. Raises ScoringError with the number of the line
    and what to write there."""
    document: Document = {"rule_set": "", "options": {}, "settings": {}, "players": ["", "", "", ""], "events": []}
    places: list[int] = []
    hands = 0
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        try:
            if header := _HEADER.fullmatch(said):
                if hands:
                    raise bad_notation("標頭要在第一局之前", "headers come before the first hand")
                _read_header(document, header[1], header[2].strip())
            elif hand := _HAND.fullmatch(said):
                hands += 1
                if int(hand[1]) != hands:
                    raise bad_notation(f"這一局應是「{hands}.」", f"this hand must be number “{hands}.”")
                events = [_read_event(one.strip()) for one in hand[2].split(";")]
                document["events"] += events
                places += [number] * len(events)
            elif said:
                raise bad_notation(
                    f"「{said}」看不懂：寫標頭「Rules: hkma-league」，或一局「1. E wins 5 from S」",
                    f"“{said}” cannot be read: write a header like “Rules: hkma-league” or a hand like "
                    "“1. E wins 5 from S”",
                )
        except ScoringError as error:
            raise _at_line(number, error) from error
    for missing, value in (("Rules", document["rule_set"]), *zip(_PLAYERS, document["players"], strict=True)):
        if not value:
            raise bad_notation(f"欠標頭「{missing}: …」", f"the header “{missing}: …” is missing")
    document = {key: value for key, value in document.items() if value or key == "events"}
    _replay(document, places)
    return document


def _replay(document: Document, lines: Sequence[int]) -> None:
    rules = rule_set(document["rule_set"], document.get("options"), document.get("settings"))
    state = start(rules, document.get("standing"))
    for line, event in zip(lines, document["events"], strict=True):
        try:
            state = apply(state, event, rules)
        except ScoringError as error:
            raise _at_line(line, error) from error


def _at_line(number: int, error: ScoringError) -> ScoringError:
    return ScoringError(error.code, f"第 {number} 行：{error.zh}", f"line {number}: {error.en}")


# --- headers ----------------------------------------------------------------------------------------------------------


def _json(value: object) -> str:
    """On one line, without the characters that end an event or a line."""
    written = json.dumps(value, ensure_ascii=False)
    return re.sub(r"[#;\x7f-\x9f\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", written)


def _name(name: str) -> str:
    return name if name == name.strip() and name.isprintable() and not set(name) & {"#", '"'} else _json(name)


def _standing_lines(standing: Mapping[str, Any]) -> Iterator[str]:
    for one in standing.get("cards", ()):
        yield f"{WINDS[one['seat']]} {one['card']}"
    for one in standing.get("offences", ()):
        yield f"{WINDS[one['seat']]} {one['offence']}" + (f" {one['times']}" if "times" in one else "")


def _read_header(document: Document, header: str, value: str) -> None:
    if header == "Rules" and not document["rule_set"]:
        document["rule_set"] = value
    elif header in _PLAYERS and not document["players"][_PLAYERS.index(header)]:
        document["players"][_PLAYERS.index(header)] = _read_json(value) if value.startswith('"') else value
    elif header == "Option" and (found := re.fullmatch(r"(\S+)\s+(\S+)", value)):
        document["options"][found[1]] = found[2]
    elif header == "Setting" and (found := re.fullmatch(r"(\S+)\s+(\S.*)", value)):
        document["settings"][found[1]] = _read_json(found[2])
    elif header == "Standing" and (found := re.fullmatch(r"([ESWN])\s+(\S+)(?:\s+(\d+))?", value)):
        standing = document.setdefault("standing", {})
        seat, what, times = WINDS.index(found[1]), found[2], found[3]
        if what in ("yellow", "red"):
            standing.setdefault("cards", []).append({"seat": seat, "card": what})
        else:
            offence = {"seat": seat, "offence": what, **({"times": int(times)} if times else {})}
            standing.setdefault("offences", []).append(offence)
    else:
        raise bad_notation(
            f"「{header}: {value}」不可以：標頭有 Rules、East、South、West、North（各一次），"
            '及「Option: L-1 all」「Setting: base "10"」「Standing: N red」',
            f"“{header}: {value}” cannot be: headers are Rules, East, South, West, North, once each, and "
            '“Option: L-1 all”, “Setting: base "10"”, “Standing: N red”',
        )


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_notation(
            f'「{text}」不是 JSON：字要加引號，例如 "10"', f'“{text}” is not JSON: put text in quotes, as in "10"'
        ) from error


# --- events -----------------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field in a form: the pattern of its text, and how to read and write it."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


class Form:
    """The notation of an event: text, `{key:field}`, and `[text {key:field}]` for a key that may be left out."""

    def __init__(self, type: str, form: str, example: str = "") -> None:
        self.type, self.example = type, example
        self._pieces: list[tuple[str, str, bool]] = []
        self._fields: dict[str, Field] = {}
        pattern = ""
        for piece in re.findall(r"\[[^\]]*\]|\{[^}]*\}|[^\[{]+", form):
            text, key, name = re.fullmatch(r"\[?([^{\]]*)(?:\{(\w+):(\w+)\}\]?)?", piece).groups("")  # type: ignore[union-attr]
            optional = piece.startswith("[")
            self._pieces.append((text, key, optional))
            part = re.escape(text)
            if key:
                self._fields[key] = _FIELDS[name] if name != "flag" else _flag(key.replace("_", "-"))
                part += f"(?P<{key}>{self._fields[key].pattern})"
            pattern += f"(?:{part})?" if optional else part
        self._pattern = re.compile(pattern)

    def write(self, event: Mapping[str, Any]) -> str:
        """Raises an error of some kind for an event that has not this form."""
        given = [(text, key) for text, key, optional in self._pieces if not optional or key in event]
        return "".join(text + (self._fields[key].write(event[key]) if key else "") for text, key in given)

    def read(self, text: str) -> Document | None:
        """The event, None where the text has not this form."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        given = {key: self._fields[key].read(said) for key, said in found.groupdict().items() if said is not None}
        return {"type": self.type, **given} if self.type else given


def _write_event(event: Mapping[str, Any], forms: Sequence[Form] | None = None) -> str:
    for form in EVENTS if forms is None else forms:
        try:
            said = form.write(event)
            if form.read(said) == event and not set(said) & {"#", ";", "\n"}:
                return said
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            continue
    return _json(event)


def _read_event(text: str) -> Document:
    if text.startswith("{"):
        event = _read_json(text)
        if isinstance(event, dict):
            return event
    words = text.split()
    for form in EVENTS:
        event = form.read(" ".join(words))
        if event is not None:
            return event
    known = {word for word in words if word.islower()}
    near = [form.example for form in EVENTS if not known.isdisjoint(form.example.split())]
    near = near or [form.example for form in EVENTS]
    raise bad_notation(
        f"「{text}」看不懂：寫作「{'」「'.join(near)}」",
        f"“{text}” cannot be read: write it like “{'”, “'.join(near)}”",
    )


def _flag(word: str) -> Field:
    return Field(word, lambda text: True, lambda value: word if value is True else "")


def _read_payers(text: str) -> int | list[int]:
    """One seat, or a list: of one seat it is written with a comma, "S,"."""
    return _seats(text.rstrip(",")) if "," in text else WINDS.index(text)


def _seats(text: str) -> list[int]:
    return [] if text == "-" else [WINDS.index(wind) for wind in text.split(",")]


def _write_payers(seats: int | list[int]) -> str:
    if isinstance(seats, int):
        return WINDS[seats]
    return ",".join(WINDS[seat] for seat in seats) + ("," if len(seats) == 1 else "")


def _write_consequence(word: Any) -> str:
    if isinstance(word, str):
        return word
    [(name, value)] = word.items()
    if value is True:
        return str(name)
    if name == "pay":
        return f"pay {WINDS[value[0]]} {value[1]}"
    return f"{name} {'/'.join(value) if isinstance(value, list) else value}"


def _read_consequence(text: str) -> Any:
    word, *rest = text.split(" ")
    if not rest:
        return {word: True} if word == "pay_each_hand" else word
    if word == "pay" and len(rest) == 2:
        return {word: [WINDS.index(rest[0]), rest[1]]}
    if word == "ladder":
        return {word: rest[0].split("/")}
    whole = word.endswith(("_base", "_tai")) and rest[0].isdecimal()
    return {word: int(rest[0]) if whole else rest[0]}


_COUNT = r"\d{1,12}|\([^()]*\)"
_FIELDS: Mapping[str, Field] = {
    "seat": Field("[ESWN]", WINDS.index, lambda seat: WINDS[seat]),
    "offender": Field(
        "[ESWN-]",
        lambda wind: None if wind == "-" else WINDS.index(wind),
        lambda seat: "-" if seat is None else WINDS[seat],
    ),
    "seats": Field(
        "-|[ESWN](?:,[ESWN])*", _seats, lambda seats: ",".join(WINDS[seat] for seat in seats) if seats else "-"
    ),
    "payers": Field("[ESWN](?:,[ESWN])*,?", _read_payers, _write_payers),
    "number": Field(r"\d{1,12}", int, str),
    "word": Field("[a-z_]+", str, str),
    "name": Field(r"[^\s:]+", str, str),
    "hand": Field(r"[^()]*", read_hand, write_hand),
    "winners": Field(
        f"[ESWN] wins (?:{_COUNT})(?: and [ESWN] wins (?:{_COUNT}))+",
        lambda text: [next(filter(None, (form.read(one) for form in _WINNERS))) for one in text.split(" and ")],
        lambda winners: " and ".join(_write_event(winner, _WINNERS) for winner in winners),
    ),
    "extra": Field(
        r"[ESWN]\+\d{1,12}(?:,[ESWN]\+\d{1,12})*",
        lambda text: [{"seat": WINDS.index(one[0]), "fan": int(one[2:])} for one in text.split(",")],
        lambda extra: ",".join(f"{WINDS[one['seat']]}+{one['fan']}" for one in extra),
    ),
    "consequences": Field(
        r"\S.*",
        lambda text: [] if text == "nothing" else [_read_consequence(one) for one in text.split(", ")],
        lambda words: ", ".join(map(_write_consequence, words)) or "nothing",
    ),
}
_WINNERS: Sequence[Form] = (Form("", "{seat:seat} wins {fan:number}"), Form("", "{seat:seat} wins ({hand:hand})"))
_HOW = (
    "[ {robbed_kong:flag}][ {flower_win:flag}][ liable {liable:payers}][ for {cause:word}][ extra {extra:extra}]"
    "[ opening {opening:seat}][ streak {shown_streak:number}]"
)
EVENTS = (
    Form(
        "win", f"{{winner:seat}} wins {{fan:number}}[ {{self_draw:flag}}][ from {{from:seat}}]{_HOW}", "E wins 5 from S"
    ),
    Form(
        "win",
        f"{{winner:seat}} wins ({{hand:hand}})[ {{self_draw:flag}}][ from {{from:seat}}]{_HOW}",
        "E wins (123m56m789p234p567s88s +4m) self-draw",
    ),
    Form("win", f"{{winners:winners}} from {{from:seat}}{_HOW}", "E wins 5 and W wins 12 from S"),
    Form("draw", "draw[ not-ready {not_ready:seats}][ dealer {dealer:seat}]", "draw not-ready S,W"),
    Form(
        "reward",
        "{seat:seat} reward {kind:word}[ from {from:seat}][ {simple:flag}][ times {times:number}]",
        "S reward concealed_kong",
    ),
    Form(
        "ruling",
        "{seat:offender} ruling[ on {hand:word}][ for {offence:name}][ tiles {tiles:number}][ to {to:seat}]"
        "[ fan {fan:number}][: {consequences:consequences}]",
        "N ruling for 詐糊: yellow, deduct 10",
    ),
    Form("surrender", "{seat:seat} surrenders to {winner:seat}", "S surrenders to E"),
    Form("wrong_dealer", "{seat:seat} wrong-dealer", "W wrong-dealer"),
    Form("raise", "{seat:seat} raises {units:number}", "W raises 2"),
    Form("time_up", "time-up[ {during_hand:flag}]", "time-up during-hand"),
)
