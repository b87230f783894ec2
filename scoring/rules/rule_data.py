"""規則 A rule set is data: which fans count and for how much, what removes what, and the rules of the game around
it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, TypeVar

from scoring.errors import refused
from scoring.fans.fan import Fan, Scope
from scoring.hand.circumstances import USUAL_DEMANDS, Demands
from scoring.hand.score import Removed
from scoring.reading.views import Combo
from scoring.reading.winning_shapes import BASIC, WinningShape
from scoring.rules.data_files import offences_in, texts_of_readings
from scoring.rules.game_rules import GameRules
from scoring.rules.offences import Offence
from scoring.rules.settings import Setting, SettingValue, put, read_settings
from scoring.rules.terms import Terms

There = dict[Fan, list[Combo]]
"""Fan → the combinations of groups that make it, in one part of the hand or in all of it."""

Contains = Mapping[Fan, tuple[Fan, ...]]
"""Fan → lower fans; their instances inside one of its own do not count."""

Worth = Callable[[Fan, Combo], int]
"""What a fan is worth for one of its combinations."""

Exclusion = Callable[[Sequence[There], Contains, Worth], list[Removed]]
"""Drop the combinations that may not count; return what was dropped."""


def inside_greater(found: Sequence[There], absorbs: Contains, worth: Worth) -> list[Removed]:
    """單式 Drop from `found` each fan whose groups are all among those of a greater fan that absorbs it, and return
    what was dropped.

    found: for each part of the hand, fan → the combinations of groups that make it
    absorbs: fan → the lower fans that do not count inside its groups
    worth: not used here; a function that gives the value of one combination
    """
    gone = []
    for there in found:
        for higher, lower in [(fan, lower) for fan in there for lower in absorbs.get(fan, ())]:
            above = there.get(higher, ())
            inside = [combo for combo in there.get(lower, ()) if any(map(combo.lies_inside, above))]
            if inside:
                gone.append(Removed(lower.name, higher.name, "inside", sum(combo.number for combo in inside)))
                _drop(there, lower, inside)
    return gone


_JOINING = frozenset({Scope.JOINED, Scope.SUIT_CHOWS, Scope.CHOWS, Scope.SUIT_SETS, Scope.PUNGS})
"""Scopes of fans that join sets; of winds and dragons there is nothing to join."""


def account_once(found: Sequence[There], absorbs: Contains, worth: Worth) -> list[Removed]:
    """套算一次 Drop from `found` what may not count by the account-once rule of 國標 (mcr), and return what was
    dropped.

    found: for each part of the hand, fan → the combinations of groups that make it
    absorbs: fan → the lower fans that do not count inside its groups
    worth: the value of one combination of a fan

    Fans absorbed by greater ones go first, as in `inside_greater`. Of the fans that join groups, those stay that are
    worth most together and can be counted one after another: each uses at least one new group (不拆移), at most one
    group that was used before (套算一次), and no group that the same fan used before (不得相同).
    """
    gone = inside_greater(found, absorbs, worth)
    asked = [
        (fan, combo)
        for there in found
        for fan, combos in there.items()
        if fan.scope in _JOINING
        for combo in combos
        if len(combo.groups) > 1
    ]
    chosen = _most(asked, [worth(*one) for one in asked])
    if chosen:
        by = asked[max(chosen, key=lambda place: worth(*asked[place]))][0]
    for place, (fan, combo) in enumerate(asked):
        if place not in chosen:
            there = next(there for there in found if combo in there.get(fan, ()))
            _drop(there, fan, [combo])
            gone.append(Removed(fan.name, by.name, "once", combo.number))
    return gone


def _most(asked: Sequence[tuple[Fan, Combo]], worths: Sequence[int]) -> frozenset[int]:
    """就高 The indices of the combinations that are worth most together and can be taken in some order as
    `account_once` says; among equal choices, the first in the table."""
    reached: dict[frozenset[int], frozenset[object]] = {frozenset(): frozenset()}
    waiting = list(reached)
    while waiting:
        chosen = waiting.pop()
        for place, (fan, combo) in enumerate(asked):
            more, used = chosen | {place}, reached[chosen]
            if more in reached or combo.groups <= used or len(combo.groups & used) > 1:
                continue
            if any(asked[one][0] is fan and asked[one][1].groups & combo.groups for one in chosen):
                continue
            reached[more] = used | combo.groups
            waiting.append(more)
    return max(reached, key=lambda places: (sum(worths[place] for place in places), *[-one for one in sorted(places)]))


def _drop(there: There, fan: Fan, gone: Sequence[Combo]) -> None:
    there[fan] = [combo for combo in there[fan] if combo not in gone]
    if not there[fan]:
        del there[fan]


class Value(NamedTuple):
    """番數、台數 The value of a fan in a rule set, in 番 or 台.

    open: its value
    concealed: its value if all its groups are concealed; None if it is the same
    stepped: whether a hand that has the fan several times gets one row, counted once, with a higher value (尾牌連摸
        10(n-1))
    written: how the rule table writes the value, if not as a number
    limit: 例牌 whether a hand with this fan is worth exactly this value, whatever else it has
    """

    open: int
    concealed: int | None = None
    stepped: bool = False
    written: str = ""
    limit: bool = False

    @property
    def text(self) -> str:
        """The value, for open groups, as the rule table writes it: "5", "10(n-1)"."""
        return self.written or str(self.open)


class Option(NamedTuple):
    """選項 The answers that a tournament may choose for a question that the rule text leaves open. The first is the
    default.

    earlier: if version 1 of the rules had another default: answer in version 1 ("" if none was chosen) → answer with
        the same meaning today
    before_3: the default before version 3, if it was another
    formerly: the id under which tournaments used to choose these answers
    """

    values: tuple[str, ...] = ()
    earlier: Mapping[str, str] = MappingProxyType({})
    before_3: str = ""
    formerly: str = ""

    def default_in(self, version: str) -> str | None:
        """Return the default answer in this version of the rules; None if there is nothing to choose."""
        if version == FIRST_VERSION and "" in self.earlier:
            return self.earlier[""]
        if self.before_3 and version in BEFORE_3:
            return self.before_3
        return self.values[0] if self.values else None


class RuleReading(NamedTuple):
    """解讀 A question that the rule text leaves open: the answer chosen here, the reason, and other answers that a
    tournament may choose (`option`)."""

    id: str
    question_zh: str
    question_en: str
    chosen_zh: str
    chosen_en: str
    reason_zh: str
    reason_en: str
    option: Option = Option()
    since: str = ""
    """The first version of the rules that counts by it."""

    @property
    def values(self) -> tuple[str, ...]:
        return self.option.values

    @property
    def default(self) -> str | None:
        """The answer that counts today unless a tournament chooses another; None if there is nothing to choose."""
        return self.option.default_in("")


FIRST_VERSION = "1"
"""Of events that began before documents were checked against what can be at one table."""

BEFORE_3 = (FIRST_VERSION, "2")

EARLIER_VERSIONS = (*BEFORE_3, "3")
"""Versions that events may have kept; the last is still today's in the rule sets that 4 did not change."""

