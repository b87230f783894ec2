"""香港麻雀協會港式台牌聯賽: its game and offences, and the readings about them. Section names are those of the
association's text: 分數計算, 莊家連拉莊, 兩圈結束, 中途獎勵, 犯規與罰則."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    ChainRules,
    DealerFans,
    DealerRules,
    GameRules,
    WrongDealerRules,
)
from scoring.rules.lengths import lengths
from scoring.rules.offences import Offence
from scoring.rules.rewards import Reward
from scoring.rules.rule_set import RuleReading

FALSE_WIN = ({"deduct": "160"}, "replay_hand")

REWARDS = (
    Reward(
        "grass",
        "一台草",
        "Run of flowers",
        "each_pays",
        (Decimal("0.5"),),
        once=True,
        flowers=4,
        section="中途獎勵",
        when_zh="一至四號的花牌齊，兩套可以混合。",
        when_en="Flowers 1 to 4 are all there, the two families mixed.",
    ),
    Reward(
        "flower_set",
        "一台花",
        "Set of flowers",
        "each_pays",
        (Decimal(1),),
        families=1,
        flowers=4,
        section="中途獎勵",
        when_zh="四季或花牌一套四隻齊。",
        when_en="All four flowers of one family.",
    ),
    Reward(
        "seven_rob_one",
        "七搶一",
        "Seven rob one",
        "one_pays",
        (Decimal(6),),
        claimed=True,
        flowers=8,
        section="中途獎勵",
        when_zh="手上七隻花，別家摸到第八隻，而不宣告食糊。",
        when_en="Seven flowers held, another draws the eighth, and no win is declared.",
    ),
    Reward(
        "two_flower_sets",
        "兩台花",
        "Both sets of flowers",
        "each_pays",
        (Decimal(8),),
        claimed=True,
        families=2,
        flowers=8,
        section="中途獎勵",
        when_zh="八隻花齊，而不宣告食糊。",
        when_en="All eight flowers, and no win is declared.",
    ),
    Reward(
        "concealed_kong",
        "暗槓",
        "Concealed kong",
        "each_pays",
        (Decimal(1),),
        section="中途獎勵",
        when_zh="每開一次暗槓。",
        when_en="Each concealed kong.",
    ),
    Reward(
        "followed_discard",
        "追牌",
        "Followed discard",
        "pays_each",
        (Decimal(1),),
        simple_units=Decimal(2),
        section="中途獎勵",
        when_zh="打出一隻牌，其餘三家同一巡都跟打。",
        when_en="A discard that the three others follow with the same tile in the same go-round.",
    ),
)

GAME = GameRules(
    deals=8,
    minimum_fan=1,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0, 2: 5, 3: 10}),
    base=Decimal(5),
    chain=ChainRules(factor=Decimal("1.5"), share=Decimal("0.5"), grown="up", halved="down"),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True, shared_win="reset"),
    wrong_dealer=WrongDealerRules(skips_turn=True),
    rewards=MappingProxyType({reward.kind: reward for reward in REWARDS}),
    cards=CardRules(red_points=Decimal(5), second_red=FALSE_WIN),
    bell=BellRules(during_hand=1, between_hands=0),
    ban_broken="banned_win",
    win_keys=frozenset({"robbed_kong", "flower_win"}),
    switches=MappingProxyType(
        {
            "L-27": {
                "up_down": {"chain.grown": "up", "chain.halved": "down"},
                "exact": {"chain.grown": "exact", "chain.halved": "exact"},
                "nearest": {"chain.grown": "nearest", "chain.halved": "nearest"},
            },
            "L-29": {
                "reset": {"dealer": DealerRules(shared_win="reset")},
                "plus_one": {"dealer": DealerRules(shared_win="plus_one")},
            },
            "L-32": {"day": {"repeats_last": "day"}, "event": {"repeats_last": "event"}},
            "L-37": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "L-54": {
                "at_once": {"wrong_dealer.very_next": "at_once"},
                "next_turn": {"wrong_dealer.very_next": "next_turn"},
            },
            "L-53": lengths("two", "four"),
            "L-56": {
                "stays": {"chain.winner_and_payer": "stays"},
                "collect": {"chain.winner_and_payer": "collect"},
            },
            "L-55": {value: {"objections": value} for value in ("closed", "open")},
        }
    ),
)

_YELLOW = ("yellow",)
_BAN = ("ban",)
_OUT = ("disqualify", "blacklist")

OFFENCES = (
    Offence(
        "false_win",
        "詐糊",
        "False win",
        FALSE_WIN,
        "playing",
        "行牌時的犯規 11",
        note_zh="莊家及拉莊數不變，各條拉不變",
        note_en="same dealer, same streak, chains untouched",
    ),
    Offence(
        "banned_win",
        "違反禁止食糊",
        "Claim or win while banned",
        FALSE_WIN,
        "playing",
        "犯規與罰則 3",
        note_zh="當詐糊論",
        note_en="as 詐糊",
    ),
    Offence(
        "wrecked_hand",
        "擾亂牌局",
        "Hand wrecked",
        ({"deduct_after_game": "320"}, "replay_hand"),
        "drawing",
        "摸牌時的犯規 5",
        note_zh="包括令牌局不能繼續的故意詐糊",
        note_en="also 故意詐糊 that stops the game",
    ),
    Offence(
        "hollow_win",
        "空糊",
        "Win called and taken back",
        ("ban", {"fine_base": 1}),
        "playing",
        "行牌時的犯規 12",
        note_zh="重犯遞增",
        note_en="grows",
    ),
    Offence(
        "claim_cancelled",
        "鳴牌取消",
        "Claim taken back",
        ({"fine_base": 1},),
        "playing",
        "行牌時的犯規 8",
        note_zh="重犯遞增",
        note_en="grows",
    ),
    Offence(
        "wrong_concealed_kong",
        "錯暗槓",
        "Wrong concealed kong",
        ({"give_back_base": 1}, {"pay_each_base": 1}),
        "playing",
        "行牌時的犯規 13",
        note_zh="局終沒有打開暗槓亦然；不會遞增",
        note_en="also not shown at the end; does not grow",
    ),
    Offence("early_draw", "先自摸", "Drew before the discard", ("yellow", "ban"), "drawing", "摸牌時的犯規 2"),
    Offence("short_hand", "小相公", "Too few tiles", _BAN, "tile_count", "相公 2"),
    Offence("long_hand", "大相公", "Too many tiles", _BAN, "tile_count", "相公 3"),
    Offence("wrong_set", "錯誤牌組", "Wrong meld shown", _BAN, "playing", "行牌時的犯規 9"),
    Offence(
        "late_replacement",
        "補牌過遲",
        "Replacement forgotten",
        _BAN,
        "tile_count",
        "摸打規條 3",
        note_zh="補花或補槓遲了超過一巡",
        note_en="a flower or kong replacement forgotten for more than a go-round",
    ),
    Offence(
        "drew_before_showing",
        "先補槓後亮牌",
        "Drew before showing the kong",
        _BAN,
        "tile_count",
        "開槓 8",
    ),
    Offence("swap_claim", "喰替", "Swap claim", _YELLOW, "playing", "行牌時的犯規 10"),
    Offence(
        "swap_claim_stands",
        "喰替成立",
        "Swap claim that stands",
        _BAN,
        "playing",
        "行牌時的犯規 10",
        note_zh="下家已摸牌或他家已鳴牌",
        note_en="drawn past or claimed",
    ),
    Offence(
        "wrong_dealt_tile",
        "拿錯牌",
        "Took a wrong tile",
        _YELLOW,
        "dealing",
        "配牌時的犯規 2",
        note_zh="看過牌後",
        note_en="after looking",
    ),
    Offence("opponents_tile_shown", "翻開對手的牌", "Another's tile turned over", _YELLOW, "drawing", "摸牌時的犯規 1"),
    Offence("wrong_draw", "摸錯牌", "Drew from a wrong place", _YELLOW, "drawing", "摸牌時的犯規 3"),
    Offence("wall_tile_shown", "翻開牌牆的牌", "Wall tile turned over", _YELLOW, "drawing", "摸牌時的犯規 4"),
    Offence("wrong_claim", "誤鳴", "Wrong claim put right", _YELLOW, "playing", "行牌時的犯規 1"),
    Offence("silent_claim", "不發聲鳴牌", "Claimed without calling", _YELLOW, "playing", "行牌時的犯規 3"),
    Offence(
        "discarded_first",
        "先打牌",
        "Discarded before drawing",
        _YELLOW,
        "playing",
        "行牌時的犯規 5",
        note_zh="及時更正",
        note_en="put right in time",
    ),
    Offence(
        "discarded_first_stands",
        "先打牌成立",
        "Discarded before drawing, past mending",
        _BAN,
        "playing",
        "行牌時的犯規 5",
        note_zh="小相公",
        note_en="小相公",
    ),
    Offence("tile_fell_in_river", "牌跌入牌河", "Tile fell into the river", _YELLOW, "playing", "行牌時的犯規 6"),
    Offence("late_rob", "補槓後搶糊", "Win claimed after the kong's draw", _YELLOW, "playing", "行牌時的犯規 7"),
    Offence("talking", "發言", "Talking", _YELLOW, "other", "其他犯規行為 1", note_zh="或更重", note_en="or more"),
    Offence(
        "disturbing",
        "滋擾",
        "Disturbance",
        _YELLOW,
        "other",
        "其他犯規行為 2",
        note_zh="或更重",
        note_en="or more",
    ),
    Offence(
        "ready_broken",
        "叮牌違例",
        "Ready declaration broken",
        None,
        "playing",
        "叮牌 2",
        note_zh="叮牌後換牌、鳴牌或開槓；其後食糊作詐糊論",
        note_en="changed, claimed or konged after 叮; a win then is 詐糊",
    ),
    Offence("early_discard", "四家準備好前打牌", "Discarded before all were ready", None, "dealing", "配牌時的犯規 3"),
    Offence("misnamed_tile", "讀錯牌名", "Named a wrong tile", None, "playing", "摸打規條 6"),
    Offence("collapsed_hand", "斷橋", "Hand collapsed when shown", None, "playing", "食糊 5"),
    Offence("deliberate", "故意犯規", "Deliberate offence", None, "other", "犯規與罰則 1"),
    Offence(
        "melds_out_of_order",
        "鳴牌次序",
        "Melds laid out of order",
        None,
        "playing",
        "鳴牌牌組的擺放 3",
        note_zh="裁判有權禁止食糊",
        note_en="the referee may forbid a win",
        usual=("ban",),
    ),
    Offence(
        "tiles_pushed_over",
        "推亂牌",
        "Tiles or wall disturbed",
        None,
        "playing",
        "行牌時的犯規 14",
        note_zh="對手確認食糊成立之前",
        note_en="before the others have agreed to a win",
    ),
    Offence("other", "其他", "Something else", None, "other", "犯規與罰則 2"),
    Offence("cheating", "出千", "Cheating", _OUT, "other", "其他犯規行為 3"),
    Offence("collusion", "串通", "Collusion", _OUT, "other", "其他犯規行為 3"),
    Offence("gambling", "賭博", "Gambling", _OUT, "other", "其他犯規行為 3"),
    Offence(
        "redeal",
        "洗牌重配",
        "Shuffled and dealt again",
        ("replay_hand",),
        "dealing",
        "配牌時的犯規 5",
        note_zh="沒有犯規者：座位可以留空",
        note_en="nobody at fault: seat may be null",
        seat_optional=True,
    ),
    Offence(
        "wrong_deal_corrected",
        "配牌相公",
        "Wrong number dealt, put right",
        (),
        "dealing",
        "配牌時的犯規 4",
        note_zh="打第一張牌前更正，免罰",
        note_en="put right before the first discard: no penalty",
    ),
)

GAME_READINGS = (
    RuleReading(
        id="L-54",
        question_zh="做錯莊的正是下一個莊家，幾時扣他的一次莊？",
        question_en="The wrong dealer is the player whose turn comes next: which turn is skipped?",
        chosen_zh="即時：這局完後跳過他，由再下一家做莊；可以改為照做，到他再下一次才跳過。",
        chosen_en=(
            "That very turn: the deal goes to the player after. An event may let them deal it and skip the turn after."
        ),
        reason_zh="文中說多做了的一次莊在下一次扣除；緊接的一次就是下一次。",
        reason_en="The text takes the surplus turn away from the next one, and this is the next one.",
        values=("at_once", "next_turn"),
    ),
    RuleReading(
        id="L-56",
        question_zh="收分一家和付分一家同食第三家打出的一隻牌，未收的數怎樣？",
        question_en="The winner and the payer of a chain both win a third player's discard: what becomes of it?",
        chosen_zh="不變，繼續記下；可以改為全數收取。",
        chosen_en="It stays open as it is. An event may have it collected whole.",
        reason_zh="文中 b 說收分一家食其他家便繼續記下，a 說付分一家食其他家打出便收下；同 L-28，先看收分一家。",
        reason_en=(
            "By b the amount stays when its winner wins from another, by a it is collected when its payer does; as in "
            "L-28 the winner's line comes first."
        ),
        values=("stays", "collect"),
    ),
    RuleReading(
        id="L-58",
        question_zh="一張檯上，哪些花牌獎勵不會同時出現？",
        question_en="Which flower rewards cannot stand together at one table?",
        chosen_zh="一局之中七搶一和兩台花合共最多一次；有了其中一樣，別家在該局沒有花牌獎勵。",
        chosen_en=(
            "七搶一 and 兩台花 together come at most once in a hand; beside either, no other player has a flower "
            "reward in it."
        ),
        reason_zh="花牌只有八隻：一家齊了八隻，別家就一隻也沒有。",
        reason_en="There are eight flowers: with all eight in one place nobody else has any.",
    ),
    RuleReading(
        id="L-46",
        question_zh="兩局之間鐘響時，已經輸入了下一局的獎勵或判決，怎樣處理？",
        question_en=(
            "The bell rings between hands, with a reward or ruling of the next hand already entered: what then?"
        ),
        chosen_zh="已付的照計；未結的拉和半莊後的扣分在最後一局收取。",
        chosen_en=(
            "What was paid stands; open chains and deductions after the game are taken with the last hand played."
        ),
        reason_zh="那些分數已經過手；拉屬於打完的局。",
        reason_en="Those points have changed hands; chains belong to the hands that were played.",
    ),
    RuleReading(
        id="L-49",
        question_zh="被禁止食糊的一家，還可以收哪些中途獎勵？",
        question_en="Which rewards may a player still have who is banned from winning?",
        chosen_zh="一台草、一台花、暗槓照收；七搶一、兩台花不可收。",
        chosen_en="一台草, 一台花 and 暗槓; not 七搶一 and 兩台花.",
        reason_zh=(
            "禁止的是鳴牌、叮牌和食糊。花和暗槓是自己摸的牌，不是鳴牌；七搶一、兩台花是「選擇不宣告食糊」才收，"
            "不可食糊便沒有這個選擇。"
        ),
        reason_en=(
            "Claims, 叮 and wins are banned. Flowers and a concealed kong are the player's own draws; 七搶一 and "
            "兩台花 are taken in the place of a declared win, which a banned player has not."
        ),
    ),
    RuleReading(
        id="L-50",
        question_zh="不在任何一局時判的黃牌，有效到何時？",
        question_en="How long does a yellow card last that is given outside any hand?",
        chosen_zh="至該選手當日下一個半莊結束；其間再有黃牌就是紅牌。當日再沒有半莊，當日結束。",
        chosen_en=(
            "Until the end of the player's next 半莊 of that day, and another "
            "one before then is a red; without one, until the end of the day."
        ),
        reason_zh="文中只說黃牌生效至該半莊結束，沒有說局外的判決；不計入下一個半莊，這張黃牌便毫無作用。",
        reason_en=(
            "The text ends a yellow with its 半莊 and does not speak of "
            "rulings outside; counted in none it would mean nothing."
        ),
    ),
    RuleReading(
        id="L-51",
        question_zh="一局入帳後才發現的犯規，排在哪裏計？",
        question_en="Where does an offence count that is found after its hand was entered?",
        chosen_zh="計入該局，排在下一局的判決之前，不論何時記錄。因此成為第二張紅牌的，照扣分而不重打該局。",
        chosen_en=(
            "In that hand, before the rulings of the next one, whenever it is "
            "typed. A second red by it costs its points and replays nothing."
        ),
        reason_zh="文中沒有說；牌和罰分要看犯了甚麼，不看記錄的先後。已完結的一局不能再打。",
        reason_en=(
            "The text is silent; cards and points should follow from what was done, not "
            "from when it was written. A hand that is over cannot be played again."
        ),
    ),
    RuleReading(
        id="L-53",
        question_zh="可以打全莊（四圈）嗎？",
        question_en="May a whole game (four 圈) be played?",
        chosen_zh="一場是兩圈的半莊；大會可以改為四圈的全莊，整場一次結算：黃牌、拉和半莊後的扣分都到全莊完結。",
        chosen_en=(
            "A game is a 半莊 of two 圈; an organiser may choose four. It is settled once, as one game: yellow cards, "
            "open amounts and deductions after the game last until its end."
        ),
        reason_zh="文中的一場是東一局至南四局；四圈打完才計，與打完兩圈時一樣。",
        reason_en="The text's game runs from 東一局 to 南四局; what ends there ends with a longer one.",
        values=("two", "four"),
    ),
    RuleReading(
        id="L-55",
        question_zh="四家確認一鋪之後，還可以提出異議嗎？",
        question_en="Who may object to a hand after the four have confirmed it?",
        chosen_zh="不可以：之後提出的只作個案，不影響比賽；裁判只更正輸入錯誤，並寫明原因。大會可以改為可以。",
        chosen_en=(
            "Nobody: what is said later is a case without effect on play, and a correction puts right a slip of the "
            "entry only, with its reason. An organiser may leave it open."
        ),
        reason_zh="分數計算 6：四家同意該局計分後，不得再追究。",
        reason_en="Section 6 on scoring: once the four agree to a hand's points, nothing more is heard of it.",
        values=("closed", "open"),
        before_3="open",
    ),
)
