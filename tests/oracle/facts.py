"""What is known of one won hand."""

from collections import Counter
from dataclasses import dataclass

from tests.oracle.readings import Group

OPTION_VALUES = {
    "L-1": ("concealed", "none", "all"),
    "L-2": ("total", "added"),
    "L-4": ("5", "0"),
    "L-7": ("added", "instead"),
    "L-8": ("table", "table_and_hand"),
    "L-10": ("own_draw", "any_last"),
    "L-14": ("counted", "not_all_honours", "dropped"),
    "L-24": ("allowed", "refused"),
    "L-27": ("up_down", "exact", "nearest"),
    "L-29": ("reset", "plus_one"),
    "L-56": ("stays", "collect"),
}


@dataclass(frozen=True)
class Facts:
    concealed: tuple[str, ...]
    tile: str
    self_draw: bool
    seat: str  # the seat's wind tile
    round: str
    dealer: bool
    melds: tuple[Group, ...]
    flowers: tuple[str, ...]
    circumstances: frozenset[str]
    replacements: tuple[str, ...]
    discards: int | None
    visible: tuple[str, ...]
    winners: int
    options: tuple[tuple[str, str], ...]
    waits: tuple[str, ...] = ()

    def option(self, number: str) -> str:
        return dict(self.options).get(number, OPTION_VALUES[number][0])

    @property
    def tiles(self) -> list[str]:
        """All tiles of the hand, the winning one and fourth tiles of kongs included."""
        return [*self.concealed, self.tile, *(tile for group in self.melds for tile in group.tiles)]

    @property
    def robbed(self) -> bool:
        return bool(self.circumstances & {"robbed_kong", "robbed_concealed_kong"})

    @property
    def ready(self) -> bool:
        return bool(self.circumstances & {"declared_ready", "heavenly_ready", "earthly_ready", "human_ready"})

    @property
    def clean(self) -> bool:
        """門清 as a state (L-1): no claimed chow or triplet, and the kongs that the option allows."""
        kongs = [group for group in self.melds if group.form == "kong"]
        if any(group.claimed and group.form != "kong" for group in self.melds):
            return False
        if self.option("L-1") == "concealed":
            return not any(group.claimed for group in kongs)
        return not kongs if self.option("L-1") == "none" else True

    def seen_copies(self, kind: str) -> int:
        """Copies of `kind` besides the winning tile that lie on the table (L-8)."""
        shown = Counter(self.visible)[kind]
        for group in self.melds:
            if group.claimed or self.option("L-8") == "table_and_hand":
                shown += group.tiles.count(kind)
        if self.option("L-8") == "table_and_hand":
            shown += self.concealed.count(kind)
        return shown

    def dead(self, kind: str) -> bool:
        """No copy of `kind` is left: visible and own ones are four (L-42)."""
        return (self.tiles + list(self.visible)).count(kind) >= 4
