"""糊牌 A won hand: its tiles, and how, when and where it was won."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError, bad_value, missing_key, refused
from scoring.hand.melds import Meld, read_melds
from scoring.hand.tiles import FLOWERS, KINDS, NOTATION, TILES, Tile, not_a_tile, read_tile, read_tiles, write_tiles
from scoring.seats import WINDS

Tiles = str | Sequence[Tile]
"""As written ("123m56m") or as numbers."""

_REPLACEMENTS = frozenset({"flower", "kong"})
_MOST_DISCARDS = 144
_NONE: frozenset[Any] = frozenset()
"""Shared: Python makes a new empty set of 216 bytes each time."""


class Hand:
    """糊牌 A won hand and how it was won. Raises ScoringError if no rule set allows such a hand.

    tiles: the concealed tiles before the win, such as "123m5z" (`read_tiles`)
    winning: the tile that completed the hand, such as "5z"
    melds: each a `Meld`, a text ("pung 777z") or a dict ({"kind": "pung", "tiles": "777z"})
    flowers: the winner's flowers, such as "1f6f"
    seat, round: seat wind and round wind, each "E", "S", "W", "N" or 0 to 3
    circumstances: special ways of winning, such as "last_tile" or "robbed_kong"; a rule set knows those in its
        `circumstances`
    replacements: "kong" or "flower" for each replacement tile drawn in the winning turn
    discards: how many discarded tiles are on the table; None if not known
    visible: tiles seen on the table, except the winner's own melds and the winning tile
    winners: how many players win with the same tile
    dealer: whether the winner is the dealer; None: yes if the seat wind is East
    robbed_in_a_row: 1 if the robbed kong (搶槓) was the first that its player made in that turn, 2 if the second …

    As attributes, tiles are 0 to 33 as `read_tile` returns them, winds 0 to 3, flowers 0 (1f) to 7 (8f). `visible` has
    the number of copies seen of each of the 34 tiles; it is None if none were given.

    >>> Hand("56m789p234p567s88s", "4m", melds=["chow 123m"], seat="S", round="E").melds
    (Meld.parse('chow 123m'),)
    """

    __slots__ = (
        "circumstances", "concealed", "dealer", "discards", "flowers", "melds", "replacements", "robbed_in_a_row",
        "round_wind", "seat_wind", "self_draw", "visible", "winners", "winning_tile",
    )  # fmt: skip
    concealed: tuple[Tile, ...]
    winning_tile: Tile
    self_draw: bool
    seat_wind: int
    round_wind: int
    melds: tuple[Meld, ...]
    flowers: frozenset[int]
    circumstances: frozenset[str]
    replacements: tuple[str, ...]
    discards: int | None
    visible: tuple[int, ...] | None
    winners: int
    dealer: bool
    robbed_in_a_row: int

    def __init__(
        self,
        tiles: Tiles,
        winning: str | Tile,
        *,
        seat: str | int,
        round: str | int,
        self_draw: bool = False,
        melds: Iterable[object] = (),
        flowers: Tiles = "",
        circumstances: Iterable[str] = (),
        replacements: Iterable[str] = (),
        discards: int | None = None,
        visible: Tiles = "",
        winners: int = 1,
        dealer: bool | None = None,
        robbed_in_a_row: int = 1,
    ) -> None:
        put = object.__setattr__
        concealed = read_tiles(tiles, "concealed")
        winning_tile = read_tile(winning, "winning_tile")
        laid = read_melds(melds)
        held = read_tiles(flowers, "flowers")
        seen = read_tiles(visible, "visible")
        _check_sorts(concealed, held)
        put(self, "concealed", tuple(sorted(concealed)))
        put(self, "winning_tile", winning_tile)
        put(self, "melds", laid)
        put(self, "flowers", frozenset([flower - FLOWERS for flower in held]) or _NONE)
        put(self, "visible", _visible((*concealed, winning_tile, *held), laid, seen))
        put(self, "seat_wind", _wind("seat_wind", seat))
        put(self, "round_wind", _wind("round_wind", round))
        put(self, "self_draw", _truth("self_draw", self_draw))
        put(self, "circumstances", frozenset(_words("circumstances", circumstances)) or _NONE)
        put(self, "replacements", _words("replacements", replacements, _REPLACEMENTS))
        put(self, "discards", None if discards is None else _whole("discards", discards, 0, _MOST_DISCARDS))
        put(self, "winners", _whole("winners", winners, 1, 3))
        put(self, "dealer", self.seat_wind == 0 if dealer is None else _truth("dealer", dealer))
        put(self, "robbed_in_a_row", _whole("robbed_in_a_row", robbed_in_a_row, 1, 5))

    @classmethod
    def from_document(cls, doc: Mapping[str, Any]) -> "Hand":
        """Make a hand from the dict that `to_document` returns; other keys are ignored. Raises ScoringError."""
        for field in REQUIRED:
            if field not in doc:
                raise missing_key(field)
        for field in ("concealed", "winning_tile", "flowers", "visible"):
            if field in doc and not isinstance(doc[field], str):
                raise not_a_tile(field, doc[field])
        for field in ("seat_wind", "round_wind"):
            if not isinstance(doc[field], str):
                raise bad_value(field, doc[field])
        for field in ("discards", "dealer"):
            if doc.get(field, 0) is None:
                raise bad_value(field, None)
        _check_written(doc.get("melds", ()))
        tiles, winning, self_draw, seat, round = [doc[field] for field in REQUIRED]
        more = {key: doc[key] for key in OPTIONAL if key in doc}
        return cls(tiles, winning, self_draw=self_draw, seat=seat, round=round, **more)

    def to_document(self) -> dict[str, Any]:
        """Return the hand as a JSON-ready dict. With the id of a rule set added under "rule_set",
        `scoring.documents.score_document` counts it."""
        flowers = [FLOWERS + flower for flower in self.flowers]
        seen = [tile for tile, copies in enumerate(self.visible or ()) for _ in range(copies)]
        document: dict[str, Any] = {
            "concealed": write_tiles(self.concealed),
            "winning_tile": write_tiles([self.winning_tile]),
            "seat_wind": WINDS[self.seat_wind],
            "round_wind": WINDS[self.round_wind],
            "self_draw": self.self_draw,
        }
        more = {
            "melds": [{"kind": meld.kind, "tiles": write_tiles(meld.tiles)} for meld in self.melds],
            "flowers": write_tiles(flowers),
            "circumstances": sorted(self.circumstances),
            "replacements": list(self.replacements),
            "visible": write_tiles(seen),
        }
        document |= {key: value for key, value in more.items() if value}
        if self.discards is not None:
            document["discards"] = self.discards
        usual = {"winners": 1, "robbed_in_a_row": 1, "dealer": self.seat_wind == 0}
        return document | {key: getattr(self, key) for key, value in usual.items() if getattr(self, key) != value}

    @classmethod
    def parse(cls, line: str) -> "Hand":
        """Read a hand from one line as `str(hand)` writes it: `67p11s [234m] [777z] {1111z} 1f6f +8p S/E discard`.
        Raises ScoringError.

        The order is: concealed tiles, [claimed meld], {concealed kong}, flowers, +winning tile, seat wind/round wind,
        `discard` or `self-draw`. `docs/notation.md` has the rest.
        """
        from scoring.hand.notation import read_hand  # documents and counts have no need of it

        return cls.from_document(read_hand(line))

    def but(self, **changes: Any) -> "Hand":
        """Return a copy of the hand with other values for some of its arguments: `hand.but(self_draw=True)`. Raises
        ScoringError."""
        same = {
            "tiles": self.concealed,
            "winning": self.winning_tile,
            "seat": self.seat_wind,
            "round": self.round_wind,
            "flowers": [FLOWERS + flower for flower in self.flowers],
            "visible": [tile for tile, copies in enumerate(self.visible or ()) for _ in range(copies)],
            **{name: getattr(self, name) for name in _AS_GIVEN},
            "dealer": None if "seat" in changes else self.dealer,
        }
        return Hand(**{**same, **changes})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a hand does not change: hand.but({name}=…) makes another")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._values(),)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __str__(self) -> str:
        from scoring.hand.notation import write_hand

        flowers = "".join(NOTATION[FLOWERS + flower] for flower in sorted(self.flowers))  # 1f6f, as they are laid
        return write_hand({**self.to_document(), "flowers": flowers})

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])


REQUIRED = ("concealed", "winning_tile", "self_draw", "seat_wind", "round_wind")
OPTIONAL = (
    "melds", "flowers", "circumstances", "replacements", "robbed_in_a_row", "discards", "visible", "winners", "dealer",
)  # fmt: skip
"""The keys of a hand in a document."""
_AS_GIVEN = (
    "self_draw", "melds", "circumstances", "replacements", "discards", "winners", "robbed_in_a_row",
)  # fmt: skip


def _check_written(melds: object) -> None:
    for number, entry in enumerate(melds if isinstance(melds, list | tuple) else ()):
        if not isinstance(entry, Mapping):
            raise refused("bad_meld", f"melds[{number}]", "應為一個物件", "must be an object")
        if not isinstance(entry.get("tiles", ""), str):
            raise not_a_tile(f"melds[{number}].tiles", entry["tiles"])


def _restored(values: tuple[Any, ...]) -> Hand:
    hand: Hand = object.__new__(Hand)
    for name, value in zip(Hand.__slots__, values, strict=True):
        object.__setattr__(hand, name, value)
    return hand


def _check_sorts(concealed: Iterable[Tile], flowers: Iterable[Tile]) -> None:
    """Refuse flowers among the concealed tiles, and other tiles among the flowers."""
    wrong = [("concealed", tile) for tile in concealed if tile >= FLOWERS]
    wrong += [("flowers", tile) for tile in flowers if tile < FLOWERS]
    for field, tile in wrong:
        raise misplaced(field, tile)


def misplaced(field: str, tile: Tile) -> ScoringError:
    written = write_tiles((tile,))
    return refused("bad_tile", field, f"「{written}」不應在此", f"{written} does not belong here")


def _visible(own: Sequence[Tile], melds: Iterable[Meld], visible: Sequence[Tile]) -> tuple[int, ...] | None:
    """Count the visible copies of each tile. Refuse more than four copies of a kind, or two of a flower."""
    all_tiles = [*own, *visible]
    for meld in melds:
        all_tiles += meld.tiles
    copies = [0] * TILES
    for tile in all_tiles:
        copies[tile] += 1
    if max(copies) > 4 or max(copies[KINDS:]) > 1:
        tile = next(tile for tile, number in enumerate(copies) if number > (4 if tile < KINDS else 1))
        written = write_tiles((tile,))
        raise ScoringError("too_many_copies", f"「{written}」多過應有的數目", f"there are too many {written}")
    return tuple([visible.count(tile) for tile in range(TILES)]) if visible else None


def _wind(field: str, value: str | int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in WINDS:
        return WINDS.index(value)
    return _whole(field, value, 0, 3)


def _truth(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise bad_value(field, value)
    return value


def _whole(field: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise bad_value(field, value)
    return value


def _words(field: str, given: object, known: frozenset[str] | None = None) -> tuple[str, ...]:
    if not isinstance(given, list | tuple | set | frozenset):
        raise bad_value(field, given)
    for word in given:
        if not isinstance(word, str) or (known is not None and word not in known):
            raise bad_value(field, word)
    return tuple(given)
