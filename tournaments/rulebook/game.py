"""對局規則成句: the rules of a game, chapter by chapter, in sentences made from a rule set's data.

Every sentence is made from a field; an empty field gives none. No rule set is named: a policy without words here is a
bug, and a test checks that every policy in use has words.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet
from scoring.rulebook import (
    GROUP_NAMES,
    LiabilityRules,
    Offence,
    PointsTable,
    Reward,
    base_and_fifths,
    base_and_tai,
    eight_and_fan,
    fan_is_points,
)
from tournaments.phrases.wording import (
    CONSEQUENCES,
    WINDS,
    both_names,
    joined,
    listed,
    local,
    plain,
    said,
    steps_of,
    unit_of,
)


@dataclass(frozen=True)
class Fact:
    title: str
    text: str


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str
    facts: tuple[Fact, ...]


SHAPES: Mapping[str, Promise] = {
    "seven_pairs": lazy("七對加一副刻子（嚦咕嚦咕）"),
    "pairs_only": lazy("七對"),
    "knitted_straight": lazy("組合龍加一副面子和一對眼"),
    "fourteen_unrelated": lazy("全不靠"),
    "thirteen_orphans": lazy("十三么"),
    "sixteen_unrelated": lazy("十六不搭"),
}
DOOR: Mapping[str, Promise] = {
    "concealed_kong": lazy("暗槓不破門清，明槓破。"),
    "no_kong": lazy("任何槓都破門清。"),
    "every_kong": lazy("任何槓都不破門清。"),
}
ROUNDING: Mapping[str, Promise] = {
    "up": lazy("進至整數"),
    "down": lazy("捨去小數"),
    "nearest": lazy("四捨五入"),
    "exact": lazy("不取整"),
}


def chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    made = [
        Chapter(id_, str(title), tuple(Fact(said(name, rules), said(text, rules)) for name, text in facts(rules)))
        for id_, (title, facts) in _CHAPTERS.items()
    ]
    return tuple(chapter for chapter in made if chapter.facts)


def in_short(rules: RuleSet) -> tuple[Fact, ...]:
    least, most = rules.minimum, rules.cap
    facts = [(_("牌"), _tiles(rules))]
    if least and most is not None:
        words = {"least": least, "most": most, "unit": unit_of(rules)}
        facts.append((_("起糊和上限"), _("%(least)s 至 %(most)s %(unit)s。") % words))
    facts += [(_("一炮多響"), _several(rules)), (_("莊家"), _dealer_fans(rules)), (_("長度"), _length(rules))]
    return tuple(Fact(said(name, rules), said(text, rules)) for name, text in facts)


Facts = Iterator[tuple[str, str]]


def _hand(rules: RuleSet) -> Facts:
    yield _("牌"), _tiles(rules)
    names = ["pairs_only" if shape.pairs and not shape.triplets else shape.name for shape in rules.shapes]
    shapes = [str(SHAPES[name]) for name in names if name in SHAPES]
    basic = _("%(melds)s 組面子加一對眼") % {"melds": rules.hand_size // 3}
    yield _("牌型"), _("%(shapes)s。") % {"shapes": listed([basic, *shapes])}
    if rules.shapes_that_add_up:
        yield _("兩食"), _("一副牌同時是基本形和嚦咕嚦咕，兩邊的番都計。")
    if "flower_win" in rules.circumstances:
        if rules.replaces_before_flower_win:
            yield _("花糊"), _("花牌夠了可以宣告，不論手牌；先補牌，補到的牌令手牌也成，兩樣都計。")
        else:
            yield _("花糊"), _("花牌夠了可以宣告，不論手牌；只計花牌那一項。")
    yield _("門清"), str(DOOR[rules.door_kept_by])
    number = {"unit": unit_of(rules), "base": rules.base, "least": rules.minimum, "most": rules.cap}
    if rules.base:
        yield _("底"), _("每副食出的牌另加底 %(base)s %(unit)s。") % number
    if rules.minimum and rules.flowers_reach_minimum:
        yield _("起糊"), _("最少要有 %(least)s %(unit)s。") % number
    elif rules.minimum:
        yield _("起糊"), _("最少要有 %(least)s %(unit)s，花牌不計在內。") % number
    if rules.cap is not None:
        yield _("上限"), _("最多計 %(most)s %(unit)s。") % number


def _tiles(rules: RuleSet) -> str:
    words = {"size": rules.hand_size, "won": rules.hand_size + 1}
    if rules.flowers:
        return _("144 隻，有花。每家 %(size)s 隻，食糊時 %(won)s 隻。") % words
    return _("136 隻，不用花。每家 %(size)s 隻，食糊時 %(won)s 隻。") % words


def _settlement(rules: RuleSet) -> Facts:
    game = rules.game
    if game.start:
        yield _("開局分數"), _("每家 %(points)s 分。") % {"points": plain(game.start)}
    yield _("分數"), _worth(rules)
    if game.others_pay:
        sentence = _("出銃：出銃者付，另外兩家各付 %(points)s 分。自摸：其餘三家各付一份。")
        yield _("誰付"), sentence % {"points": plain(game.others_pay)}
    else:
        yield _("誰付"), _("出銃：出銃者付。自摸：其餘三家各付一份。")
    yield _("一炮多響"), _several(rules)
    if game.table_points:
        sentence = _("每場按名次得 %(points)s 分，同分平分；排名先比名次分，再比分數，最後比最好的一場。")
        yield _("名次分"), sentence % {"points": listed([str(one) for one in game.table_points])}
    if game.robbed_pays_all:
        yield _("搶槓"), _("被搶的一家付三家自摸的份。")
    if game.kong_discarder_pays:
        yield _("碰槓"), _("開明槓後補牌贏了，由打出那隻槓牌的一家付。")
    if game.not_ready is not None:
        yield _("和局不聽"), _("流局時沒有聽牌的，付每家聽牌的 %(units)s 底。") % {"units": plain(game.not_ready)}
    if game.liability is not None:
        yield _("包牌"), _liability(game.liability)
    yield _("莊家"), _dealer_fans(rules)
    if game.signed_after == "wind":
        yield _("簽名"), _("每圈打完四家簽名，簽了才打下一圈；打完再簽整張記分卡。")
    if game.objections == "closed":
        yield _("四家確認之後"), _("不再聽異議：之後提出的只作個案，不影響比賽；裁判只更正輸入錯誤。")


def _dealer_fans(rules: RuleSet) -> str:
    dealer = rules.game.dealer_fans
    if dealer is None:
        return _("莊家不多收，也不多付。")
    words = {"flat": dealer.flat, "streak": dealer.per_streak, "unit": unit_of(rules)}
    return _("莊家收或付的每一筆加 %(flat)s %(unit)s，每拉一莊再加 %(streak)s %(unit)s。") % words


def _worth(rules: RuleSet) -> str:
    game, unit = rules.game, unit_of(rules)
    if isinstance(game.worth, PointsTable):
        rows = [
            _("%(fan)s %(unit)s：%(discarder)s／%(each)s")
            % {"fan": fan, "unit": unit, "discarder": discarder, "each": each}
            for fan, (discarder, each) in game.worth.rows.items()
        ]
        return _("出銃者付／自摸時每家付：%(rows)s。") % {"rows": listed(rows)}
    base = game.base or Decimal(0)
    sentences: dict[object, str] = {
        fan_is_points: _("1 %(unit)s就是 1 分。"),
        base_and_fifths: _("1 %(unit)s是底的五分之一（%(each)s 分），另加底 %(base)s 分。"),
        base_and_tai: _("底 %(base)s 分，另加每%(unit)s %(tai)s 分。"),
        eight_and_fan: _("底分 8 分，另加每%(unit)s 1 分。"),
    }
    return sentences[game.worth] % {
        "unit": unit,
        "base": plain(base),
        "each": plain(base / 5),
        "tai": plain(game.tai or 0),
    }


def _several(rules: RuleSet) -> str:
    adds = rules.game.multi_fans
    if 2 not in adds:
        return _("只有一家算贏：出銃者的下家優先，依次輪後。")
    words = {"two": adds[2], "three": adds.get(3, 0), "unit": unit_of(rules)}
    if not words["two"] and not words["three"]:
        return _("各家都算，由出銃者分別付。")
    return _("各家都算：雙響各加 %(two)s %(unit)s，三響各加 %(three)s %(unit)s，由出銃者分別付。") % words


def _liability(liability: LiabilityRules) -> str:
    causes = listed([local(cause.name_zh, cause.name_en) for cause in liability.causes.values()])
    said = [_("%(causes)s：由責任者代付。") % {"causes": causes} if len(liability.causes) > 1 else _("由責任者代付。")]
    if liability.own_draw_only:
        said.append(_("只限自摸；出銃的，仍由出銃者付。"))
    if not liability.after_kong:
        said.append(_("槓後自摸不用包。"))
    if liability.most > 1:
        said.append(_("多過一家有責任，平均分擔，除不盡的由贏家之後輪序最先的一家付。"))
    return joined(said)


def _chain(rules: RuleSet) -> Facts:
    chain = rules.game.chain
    if chain is None:
        return
    if chain.carried == "dealer_wins":
        yield _("入拉"), _("莊家贏的數不即時付，留待下一局；閒家贏的數即時付。")
    else:
        yield _("入拉"), _("贏的數不即時付，留待下一局。")
    words = {"factor": plain(chain.factor), "share": plain(chain.share * 100), "rounded": ROUNDING[chain.grown]}
    yield _("再贏同一家，或自摸"), _("未收的數乘 %(factor)s（%(rounded)s），再加這一局的數。") % words
    words["rounded"] = ROUNDING[chain.halved]
    yield _("付的一家贏了他，或自摸"), _("付未收的數的 %(share)s%%（%(rounded)s），其餘取消。") % words
    yield _("別人贏"), _("付的一家贏了第三家，或第三家贏了：全數付清。收的一家贏了第三家：不變。")
    if 2 in rules.game.multi_fans:
        both = _("付的一家也有份贏第三家，仍然不變")
        if chain.winner_and_payer == "collect":
            both = _("付的一家也有份贏第三家，全數付清")
        sentence = _("先看收的一家：有份贏就照上面他贏的計（%(both)s）；沒有份才看付的一家，兩家都沒有份就全數付清。")
        yield _("幾家同贏一隻牌"), sentence % {"both": both}
    yield _("流局和重打"), _("未收的數不變。")
    yield _("終局"), _("未收的數全數付清。")
    if chain.surrender_every:
        sentence = _("被同一家連拉每滿 %(times)s 次，可以即時付清再打。")
        yield _("投降"), sentence % {"times": chain.surrender_every}


def _seats(rules: RuleSet) -> Facts:
    if len(rules.game.seat_orders) > 1:
        yield (
            _("換位"),
            _("每圈打完換一次位，各家在每個風位都開始一圈：%(rounds)s。") % {"rounds": _winds_by_round(rules)},
        )
    if rules.game.couples_apart:
        yield _("夫妻"), _("不得同檯；抽籤入座如同檯，重新抽籤。") + f"（{rules.game.couples_apart}）"
    if rules.game.seats_reordered:
        yield _("換座位"), _("同一四人的相互次序不得與上一將相同，否則重抽。") + f"（{rules.game.seats_reordered}）"
    if rules.game.house_players_apart:
        yield _("湊腳"), _("每檯最多一名。") + f"（{rules.game.house_players_apart}）"


def _winds_by_round(rules: RuleSet) -> str:
    """Describe the winds with which the four begin each 圈: 東圈 東南西北、南圈 南東北西."""
    words = list(WINDS.values())
    orders = [rules.game.turn_order(4 * number, order[0]) for number, order in enumerate(rules.game.seat_orders)]
    begun = [" ".join(str(words[order.index(seat)]) for seat in range(4)) for order in orders]
    return listed(
        [_("%(wind)s圈 %(winds)s") % {"wind": wind, "winds": one} for wind, one in zip(words, begun, strict=True)]
    )


def _dealer(rules: RuleSet) -> Facts:
    game = rules.game
    stays = game.dealer
    yield _("長度"), _length(rules)
    if game.dealer_thrown:
        yield _("起莊"), _("擲骰點到的一家做第一局的莊家，座位不變；沒有記下的，由起首東位起莊。")
    yield _("莊家贏"), _("續莊。") if stays.stays_after_win else _("過莊。")
    if 2 in game.multi_fans and stays.stays_after_win:
        shared = _("續莊，拉莊數歸零。") if stays.shared_win == "reset" else _("續莊，拉莊數加一。")
        yield _("莊家和別家同贏一隻牌"), shared
    yield _("流局"), _("續莊。") if stays.stays_after_draw else _("過莊。")
    if game.wrong_dealer is not None:
        text = _("更正不了的，由做錯的一家做完這一局，之後由應做者的下家做莊。")
        if game.wrong_dealer.skips_turn:
            text = _("更正不了的，由做錯的一家做完這一局，之後由應做者的下家做莊；多做的一次下次跳過。")
        yield _("做錯莊"), text
    if game.ends_at is not None:
        yield _("打完"), _("一局結束時有人的分數是 %(points)s 或以下，即完。") % {"points": plain(game.ends_at)}


def _length(rules: RuleSet) -> str:
    game = rules.game
    words = {"deals": game.deals, "rounds": game.wind_rounds}
    if game.dealer.stays_after_win or game.dealer.stays_after_draw:
        return _("一個半莊 %(rounds)s 圈，共 %(deals)s 局，連莊另計。") % words
    return _("一個半莊 %(rounds)s 圈，共 %(deals)s 局。") % words


def _rewards(rules: RuleSet) -> Facts:
    if rules.game.rewards and rules.game.base is not None:
        yield _("一底"), _("%(points)s 分。") % {"points": plain(rules.game.base)}
    for reward in rules.game.rewards.values():
        when = local(reward.when_zh, reward.when_en)
        yield both_names(reward.name_zh, reward.name_en), joined([when] * bool(when) + _reward(reward))


def _reward(reward: Reward) -> list[str]:
    units = listed([plain(unit) for unit in reward.units])
    if reward.simple_units is not None:
        words = {"units": units, "simple": plain(reward.simple_units)}
        return [_("付其餘三家各 %(units)s 底；二至八 %(simple)s 底。") % words]
    paid = {
        "each_pays": _("其餘三家各付 %(units)s 底。"),
        "one_pays": _("對方付 %(units)s 底。"),
        "pays_each": _("付其餘三家各 %(units)s 底。"),
    }
    further = (
        (len(reward.units) > 1, _("同一局的第一次、第二次……依次計。")),
        (reward.once, _("每人每局一次。")),
        (reward.claimed, _("被禁止食糊的一家不可收。")),
        (reward.times, _("連續幾次就付幾倍。")),
    )
    return [paid[reward.who] % {"units": units}, *(sentence for applies, sentence in further if applies)]


def _cards(rules: RuleSet) -> Facts:
    cards = rules.game.cards
    if cards is None:
        return
    yield _("黃牌"), _("到這一場打完為止；未完再得一張，作紅牌。")
    red = _("即扣 %(points)s 分，到當日完為止。") if cards.red_points else _("到當日完為止。")
    yield _("紅牌"), red % {"points": plain(cards.red_points or 0)}
    yield _("再得紅牌"), _("作以下判罰：%(consequences)s。") % {"consequences": consequences_text(cards.second_red)}


def _clock(rules: RuleSet) -> Facts:
    bell = rules.game.bell
    if bell.minutes:
        length = _("%(minutes)s 分鐘，決賽 %(final)s 分鐘。") if bell.final_minutes else _("%(minutes)s 分鐘。")
        yield _("時限"), length % {"minutes": bell.minutes, "final": bell.final_minutes}
    if bell.stops_hand:
        yield _("局中鐘響"), _("這一局中止不計，已付的照計。")
    elif bell.during_hand == 1:
        yield _("局中鐘響"), _("打完這一局即完。")
    else:
        yield _("局中鐘響"), _("打完這一局，再打 %(more)s 局。") % {"more": bell.during_hand - 1}
    more = _("再打 %(more)s 局。") if bell.between_hands else _("即完。")
    yield _("兩局之間鐘響"), more % {"more": bell.between_hands}


_CHAPTERS: Mapping[str, tuple[Promise, Callable[[RuleSet], Facts]]] = {
    "hand": (lazy("一副牌"), _hand),
    "settlement": (lazy("付分"), _settlement),
    "chain": (lazy("拉"), _chain),
    "seats": (lazy("座位"), _seats),
    "dealer": (lazy("莊家和局數"), _dealer),
    "rewards": (lazy("中途獎勵"), _rewards),
    "cards": (lazy("黃牌和紅牌"), _cards),
    "clock": (lazy("計時"), _clock),
}


@dataclass(frozen=True)
class OffenceRow:
    """An offence. `needs`: inputs of the referee; `section`: of the rule text; `whole_group`: it has the name of its
    group."""

    name: str
    other_name: str
    consequences: str
    needs: str
    note: str
    section: str
    grows: bool
    free: str = ""
    whole_group: bool = False


@dataclass(frozen=True)
class OffenceGroup:
    title: str
    rows: tuple[OffenceRow, ...]


def offence_groups(rules: RuleSet) -> tuple[OffenceGroup, ...]:
    groups = []
    for group, (zh, en) in GROUP_NAMES.items():
        rows = tuple(_offence(offence, rules) for offence in rules.offences if offence.group == group)
        if rows:
            groups.append(OffenceGroup(local(zh, en), rows))
    return tuple(groups)


def _offence(offence: Offence, rules: RuleSet) -> OffenceRow:
    name = local(offence.name_zh, offence.name_en)
    needs = {"tiles": _("有幾多隻牌"), "to": _("付給哪一家"), "fan": _("那副牌的數")}
    follows = _("由裁判酌情判罰")
    if offence.consequences is not None:
        follows = consequences_text(offence.consequences) or _("不罰")
    return OffenceRow(
        name=name,
        other_name=offence.name_en if name == offence.name_zh else offence.name_zh,
        consequences=said(follows, rules),
        needs=listed([needs[need] for need in offence.needs]),
        note=_("可以沒有犯規者") if offence.seat_optional else local(offence.note_zh, offence.note_en),
        section=offence.section,
        grows=offence.grows,
        whole_group=offence.name_zh == GROUP_NAMES[offence.group][0],
        free=_("初犯不多過 %(tiles)s 隻牌，免罰。") % {"tiles": offence.free_tiles} if offence.free_tiles else "",
    )


def consequences_text(consequences: Iterable[object]) -> str:
    return listed([_consequence(one) for one in consequences])


def _consequence(one: object) -> str:
    if not isinstance(one, Mapping):
        return str(CONSEQUENCES[str(one)])
    kind, value = next(iter(one.items()))
    if kind == "pay_each_hand":
        return _("照那副牌的數付其餘三家")
    words = {"value": steps_of(value) if kind == "ladder" else value, "to": _("指定的一家")}
    return str(CONSEQUENCES[kind]) % words
