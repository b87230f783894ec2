"""計番機: the hand in question, as given in the page's address and as a score document.

The address contains the whole question in readable form, without defaults. Nothing is refused here: invalid input stays
as typed.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from accounts.inputs import parse_int
from tournaments.tables.recording.entry import Laid, Posted, laid_of, melds_of, missing_tiles, parts_of

WINDS = ("E", "S", "W", "N")
OWN_DRAW, DISCARD = BY = ("draw", "discard")
_MELD = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")
_WINNING = re.compile(r"\+\s*([1-9][mpszf])")
_FLOWERS = re.compile(r"[1-8]+f")
_LAST_TILE = re.compile(r"((?:[1-9]+[mpsz])*[1-9]*)([1-9])([mpsz])")
_SMALL = ("flower_draws", "kong_draws", "last_draw", "discards", "visible", "in_a_row")


@dataclass(frozen=True)
class Asked:
    """A question to the calculator. `options`: reading id → value, only those chosen · `dealer`: "" = by the seat wind
    · `streak`: 拉, how often the dealer has stayed, "" = not yet."""

    rule_set: str = "hkma-league"
    laid: Laid = field(default_factory=Laid)
    by: str = DISCARD
    seat: str = "E"
    round: str = "E"
    dealer: str = ""
    streak: str = ""
    winners: str = "1"
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def deals(self) -> bool:
        return self.dealer == "1" if self.dealer else self.seat == "E"

    def as_document(self, winning: str | None = None) -> dict[str, Any]:
        """Return the hand as a `score` document without `rule_set` and `options`; `winning` replaces the tile laid as
        食糊牌."""
        document = parts_of(self.laid) | {
            "self_draw": self.by == OWN_DRAW,
            "seat_wind": self.seat,
            "round_wind": self.round,
        }
        if winning is not None:
            document["winning_tile"] = winning
        if self.dealer:
            document["dealer"] = self.dealer == "1"
        if self.winners != "1":
            document["winners"] = int(self.winners)
        return document

    def with_winning_tile(self, hand_size: int) -> "Asked":
        """Move the last tile to 食糊牌 if all tiles are in the hand, as on the tile keyboard."""
        last = _LAST_TILE.fullmatch(self.laid.concealed)
        if not last or self.laid.winning or missing_tiles(self.laid, hand_size):
            return self
        hand, rank, suit = last.groups()
        concealed = hand + suit if hand[-1:].isdigit() else hand
        return replace(self, laid=replace(self.laid, concealed=concealed, winning=rank + suit))

    def lays_as(self, other: "Asked") -> bool:
        """Whether both questions have the same tiles in the same fields, however the melds are written."""
        one, two = self.laid, other.laid
        melds = melds_of(one.melds)
        same = (one.concealed, one.winning, one.flowers) == (two.concealed, two.winning, two.flowers)
        return same and melds is not None and melds == melds_of(two.melds)

    def address(self) -> str:
        plain = Asked()
        said: list[tuple[str, str]] = [("rules", self.rule_set)]
        if self.laid.touched or self.laid.flowers:
            said.append(("hand", hand_text(self.laid)))
        differing = ("by", "seat", "round", "dealer", "streak", "winners")
        said += [(name, getattr(self, name)) for name in differing if getattr(self, name) != getattr(plain, name)]
        said += [("with", word) for word in self.laid.circumstances]
        said += [(name, getattr(self.laid, name)) for name in _SMALL if getattr(self.laid, name)]
        said += sorted(self.options.items())
        return urlencode(said, safe="()[]", quote_via=quote)


def read_asked(given: Posted, known_options: Mapping[str, tuple[str, ...]], rule_set: str) -> Asked:
    """Read a question. `known_options`: reading id → values of the rule set."""
    if "hand" in given:
        # 「123m56m (777z) [1111p] 15f +4m」 becomes the fields of the tile keyboard
        text = _plain(given.get("hand", ""))[:200]
        written = "".join(_MELD.findall(text))
        melds = melds_of(written)
        rest = _MELD.sub(" ", text)
        winning = _WINNING.search(rest)
        rest = _WINNING.sub(" ", rest)
        tiles = {
            "concealed": _FLOWERS.sub("", rest).replace(" ", ""),
            "winning": winning.group(1) if winning else "",
            "melds": json.dumps(melds, separators=(",", ":")) if melds else written,
            "flowers": "".join(_FLOWERS.findall(rest)),
        }
    else:
        tiles = {
            "concealed": _plain(given.get("hand_concealed", ""))[:60],
            "winning": _plain(given.get("hand_winning", ""))[:4],
            "melds": str(given.get("hand_melds", "")).strip()[:400],
            "flowers": _plain(given.get("hand_flowers", ""))[:20],
        }
    words = tuple(dict.fromkeys(str(word)[:40] for word in given.getlist("with")[:20]))
    more = {name: _plain(given.get(name, ""))[:120] for name in _SMALL}
    chosen = {id_: given.get(id_, "") for id_ in known_options}
    return Asked(
        rule_set=rule_set,
        laid=Laid(**tiles, circumstances=words, **more),
        by=_one_of(given.get("by"), BY, DISCARD),
        seat=_one_of(given.get("seat"), WINDS, "E"),
        round=_one_of(given.get("round"), WINDS, "E"),
        dealer=_one_of(given.get("dealer"), ("0", "1"), ""),
        streak=str(parse_int(_plain(given.get("streak", "")), 99) or ""),
        winners=_one_of(given.get("winners"), ("1", "2", "3"), "1"),
        options={id_: value for id_, value in chosen.items() if value in known_options[id_][1:]},
    )


def asked_of_document(document: Mapping[str, Any], rule_set: str, options: Mapping[str, str]) -> Asked:
    dealer = document.get("dealer")
    return Asked(
        rule_set=rule_set,
        laid=laid_of(document),
        by=OWN_DRAW if document["self_draw"] else DISCARD,
        seat=document["seat_wind"],
        round=document["round_wind"],
        dealer="" if dealer is None else str(int(dealer)),
        winners=str(document.get("winners", 1)),
        options=options,
    )


def _one_of(value: object, allowed: tuple[str, ...], otherwise: str) -> str:
    return str(value) if value in allowed else otherwise


def _plain(typed: object) -> str:
    """Normalise the notation typed on a phone: １２３Ｍ and 123M become 123m."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", str(typed))).lower()


def hand_text(laid: Laid) -> str:
    """Format a laid hand as one line: 「123m56m (777z) [1111p] 15f +4m」."""
    written = [laid.melds]
    if (melds := melds_of(laid.melds)) is not None:
        written = [f"[{one['tiles']}]" if one["kind"] == "concealed_kong" else f"({one['tiles']})" for one in melds]
    return " ".join(filter(None, (laid.concealed, *written, laid.flowers, laid.winning and f"+{laid.winning}")))