Removals = Mapping[Fan, tuple[Fan, ...]]


def by_name(fans: Iterable[Fan], *lines: str) -> Removals:
    """Return the fans that each line puts after another fan: "門摸: 門清 自摸" becomes {門摸: (門清, 自摸)}. Raises
    KeyError for a name that none of `fans` has."""
    named = {fan.name: fan for fan in fans}
    rows = [line.strip().partition(": ") for line in "\n".join(lines).strip().splitlines()]
    return MappingProxyType({named[name]: tuple(named[other] for other in others.split()) for name, _, others in rows})


class Discount(NamedTuple):
    """減計 A fan that counts `by` less if the hand also has one of the fans in `beside`. `times` is taken off the
    number of times that the fan counts; 0 leaves that number as it is."""

    by: int
    beside: tuple[Fan, ...]
    times: int = 0


class Switch(NamedTuple):
    """Changes to a rule set if one value of an option is chosen.

    fields: field of the rule set → its new value
    values: fan → its new value
    instead: fan → the fan that replaces it, with the same value and also in `supersedes`
    supersedes_more, supersedes_less: fan → fans that it now supersedes as well, or no longer supersedes
    """

    fields: Mapping[str, Any] = MappingProxyType({})
    values: Mapping[Fan, Value] = MappingProxyType({})
    instead: Mapping[Fan, Fan] = MappingProxyType({})
    supersedes_more: Removals = MappingProxyType({})
    supersedes_less: Removals = MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class RuleData:
    """規則 A rule set with the options chosen for a tournament, as data; it does not change. Words in brackets are
    names of the rule texts.

    Fans and shapes:

    fans: fan → value, in the order of the rule table
    supersedes: fan → fans that do not count beside it (不複合)
    absorbs: fan → lower fans that do not count where all their groups are among its own (單式)
    exclusion: the function that decides which combinations of groups count together
    discounts: fan → how much less it counts because of others (減計)
    shapes, shapes_that_add_up: the winning shapes, and those that count together if a hand has several of them (兩食)
    supersedes_in_both: fan of one shape of 兩食 → fans that then count in neither shape
    pair_runs_cover: whether pairs that make 連對 (pairs in a row) in one shape of 兩食 cannot, in the other, count as
        般高 or as the pair
    only_counted_supersede: whether only fans that count themselves supersede others
    ties_by_table: which of several readings with equal totals is taken: the one whose fans come first in the table if
        True, else the first found

    The count:

    hand_size: how many tiles a hand has without the winning one, 16 or 13
    unit: 番 or 台
    base: 底, added once to every hand that wins with tiles
    minimum, flowers_reach_minimum: the lowest count that wins (起糊), and whether fans of flowers help to reach it
    cap: the highest possible count, None without a cap
    rarely_above: a page asks again if a player enters more than this
    tells_points: whether a score has `points`, by the function `game.worth`
    door_kept_by: which kongs leave a hand concealed (門清)
    last_discard_counts: whether 海底 (last tile) counts on the last discard too
    own_copies_seen, last_copy_on_own_draw, last_copy_seen_elsewhere: for 四絕 (fourth copy), whether the hand's own
        concealed copies are taken as seen; whether it counts on an own draw too; whether a copy must be on the table
        outside the hand's melds
    fifth_copies_wait: whether a tile of which the hand already has all four copies counts as a wait, so that a hand
        waiting for one more kind has no single wait
    wait_beside_lone: which winning tiles make a wait beside lone tiles: "any", those that are not one of the lone tiles
        ("other_kinds"), or of these only one that completes the pair ("other_kinds_pair")

    Ways of winning:

    circumstances: the special ways of winning that the rule set knows
    usual_demands, demands: circumstance → what it requires (`scoring.hand.circumstances.DEMANDS`)
    flowers: whether flowers are in play
    flower_wins: 花糊 (number of flowers before the last one, whether that one is an own draw)
    replaces_before_flower_win: whether the last flower is replaced before 花胡 is declared, so that the hand counts too
        if the replacement completes it
    dealt_flowers_replaced: whether the tile that wins a 配牌花胡 is such a replacement
    orphans_rob_concealed_kong: whether 十三么 (thirteen orphans) may rob a concealed kong
    claimed_kong_wins: whether the replacement of a claimed kong (碰槓) may complete the hand. If it may not, a form has
        to ask, because a meld does not say in which turn it was claimed

    Choices and versions:

    choices, options: id of a reading → the values to choose from, and the one chosen
    switches: id of a reading → value → what it changes
    settings, setting_values: the settings, and id → the value chosen
    published: fan → its value in the rule table, for fans whose value a tournament has changed
    terms: the words of the rule text (食糊 or 胡牌, 半莊 or 將)
    folder: where the data files are (`scoring.rules.data_files`)
    lenient: whether documents are accepted as in version 1, even impossible ones, so that what was recorded can still
        be read
    since_3: whether what version 3 refuses is refused
    since_4: whether 大雞 and similar fans ignore 雙響 and 三響, and a 連對 that does not count uses up no pairs
        of 兩食
    earlier: whether these are the rules of an earlier version
    """

    id: str
    version: str
    name_zh: str
    name_en: str
    unit: str
    hand_size: int
    fans: Mapping[Fan, Value]
    game: GameRules
    folder: str = ""
    supersedes: Removals = field(default_factory=dict)
    absorbs: Removals = field(default_factory=dict)
    exclusion: Exclusion = inside_greater
    discounts: Mapping[Fan, Discount] = field(default_factory=dict)
    published: Mapping[Fan, Value] = field(default_factory=dict)
    choices: Mapping[str, Option] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    setting_values: Mapping[str, SettingValue] = field(default_factory=dict)
    switches: Mapping[str, Mapping[str, Switch]] = field(default_factory=dict)
    shapes: tuple[WinningShape, ...] = (BASIC,)
    circumstances: frozenset[str] = frozenset()
    base: int = 0
    shapes_that_add_up: tuple[WinningShape, ...] = ()
    door_kept_by: Literal["concealed_kong", "no_kong", "every_kong"] = "concealed_kong"
    last_discard_counts: bool = False
    own_copies_seen: bool = False
    last_copy_on_own_draw: bool = False
    fifth_copies_wait: bool = False
    wait_beside_lone: Literal["any", "other_kinds", "other_kinds_pair"] = "any"
    only_counted_supersede: bool = False
    ties_by_table: bool = False
    orphans_rob_concealed_kong: bool = False
    minimum: int = 0
    flowers_reach_minimum: bool = True
    cap: int | None = None
    rarely_above: int = 1000
    tells_points: bool = False
    flowers: bool = True
    flower_wins: frozenset[tuple[int, bool]] = frozenset({(7, True), (7, False)})
    usual_demands: Demands = field(default_factory=lambda: MappingProxyType(USUAL_DEMANDS))
    demands: Demands = field(default_factory=dict)
    last_copy_seen_elsewhere: bool = False
    pair_runs_cover: bool = False
    supersedes_in_both: Removals = field(default_factory=dict)
    replaces_before_flower_win: bool = False
    dealt_flowers_replaced: bool = True
    claimed_kong_wins: bool = True
    lenient: bool = False
    since_3: bool = True
    since_4: bool = True
    earlier: bool = False
    terms: Terms = field(default_factory=Terms)
    memory: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    """The count's cache for these rules; not part of the rules."""

    def chosen(self) -> dict[str, dict[str, Any]]:
        """Return the options and settings that differ from the default, as a game document has them: {"options":
        {"L-1": "all"}}. Without any, the key is left out."""
        options = {id_: value for id_, value in self.options.items() if value != self.choices[id_].values[0]}
        given = [(one, self.setting_values.get(one.id, one.default)) for one in self.settings]
        settings = {one.id: one.write(value) for one, value in given if value != one.default}
        return {key: found for key, found in (("options", options), ("settings", settings)) if found}

    def __repr__(self) -> str:
        chosen = [f"{id_}={value}" for found in self.chosen().values() for id_, value in found.items()]
        return f"<RuleSet {' '.join([self.id, *chosen])}>"

    @cached_property
    def readings(self) -> tuple[RuleReading, ...]:
        """解讀 The questions that the rule text leaves open, with the answers chosen here."""
        texts = texts_of_readings(self.folder)
        all_ = [RuleReading(id_, **said, option=self.choices.get(id_, Option())) for id_, said in texts.items()]
        return tuple(one for one in all_ if self.version >= one.since)

    @cached_property
    def offences(self) -> tuple[Offence, ...]:
        """犯規 The offences of the rule set, under the chosen options."""
        return offences_in(self.folder, self.options)

    def fans_of(self, scopes: tuple[Scope, ...]) -> Sequence[tuple[Fan, Fan]]:
        """Return the fans that look at one of these scopes, in the order of the rule table, each with the fan that does
        the looking: itself or one of its `also`."""
        found: dict[tuple[Scope, ...], Sequence[tuple[Fan, Fan]]] = self.memory.setdefault("fans_of", {})
        if scopes not in found:
            found[scopes] = [(fan, one) for fan in self.fans for one in (fan, *fan.also) if one.scope in scopes]
        return found[scopes]

    @cached_property
    def looks_at_layouts(self) -> bool:
        return any(fan.scope in (Scope.JOINED, Scope.LAYOUT) for fan in self.fans)

    @property
    def options_of_the_count(self) -> frozenset[str]:
        """The ids of the options that change what a hand counts."""
        return frozenset(self.switches)

    @property
    def plausible_total(self) -> int:
        """The highest count, without 底 (base), that a page accepts from a player without asking again."""
        raised = sum(max(0, self.fans[fan].open - value.open) for fan, value in self.published.items())
        total = self.rarely_above + raised if self.cap is None else self.cap
        paid = self.game.maximum_fan
        return total if paid is None else min(total, paid - self.base)

    def points_of(self, total: int) -> tuple[int, int] | None:
        """Return how many points the discarder pays for a count, and how many each player pays for an own draw. None if
        the rule set does not give points, or if the count is too low to win."""
        if not self.tells_points or total < self.minimum:
            return None
        return int(self.game.worth(self.game, total, False)), int(self.game.worth(self.game, total, True))

    def fan(self, name: str) -> Fan:
        """Return the fan with this Chinese name. Raises KeyError if there is none."""
        for fan in self.fans:
            if fan.name == name:
                return fan
        raise KeyError(name)

    def with_options(self, options: Mapping[str, str]) -> Self:
        """Return the rule set with these options, such as {"L-1": "all"}; all others have their default. Call it only
        on a rule set as published: what earlier options changed in the count is not undone. Raises ScoringError
        bad_option."""
        known = self.choices
        chosen = {id_: option.values[0] for id_, option in known.items()}
        moved = {(one.formerly, value): id_ for id_, one in known.items() if one.formerly for value in one.values}
        for given, value in sorted(options.items(), key=lambda option: (option[0], option[1]) not in moved):
            id_ = moved.get((given, value), given)
            if id_ not in known or value not in known[id_].values:
                raise refused(
                    "bad_option",
                    "options",
                    f"{self.name_zh}無「{id_}」這個選項，或不可設為「{value}」",
                    f"{self.id} has no option {id_!r} with the value {value!r}",
                )
            chosen[id_] = value
        rules = replace(self, options=MappingProxyType(chosen), game=self.game.with_options(chosen))
        for id_, value in chosen.items():
            rules = _switched(rules, self.switches.get(id_, {}).get(value))
        return rules.with_settings(self.setting_values)

    def as_published(self, version: str, options: Mapping[str, str]) -> Self:
        """Return the rule set as it was in an earlier version, with the options that a tournament chose then. Raises
        ScoringError bad_option for an option that no longer exists."""
        first = version == FIRST_VERSION
        then = {id_: one.default_in(version) or "" for id_, one in self.choices.items()}
        meant = {id_: value for id_, value in then.items() if value != self.choices[id_].values[0]}
        for id_, value in options.items():
            meant[id_] = self.choices[id_].earlier.get(value, value) if first and id_ in self.choices else value
        since_3 = version not in BEFORE_3
        rules = self.with_options(meant)
        return replace(rules, version=version, lenient=first, since_3=since_3, since_4=False, earlier=True)

    def default_of(self, reading: RuleReading) -> str | None:
        return reading.option.default_in(self.version)

    def with_settings(self, settings: Mapping[str, object]) -> Self:
        """Return the rule set with these settings, such as {"base": "10"}; all others have their default. Choose
        options first: an option may replace what a setting then changes in part. Raises ScoringError bad_setting."""
        values = read_settings(self.settings, settings, self.id, lenient=True)  # read before
        rules = replace(self, setting_values=MappingProxyType(values))
        for setting in self.settings:
            rules = put(rules, setting.changes(values[setting.id]))
        return rules


Rules = TypeVar("Rules", bound=RuleData)


def _switched(rules: Rules, switch: Switch | None) -> Rules:
    if switch is None:
        return rules
    new = switch.instead
    supersedes = {
        new.get(fan, fan): tuple(new.get(removed, removed) for removed in gone)
        for fan, gone in rules.supersedes.items()
    }
    for fan, more in switch.supersedes_more.items():
        supersedes[fan] = supersedes.get(fan, ()) + more
    for fan, less in switch.supersedes_less.items():
        supersedes[fan] = tuple(removed for removed in supersedes[fan] if removed not in less)
    fans = {new.get(fan, fan): switch.values.get(fan, value) for fan, value in rules.fans.items()}
    changed = {"fans": MappingProxyType(fans), "supersedes": MappingProxyType(supersedes)}
    return replace(rules, **{**changed, **switch.fields})
