"""Seeded hands that look like those of a real table, as a referee would enter them. Pure.

A win is an entry of the recording form (番 typed, fans ticked or tiles laid), anything else an event.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import RuleSet
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.entry import SELF_DRAW, TICKS, TILES, TYPED, Laid, Tick, WinEntry, WinnerEntry

Entered = WinEntry | Played | Mapping[str, Any]

# Counts as called, without 底, about as often as they come up.
CALLED = (2, 3, 5, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 21, 23, 26, 29, 32, 36, 41, 47, 58)
REWARDED = ("concealed_kong", "concealed_kong", "grass", "flower_set")
TICKED: Sequence[Sequence[str]] = (
    ("門清", "無字", "將眼", "相逢"),
    ("自摸", "無花", "字牌刻", "正字", "對碰"),
    ("叮", "花牌", "老少上", "獨獨"),
    ("混一色", "字牌刻", "正字", "花牌"),
    ("對對糊", "三暗刻", "花牌"),
    ("門摸", "平糊", "一般高", "花牌"),
    ("門叮", "缺一門", "清龍", "花牌"),
    ("斷么", "花牌", "正花", "二暗刻"),
)
LAID: Sequence[Laid] = (
    Laid(concealed="123m56m789p234p567s88s", winning="4m"),
    Laid(concealed="456m78p234s99s", winning="9p", melds="(555p)(123m)", flowers="2f"),
    Laid(concealed="456p789p33z55p", winning="5p", melds="(222z)(123p)", flowers="1f6f"),
    Laid(concealed="234m99m345p67p456s888s", winning="8p", flowers="3f"),
    Laid(concealed="22334m456s11p", winning="4m", melds="(999p)[5555z]"),
    Laid(concealed="123456789s12m22p567p", winning="3m", flowers="8f"),
)
_OWN_DRAW = {"自摸", "門摸"}


@dataclass
class Table:
    chance: random.Random
    rules: RuleSet = field(default_factory=lambda: get_rule_set(RULE_SETS[0]))
    hand: int = field(default=0)

    @property
    def usual(self) -> bool:
        """Whether these rules know the ticked, laid and ruled examples here; else everything is typed."""
        return {name for names in TICKED for name in names} <= {fan.name for fan in self.rules.fans}

    def within(self, called: int) -> int:
        """A count that these rules pay; without chain and limit, as small as most hands are."""
        game = self.rules.game
        if self.usual:
            return called
        least = game.minimum_fan
        return least + called % (1 + (game.maximum_fan or least + 6) - least)

    def next_hand(self) -> list[Entered]:
        self.hand += 1
        rewarded = self.chance.random() < 0.22 and set(REWARDED) <= set(self.rules.game.rewards)
        entered: list[Entered] = [self._reward()] if rewarded else []
        return [*entered, self._result()]

    def _reward(self) -> Entered:
        kind = self.chance.choice(REWARDED)
        return {"type": "reward", "kind": kind, "seat": self.chance.randrange(4)}

    def _result(self) -> Entered:
        luck = self.chance.random()
        if luck < 0.12:
            return {"type": "draw"}
        return self._double_win() if luck < 0.17 and 2 in self.rules.game.multi_fans else self._win()

    def _win(self) -> WinEntry:
        """Mostly typed, every fourth ticked, every fifth laid with its tiles."""
        winner = self.chance.randrange(4)
        source = SELF_DRAW if self.chance.random() < 0.34 else str(self._other(winner))
        if self.usual and self.hand % 5 == 0:
            return won(WinnerEntry(winner, mode=TILES, laid=self.chance.choice(LAID)), source)
        if self.usual and self.hand == 4:
            return won(WinnerEntry(winner, mode=TICKS, ticks=self._ticks(source)), source)
        return typed(winner, source, self.within(self.chance.choice(CALLED)))

    def _ticks(self, source: str) -> tuple[Tick, ...]:
        fitting = [names for names in TICKED if bool(_OWN_DRAW & set(names)) == (source == SELF_DRAW)]
        return tuple(Tick(name) for name in self.chance.choice(fitting))

    def _double_win(self) -> WinEntry:
        source = self.chance.randrange(4)
        seats = sorted(self.chance.sample([seat for seat in range(4) if seat != source], 2))
        called = [self.within(self.chance.choice(CALLED[:14])) for _seat in seats]
        winners = [WinnerEntry(seat, mode=TYPED, typed=str(fan)) for seat, fan in zip(seats, called, strict=True)]
        return WinEntry(tuple(winners), str(source))

    def _other(self, seat: int) -> int:
        return (seat + self.chance.randrange(1, 4)) % 4


def won(winner: WinnerEntry, source: str) -> WinEntry:
    return WinEntry((winner,), source)


def typed(winner: int, source: int | str, called: int) -> WinEntry:
    return won(WinnerEntry(winner, mode=TYPED, typed=str(called)), str(source))


def misjudged(winner: int, source: int) -> WinEntry:
    """Called 30, but the tiles count otherwise: both stay on the card."""
    return won(WinnerEntry(winner, mode=TILES, typed="30", laid=LAID[1]), str(source))


def ruled(seat: int, offence: str, facts: str) -> Played:
    return Played({"type": "ruling", "seat": seat, "offence": offence}, {"note": facts})
