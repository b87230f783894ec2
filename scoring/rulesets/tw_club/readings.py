"""解讀 tw-club: what was decided about the count where the centre's text is silent; those about the game are in
`game`."""

from __future__ import annotations

from types import MappingProxyType

from scoring.rules.rule_set import RuleReading
from scoring.rulesets.tw_club.game import GAME_READINGS

COUNT_READINGS: tuple[RuleReading, ...] = (
    RuleReading(
        id="C-1",
        question_zh="門清自摸，門清、不求、自摸是否都計？",
        question_en="Do 門清, 不求 and 自摸 all count for a concealed self-drawn hand?",
        chosen_zh="都計，共 3 台。",
        chosen_en="They do: 3 台 in all.",
        reason_zh="三項各自列為一台，通稱門清一摸三。",
        reason_en="The table lists each as one 台, and 門清一摸三 is the common name of the sum.",
    ),
    RuleReading(
        id="C-2",
        question_zh="天胡、地胡另計自摸嗎？",
        question_en="Does 自摸 count beside 天胡 and 地胡?",
        chosen_zh="另計；不計的是門清、不求，地胡亦不計天聽、地聽。可以改為自摸也不計。",
        chosen_en=("It does; 門清 and 不求 do not, nor do 天聽 and 地聽 beside 地胡. 自摸 can be left out too."),
        reason_zh="地胡寫明不得加計門清、不求、天聽、地聽，沒有自摸；天胡與地胡同例。",
        reason_en="The line of 地胡 names 門清, 不求, 天聽 and 地聽 and not 自摸; 天胡 is treated alike.",
        values=("counted", "dropped"),
        earlier=MappingProxyType({"": "dropped"}),
    ),
    RuleReading(
        id="C-3",
        question_zh="大三元、小三元、小四喜內的字牌刻子另計嗎？",
        question_en="Do the pungs inside 大三元, 小三元 and 小四喜 count too?",
        chosen_zh="大三元、小三元內的三元牌不另計，可以改為另計；小四喜另計風牌、風圈。",
        chosen_en=(
            "三元牌 inside 大三元 and 小三元 does not, which can be switched; 風牌 and 風圈 count beside 小四喜."
        ),
        reason_zh="三元牌必然並存，風牌和風圈則不一定；文中沒有寫明不計。",
        reason_en="三元牌 always comes along, 風牌 and 風圈 do not; the text does not take it away by name.",
        values=("included", "counted"),
    ),
    RuleReading(
        id="C-4",
        question_zh="暗刻怎樣算？五暗刻、四暗刻另計甚麼？",
        question_en="What is a concealed triplet, and what counts beside 五暗刻 and 四暗刻?",
        chosen_zh="胡他人牌湊成的一組不是暗刻，暗槓是。門清和碰碰胡在四暗刻、五暗刻旁邊都照計；可以改為五暗刻不計這兩項。",
        chosen_en=(
            "One completed by another's tile is not concealed, a concealed kong is. 門清 and 碰碰胡 count beside "
            "四暗刻 and 五暗刻 alike; beside 五暗刻 both can be left out."
        ),
        reason_zh="文中只有字一色寫明不計碰碰胡；五暗刻若不計，五組全暗反比四組暗的少。",
        reason_en=(
            "The text takes 碰碰胡 away beside 字一色 only; without it five concealed triplets would be worth less "
            "than four."
        ),
        values=("counted", "dropped"),
        earlier=MappingProxyType({"": "dropped"}),
    ),
    RuleReading(
        id="C-5",
        question_zh="清一色、混一色、字一色可否並計？平胡的無花怎樣算？",
        question_en="Can 清一色, 混一色 and 字一色 count together, and what is 平胡 without flowers?",
        chosen_zh="三者不並計。平胡是整盤一張花牌也沒有摸到，將眼也不可是字牌。",
        chosen_en="They exclude one another. No flower was drawn at all for 平胡, and its pair is suited.",
        reason_zh="三者的牌型互不相容；文中說牌中無字、花牌，沒有限於自己的花。",
        reason_en="No tiles can be two of them; the text wants no flower in the hand, not only none of the own.",
    ),
    RuleReading(
        id="C-6",
        question_zh="全求另計單吊，花槓另計花牌嗎？",
        question_en="Does 單吊 count beside 全求, and 花牌 beside 花槓?",
        chosen_zh="全求已包括單吊，花槓已包括該套的花牌；可以改為兩者都另計。",
        chosen_en="全求 includes 單吊, and 花槓 the 花牌 of its set; both can be counted too.",
        reason_zh="手上只剩一張，必然單吊；一套花齊，必然有自己的一張。",
        reason_en="One tile in the hand is always a pair wait, and a full set always holds the own flower.",
        values=("included", "counted"),
    ),
    RuleReading(
        id="C-11",
        question_zh="槓上開花、海底撈月另計自摸嗎？八張花而不宣告，計甚麼？",
        question_en="Does 自摸 count beside 槓上開花 and 海底撈月, and what do eight flowers count if not declared?",
        chosen_zh="另計自摸。八仙過海須宣告；不宣告而其後胡牌，計兩個花槓。",
        chosen_en="It does. 八仙過海 must be declared; eight flowers kept in a hand that wins later are two 花槓.",
        reason_zh="文中寫多計一台，與門清、不求、自摸並計同理；八仙過海是喊胡的一種。",
        reason_en="The text adds one 台, as C-1 adds up; 八仙過海 is a way to declare a win.",
    ),
    RuleReading(
        id="C-12",
        question_zh="全求可有槓嗎？平胡的兩面聽怎樣算？莊家可否人胡？",
        question_en="May 全求 hold kongs, what is the two-sided wait of 平胡, and can the dealer make 人胡?",
        chosen_zh="全求可有明槓，不可有暗槓。平胡的胡牌須在順子的兩面，而且最少聽兩款。人胡只限閒家。",
        chosen_en=(
            "Open kongs yes, a concealed kong no. The winning tile of 平胡 is at the open end of a chow and at least "
            "two kinds win. 人胡 is for non-dealers."
        ),
        reason_zh=(
            "明槓也是取他人的牌，暗槓不是；只聽一款便不是兩面。文中只在地胡一項寫明閒家，人胡沒有寫；莊家食的牌，"
            "自己已先打出一張，第一巡的便宜屬於閒家。"
        ),
        reason_en=(
            "An open kong is made with another's tile, a concealed one is not; with one kind left no wait has two "
            "sides. The text names non-dealers at 地胡 only and is silent here; a dealer who wins on a discard has "
            "discarded before, and the first go-round favours the others."
        ),
    ),
    RuleReading(
        id="C-15",
        question_zh="暗槓破不破天胡、地胡、人胡、天聽、地聽？",
        question_en="Do concealed kongs break 天胡, 地胡, 人胡, 天聽 or 地聽?",
        chosen_zh="不破，補牌而胡另計槓上開花；吃、碰、明槓則破。",
        chosen_en="No, and a win on the replacement adds 槓上開花; a chow, pung or open kong breaks them.",
        reason_zh="文中只說吃、碰、明槓，又說聽牌者可以暗槓；姊妹規則也容許打牌前的暗槓。",
        reason_en=(
            "The text names chows, pungs and open kongs only and lets a ready player make concealed kongs; the sister "
            "text allows them before the first discard."
        ),
    ),
    RuleReading(
        id="C-16",
        question_zh="邊張、中洞、單吊要怎樣聽？",
        question_en="When do 邊張, 中洞 and 單吊 count?",
        chosen_zh="整手牌只聽一款，三項只計其一；自己已有四張的一款不算聽。有幾種排法時取台數最高的。",
        chosen_en=(
            "When exactly one kind completes the hand, and one of the three at most; a kind of which the hand holds "
            "all four is no wait. Of several arrangements the highest counts."
        ),
        reason_zh="三例都是只聽一款；姊妹規則稱為獨聽。",
        reason_en="The three examples wait for one kind; the sister text calls it 獨聽.",
    ),
    RuleReading(
        id="C-17",
        question_zh="七搶一、八仙過海補進的牌成胡，手牌怎樣計？",
        question_en="How does the hand count when the replacement of 七搶一 or 八仙過海 completes it?",
        chosen_zh=(
            "手牌照計，另加槓上開花；補進的牌當自己摸的，湊成的刻子是暗刻。八仙過海計自摸、不求，七搶一不計。"
            "花牌、花槓不另計。手牌未成胡，只計 8 台。"
        ),
        chosen_en=(
            "It counts, with 槓上開花; the replacement is the winner's own tile, so a triplet that it completes is "
            "concealed. 八仙過海 counts 自摸 and 不求, 七搶一 does not. 花牌 and 花槓 do not count beside them. If the "
            "hand is not complete, only the 8."
        ),
        reason_zh="文中只說應另加計；姊妹規則的例子這樣算，七搶一視同被搶花者放銃。",
        reason_en=(
            "The text only adds it; the sister text's examples do so, 七搶一 being paid as a discard by the robbed."
        ),
    ),
    RuleReading(
        id="C-18",
        question_zh="搶槓算不算胡他人牌？",
        question_en="Is a robbed kong a win on another's tile?",
        chosen_zh="算，平胡照計，被搶的一家等於放銃；全求、單吊不會是搶槓，被搶的槓有齊四張。",
        chosen_en=(
            "It is: 平胡 counts, and the robbed player pays as a discarder. 全求 and 單吊 never rob one: the robbed "
            "kong holds all four."
        ),
        reason_zh="胡牌一節說他人之捨牌含加槓。",
        reason_en="胡牌 counts the tile of an added kong among others' discards.",
    ),
    RuleReading(
        id="C-19",
        question_zh="碰槓的補牌自摸，怎樣處理？",
        question_en="What of a self-draw on the replacement of a claimed kong?",
        chosen_zh="不算胡牌，由裁判拒絕；程式會提示。其後加槓的補牌則算。",
        chosen_en=(
            "It is no win: the referee refuses it, and the app asks. The replacement of a pung made a kong after it "
            "does win."
        ),
        reason_zh="行牌禁制 2 和 3；只看牌面不能知道槓是哪一巡碰的。",
        reason_en="行牌禁制 2 and 3; the tiles alone do not tell in which turn the kong was claimed.",
    ),
    RuleReading(
        id="C-20",
        question_zh="天聽、地聽另計門清嗎？",
        question_en="Does 門清 count beside 天聽 and 地聽?",
        chosen_zh="不另計，可以改為另計；自摸時另計不求和自摸。",
        chosen_en="No, which can be switched; self-drawn they add 不求 and 自摸.",
        reason_zh="文中沒有寫；天聽、地聽必然門清，姊妹規則寫明不計。",
        reason_en="The text is silent; both imply 門清, and the sister text takes it away by name.",
        values=("dropped", "counted"),
    ),
    RuleReading(
        id="C-21",
        question_zh="天聽和地聽可否同時宣告？",
        question_en="Can 天聽 and 地聽 stand together?",
        chosen_zh="不可，只計宣告的一種。",
        chosen_en="No; only the one that was announced counts.",
        reason_zh="天聽是起牌後叫聽，地聽是摸進第一張後叫聽；叫聽後不換牌，不會再叫一次。",
        reason_en=(
            "天聽 is announced on the deal, 地聽 after the first draw; after announcing, a player changes "
            "nothing and does not announce again."
        ),
    ),
)

READINGS: tuple[RuleReading, ...] = tuple(
    sorted((*COUNT_READINGS, *GAME_READINGS), key=lambda reading: int(reading.id.partition("-")[2]))
)
