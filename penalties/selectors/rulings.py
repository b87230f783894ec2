"""The page of a ruling: the catalogue of offences, the hands to choose from, and a preview of its effect.

The effect is one sentence from the offence to its last consequence, with notes on earlier cards it builds on. It comes
from the computed ruling (`scoring.book.RulingResult`) and the game before and after it; the register is read only for a
red card of an earlier game.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.services.register import rulings_in_force
from scoring import Colour, GameState
from scoring.rulebook import names_of_circumstances
from tournaments.models import Game, GameSeat
from tournaments.phrases.rulings import OffenceChoice, grows, offence_choice, offences_by_group, public_steps
from tournaments.phrases.wording import (
    CARDS,
    CONSEQUENCES,
    Wording,
    hand_name,
    hand_title,
    local,
    streak_word,
)
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.replay import FoldedGame, Ruled, Walk
from tournaments.tables.game_log.timeline import Ref
from tournaments.tables.recording.liable_spans import span_words

MOST_USED = 5
ALWAYS_AMONG_THEM = ("false_win",)
"""詐糊 is urgent and costs most, so it is listed first even if the event has had none."""

_EFFECT = attrgetter("cards", "transfers", "after_game", "ends", "false_win")


def catalogue(
    wording: Wording, event_id: int, query: str = "", *, in_hall: bool = False
) -> list[tuple[str, list[OffenceChoice]]]:
    """Group the catalogue: 詐糊 and the offences used most in this event first, then by group. `query` filters.
    `in_hall`: no hand can be played again there, so 詐糊 is in its group only."""
    counted = rulings_in_force().filter(event=event_id).exclude(offence="").order_by()
    used = Counter(dict(counted.values_list("offence").annotate(Count("pk"))))
    wanted = "".join(query.lower().split())
    rows = [offence_choice(one, wording, used[one.slug]) for one in wording.rules.offences]
    rows = [row for row in rows if wanted in row.words]
    always = [row for row in rows if row.slug in ALWAYS_AMONG_THEM and not in_hall]
    others = sorted((row for row in rows if row.used and row.slug not in ALWAYS_AMONG_THEM), key=lambda row: -row.used)
    first = [*always, *others[: MOST_USED - len(always)]]
    return [*([(_("最常用"), first)] if first else []), *offences_by_group(rows)]


def hand_choices(folded: FoldedGame, wording: Wording) -> list[tuple[str, str]]:
    """Return choices as value and label: "" for the hand in progress, else the number of a closed hand."""
    choices = []
    state = folded.state
    if not state.finished:
        title = hand_title(state.name, state.dealer_streak, wording.rules)
        choices.append(("", _("這一鋪（%(hand)s）") % {"hand": title}))
    for hand in reversed(folded.hands):
        line = hand_line(hand)
        words = {"number": hand.number, "hand": wording.title(line), "result": wording.result(line)}
        choices.append((str(hand.number), _("第 %(number)s 鋪 %(hand)s：%(result)s") % words))
    return choices


def foreseen(
    before: FoldedGame, after: FoldedGame, game: Game, wording: Wording, *, hand: int | None = None, span: str = ""
) -> dict[str, Any]:
    """Describe a ruling's effect: `sentence` names every step in order, `notes` say why, since when and until when.

    `hand`: the closed hand that the ruling is about, so that only earlier ones count · `span`: the kind of 代位賠付.
    """
    new = next(ref for ref in after.ruled if ref not in before.ruled)
    state = before.state
    if hand is not None:
        walk = Walk(after.rules, game.standing, after.timeline.items)
        state = next(state for item, state in walk if item.ref == new)
    result, steps = after.ruled[new].result, steps_of(after.ruled[new], wording)
    if span:
        steps.append(span_words(span, wording.name(result.seat)))
    sentence = " → ".join(steps) or _("不作處分，只作記錄")
    if result.cards:
        red = result.cards[-1].card == "red"
        lasting = _("紅牌有效至今日結束") if red else wording.said(_("黃牌有效至這個半莊結束"))
        sentence = _("%(steps)s；%(lasting)s") % {"steps": sentence, "lasting": lasting}
    notes = list(_Notes(new, state, after, game, wording).all())
    for ref, ruled in after.ruled.items():
        if ref in before.ruled and _EFFECT(before.ruled[ref].result) != _EFFECT(ruled.result):
            changed = {
                "hand": ruled.hand,
                "ruling": wording.at(ruled.hand, ruled.item.born).ruling(ruled.item.event),
                "steps": " → ".join(steps_of(ruled, wording)) or _("不作處分，只作記錄"),
            }
            notes.append(_("第 %(hand)s 鋪 %(ruling)s 改為：%(steps)s") % changed)
    return {"sentence": sentence, "notes": notes}


def steps_of(ruled: Ruled, wording: Wording) -> list[str]:
    """Return the consequences of a ruling in order, as phrases."""
    result = ruled.result
    steps = public_steps(result, wording)
    words = ["ban" if result.ban else "", result.ends, *result.notes]
    steps += [wording.said(CONSEQUENCES[word]) for word in words if word]
    if not result.consequences and _free_tiles(ruled, wording):
        steps.append(_("初犯免罰"))
    return steps


def _free_tiles(ruled: Ruled, wording: Wording) -> int:
    """Return how many exposed tiles the catalogue forgives the first time; 0 if the referee decides."""
    if ruled.item.event.get("consequences") is not None:
        return 0
    return next((one.free_tiles for one in wording.rules.offences if one.slug == ruled.result.offence), 0)


class _Notes:
    """Notes on a ruling: the earlier cards it builds on, and its effect on the rest of the hand and of the day.

    `by_substitute`: the ruling is on the seat's substitute, not on the player they replaced.
    """

    def __init__(self, ref: Ref, before: GameState, folded: FoldedGame, game: Game, wording: Wording) -> None:
        self.ref, self.before, self.folded, self.game, self.wording = ref, before, folded, game, wording
        self.result = result = folded.ruled[ref].result
        self.by_substitute = result.seat is not None and bool(folded.plays(result.seat, ref))

    @cached_property
    def person(self) -> int | None:
        seat = GameSeat.objects.filter(game=self.game, seat=self.result.seat or 0).first()
        return None if seat is None else seat.substitute_id if self.by_substitute else seat.player_id

    def all(self) -> Iterator[str]:
        result, said = self.result, self.wording.said
        held = () if result.seat is None else self.before.cards_in_force[result.seat]
        if result.false_win:
            yield self._held("red")
        if any((card.given, card.card) == ("yellow", "red") for card in result.cards) and "yellow" in held:
            yield self._held("yellow")
        if [card.card for card in result.cards] == ["yellow"] and "red" in held:
            yield _("%(card)s；再得一張黃牌，便作詐糊論") % {"card": self._held("red")}
        yield from self._repeats()
        yield from self._rest_of_hand()
        yield from self._beyond_game()
        if any(card.card == "red" for card in result.cards):
            # The player may already have started a later game of the day, to which the red card carries over.
            day, number = self.game.round.day, self.game.round.number
            later = Game.objects.filter(event_id=self.game.event_id, round__day=day, round__number__gt=number)
            sits = Q(seats__player=self.person) | Q(seats__substitute=self.person)
            if later.filter(sits, act_count__gt=0).exists():
                yield said(_("之後的半莊已經開始：會隨紅牌重新計算"))

    def _held(self, colour: Colour) -> str:
        """Say in which hand of this game, or in which earlier game, the card in force was given."""
        shown, seat = None, self.result.seat or 0
        if colour not in self.before.inherited_cards[seat]:
            for ref, ruled in self.folded.ruled.items():
                if ref == self.ref:
                    break
                own = ruled.result.seat == seat and bool(self.folded.plays(seat, ref)) == self.by_substitute
                if own and any(card.card == colour for card in ruled.result.cards):
                    shown = ruled
                    break
        if shown is None:
            where = self._shown_elsewhere()
        else:
            words = {"number": shown.hand, "offence": self.wording.offence_name(shown.result.offence)}
            now = shown.hand == self.before.hand_number and not self.before.finished
            where = (_("這一鋪 %(offence)s") if now else _("第 %(number)s 鋪 %(offence)s")) % words
        return _("身上的%(card)s：%(where)s") % {"card": CARDS[colour], "where": where}

    def _shown_elsewhere(self) -> str:
        """Name the day's last article that brought a red card into this game."""
        rows = rulings_in_force().filter(event_id=self.game.event_id, player=self.person, day=self.game.round.day)
        rows = rows.exclude(game=self.game).select_related("game__round", "game__table").order_by("-number")
        article: Ruling | None = next((row for row in rows if "red" in row.effect.get("cards", ())), None)
        if article is None:
            return self.wording.said(_("今日較早的半莊"))
        words = {"number": article.number, "offence": self.wording.offence_name(article.offence)}
        if article.game is None:
            return _("判決第 %(number)s 則，%(offence)s") % words
        words |= {"round": article.game.round.number, "table": article.game.table.number}
        return self.wording.said(_("第 %(round)s 個半莊第 %(table)s 檯 %(offence)s（判決第 %(number)s 則）")) % words

    def _repeats(self) -> Iterator[str]:
        result, said = self.result, self.wording.said
        tiles = _free_tiles(self.folded.ruled[self.ref], self.wording)
        words = {"times": result.times - 1, "tiles": tiles}
        if grows(result, self.wording):
            words["brought"] = self.before.inherited_broken.get((result.seat or 0, result.offence or ""), 0)
            if words["brought"]:
                yield said(_("先前犯過 %(times)s 次，其中 %(brought)s 次在較早的半莊")) % words
            else:
                yield _("先前犯過 %(times)s 次") % words
        if not tiles:
            return
        if not result.consequences:
            yield said(_("這個半莊第一次，不多過 %(tiles)s 隻")) % words
        elif result.times > 1:
            yield said(_("這個半莊已犯過 %(times)s 次，不再免罰")) % words
        else:
            yield _("多過 %(tiles)s 隻，初犯也不免罰") % words

    def _rest_of_hand(self) -> Iterator[str]:
        rules, said, after = self.wording.rules, self.wording.said, self.folded.state
        if self.result.ban:
            called = names_of_circumstances(rules).get("declared_ready")
            words = {
                "breach": self.wording.offence_name(rules.game.ban_broken),
                "ready": local(*called) if called else _("叮牌"),
            }
            if not rules.game.ban_stops_claims:
                yield said(_("由現在到這一局完，不可食糊，其餘照打；違者判%(breach)s")) % words
            elif "declared_ready" in rules.circumstances:
                yield said(_("由現在到這一局完，不可鳴牌、%(ready)s、食糊，違者判%(breach)s")) % words
            else:
                yield said(_("由現在到這一局完，不可鳴牌、食糊，違者判%(breach)s")) % words
        if not self.result.ends:
            return
        if after.finished:
            yield said(_("這個半莊隨即完結"))
            return
        streak = streak_word(after.dealer_streak, rules)
        hand = hand_name(after.name) + (f" · {streak}" if streak else "")
        yield _("下一鋪：%(hand)s，%(name)s 做莊") % {"hand": hand, "name": self.wording.name(after.dealer)}
        if self.before.chains and self.before.chains == after.chains:
            yield _("未結的拉不變")
        yield said(_("這一局已付的獎勵和罰分照計，禁止食糊解除"))

    def _beyond_game(self) -> Iterator[str]:
        notes, game = set(self.result.notes), self.wording.rules.game
        if "suspend" in notes and game.suspension_proposed:
            yield _("停賽由裁判長或大會確認後才生效")
        if {"disqualify", "suspend", "withdraw"} & notes:
            yield _("不列名次，之後不再編排座位")
        if {"disqualify", "suspend"} & notes and game.shares_winnings and not self.by_substitute:
            yield self.wording.said(
                _("替補接坐的話，他在這個半莊贏得的分數由其餘三家平分")
                if game.shares_winnings == "at_end"
                else _("他至今在這個半莊贏得的分數由其餘三家平分")
            )
        if "blacklist" in notes:
            yield _("日後報名會被拒，直至大會除名")
