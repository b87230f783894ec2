"""犯規: one row of a rule set's catalogue of offences."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from scoring.event_fields import bad_event

Group = Literal["dealing", "drawing", "playing", "tile_count", "other"]

GROUP_NAMES: dict[Group, tuple[str, str]] = {
    "dealing": ("配牌", "Dealing"),
    "drawing": ("摸牌", "Drawing"),
    "playing": ("行牌", "Playing"),
    "tile_count": ("相公", "Wrong number of tiles"),
    "other": ("其他", "Other"),
}
"""Group → (Chinese, English), in the display order of a catalogue."""


class Offence(NamedTuple):
    """一種犯規.

    consequences: words of the interface, in order; None = at the referee's discretion (the ruling must spell them
    out) · needs: keys that the ruling must have (tiles, to, fan) · seat_optional: there may be no offender (洗牌重配) ·
    section: of the rule text · note: what a referee has to know beside the name · free_tiles: 初犯 of at most so many
    tiles is free (`needs` names the tiles) · usual: words that the text names where it leaves the rest to the referee ·
    outlasts_game: remembered where others are forgotten · substitute: the kind of 代位賠付 that always goes with it, ""
    for none · again: the offence that a second one of these in the same hand is (二相包賠), "" where it is the same ·
    spares_seat_before: the player before in turn order is never the one who is paid (上家之捨牌除外).
    """

    slug: str
    name_zh: str
    name_en: str
    group: Group
    section: str
    consequences: tuple[object, ...] | None = None
    needs: tuple[str, ...] = ()
    note_zh: str = ""
    note_en: str = ""
    seat_optional: bool = False
    free_tiles: int = 0
    outlasts_game: bool = False
    spares_seat_before: bool = False
    substitute: str = ""
    again: str = ""
    usual: tuple[str, ...] = ()

    def is_again(self, earlier: Iterable[str | None], offences: Iterable["Offence"]) -> bool:
        """Whether an offence of this kind is among `earlier`, the slugs of the player's offences in this hand so
        far."""
        alike = {one.slug for one in offences if self.again and one.again == self.again}
        return not alike.isdisjoint(earlier)

    @property
    def discretion(self) -> bool:
        """酌情判罰: the catalogue leaves the consequences to the referee."""
        return self.consequences is None

    @property
    def grows(self) -> bool:
        """罰X底 grows each time the same player breaks the same rule in the event."""
        return any(isinstance(one, dict) and "fine_base" in one for one in self.consequences or ())


def find_offence(name: object, offences: Iterable[Offence]) -> Offence:
    """The offence with this slug or Chinese name; raises `bad_event`."""
    for offence in offences:
        if name in (offence.slug, offence.name_zh):
            return offence
    raise bad_event(f"犯規表沒有「{name}」。", f"“offence”: there is no offence “{name}” in these rules.")
