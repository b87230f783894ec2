"""16張台灣麻將: its game, settings and offences. Section names are those of the text: 計台名堂 and the terms of
麻將玩法、術語及各式狀況處理."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai
from scoring.rules.lengths import lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.offences import Offence
from scoring.rules.rule_set import RuleReading
from scoring.rules.settings import Setting

SUBSTITUTE = Cause("substitute", "代位賠付", "Pays in another's place", section="代位賠付")

GAME = GameRules(
    deals=16,
    minimum_fan=0,
    worth=base_and_tai,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0}),
    base=Decimal(3),
    tai=Decimal(1),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True),
    bell=BellRules(during_hand=1, between_hands=0),
    false_win_hand=True,
    liability=LiabilityRules(causes=MappingProxyType({SUBSTITUTE.id: SUBSTITUTE})),
    win_keys=frozenset({"robbed_kong", "flower_win", "liable", "cause", "extra", "opening", "shown_streak"}),
    seats_reordered="搬風",
    raising="text",
    switches=MappingProxyType(
        {"T-20": {"text": {"raising": "text"}, "free": {"raising": "free"}}, "T-21": lengths("four", "two", "one")}
    ),
)

SETTINGS = (
    Setting(
        "base",
        "points",
        Decimal(3),
        "一底",
        "One base (底)",
        "每次胡牌都付的底注。",
        "Paid with every win, whatever it counts.",
        fields=("game.base",),
    ),
    Setting(
        "tai",
        "points",
        Decimal(1),
        "一台",
        "One tai (台)",
        "每一台的分數。",
        "What each 台 adds.",
        fields=("game.tai",),
    ),
    Setting(
        "raised",
        "seats",
        (0, 0, 0, 0),
        "內插",
        "Raised 底",
        "插、飄、飛：各家自己提高的底數。兩家之間的授受，底注要加上兩家所提的底，勝負都算。",
        "插, 飄, 飛: how many 底 each seat has raised. Between two players both raises are added to the 底, "
        "win or lose.",
        fields=("game.raised",),
    ),
)

OFFENCES = (
    Offence(
        "false_win",
        "詐胡",
        "False win",
        ({"pay_each_hand": True}, "false_win_hand"),
        "playing",
        "詐胡",
        needs=("fan",),
        note_zh="莊家詐胡下莊；閒家詐胡莊家續莊，連莊數不變",
        note_en="dealer: the deal passes; another: the dealer stays, streak unchanged",
    ),
    Offence("pays_all", "包賠", "Pays all three", ({"pay_each_hand": True},), "playing", "包賠", needs=("fan",)),
    Offence("wrong_count", "相公", "Dead hand", ("ban",), "tile_count", "相公", again="pays_all"),
    Offence(
        "pung_not_taken",
        "喊碰未碰",
        "Pung called and not taken",
        ({"pay_tai": 1},),
        "playing",
        "喊碰未碰",
        needs=("to",),
        spares_seat_before=True,
    ),
    Offence(
        "looked_and_lost",
        "眼牌",
        "Looked round, and another won",
        ({"pay_tai": 1},),
        "other",
        "眼牌",
        needs=("to",),
        note_zh="他人胡牌時",
        note_en="when another wins",
        again="pays_all",
    ),
    Offence(
        "wrong_discard_claimed",
        "錯打明牌",
        "Discarded a tile of an open meld",
        ({"pay_tai": 1},),
        "playing",
        "錯打明牌之處理 2",
        needs=("to",),
        note_zh="付予每個已亮牌要吃碰的人",
        note_en="to each who had shown a claim",
        again="pays_all",
    ),
    Offence(
        "lost_priority_pung",
        "執意碰牌",
        "Insisted on a pung out of turn",
        ("ban",),
        "playing",
        "違反優先權而行牌之罰則 2",
        substitute="draws",
        again="pays_all",
    ),
    Offence(
        "pays_all_ends",
        "包賠終局",
        "Pays all three, and the hand ends",
        ({"pay_each_hand": True}, "draw_hand"),
        "playing",
        "包賠、錯槓之處理",
        needs=("fan",),
        note_zh="末八張內錯槓；牌牆無法恢復",
        note_en="wrong kong within the last eight tiles; a wall that cannot be put back",
    ),
    Offence("other", "其他", "Something else", None, "other", "各式狀況處理"),
)


GAME_READINGS = (
    RuleReading(
        id="T-5",
        question_zh="一底是幾多？",
        question_en="How much is one 底?",
        chosen_zh="3，一台是 1；每個賽事可以另設。",
        chosen_en="3 to the 台's 1; an event may set others.",
        reason_zh="文中沒有寫；姊妹規則是 300 對 100。",
        reason_en="The text does not say; the sister text has 300 to 100.",
    ),
    RuleReading(
        id="T-6",
        question_zh="連莊示記與實際連莊數不同怎樣？",
        question_en="What if the marker shows another streak than the real one?",
        chosen_zh="莊家胡牌，計示記與實際中較低的；莊家要付的，計較高的。沒有說示記，就計實際的。",
        chosen_en=(
            "A win of the dealer counts the lower of the streak shown and the real one, a payment by the dealer the "
            "higher. Where nothing is said of it, the real one counts."
        ),
        reason_zh="連莊示記一節：示低則胡牌以所示計、付以實際計，示高則反之。",
        reason_en="連莊示記: shown too low, a win counts as shown and a payment as real; shown too high, the reverse.",
    ),
    RuleReading(
        id="T-7",
        question_zh="幾個人共同代位賠付，怎樣平均？",
        question_en="How do several share a payment in others' place?",
        chosen_zh="合計後平均，每人付整數；除不盡的由胡牌者之後輪序最先的一人付。",
        chosen_en=(
            "The sum is shared equally in whole points; what does not divide falls on the first in turn order after "
            "the winner."
        ),
        reason_zh="文中只說共同平均賠付；輪序與攔胡的先後一致。",
        reason_en="The text only says equally; turn order is how it decides between claims too.",
    ),
    RuleReading(
        id="T-8",
        question_zh="有計時的話，響鐘後怎樣？",
        question_en="Where an organiser sets a clock, what happens at the bell?",
        chosen_zh="正在打的一盤是最後一盤；兩盤之間響鐘即完。",
        chosen_en="The hand in progress is the last; between hands the game ends.",
        reason_zh="文中沒有時限；已開的一盤打完最公平。",
        reason_en="The text has no clock; finishing what was begun is fairest.",
    ),
    RuleReading(
        id="T-9",
        question_zh="開門序由哪一家起計？",
        question_en="From whom do seat winds and flower numbers run?",
        chosen_zh="由該盤開門位起，不由莊家起；數牌要用到時逐盤記錄。",
        chosen_en=(
            "From the wall that the dealer's dice opened, not from the dealer; recorded per hand where the count needs "
            "it."
        ),
        reason_zh="配牌一節說開門位即為該盤的東位或花牌的 1 號序。",
        reason_en="配牌 makes the opened wall the East seat and number 1 of the flowers for that hand.",
    ),
    RuleReading(
        id="T-13",
        question_zh="內插的底，哪些授受要計？",
        question_en="Which payments hold the raised 底?",
        chosen_zh=(
            "胡牌、詐胡和包賠，兩家之間都加上兩家所提的底；代位賠付的人照付各家原應付的，連莊家台和內插在內。"
            "罰 1 台、罰底不計。"
        ),
        chosen_en=(
            "Wins, 詐胡 and 包賠: between each two players, what both have raised. Paying for others, a player pays "
            "what each would have paid, dealer's 台 and raised 底 included. Fines of a 台 or a 底 hold none."
        ),
        reason_zh="內插是提高底注對博，輸贏都以底注計；文中說詐胡者亦要賠插花注。",
        reason_en="Raising is a bet on the 底 of hands won or lost; the text has a false winner pay it too.",
    ),
    RuleReading(
        id="T-14",
        question_zh="錯打明牌被人胡而令該盤結束，莊家和連莊數怎樣？",
        question_en="A tile of an open meld is discarded by mistake and won on: what of dealer and streak?",
        chosen_zh="莊家所為則下莊，否則莊家續莊、連莊數不變。記錄為判決：付胡牌者所胡的分，該盤以詐胡方式結束。",
        chosen_en=(
            "The dealer's own passes the deal; another's leaves dealer and streak. It is recorded as a ruling that "
            "pays the winner the hand and ends it as a 詐胡 does."
        ),
        reason_zh="文中錯打明牌之處理 3 與詐胡 3 的下莊方式相同。",
        reason_en="錯打明牌之處理 3 treats the deal as 詐胡 3 does.",
    ),
    RuleReading(
        id="T-20",
        question_zh="內插何時起插、退插？",
        question_en="When may 內插 begin and end?",
        chosen_zh=(
            "第一底要在西風圈起莊之前起插，至該將結束不得退；第二底以上（飄、飛）在沒有連莊的兩盤之間起插或退插。"
            "可以改為兩盤之間隨時加減。"
        ),
        chosen_en=(
            "The first 底 begins before the West round's first deal and stays to the end of the 將; a second and more "
            "begin and end between hands while no streak runs. An event may let both change between any two hands."
        ),
        reason_zh="插花一節；第二底以上視同外插，外插只在非連莊時起插和退插。",
        reason_en="插花 says so, and treats a second 底 as 外插, which begins and ends while no streak runs.",
        values=("text", "free"),
    ),
    RuleReading(
        id="T-21",
        question_zh="可以打少於一將（四圈）嗎？",
        question_en="May a game be shorter than a 將 of four 圈?",
        chosen_zh="一場打一將；可以改為兩圈或一圈。",
        chosen_en="It is one 將; two 圈 or one may be chosen.",
        reason_zh="文中四圈為一將，次將起搬風；沒有說一場只可以打整將。",
        reason_en="The text makes four 圈 a 將, after which seats change; not that only whole ones are played.",
        values=("four", "two", "one"),
        formerly="T-20",
    ),
)
