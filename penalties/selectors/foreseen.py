"""撳掣之前: what a ruling would do, in one sentence from the offence to its last consequence, and what it builds on.

From the computed ruling (`scoring.book.RulingResult`) and the game before and after it; the register is read only for a
red card of an earlier game. A rule set without cards, 底 or 拉 has no words about them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.services.rulings import RulingPreview
from scoring import Card, Colour, GameState, Offence, RulingResult, names_of_circumstances
from tournaments.models import Game, GameSeat
from tournaments.phrases.rulings import grows, points_lines
from tournaments.phrases.wording import CARDS, CONSEQUENCES, Wording, hand_name, local, plain, streak_word
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import FoldedGame, Walk
from tournaments.tables.game_log.timeline import Ref
from tournaments.tables.recording.liable_spans import span_words


@dataclass(frozen=True)
class Foreseen:
    """`sentence`: all that happens, in order · `notes`: why, since when and until when."""

    sentence: str
    notes: tuple[str, ...]


def foreseen(
    seen: RulingPreview,
    event: Mapping[str, Any],
    game: Game,
    wording: Wording,
    *,
    hand: int | None = None,
    span: str = "",
) -> Foreseen:
    """`hand`: the closed hand that it is about; `span`: the kind of 代位賠付."""
    result = seen.result
    assert result is not None
    before = seen.before.state if hand is None else _state_before(seen, game)
    new = next(ref for ref in seen.after.ruled if ref not in seen.before.ruled)
    words = _Words(result, event, before, seen.after, game, wording, new)
    steps = list(words.steps())
    if span:
        steps.append(span_words(span, wording.name(result.seat)))
    sentence = " → ".join(steps) or _("不作處分，只作記錄")
    lasting = words.lasting()
    if lasting:
        sentence = _("%(steps)s；%(lasting)s") % {"steps": sentence, "lasting": lasting}
    return Foreseen(sentence, (*words.notes(), *_changed(seen, game, wording)))


def followed(act: int, book: GameLog, game: Game, wording: Wording) -> str:
    """後果 of a ruling recorded by this act, in order; "" without any.

    A second yellow card is reported as the red card it becomes: the named penalty is not always the result.
    """
    ruled = next(((ref, one) for ref, one in book.folded.ruled.items() if ref[0] == act), None)
    if ruled is None:
        return ""
    ref, one = ruled
    words = _Words(one.result, one.item.event, book.folded.state, book.folded, game, wording, ref)
    return " → ".join(words.steps())


def _state_before(seen: RulingPreview, game: Game) -> GameState:
    """The game when the closed hand was over: only what came before it counts."""
    new = next(ref for ref in seen.after.ruled if ref not in seen.before.ruled)
    walk = Walk(seen.after.rules, game.standing, seen.after.timeline.items)
    return next(state for item, state in walk if item.ref == new)


def _changed(seen: RulingPreview, game: Game, wording: Wording) -> Iterator[str]:
    for ref, ruled in seen.after.ruled.items():
        old = seen.before.ruled.get(ref)
        if old is None or _seen(old.result) == _seen(ruled.result):
            continue
        after = _Words(ruled.result, ruled.item.event, seen.before.state, seen.after, game, wording, ref)
        words = {
            "hand": ruled.hand,
            "ruling": wording.at(ruled.hand, ruled.item.born).ruling(ruled.item.event),
            "steps": " → ".join(after.steps()) or _("不作處分，只作記錄"),
        }
        yield _("第 %(hand)s 鋪 %(ruling)s 改為：%(steps)s") % words


def _seen(result: RulingResult) -> tuple[object, ...]:
    return (result.cards, result.transfers, result.after_game, result.ends, result.false_win)


@dataclass(frozen=True)
class _Words:
    result: RulingResult
    event: Mapping[str, Any]
    before: GameState
    folded: FoldedGame
    game: Game
    wording: Wording
    ref: Ref

    @property
    def after(self) -> GameState:
        return self.folded.state

    @property
    def by_substitute(self) -> bool:
        """Whether it is on the substitute of its seat, not on the player before them."""
        return bool(self.result.seat is not None and self.folded.plays(self.result.seat, self.ref))

    @cached_property
    def person(self) -> int | None:
        seat = GameSeat.objects.filter(game=self.game, seat=self.result.seat or 0).first()
        return None if seat is None else seat.substitute_id if self.by_substitute else seat.player_id

    def _earlier(self) -> Iterator[tuple[int, RulingResult]]:
        """Earlier rulings on the same person in this game, with the number of the hand."""
        for ref, ruled in self.folded.ruled.items():
            if ref == self.ref:
                return
            seat = ruled.result.seat
            if (
                seat == self.result.seat
                and seat is not None
                and bool(self.folded.plays(seat, ref)) == self.by_substitute
            ):
                yield ruled.hand, ruled.result

    @property
    def offence(self) -> Offence | None:
        return next((one for one in self.wording.rules.offences if one.slug == self.result.offence), None)

    # --- the sentence -------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[str]:
        result, said = self.result, self.wording.said
        for card in result.cards:
            yield from _card_steps(card)
        if result.false_win:
            yield said(_("已有紅牌在身，作詐糊論"))
        yield from points_lines(result, self.wording)
        for transfer in result.after_game:
            yield said(_("半莊完結時扣 %(points)s 分")) % {"points": plain(transfer.points)}
        if result.ban:
            yield said(CONSEQUENCES["ban"])
        if result.ends:
            yield said(CONSEQUENCES[result.ends])
        for note in result.notes:
            yield said(CONSEQUENCES[note])
        if self._let_off:
            yield _("初犯免罰")

    def lasting(self) -> str:
        if not self.result.cards:
            return ""
        if self.result.cards[-1].card == "red":
            return _("紅牌有效至今日結束")
        return self.wording.said(_("黃牌有效至這個半莊結束"))

    # --- what it builds on and what it means ------------------------------------------------------------------------

    def notes(self) -> Iterator[str]:
        yield from self._earlier_cards()
        yield from self._repeats()
        yield from self._exemption()
        if self.result.ban:
            yield self._ban()
        if self.result.ends:
            yield from self._afterwards()
        yield from self._beyond()
        if any(card.card == "red" for card in self.result.cards) and _plays_on(self.game, self.person):
            yield self.wording.said(_("之後的半莊已經開始：會隨紅牌重新計算"))

    def _beyond(self) -> Iterator[str]:
        notes = self.result.notes
        if "suspend" in notes and self.wording.rules.game.suspension_proposed:
            yield _("停賽由裁判長或大會確認後才生效")
        if {"disqualify", "suspend", "withdraw"} & set(notes):
            yield _("不列名次，之後不再編排座位")
        shares = "" if self.by_substitute else self.wording.rules.game.shares_winnings
        if {"disqualify", "suspend"} & set(notes) and shares:
            yield self.wording.said(
                _("替補接坐的話，他在這個半莊贏得的分數由其餘三家平分")
                if shares == "at_end"
                else _("他至今在這個半莊贏得的分數由其餘三家平分")
            )
        if "blacklist" in notes:
            yield _("日後報名會被拒，直至大會除名")

    def _earlier_cards(self) -> Iterator[str]:
        seat = self.result.seat
        held = () if seat is None else self.before.cards_in_force[seat]
        if self.result.false_win:
            yield self._held("red")
        if any((card.given, card.card) == ("yellow", "red") for card in self.result.cards) and "yellow" in held:
            yield self._held("yellow")
        if [card.card for card in self.result.cards] == ["yellow"] and "red" in held:
            yield _("%(card)s；再得一張黃牌，便作詐糊論") % {"card": self._held("red")}

    def _held(self, colour: Colour) -> str:
        words = {"card": CARDS[colour], "where": self._where(colour)}
        return _("身上的%(card)s：%(where)s") % words

    def _where(self, colour: Colour) -> str:
        """In which hand of this game the card in force was shown, else in which game before it."""
        seat = self.result.seat
        if colour not in self.before.inherited_cards[seat or 0]:
            for number, one in self._earlier():
                if any(card.card == colour for card in one.cards):
                    offence = self.wording.offence_name(one.offence)
                    if number == self.before.hand_number and not self.before.finished:
                        return _("這一鋪 %(offence)s") % {"offence": offence}
                    return _("第 %(number)s 鋪 %(offence)s") % {"number": number, "offence": offence}
        return self._elsewhere()

    def _elsewhere(self) -> str:
        article = _earlier_red(self.game, self.person)
        if article is None:
            return self.wording.said(_("今日較早的半莊"))
        offence = self.wording.offence_name(article.offence)
        if article.game is None:
            return _("判決第 %(number)s 則，%(offence)s") % {"number": article.number, "offence": offence}
        words = {
            "number": article.number,
            "round": article.game.round.number,
            "table": article.game.table.number,
            "offence": offence,
        }
        return self.wording.said(_("第 %(round)s 個半莊第 %(table)s 檯 %(offence)s（判決第 %(number)s 則）")) % words

    def _repeats(self) -> Iterator[str]:
        if not grows(self.result, self.wording):
            return
        times = self.result.times - 1
        key = (self.result.seat or 0, self.result.offence or "")
        brought = self.before.inherited_broken.get(key, 0)
        words = {"times": times, "brought": brought}
        if brought:
            yield self.wording.said(_("先前犯過 %(times)s 次，其中 %(brought)s 次在較早的半莊")) % words
        else:
            yield _("先前犯過 %(times)s 次") % words

    @property
    def _let_off(self) -> bool:
        exempt = self.offence is not None and self.offence.free_tiles > 0
        return exempt and not self.result.consequences and self.event.get("consequences") is None

    def _exemption(self) -> Iterator[str]:
        offence = self.offence
        if offence is None or not offence.free_tiles or self.event.get("consequences") is not None:
            return
        words = {"tiles": offence.free_tiles, "times": self.result.times - 1}
        if self._let_off:
            yield self.wording.said(_("這個半莊第一次，不多過 %(tiles)s 隻")) % words
        elif self.result.times > 1:
            yield self.wording.said(_("這個半莊已犯過 %(times)s 次，不再免罰")) % words
        else:
            yield _("多過 %(tiles)s 隻，初犯也不免罰") % words

    def _ban(self) -> str:
        rules = self.wording.rules
        called = names_of_circumstances(rules).get("declared_ready")
        words = {
            "breach": self.wording.offence_name(rules.game.ban_broken),
            "ready": local(*called) if called else _("叮牌"),
        }
        if "declared_ready" in rules.circumstances:
            return self.wording.said(_("由現在到這一局完，不可鳴牌、%(ready)s、食糊，違者判%(breach)s")) % words
        return self.wording.said(_("由現在到這一局完，不可鳴牌、食糊，違者判%(breach)s")) % words

    def _afterwards(self) -> Iterator[str]:
        if self.after.finished:
            yield self.wording.said(_("這個半莊隨即完結"))
            return
        streak = streak_word(self.after.dealer_streak, self.wording.rules)
        words = {
            "hand": hand_name(self.after.name) + (f" · {streak}" if streak else ""),
            "name": self.wording.name(self.after.dealer),
        }
        yield _("下一鋪：%(hand)s，%(name)s 做莊") % words
        if self.before.chains and self.before.chains == self.after.chains:
            yield _("未結的拉不變")
        yield self.wording.said(_("這一局已付的獎勵和罰款照計，禁止食糊解除"))


def _card_steps(card: Card) -> list[str]:
    if card.card == "yellow":
        return [_("黃牌")]
    return [_("第二張黃牌"), _("紅牌")] if card.given == "yellow" else [_("紅牌")]


def _earlier_red(game: Game, person: int | None) -> Ruling | None:
    """The article that brought a red card into this game: the last one of the day."""
    rows = (
        Ruling.objects.filter(event_id=game.event_id, player=person)
        .filter(day=game.round.day, reverses__isnull=True, reversal__isnull=True)
        .exclude(game=game)
        .select_related("game__round", "game__table")
        .order_by("-number")
    )
    return next((row for row in rows if "red" in row.effect.get("cards", ())), None)


def _plays_on(game: Game, person: int | None) -> bool:
    """Whether the player already sits in a later game of the day, to which the red card carries over."""
    later = Game.objects.filter(event_id=game.event_id, round__day=game.round.day, round__number__gt=game.round.number)
    return later.filter(Q(seats__player=person) | Q(seats__substitute=person), act_count__gt=0).exists()
