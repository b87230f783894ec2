"""港式台灣牌番數表: its game, settings and offences, and the readings about them. Section names are those of the
text: 計錢方式, 做莊及連莊, 現金賞罰表, 其他規則 (numbered)."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, ChainRules, DealerFans, DealerRules, GameRules, base_and_fifths
from scoring.rules.lengths import lengths
from scoring.rules.offences import Offence
from scoring.rules.rewards import Reward
from scoring.rules.rule_set import RuleReading
from scoring.rules.settings import Choice, Setting

ONE = (Decimal(1),)

REWARDS = (
    Reward(
        "concealed_kong",
        "暗槓",
        "Concealed kong",
        "each_pays",
        tuple(map(Decimal, (1, 2, 4, 6, 10))),
        section="現金賞罰表",
    ),
    Reward("grass", "一台草", "Run of flowers", "each_pays", (Decimal("0.5"),), flowers=4, section="現金賞罰表"),
    Reward("flower_set", "一台花", "Set of flowers", "each_pays", ONE, families=1, flowers=4, section="現金賞罰表"),
    Reward("equal_dice", "圍骰", "Three equal dice", "each_pays", ONE, section="現金賞罰表"),
    Reward("one_two_three", "一二三骰", "Dice 1-2-3", "pays_each", ONE, section="現金賞罰表"),
    Reward("followed_discard", "追", "Followed discard", "pays_each", ONE, times=True, section="現金賞罰表"),
)

GAME = GameRules(
    deals=16,
    minimum_fan=1,
    worth=base_and_fifths,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0, 2: 5, 3: 10}),
    base=Decimal(10),
    chain=ChainRules(grown="up", halved="down", surrender_every=3),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True, shared_win="reset"),
    rewards=MappingProxyType({reward.kind: reward for reward in REWARDS}),
    bell=BellRules(during_hand=1, between_hands=0),
    not_ready=Decimal(1),
    kong_discarder_pays=True,
    win_keys=frozenset({"robbed_kong", "flower_win"}),
    draw_keys=frozenset({"not_ready"}),
    switches=MappingProxyType(
        {
            "K-8": {
                "up_down": {"chain.grown": "up", "chain.halved": "down"},
                "exact": {"chain.grown": "exact", "chain.halved": "exact"},
                "nearest": {"chain.grown": "nearest", "chain.halved": "nearest"},
            },
            "K-22": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "K-40": {"first": {"chain.first_pull": "first"}, "second": {"chain.first_pull": "second"}},
            "K-10": lengths("four", "two"),
            "K-12": {
                "reset": {"dealer": DealerRules(shared_win="reset")},
                "plus_one": {"dealer": DealerRules(shared_win="plus_one")},
            },
        }
    ),
)

SETTINGS = (
    Setting(
        "base",
        "points",
        Decimal(10),
        "一底",
        "One base (底)",
        "打幾多錢一底。一番是一底的五分之一：一底 10，一番 2。",
        "The stake. One 番 is a fifth of it: with a 底 of 10 a 番 is 2.",
        fields=("game.base",),
    ),
    Setting(
        "chain",
        "choice",
        "every_hand",
        "拉法",
        "Who pulls",
        "開局前說明。莊拉時閒家食糊即時收錢，只有莊家的糊可以拉。",
        "Agreed before the game. With 莊拉 other players' wins are paid at once and only the dealer's are carried.",
        choices=(Choice("every_hand", "鋪鋪拉", "Every hand"), Choice("dealer", "莊拉", "Dealer only")),
        switches=MappingProxyType(
            {
                "every_hand": {"game.chain.carried": "every_win"},
                "dealer": {"game.chain.carried": "dealer_wins"},
            }
        ),
    ),
)

OFFENCES = (
    Offence(
        "false_win",
        "詐糊",
        "False win",
        ({"pay_each_base": 10}, "replay_hand"),
        "playing",
        "現金賞罰表、其他規則 8",
        note_zh="不斷拉及連莊",
        note_en="chains and streak untouched",
    ),
    Offence("wrong_concealed_kong", "錯暗槓", "Wrong concealed kong", ({"pay_each_base": 1},), "playing", "現金賞罰表"),
    Offence(
        "wrong_ready",
        "錯聽牌",
        "Wrongly declared ready",
        ("ban", {"pay_each_base": 1}),
        "playing",
        "現金賞罰表、其他規則 6",
    ),
    Offence(
        "pung_not_taken",
        "喊碰未碰",
        "Pung called, not taken",
        ({"pay_base": 1},),
        "playing",
        "現金賞罰表",
        needs=("to",),
    ),
    Offence(
        "chow_not_taken",
        "開上未上",
        "Chow shown, not taken",
        ({"pay_base": 1},),
        "playing",
        "現金賞罰表",
        needs=("to",),
    ),
    Offence(
        "ready_failed",
        "聽牌未糊",
        "Ready, and another wins",
        ({"pay_base": 1},),
        "playing",
        "現金賞罰表",
        needs=("to",),
        note_zh="聲明聽牌（眼牌）後由別家食糊",
        note_en="聽牌(眼牌) declared and another wins",
    ),
    Offence(
        "collapsed_hand",
        "斷橋",
        "Hand collapsed when shown",
        ("ban",),
        "playing",
        "其他規則 1",
        note_zh="或作過水，由裁判決定",
        note_en="or 過水, as the referee rules",
    ),
    Offence("banned", "企糊", "Banned from winning", ("ban",), "playing", "其他規則 1、9"),
    Offence(
        "chow_not_in_the_middle",
        "上牌未放中間",
        "Chow's tile not laid in the middle",
        None,
        "playing",
        "其他規則 4",
        note_zh="下次摸牌時可放回，但不得自摸；食糊當詐糊論",
        note_en="a win with it is a false win",
    ),
    Offence("other", "其他", "Other", None, "other", "現金賞罰表"),
)

GAME_READINGS = (
    RuleReading(
        id="K-7",
        question_zh="和局不聽的賠每門一底，賠給誰？",
        question_en="A draw, not ready: who is paid 1 底 each?",
        chosen_zh="未聽牌的每家賠已聽牌的每家一底；未聽牌的各家之間不賠。",
        chosen_en="Each player who is not ready pays each who is; two who are not do not pay each other.",
        reason_zh="文中寫賠每門；兩家都不聽時互賠即抵銷，故只賠聽牌的。",
        reason_en="The text says to each; between two players who both owe it, it cancels out.",
    ),
    RuleReading(
        id="K-8",
        question_zh="拉的 1.5 倍和一半怎樣取整？",
        question_en="How are × 1.5 and the half rounded in the chain?",
        chosen_zh="1.5 倍後先進至整數，再加新一鋪的錢；一半捨去小數。",
        chosen_en="The × 1.5 product rounds up to a whole number before the new payment is added; a half rounds down.",
        reason_zh="文中的例子都是整數；與聯賽同一做法，對贏家有利的進，付一半的捨。",
        reason_en="The text's examples come out whole; as in the league the grown amount favours the winner, the half "
        "the payer.",
        values=("up_down", "exact", "nearest"),
    ),
    RuleReading(
        id="K-9",
        question_zh="花糊另計一底嗎？",
        question_en="Does a win by flowers have the 底 on top?",
        chosen_zh="計：七搶一、一搶七由一家付 30 番加一底；八仙過海三家各付 40 番加一底。",
        chosen_en="It does: 七搶一 and 一搶七 30 番 and the 底 from one player, 八仙過海 40 番 and the 底 from each.",
        reason_zh="糊牌都是番數的錢再加一底，文中沒有例外。",
        reason_en="A win is its 番 and one 底; the text makes no exception.",
    ),
    RuleReading(
        id="K-10",
        question_zh="一場打幾多圈？",
        question_en="How long is a game?",
        chosen_zh="四圈。",
        chosen_en="Four rounds (圈).",
        reason_zh="文中沒有寫；東南西北四圈是通行的一場。",
        reason_en="The text does not say; four 圈 are a usual game.",
        values=("four", "two"),
    ),
    RuleReading(
        id="K-12",
        question_zh="莊家與閒家同食一隻牌，怎樣過莊？",
        question_en="The dealer and another win the same tile: who deals?",
        chosen_zh="莊家繼續做莊，連莊數歸零。",
        chosen_en="The dealer stays and the streak goes to 0.",
        reason_zh="文中沒有寫；莊家食糊即留任，閒家食糊則連莊中斷。",
        reason_en="The text is silent; a winning dealer stays, another's win breaks the streak.",
        values=("reset", "plus_one"),
    ),
    RuleReading(
        id="K-13",
        question_zh="甚麼時候可以投降？",
        question_en="When may a player give up (投降)?",
        chosen_zh="同一條拉被拉了 3、6、9……次時，到下一次再拉之前都可以。",
        chosen_en="When the chain has been pulled 3, 6, 9, … times, until it is pulled again.",
        reason_zh="文中寫被同一家拉 3n 次可選擇投降。",
        reason_en="The text offers it after 3n pulls by the same player.",
    ),
    RuleReading(
        id="K-14",
        question_zh="詐糊之後怎樣？",
        question_en="What follows a 詐糊?",
        chosen_zh="賠每門 10 底，重打，莊家和連莊數不變，各條拉不變。",
        chosen_en="10 底 to each; the hand is replayed with the same dealer and streak, chains untouched.",
        reason_zh="文中寫詐糊不斷拉及連莊。",
        reason_en="The text says that it breaks neither chains nor the streak.",
    ),
    RuleReading(
        id="K-15",
        question_zh="錯暗槓要退回已收的錢嗎？",
        question_en="Is what a wrong concealed kong received given back?",
        chosen_zh="不用；只賠每門 1 底。可以改為連該槓所收的一併退回。",
        chosen_en="No; only the 1 底 to each is paid. Where an event says so, what that kong received goes back too.",
        reason_zh="文中只寫賠每門 1 底：收了多少都是賠這個數。",
        reason_en="The text names only the 1 底 to each.",
        values=("keep", "give_back"),
    ),
    RuleReading(
        id="K-16",
        question_zh="連追 n 次怎樣賠？",
        question_en="What does a run of n followed discards cost?",
        chosen_zh="整段一次過賠每門 n 底。",
        chosen_en="n 底 to each, once for the whole run.",
        reason_zh="文中寫連追 n 次賠每門 n 底。",
        reason_en="The text gives n 底 for n in a row.",
    ),
    RuleReading(
        id="K-17",
        question_zh="有計時的話，響鐘後怎樣？",
        question_en="Where an organiser sets a clock, what happens at the bell?",
        chosen_zh="正在打的一局是最後一局；兩局之間響鐘即完。",
        chosen_en="The hand in progress is the last; between hands the game ends.",
        reason_zh="文中沒有時限；已開的局打完最公平。",
        reason_en="The text has no clock; finishing what was begun is fairest.",
    ),
    RuleReading(
        id="K-18",
        question_zh="碰槓後自摸由放槓者出沖，番數怎樣計？",
        question_en="Whoever discarded the tile of a claimed kong pays a win on its replacement: what does it count?",
        chosen_zh="番數照自摸的槓上摸計，錢由放槓者一家付；記錄時以放槓者為出沖者。",
        chosen_en="It counts as drawn (槓上摸); the discarder of the kong tile pays alone, entered as the discarder.",
        reason_zh="文中只改了由誰付；食的一隻始終是自己摸來的。",
        reason_en="The text changes who pays; the winning tile was drawn all the same.",
    ),
    RuleReading(
        id="K-19",
        question_zh="莊拉時，莊家與閒家同食一隻牌怎樣收錢？",
        question_en="With 莊拉 the dealer and another win the same tile: how is it paid?",
        chosen_zh="莊家的一份入拉，閒家的一份即時收。",
        chosen_en="The dealer's part is carried, the other's is paid at once.",
        reason_zh="莊拉只有做莊的可以拉。",
        reason_en="With 莊拉 only the dealer pulls.",
    ),
    RuleReading(
        id="K-20",
        question_zh="一隻牌多家食糊時，原有的拉怎樣算？",
        question_en="How do several winners of one tile move the open amounts?",
        chosen_zh="先看收錢一家是否食糊，再看付錢一家，最後看其他家。",
        chosen_en="First whether the chain's winner won, then whether its payer did, else as a third player's win.",
        reason_zh="文中只寫一家食糊；依次套用同一表。",
        reason_en="The text covers one winner only; the same table is applied in that order.",
    ),
    RuleReading(
        id="K-21",
        question_zh="完場時未收的拉怎樣？",
        question_en="What becomes of open amounts at the end of the game?",
        chosen_zh="全數收取。",
        chosen_en="They are collected whole.",
        reason_zh="再無下一鋪可拉，也沒有人反食。",
        reason_en="There is no next hand to pull into and nobody turned the tables.",
    ),
    RuleReading(
        id="K-22",
        question_zh="重打的一局，已付的現金賞罰怎樣？",
        question_en="What becomes of cash already paid in a replayed hand?",
        chosen_zh="已付的作實；該局的企糊解除，可以改為延續至重打的一局。",
        chosen_en="It stands; bans of that hand end, or go on in the replayed hand where an event says so.",
        reason_zh="現金賞罰即時收付，不論食糊與否；企糊只限該局。",
        reason_en="Cash is paid at once whatever follows; a ban is for that hand.",
        values=("end", "stay"),
    ),
    RuleReading(
        id="K-36",
        question_zh="企糊的一家，還可以收現金賞罰嗎？",
        question_en="May a player who is banned from winning still have the cash rewards?",
        chosen_zh="照收。",
        chosen_en="Yes, all of them.",
        reason_zh="表中沒有一項要鳴牌或食糊：花、暗槓、骰子都是自己摸來、擲來的。",
        reason_en="None of them needs a claim or a win: flowers, concealed kongs and dice are the player's own.",
    ),
    RuleReading(
        id="K-40",
        question_zh="投降：哪一鋪算第一次拉？",
        question_en="Giving up (投降): which win is the first pull?",
        chosen_zh="第一鋪就是第一次；可以改為由第二鋪起計，即第 4、7、10……鋪後才可投降。",
        chosen_en=(
            "The first win. An event may begin with the second: giving up is then possible after 4, 7, 10, … wins."
        ),
        reason_zh="文中只寫拉 3n 次；第一鋪已經把錢放進拉內。",
        reason_en="The text says 3n pulls; the first win already puts money into the chain.",
        values=("first", "second"),
    ),
    RuleReading(
        id="K-41",
        question_zh="七搶一沒有宣告，其後以手牌食糊，七隻花計甚麼？",
        question_en="七搶一 is declined and the hand wins later with its tiles: what do the seven flowers count?",
        chosen_zh="七隻花 20 番；可以改為照計七搶一 30 番。",
        chosen_en="七隻花, 20. An event may count 七搶一, 30, in its place.",
        reason_zh="文中說可以不食而後計，沒有說計哪一項；搶來的一隻並不在手，手上仍是七隻。",
        reason_en=(
            "The text lets it be declined and counted later without saying as what; the eighth was not taken, so there "
            "are seven."
        ),
        values=("seven", "robbed"),
    ),
)
"""K-11 and those before K-7 are about the count."""
