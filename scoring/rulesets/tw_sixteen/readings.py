"""解讀 tw-sixteen: what was decided about the count where the text is silent or contradicts itself (T-1 … T-19)."""

from __future__ import annotations

from scoring.rules.rule_set import RuleReading
from scoring.rulesets.tw_sixteen.game import GAME_READINGS

COUNT_READINGS: tuple[RuleReading, ...] = (
    RuleReading(
        id="T-1",
        question_zh="四暗坎是 5 台還是 6 台？",
        question_en="Is 四暗坎 worth 5 or 6 台?",
        chosen_zh="6 台，以台數表為準；可以改為 5 台，或自訂台數。",
        chosen_en="6, as in the table; an event may choose 5, or set another value.",
        reason_zh="花胡的計算例寫 5 台，與表不同；表是規定，例只是說明。",
        reason_en="The worked examples of 花胡 count 5, the table says 6; the table is the rule.",
        values=("6", "5"),
    ),
    RuleReading(
        id="T-2",
        question_zh="箭字坎、大三元、小三元的「合圈序加 1」計嗎？",
        question_en="Does '合圈序加1' count for dragon pungs, 大三元 and 小三元?",
        chosen_zh="不計。",
        chosen_en="No.",
        reason_zh="中發白沒有序，文中沒有說怎樣合；兩個計算例都沒有加。",
        reason_en="Dragons have no order that a round could match, and neither worked example adds anything.",
    ),
    RuleReading(
        id="T-3",
        question_zh="半求「含獨聽.自摸共 3」怎樣計？",
        question_en="What is '含獨聽.自摸共3' of 半求?",
        chosen_zh="半求 1、獨聽 1、自摸 1，共 3 台。",
        chosen_en="半求 1, 獨聽 1 and 自摸 1: 3 台.",
        reason_zh="表內半求是 1 台，三項合計正好是 3。",
        reason_en="The table makes 半求 1, and the three come to 3.",
    ),
    RuleReading(
        id="T-4",
        question_zh="獨聽怎樣算？",
        question_en="When does 獨聽 count?",
        chosen_zh="以整手十六張看，34 款之中只有一款能成胡，嚦咕嚦咕的聽也算在內；自己已有四張的一款不算聽。",
        chosen_en=(
            "When exactly one of the 34 kinds completes the sixteen tiles, as 嚦咕嚦咕 too; a kind of which the hand "
            "itself holds all four is no wait."
        ),
        reason_zh="文中說只聽一洞，中洞、邊、單釣只是舉例；自己已有四張就不可能再來。",
        reason_en="The text says one hole only, the shapes being examples; a fifth copy cannot come.",
    ),
    RuleReading(
        id="T-10",
        question_zh="門清而自摸的八仙過海，手牌也成胡，怎樣計自摸？",
        question_en="How does the own draw count in a concealed hand that 八仙過海 completes?",
        chosen_zh="按表計門清 1、不求.自摸 2；可以改為照例只計自摸 1。",
        chosen_en="By the table: 門清 1 and 不求.自摸 2. An event may count as the example does: 自摸 1.",
        reason_zh="文中的例只計自摸 1；例內手牌全是暗的，按表應是一摸三。",
        reason_en="The example counts 自摸 1 alone; its hand is concealed, which the table makes 3.",
        values=("table", "example"),
    ),
    RuleReading(
        id="T-11",
        question_zh="地胡、嚦咕嚦咕不另計甚麼？全求、半求可有槓嗎？",
        question_en="What does not count beside 地胡 and 嚦咕嚦咕, and may 全求 and 半求 hold kongs?",
        chosen_zh="地胡也不計不求.自摸，嚦咕嚦咕不計門清；全求、半求可有明槓，不可有暗槓。",
        chosen_en=(
            "不求.自摸 does not count beside 地胡 either, nor 門清 beside 嚦咕嚦咕; open kongs are allowed, a "
            "concealed kong is not."
        ),
        reason_zh="必然並存的只計高的；暗槓沒有取他人的牌，不是吃碰外露。",
        reason_en="Of what always comes together only the higher counts; a concealed kong was claimed from nobody.",
    ),
    RuleReading(
        id="T-12",
        question_zh="碰槓的補牌自摸，怎樣處理？",
        question_en="What of a self-draw on the replacement of a claimed kong?",
        chosen_zh="不算胡牌，由裁判拒絕；程式會提示。",
        chosen_en="It is no win: the referee refuses it, and the app asks.",
        reason_zh="行牌禁制 2 和 3；只看牌面不能知道槓是哪一巡碰的。",
        reason_en="行牌禁制 2 and 3; the tiles alone do not tell in which turn the kong was claimed.",
    ),
    RuleReading(
        id="T-15",
        question_zh="配牌花胡而手牌也成胡，計槓上開花嗎？",
        question_en="Does 槓上開花 count when a 配牌花胡 completes the hand?",
        chosen_zh="計，與八仙過海、七搶一相同；可以改為輪到摸的第一張牌不是補牌，不計。",
        chosen_en="It does, as with 八仙過海 and 七搶一; it can be switched off, the first draw being no replacement.",
        reason_zh="配牌花胡是八仙過海、七搶一的一種，先補牌而後宣告；文中又說輪序摸第一張時得胡，兩說都通。",
        reason_en=(
            "It is a 八仙過海 or 七搶一 that replaces its flowers first; the text also lets it be declared with the "
            "first draw, so both can be defended."
        ),
        values=("replacement", "first_draw"),
    ),
    RuleReading(
        id="T-16",
        question_zh="暗槓破不破天聽、地聽、天胡、地胡、人胡？可否與地聽並計？",
        question_en="Do concealed kongs break 天聽, 地聽, 天胡, 地胡 or 人胡, and can 地聽 stand beside them?",
        chosen_zh="暗槓不破，吃、碰、明槓則破。地胡、人胡不會與地聽並存；莊家不可天聽、地胡、人胡。",
        chosen_en=(
            "No; own chows, pungs and open kongs do. 地聽 cannot stand beside 地胡 or 人胡; 天聽, 地胡 and 人胡 are "
            "not the dealer's."
        ),
        reason_zh="天胡、地胡寫明可先開暗槓；地聽在打出第一張牌後才宣佈，地胡、人胡則要起手天聽。",
        reason_en=(
            "天胡 and 地胡 are said to allow them; 地聽 is announced with the first discard, while 地胡 and 人胡 were "
            "ready as dealt."
        ),
    ),
    RuleReading(
        id="T-17",
        question_zh="字一色的減 4 怎樣計？",
        question_en="How are the 4 of 字一色 taken off?",
        chosen_zh="與大、小四喜或大、小三元同計時，字一色記作 12 台；嚦咕嚦咕的字一色沒有三元、四喜，仍是 16 台。",
        chosen_en=(
            "Beside great or little four winds or dragons 字一色 is written as 12; in a 嚦咕嚦咕, which holds none of "
            "these, it stays 16."
        ),
        reason_zh="文中說應累計台數後減除 4，因 16 張字牌必然並存至少小三元。",
        reason_en="The text takes 4 off the sum, because melds of honours always bring at least 小三元 along.",
    ),
    RuleReading(
        id="T-18",
        question_zh="花胡補進的牌成胡，自摸、暗坎、花牌怎樣計？",
        question_en="How do the own draw, concealed pungs and flowers count when a 花胡 completes the hand?",
        chosen_zh=(
            "補進的牌當自己摸的，湊成的是暗坎，計槓上開花；八仙過海計自摸，七搶一不計。花胡之外不另計花牌、花槓、"
            "滿花。持六花而搶一者視同自摸：手牌和自己七張花照常計；被搶者的花以 8 台代替，另付 8 減去這七張花已計的"
            "台數。"
        ),
        chosen_en=(
            "The replacement is the winner's own tile: a pung it completes is concealed and 槓上開花 counts; 八仙過海 "
            "counts the own draw, 七搶一 does not. No other flower fan counts beside a 花胡. The holder of six who "
            "robs the eighth wins as by own draw: hand and seven flowers count as always, and the robbed pays 8 in "
            "place of the flowers: entered as extra, 8 less what the seven flowers count."
        ),
        reason_zh="花胡的三個計算例。",
        reason_en="The three worked examples of 花胡.",
    ),
    RuleReading(
        id="T-19",
        question_zh="天聽、地聽、地聽一發可否同時計？",
        question_en="Can 天聽, 地聽 and 地聽一發 stand together?",
        chosen_zh="不可，只計一種；地聽一發已包括地聽。",
        chosen_en="No; one of them counts. 地聽一發 includes 地聽.",
        reason_zh="聽牌只宣佈一次；地聽一發是地聽之後立即胡牌，另有台數。",
        reason_en="Ready is announced once; 地聽一發 is 地聽 won at once, with a value of its own.",
    ),
)

READINGS: tuple[RuleReading, ...] = tuple(
    sorted((*COUNT_READINGS, *GAME_READINGS), key=lambda reading: int(reading.id.partition("-")[2]))
)
