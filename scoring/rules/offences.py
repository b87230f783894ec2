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
    """一種犯規 An offence in the list of a rule set.

    section: the section of the rule text
    consequences: what a ruling does, in the words of a `replay` document; None if it is at the referee's discretion
        and the ruling has to name them
    needs: keys that the ruling must have (tiles, to, fan)
    note_zh, note_en: what a referee has to know besides the name
    seat_optional: there may be no offender (洗牌重配)
    free_tiles: a first offence (初犯) of at most this many tiles has no consequences
    outlasts_game: it is remembered even under rules that forget others after a game
    spares_seat_before: the player before the offender in turn is never the one who is paid (上家之捨牌除外)
    substitute: the kind of 代位賠付 that always comes with it, "" for none
    again: the offence that a second one in the same hand becomes (二相包賠), "" if it stays the same
    usual: the consequences that the text mentions although it leaves them to the referee
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
        """Whether this becomes `again`: the player has already committed an offence with the same `again` in this hand.
        `earlier`: slugs of their offences in it so far."""
        alike = {one.slug for one in offences if self.again and one.again == self.again}
        return not alike.isdisjoint(earlier)

    @property
    def discretion(self) -> bool:
        """酌情判罰 Whether the consequences are at the referee's discretion."""
        return self.consequences is None

    @property
    def grows(self) -> bool:
        """Whether the fine (罰X底) grows each time that the same player commits it in the event."""
        return any(isinstance(one, dict) and "fine_base" in one for one in self.consequences or ())


def find_offence(name: object, offences: Iterable[Offence]) -> Offence:
    """Return the offence with this slug or Chinese name. Raises ScoringError bad_event if there is none."""
    for offence in offences:
        if name in (offence.slug, offence.name_zh):
            return offence
    raise bad_event(f"犯規表沒有「{name}」。", f"“offence”: there is no offence “{name}” in these rules.")
