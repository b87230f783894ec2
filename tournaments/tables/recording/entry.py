"""輸入中的一鋪: a referee's input about a win so far. Nothing is judged, nothing is lost.

One shape for recording form, preview and corrections: read from a posted form, or from an event with its claim.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from accounts.inputs import WIDE_DIGITS, parse_int
from scoring import RuleSet

TYPED, TICKS, TILES = MODES = ("typed", "ticks", "tiles")
COMPUTED, CLAIMED = "computed", "claimed"
SELF_DRAW = "self"
SEATS = ("0", "1", "2", "3")
SLOTS = range(3)
"""Slots of 食糊者: a slot keeps its numbers when it is given to another seat."""

CONCEALED_MARK = "*"
"""After the name of a ticked fan: its concealed value, 「清龍*」."""


class Posted(Protocol):
    def get(self, key: str, default: Any = None, /) -> Any: ...
    def getlist(self, key: str) -> list[Any]: ...
    def __contains__(self, key: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...


@dataclass(frozen=True)
class Tick:
    name: str
    count: int = 1
    concealed: bool = False

    @property
    def value(self) -> str:
        return self.name + (CONCEALED_MARK if self.concealed else "")


@dataclass(frozen=True)
class Laid:
    """擺牌: the fields of the tile keyboard and of the circumstances, as text."""

    concealed: str = ""
    winning: str = ""
    melds: str = ""
    flowers: str = ""
    circumstances: tuple[str, ...] = ()
    flower_draws: str = ""
    kong_draws: str = ""
    last_draw: str = ""
    discards: str = ""
    visible: str = ""
    in_a_row: str = ""

    @property
    def touched(self) -> bool:
        return bool(self.concealed or self.winning or self.melds.strip("[] "))


@dataclass(frozen=True)
class WinnerEntry:
    """One winner's count in each of the three ways; `mode` is the open one.

    `sure`: a number confirmed although hands rarely reach it. `ticks_stand`: keep recorded ticks without adding 自摸
    and 搶槓.
    """

    seat: int | None = None
    mode: str = TYPED
    typed: str = ""
    ticks: tuple[Tick, ...] = ()
    laid: Laid = field(default_factory=Laid)
    paid: str = COMPUTED
    sure: str = ""
    ticks_stand: bool = False


@dataclass(frozen=True)
class WinEntry:
    """食糊 as entered; `source`: "self", a seat as text, or "" before it is chosen.

    `liable`, `cause`: 包牌, the seat that pays for others and why · `spared`: seats whose liability does not apply ·
    `extra`: additional payment per seat, as typed · `opening`: 開門位, as text · `shown_streak`: 連莊示記, as typed.
    """

    winners: tuple[WinnerEntry, ...] = (WinnerEntry(),)
    source: str = ""
    robbed_kong: bool = False
    flower_win: bool = False
    liable: tuple[int, ...] = ()
    cause: str = ""
    spared: tuple[int, ...] = ()
    extra: tuple[str, str, str, str] = ("", "", "", "")
    opening: str = ""
    shown_streak: str = ""

    @property
    def seats(self) -> list[int]:
        return [winner.seat for winner in self.winners if winner.seat is not None]

    def as_recorded(self, recorded: "WinEntry | None") -> "WinEntry":
        """Keep recorded ticks as they are if neither they nor the way of winning differ from `recorded`."""
        if recorded is None or (self.source, self.robbed_kong) != (recorded.source, recorded.robbed_kong):
            return self
        stand = {frozenset(winner.ticks) for winner in recorded.winners if winner.ticks_stand}
        winners = [replace(winner, ticks_stand=frozenset(winner.ticks) in stand) for winner in self.winners]
        return replace(self, winners=tuple(winners))

    def without_winner(self, seat: int) -> "WinEntry":
        """Remove one winner; the last one stays."""
        left = tuple(winner for winner in self.winners if winner.seat != seat)
        return replace(self, winners=left) if left else self


def read_entry(posted: Posted) -> WinEntry:
    """Read a posted form. Nothing is refused here: invalid input stays as typed."""
    winners = []
    for slot in (slot for slot in SLOTS if f"winner-{slot}" in posted):
        ticks = []
        for value in posted.getlist(f"tick-{slot}")[:120]:
            name = str(value)
            count = parse_int(str(posted.get(f"times-{slot}-{name}", "1")), 99) or 1
            ticks.append(Tick(name.removesuffix(CONCEALED_MARK), count, name.endswith(CONCEALED_MARK)))
        laid = Laid(
            concealed=_short(posted, f"hand_concealed-{slot}", 60),
            winning=_short(posted, f"hand_winning-{slot}"),
            melds=_short(posted, f"hand_melds-{slot}", 400),
            flowers=_short(posted, f"hand_flowers-{slot}", 20),
            circumstances=tuple(str(value) for value in posted.getlist(f"circumstances-{slot}")[:20]),
            flower_draws=_short(posted, f"flower_draws-{slot}"),
            kong_draws=_short(posted, f"kong_draws-{slot}"),
            last_draw=_short(posted, f"last_draw-{slot}"),
            discards=_short(posted, f"discards-{slot}"),
            visible=_short(posted, f"visible-{slot}", 120),
            in_a_row=_short(posted, f"in_a_row-{slot}"),
        )
        seat, mode = posted.get(f"winner-{slot}", ""), posted.get(f"mode-{slot}")
        winners.append(
            WinnerEntry(
                seat=int(seat) if seat in SEATS else None,
                mode=mode if mode in MODES else TYPED,
                typed=_short(posted, f"typed-{slot}"),
                ticks=tuple(ticks),
                laid=laid,
                paid=CLAIMED if posted.get(f"paid-{slot}") == CLAIMED else COMPUTED,
                sure=_short(posted, f"sure-{slot}"),
            )
        )
    said = {seat: posted.get(f"applies-{seat}") for seat in SEATS}
    chosen = {*posted.getlist("liable"), *(seat for seat, applies in said.items() if applies == "yes")}
    liable = tuple(sorted(int(seat) for seat in chosen if seat in SEATS))
    one, two, three, four = (_short(posted, f"extra-{seat}", 4) for seat in SEATS)
    source, opening = posted.get("source"), posted.get("opening")
    return WinEntry(
        winners=tuple(winners) or (WinnerEntry(),),
        source=source if source in (SELF_DRAW, *SEATS) else "",
        robbed_kong="robbed_kong" in posted,
        flower_win="flower_win" in posted,
        liable=liable,
        cause=_short(posted, "cause", 30) or (_short(posted, "cause_of_liable", 30) if liable else ""),
        spared=tuple(int(seat) for seat, applies in said.items() if applies == "no"),
        extra=(one, two, three, four),
        shown_streak=_short(posted, "shown_streak", 3),
        opening=opening if opening in SEATS else "",
    )


def entered_fields(posted: Posted) -> list[tuple[str, str]]:
    """Return the entered fields for the next page or an address, without empty ones and the counts (posted for every
    fan of the list) of unticked fans."""
    filled = [(name, str(value)) for name in posted for value in posted.getlist(name) if value not in ("", "[]")]
    ticked = {f"times-{name.removeprefix('tick-')}-{value}" for name, value in filled if name.startswith("tick-")}
    return [(name, value) for name, value in filled if not name.startswith("times-") or name in ticked]


def _short(posted: Posted, key: str, most: int = 12) -> str:
    return str(posted.get(key, "")).strip().translate(WIDE_DIGITS)[:most]


def melds_of(text: str) -> list[dict[str, str]] | None:
    """Read melds as written by the keyboard (JSON) or typed, "(123m)(777z)[1111p]"; None if they are neither."""
    if not text:
        return []
    if text.startswith("[{") or text == "[]":
        try:
            melds = [meld for meld in json.loads(text) if isinstance(meld, dict)]
        except ValueError:
            return None
        return [{"kind": str(meld.get("kind")), "tiles": str(meld.get("tiles"))} for meld in melds]
    found = re.findall(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]", text.replace(" ", ""))
    rest = re.sub(r"\([^()]*\)|\[[^\[\]]*\]|\s", "", text)
    if rest or not found:
        return None
    typed = []
    for claimed, kong in found:
        kind = "concealed_kong"
        if not kong:
            ranks = claimed[:-1]
            kind = "kong" if len(ranks) == 4 else "pung" if len(set(ranks)) == 1 else "chow"
        typed.append({"kind": kind, "tiles": kong or claimed})
    return typed


def missing_tiles(laid: Laid, hand_size: int) -> int:
    """差幾隻: return the number of tiles to lay; a meld counts three."""
    tiles = len(re.findall(r"[1-9](?=[1-9]*[mpsz])", laid.concealed)) + (1 if laid.winning else 0)
    return hand_size + 1 - tiles - 3 * len(melds_of(laid.melds) or ())


def parts_of(laid: Laid) -> dict[str, Any]:
    """Return tiles and circumstances as parts of a `score` document, without empty parts."""
    flowers, kongs = parse_int(laid.flower_draws, 9) or 0, parse_int(laid.kong_draws, 9) or 0
    replacements = ["flower"] * flowers + ["kong"] * kongs
    if laid.last_draw == "flower" and flowers:
        replacements = ["kong"] * kongs + ["flower"] * flowers
    more = {
        "melds": melds_of(laid.melds) or [],
        "flowers": laid.flowers,
        "circumstances": list(laid.circumstances),
        "replacements": replacements,
        "visible": laid.visible.replace(" ", ""),
    }
    parts: dict[str, Any] = {"concealed": laid.concealed, "winning_tile": laid.winning}
    parts |= {key: value for key, value in more.items() if value}
    discards, in_a_row = parse_int(laid.discards), parse_int(laid.in_a_row, 9) or 0
    parts |= {"discards": discards} if discards is not None else {}
    return parts | ({"robbed_in_a_row": in_a_row} if in_a_row > 1 else {})


def laid_of(parts: Mapping[str, Any]) -> Laid:
    draws = list(parts.get("replacements", ()))
    melds = [{"kind": meld["kind"], "tiles": meld["tiles"]} for meld in parts.get("melds", ())]
    return Laid(
        concealed=parts.get("concealed", ""),
        winning=parts.get("winning_tile", ""),
        melds=json.dumps(melds, separators=(",", ":")) if melds else "",
        flowers=parts.get("flowers", ""),
        circumstances=tuple(parts.get("circumstances", ())),
        flower_draws=str(draws.count("flower") or ""),
        kong_draws=str(draws.count("kong") or ""),
        last_draw=draws[-1] if draws else "",
        discards=str(parts.get("discards", "")),
        visible=parts.get("visible", ""),
        in_a_row=str(parts.get("robbed_in_a_row", "")),
    )


def claimable(entry: WinEntry, rules: RuleSet) -> list[int]:
    """另一家食糊: return other seats that may claim the same tile."""
    seats, most = entry.seats, max(rules.game.multi_fans, default=1)
    if not seats or len(seats) < len(entry.winners) or 1 < most <= len(seats):
        return []
    return [seat for seat in range(4) if seat not in seats]
