"""設定: what an event chooses once about stakes and manner of play: one 底 in money, 鋪鋪拉 or 莊拉, who may stay
dealer.

A rule set declares its settings as data. Unlike an option, which switches a reading of the rule text, a setting is left
open by the text itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from scoring.errors import ScoringError
from scoring.points import format_points, points

Kind = Literal["points", "flag", "choice", "seats"]
Seats = tuple[int, int, int, int]
SettingValue = Decimal | bool | str | Seats
"""points: an exact decimal above 0, or 0 where that is allowed · flag: a boolean · choice: one of the words · seats:
four whole numbers ≥ 0."""

UTMOST = 999_999_999
"""Upper bound of a setting, so that products stay within the exact arithmetic."""
DECIMALS = 4
"""Of an amount of money; anything finer is a slip, and its shares would not be exact."""

Record = TypeVar("Record")


class Choice(NamedTuple):
    """A value that a tournament may choose for a setting, with the name that pages show."""

    value: str
    name_zh: str
    name_en: str


class Setting(NamedTuple):
    """一項設定 A value that each tournament chooses for itself, such as how many points one 底 (base) is.

    id: its key among the `settings` of a game
    kind, default: the sort of value, and the value if the tournament chooses none
    choices: for the kind "choice", the possible values in display order
    may_be_zero: whether the kind "points" allows 0
    fields: fields of the rule set that take the value itself, such as "game.base" or "game.dealer.stays_after_win"
    switches: value → field → what that field becomes if the value is chosen
    """

    id: str
    kind: Kind
    default: SettingValue
    name_zh: str
    name_en: str
    help_zh: str
    help_en: str
    choices: tuple[Choice, ...] = ()
    may_be_zero: bool = False
    fields: tuple[str, ...] = ()
    switches: Mapping[SettingValue, Mapping[str, Any]] = MappingProxyType({})

    def read(self, given: object, *, lenient: bool = False) -> SettingValue:
        """Return the value that a tournament chose for the setting, checked. With `lenient`, points may have any number
        of decimals, as in version 1 of the rules. Raises ScoringError bad_setting."""
        value = _checked(self, given)
        too_fine = isinstance(value, Decimal) and value != round(value, DECIMALS)
        if value is None or (too_fine and not lenient):
            raise bad_setting(
                f"settings：「{self.id}」（{self.name_zh}）不可設為「{given}」，{_wanted(self)[0]}",
                f"settings: {self.id!r} ({self.name_en}) cannot be {given!r}: {_wanted(self)[1]}",
            )
        return value

    def write(self, value: SettingValue) -> object:
        """Return the value in JSON form: points as text, four numbers as a list."""
        if isinstance(value, Decimal):
            return format_points(value)
        return list(value) if isinstance(value, tuple) else value

    def changes(self, value: SettingValue) -> Mapping[str, Any]:
        return {**dict.fromkeys(self.fields, value), **self.switches.get(value, {})}


def read_settings(
    declared: Iterable[Setting], given: Mapping[str, object], rules: str, *, lenient: bool = False
) -> dict[str, SettingValue]:
    """讀設定 Return the value of every declared setting, by default that of the rules. `rules`: the id of the rule set,
    for error messages · `lenient`: see `Setting.read`. Raises ScoringError bad_setting."""
    known = {setting.id: setting for setting in declared}
    for name in given:
        if name not in known:
            raise bad_setting(f"settings：{rules}無「{name}」這項設定", f"settings: {rules} has no setting {name!r}")
    return {id_: one.read(given[id_], lenient=lenient) if id_ in given else one.default for id_, one in known.items()}


def put(record: Record, changes: Mapping[str, Any]) -> Record:
    """Return a rule set, or part of one, with these paths changed: {"game.base": 5}."""
    for path, value in changes.items():
        record = _put(record, path, value)
    return record


def _put(record: Any, path: str, value: Any) -> Any:
    name, _, rest = path.partition(".")
    change = {name: _put(getattr(record, name), rest, value) if rest else value}
    return record._replace(**change) if isinstance(record, tuple) else replace(record, **change)  # type: ignore[attr-defined]


def bad_setting(zh: str, en: str) -> ScoringError:
    return ScoringError("bad_setting", zh, en)


def _checked(setting: Setting, given: object) -> SettingValue | None:
    """Return the given value, or None if the setting does not allow it."""
    match setting.kind:
        case "flag":
            return given if isinstance(given, bool) else None
        case "choice":
            words = [choice.value for choice in setting.choices]
            return given if isinstance(given, str) and given in words else None
        case "seats":
            if not isinstance(given, list | tuple) or len(given) != 4:
                return None
            fine = all(type(one) is int and 0 <= one <= UTMOST for one in given)
            return (given[0], given[1], given[2], given[3]) if fine else None
        case "points":
            try:
                amount = points(given)
            except ValueError:
                return None
            return amount if 0 < amount <= UTMOST or (setting.may_be_zero and not amount) else None


def _wanted(setting: Setting) -> tuple[str, str]:
    match setting.kind:
        case "flag":
            return "只可以是 true 或 false。", "it must be true or false."
        case "choice":
            words = " / ".join(choice.value for choice in setting.choices)
            return f"只可以是 {words}。", f"it must be one of {words}."
        case "seats":
            return "要是四個整數，每家一個，0 或以上。", "it must be four whole numbers, one for each seat, 0 or more."
        case "points":
            zh, en = (" 0 或以上", "of 0 or more") if setting.may_be_zero else ("大於 0 ", "above 0")
            return (
                f"要是{zh}的數，最多 {DECIMALS} 位小數，寫成字串或整數。",
                f"it must be a number {en} with {DECIMALS} decimals at most, a string or an integer.",
            )
