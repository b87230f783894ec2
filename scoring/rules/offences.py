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

CHAPTER_NAMES = {
    "違反優先權而行牌之罰則": "Out of turn",
    "現金賞罰表、其他規則": "Other rules",
    "鳴牌牌組的擺放": "Placing of melds",
    "錯打明牌之處理": "Tiles shown by mistake",
    "其他犯規行為": "Other offences",
    "配牌時的犯規": "Dealing",
    "摸牌時的犯規": "Drawing",
    "行牌時的犯規": "Playing",
    "犯規與罰則": "General",
    "摸打規條": "Draw and discard",
    "比賽罰則": "Penalties",
    "其他規則": "Other rules",
    "其他規定": "other",
    "開槓": "Kongs",
    "相公": "Wrong number of tiles",
    "叮牌": "Declaring ready",
    "食糊": "Winning",
}
"""Chapter of a rule text with numbered articles on offences → English."""


class Offence(NamedTuple):
    """一種犯規 An offence for which the rule set has a penalty.

    section: where the rule text has it
    consequences: what a ruling on it does, in the form that a ruling event has; None if the referee decides and the
        ruling must say it
    needs: keys that the ruling must have: "tiles", "to" or "fan"
    note_zh, note_en: what a referee should know besides the name
    seat_optional: whether a ruling may name no offender (洗牌重配: shuffle and deal again)
    free_tiles: a first offence (初犯) with at most this many tiles has no consequences
    outlasts_game: whether it is remembered for later games even if the rules forget other offences after a game
    spares_seat_before: whether the player whose turn is just before the offender's is never paid (上家之捨牌除外)
    substitute: the kind of payment in others' place (代位賠付) that always follows, "" for none
    again: slug of the offence that it becomes when committed again in the same hand (二相包賠), "" for none
    usual: if the referee decides, the consequences that the rule text mentions
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
        """Whether the offence, committed now, becomes the offence `again`: the player has already committed one with
        the same `again` in this hand. `earlier` has the slugs of the player's offences in the hand so far, `offences`
        all those of the rule set."""
        alike = {one.slug for one in offences if self.again and one.again == self.again}
        return not alike.isdisjoint(earlier)

    @property
    def discretion(self) -> bool:
        """酌情判罰 Whether the referee decides on the consequences."""
        return self.consequences is None

    @property
    def grows(self) -> bool:
        """Whether the fine (罰X底) grows each time that the same player commits the offence in the tournament."""
        return any(isinstance(one, dict) and "fine_base" in one for one in self.consequences or ())


def find_offence(name: object, offences: Iterable[Offence]) -> Offence:
    """Return the offence with this slug or Chinese name. Raises ScoringError bad_event if there is none."""
    for offence in offences:
        if name in (offence.slug, offence.name_zh):
            return offence
    raise bad_event(f"犯規表沒有「{name}」。", f"“offence”: there is no offence “{name}” in these rules.")
