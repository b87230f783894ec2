"""台灣麻將競技活動中心、中華麻將競技協會: its game, settings and offences. Section names are those of the centre's
text: 比賽辦法 (with the numbers of 麻將競技規則), 基本術語及比賽規則, 比賽罰則 (with its numbers), 行牌規定."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai
from scoring.rules.lengths import lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.offences import Offence
from scoring.rules.rule_set import RuleReading
from scoring.rules.settings import Setting

SUBSTITUTE = Cause("substitute", "代位賠付", "Pays in another's place", section="代位賠付")

_BELL = BellRules(during_hand=0, between_hands=0, minutes=120)

GAME = GameRules(
    deals=16,
    start=Decimal(10000),
    ends_at=Decimal(0),
    minimum_fan=0,
    worth=base_and_tai,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0}),
    base=Decimal(300),
    tai=Decimal(100),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True),
    bell=_BELL,
    shares_winnings="when_gone",
    false_win_hand=True,
    false_win_passes=False,
    suspension_proposed=True,
    couples_apart="搬風",
    liability=LiabilityRules(causes=MappingProxyType({SUBSTITUTE.id: SUBSTITUTE})),
    win_keys=frozenset({"robbed_kong", "flower_win", "liable", "cause", "opening", "shown_streak"}),
    draw_keys=frozenset({"dealer"}),
    switches=MappingProxyType(
        {
            "C-7": {"credit": {"on_credit": True}, "left": {"on_credit": False}},
            "C-10": {"when_gone": {"shares_winnings": "when_gone"}, "at_end": {"shares_winnings": "at_end"}},
            "C-22": lengths("four", "two", "one", bell=_BELL),
        }
    ),
)

SETTINGS = (
    Setting(
        "start",
        "points",
        Decimal(10000),
        "基礎分",
        "Points at the start",
        "每家開局時的分數；用完即完場。",
        "What each player begins with; the match of a table ends when somebody has used it up.",
        fields=("game.start",),
    ),
    Setting(
        "base",
        "points",
        Decimal(300),
        "一底",
        "One base (底)",
        "每次胡牌都付的底注。",
        "Paid with every win, whatever it counts.",
        fields=("game.base",),
    ),
    Setting(
        "tai",
        "points",
        Decimal(100),
        "一台",
        "One tai (台)",
        "每一台的分數。",
        "What each 台 adds.",
        fields=("game.tai",),
    ),
    Setting(
        "pull_dealer",
        "flag",
        True,
        "拉莊",
        "拉莊",
        "連莊 N 次另加拉莊 N 台；不設時莊家只加 1 + N 台。",
        "A streak of N adds N 台 of 拉莊 to those of 連莊; without it the dealer's 台 are 1 + N.",
        switches=MappingProxyType(
            {
                True: {"game.dealer_fans.per_streak": 2, "terms.streak_zh": "連{n}拉{n}"},
                False: {"game.dealer_fans.per_streak": 1, "terms.streak_zh": "連{n}"},
            }
        ),
    ),
)

_BAN = ("ban",)
_ONE_TAI = ({"deduct_tai": 1},)
_PAYS_ALL = ({"pay_each_hand": True},)
_WRONG_WIN = ({"pay_each_hand": True}, "draw_hand")

OFFENCES = (
    Offence(
        "late",
        "遲到",
        "Late",
        ({"deduct_base": 1},),
        "other",
        "比賽罰則 2",
        note_zh="10 分鐘以內",
        note_en="up to 10 minutes",
    ),
    Offence(
        "absent",
        "遲到逾時",
        "Too late",
        ("withdraw",),
        "other",
        "比賽罰則 2",
        note_zh="超過 10 分鐘；由候補選手接替",
        note_en="over 10 minutes; the substitute steps in",
    ),
    Offence(
        "cheating",
        "作弊",
        "Cheating",
        ("suspend",),
        "other",
        "比賽罰則 5",
        note_zh="換牌、偷牌、藏牌",
        note_en="換牌 偷牌 藏牌",
    ),
    Offence("wrong_chow", "錯吃", "Wrong chow", _BAN, "playing", "比賽罰則 5", again="second_wrong_count"),
    Offence("wrong_pung", "錯碰", "Wrong pung", _BAN, "playing", "比賽罰則 5", again="second_wrong_count"),
    Offence("wrong_kong", "錯槓", "Wrong kong", _BAN, "playing", "比賽罰則 5", again="second_wrong_count"),
    Offence(
        "wrong_flower", "錯補花", "Wrong flower replaced", _BAN, "drawing", "比賽罰則 5", again="second_wrong_count"
    ),
    Offence("idle_chow", "空吃", "Chow called and not made", _ONE_TAI, "playing", "比賽罰則 5"),
    Offence("idle_pung", "空碰", "Pung called and not made", _ONE_TAI, "playing", "比賽罰則 5"),
    Offence("idle_kong", "空槓", "Kong called and not made", _ONE_TAI, "playing", "比賽罰則 5"),
    Offence("early_draw", "提前摸牌", "Drew before the discard", _ONE_TAI, "drawing", "比賽罰則 5"),
    Offence("slow_pung", "碰牌逾時", "Pung after three seconds", _ONE_TAI, "playing", "比賽罰則 5"),
    Offence(
        "wrong_draw",
        "摸錯牌",
        "Drew a wrong tile",
        (),
        "drawing",
        "比賽罰則 5",
        note_zh="未放入立牌：歸回原位",
        note_en="not yet placed: put back",
    ),
    Offence(
        "wrong_draw_placed",
        "摸錯牌入手",
        "Wrong tile put into the hand",
        _BAN,
        "drawing",
        "比賽罰則 5",
        again="second_wrong_count",
    ),
    Offence(
        "looked",
        "眼牌",
        "Looked at others' tiles",
        ("ban", {"pay_each_base": 1}),
        "other",
        "比賽罰則 5",
        again="second_wrong_count",
    ),
    Offence(
        "wrong_win",
        "錯胡",
        "Win called on a wrong tile",
        _WRONG_WIN,
        "playing",
        "比賽罰則 5",
        needs=("fan",),
        note_zh="連莊繼續，連莊數加 1",
        note_en="the dealer stays, streak + 1",
    ),
    Offence(
        "false_win",
        "詐胡",
        "Win called without being ready",
        _WRONG_WIN,
        "playing",
        "比賽罰則 5",
        needs=("fan",),
        note_zh="同錯胡",
        note_en="as 錯胡",
    ),
    Offence(
        "winning_tile_not_taken",
        "未取回所胡牌",
        "Winning tile not taken in",
        _WRONG_WIN,
        "playing",
        "比賽罰則 5 其他規定 2",
        needs=("fan",),
        note_zh="同錯胡",
        note_en="as 錯胡",
    ),
    Offence(
        "own_tile_shown",
        "暴露手牌",
        "Own tile shown",
        ("warning",),
        "playing",
        "比賽罰則 5",
        note_zh="輪到自己出牌時必須打出該牌",
        note_en="the tile must be discarded next",
    ),
    Offence(
        "others_tile_shown",
        "暴露他人手牌",
        "Another's tile shown",
        ({"pay_base": 1},),
        "playing",
        "比賽罰則 5",
        needs=("to",),
    ),
    Offence(
        "wrong_count", "相公", "Wrong number of tiles", _BAN, "tile_count", "比賽罰則 5", again="second_wrong_count"
    ),
    Offence(
        "second_wrong_count",
        "二相包賠",
        "Offence of 相公 a second time",
        _PAYS_ALL,
        "tile_count",
        "包賠",
        needs=("fan",),
    ),
    Offence(
        "wrong_late_kong",
        "末八張錯暗槓",
        "Wrong concealed kong in the last eight tiles",
        _PAYS_ALL,
        "playing",
        "包賠",
        needs=("fan",),
        note_zh="荒局時檢出",
        note_en="when the hand is drawn",
    ),
    Offence("wrecked_wall", "弄亂牌牆", "Wall or another's hand wrecked", _PAYS_ALL, "drawing", "包賠", needs=("fan",)),
    Offence(
        "illegal_information",
        "非法信息",
        "Information passed on",
        ("ban", {"deduct_base": 1}),
        "other",
        "比賽罰則 5",
    ),
    Offence("disruption", "嚴重干擾", "Serious disruption", ("disqualify",), "other", "比賽罰則 5"),
    Offence(
        "late_pick_up",
        "延誤取牌",
        "Claimed tile taken in too late",
        _BAN,
        "playing",
        "比賽罰則 5 其他規定 1",
        again="second_wrong_count",
    ),
    Offence(
        "shown_before_declared",
        "先亮牌後報胡",
        "Tiles shown before the win was called",
        _BAN,
        "playing",
        "比賽罰則 5 其他規定 3",
    ),
    Offence(
        "swap_claim",
        "打出與吃進相同的牌",
        "Discarded what was just claimed",
        _BAN,
        "playing",
        "比賽罰則 5 其他規定 5",
        again="second_wrong_count",
    ),
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
    Offence("warning", "警告", "Warning", ("warning",), "other", "比賽罰則 1"),
    Offence(
        "wrong_discard_claimed",
        "錯打明牌",
        "Discarded a tile of an open meld",
        ("ban", {"pay_tai": 1}),
        "playing",
        "錯打明牌之處理 2",
        needs=("to",),
        note_zh="付予每個已亮牌要吃碰的人",
        note_en="to each who had shown a claim",
        again="second_wrong_count",
    ),
    Offence(
        "void_win",
        "無效推倒",
        "Win pushed over without priority",
        _PAYS_ALL,
        "playing",
        "違反優先權而行牌之罰則 1",
        needs=("fan",),
        note_zh="無優先權而執意推倒手牌；另一家的胡牌作實",
        note_en="a win pushed over without priority; the other win stands",
    ),
    Offence(
        "lost_priority_pung",
        "執意碰牌",
        "Insisted on a pung out of turn",
        _BAN,
        "playing",
        "違反優先權而行牌之罰則 2",
        note_zh="另負代位賠付：其後八張內他人自摸",
        note_en="and 代位賠付 of kind draws",
        substitute="draws",
        again="second_wrong_count",
    ),
    Offence(
        "late_wrong_kong",
        "末八張錯槓",
        "Wrong open kong in the last eight tiles",
        _WRONG_WIN,
        "playing",
        "錯槓之處理",
        needs=("fan",),
        note_zh="末八張內的錯加槓或錯碰槓",
        note_en="added or claimed kong within the last eight tiles",
    ),
    Offence("other", "其他", "Something else", None, "other", "比賽罰則"),
)


GAME_READINGS = (
    RuleReading(
        id="C-7",
        question_zh="計分卡用完，何時完場？",
        question_en="When does a match end because somebody's counters are used up?",
        chosen_zh=(
            "一盤結束時有任何一家的分數是零或以下，該桌即完場，重打的一盤也算；分數可以低於零。事後才判的，到下一盤結束時才看。"
            "可以改為只付剩下的：先付胡牌者，其後按輪序，分數不低於零。"
        ),
        chosen_en=(
            "When a hand closes, a replayed one too, and any score is zero or less; scores may go below zero. What is "
            "ruled afterwards is looked at when the next hand closes. Where an event says so nobody pays more than "
            "they have: the winner first, then in turn order."
        ),
        reason_zh="文中只說計分卡用完即結束；盤中的罰分不應打斷未完的一盤，應付的也不應因此減少。",
        reason_en=(
            "The text only says that it ends; a fine in the middle should not break off a hand being played, nor "
            "should anybody be paid less for it."
        ),
        values=("credit", "left"),
    ),
    RuleReading(
        id="C-8",
        question_zh="東風東流局而重新擲骰，到幾時為止？連莊怎樣計？",
        question_en="How long are the dice thrown again after a draw in 東風東, and what becomes of the streak?",
        chosen_zh="未曾過莊之前的每次流局都重新擲骰。換了新起莊者，東一局重新開始，連莊由零起計；仍是原起莊者就繼續連莊。",
        chosen_en=(
            "After every draw before the first deal has passed. A new starting dealer begins 東一局 without a streak; "
            "with the same one the streak goes on."
        ),
        reason_zh="文中說仍為原起莊者以連莊計分，可見未過莊都是東風東；新起莊者從未做過莊。",
        reason_en="The same dealer goes on with the streak, so it is still 東風東; a new one has dealt nothing yet.",
    ),
    RuleReading(
        id="C-9",
        question_zh="比賽時間到，正在打的一盤怎樣？",
        question_en="What becomes of the hand in progress when time is up?",
        chosen_zh="立即停止，不計勝負；該盤內已經執行的罰分作實。",
        chosen_en="It stops at once and counts nothing; fines already taken in it stand.",
        reason_zh="文中要求立即終止；罰分由裁判當場抽扣，與該盤勝負無關。",
        reason_en="The text stops it at once; a fine was taken on the spot, whoever would have won.",
    ),
    RuleReading(
        id="C-10",
        question_zh="取消資格，其所贏得的分數怎樣平均發還？",
        question_en="How is shared out what a disqualified player had won?",
        chosen_zh=(
            "離場一刻高於基礎分的部分，由同桌其餘三家平分，只分整數，餘數不歸任何人，有沒有候補接替都一樣；沒有贏就沒有可分。"
        ),
        chosen_en=(
            "What stood above the start when they went is shared equally among the other three of the match in whole "
            "points, the rest to nobody, with or without a substitute. A player who had won nothing has nothing to "
            "share."
        ),
        reason_zh="文中說其所贏得的分數平均發給同桌三位選手；候補其後贏輸的不是他的。計分卡不能再拆細。",
        reason_en=(
            "The text shares what the player has won among the three at the table; what a substitute wins or loses "
            "afterwards is not the player's. Counters cannot be split further."
        ),
        values=("when_gone", "at_end"),
        before_3="at_end",
    ),
    RuleReading(
        id="C-13",
        question_zh="門風和花牌由哪一家起計？七搶一搶誰？",
        question_en="From whom do seat winds and flower numbers run, and who is robbed by 七搶一?",
        chosen_zh="由該盤開門位起，不由莊家起；數牌要用到時逐盤記錄。摸進第七張花的，搶有一張的一家；持七張的，搶摸進第八張的一家。",
        chosen_en=(
            "From the wall that the dealer's dice opened, not from the dealer; recorded per hand where the count needs "
            "it. Whoever draws the seventh flower robs the holder of one; the holder of seven robs the eighth."
        ),
        reason_zh="配牌一節說開門位即為該盤的東位或花牌的 1 號序。",
        reason_en="配牌 makes the opened wall the East seat and number 1 of the flowers for that hand.",
    ),
    RuleReading(
        id="C-14",
        question_zh="莊家錯胡或詐胡，下莊還是連莊？",
        question_en="After a dealer's wrong or false win, does the deal pass?",
        chosen_zh="按比賽罰則判流局，連莊繼續，連莊數加 1；付給各家的是底加牌面台數，與莊家之間另加莊連拉。",
        chosen_en=(
            "As the penalties of the competition say: a draw, the dealer stays, streak + 1. Each is paid 底 and the "
            "hand's 台, with the dealer's 台 between dealer and player."
        ),
        reason_zh="一般規則說莊家詐胡下莊，但比賽罰則是為比賽而訂，後訂的優先。",
        reason_en="The play rules make a dealer's 詐胡 pass the deal, but the penalties were written for competitions.",
    ),
    RuleReading(
        id="C-22",
        question_zh="一局可以少於四圈嗎？",
        question_en="May a match be shorter than four 圈?",
        chosen_zh="一將四圈；大會可以改為兩圈或一圈，時限按圈數減少。",
        chosen_en="It is four 圈; an organiser may choose two or one, with as much less time.",
        reason_zh="比賽辦法 1 和 2：四圈限時兩小時；文中沒有較短的一局，時限只可按比例。",
        reason_en="比賽辦法 1 and 2 give four 圈 two hours and know no shorter match: its time can only follow.",
        values=("four", "two", "one"),
    ),
)
