"""解讀 hkma-league: what was decided where the text is silent (L-1 … L-52), with the values that can be switched; some
about the game are in `game`.

Section names are those of the association's text; its table gives values only, the appendix of definitions is lost.
"""

from __future__ import annotations

from types import MappingProxyType

from scoring.rules.rule_set import RuleReading
from scoring.rulesets.hkma_league.game import GAME_READINGS

COUNT_READINGS: tuple[RuleReading, ...] = (
    RuleReading(
        id="L-1",
        question_zh="哪些槓不破門清？",
        question_en="Which kongs keep 門清?",
        chosen_zh="暗槓不破門清；大明槓、加槓破門清。",
        chosen_en="Concealed kongs keep it; kongs made with another's tile break it.",
        reason_zh="暗槓不取別家的牌，與門清的意思相符。",
        reason_en="A concealed kong takes no tile from anybody, which is what 門清 means.",
        values=("concealed", "none", "all"),
    ),
    RuleReading(
        id="L-2",
        question_zh="門摸的 5 番是總數，還是另加門清？",
        question_en="Is the 5 of 門摸 a total, or added to 門清?",
        chosen_zh="是總數，不另計門清和自摸。",
        chosen_en="It is the total; 門清 and 自摸 are not counted beside it.",
        reason_zh="門摸必然門清又自摸，按不複合原則只計高的。",
        reason_en="門摸 always comes with both, so only the higher fan counts (不複合).",
        values=("total", "added"),
    ),
    RuleReading(
        id="L-3",
        question_zh="門叮的 10 番包括甚麼？",
        question_en="What does the 10 of 門叮 include?",
        chosen_zh="是門清和叮的總數；自摸時另加門摸 5 番。",
        chosen_en="It is the total of 門清 and 叮; self-drawn, 門摸 adds 5.",
        reason_zh="門叮必然門清又叮；門摸還要自摸，不是必然。",
        reason_en="門叮 implies those two; 門摸 also needs the own draw, which is not implied.",
    ),
    RuleReading(
        id="L-4",
        question_zh="底分幾多，何時計？",
        question_en="How much is the base, and when does it count?",
        chosen_zh="每副食糊的牌計一次 5；宣告花糊不計。",
        chosen_en="5, once for every won hand, not for a declared 花糊.",
        reason_zh="文中 6 底是 30、8 底是 40；花糊寫明正好 30 番、40 番。",
        reason_en="The text makes 6 底 30 and 8 底 40, and gives a 花糊 as exactly 30 or 40.",
        values=("5", "0"),
    ),
    RuleReading(
        id="L-5",
        question_zh="大雞、大鴨怎樣算？",
        question_en="When do 大雞 and 大鴨 count?",
        chosen_zh="底和莊家以外合共正好 1 番：食出加 30；自摸加另一個 1 番：加 10。以最高番的拆法來看。",
        chosen_en=(
            "All but 底 and dealer's fans come to exactly 1: + 30 by discard; 自摸 and one other: + 10. On "
            "the best reading."
        ),
        reason_zh="兩者獎勵幾乎無番的牌；按高點法，不可為了大雞而選低的拆法。",
        reason_en=(
            "They reward hands worth next to nothing; 高點法 does not allow a cheaper reading to be chosen for it."
        ),
    ),
    RuleReading(
        id="L-6",
        question_zh="四子、七子、十子數哪些牌？",
        question_en="Which tiles do 四子, 七子 and 十子 count?",
        chosen_zh="食糊時留在四家牌河的牌；食出的一隻和被鳴去的不計。",
        chosen_en="Tiles lying in the four rivers; the winning discard and claimed tiles are not counted.",
        reason_zh="牌河上看得見的就是證據，無須記憶。",
        reason_en="What lies in the rivers can be counted by everybody; nobody has to remember.",
    ),
    RuleReading(
        id="L-7",
        question_zh="八歸、十二歸與各個四歸怎樣計？",
        question_en="How do 八歸 and 十二歸 stand beside the single returns?",
        chosen_zh="另加於各個四歸；八歸正好兩款，十二歸三款或以上。",
        chosen_en="Added to them; 八歸 is exactly two kinds, 十二歸 three or more.",
        reason_zh="兩個四歸四已多過八歸的番數，八歸若作取代便沒有意思。",
        reason_en="Two 四歸四 are worth more than 八歸, which would make no sense in their place.",
        values=("added", "instead"),
    ),
    RuleReading(
        id="L-8",
        question_zh="四絕、真絕怎樣才算？",
        question_en="When do 四絕 and 真絕 count?",
        chosen_zh="食出第四隻，其餘三隻在桌上看得見，搶槓不算；真絕：其他牌亦不可能再食。",
        chosen_en=(
            "The fourth copy from a discard, the other three seen on the table, no robbed kong; 真絕: "
            "nothing else could win."
        ),
        reason_zh="「絕」指人人看得出已絕張；自己暗手的牌別家看不見。",
        reason_en="It means that everybody can see it is the last one; concealed own copies cannot be seen.",
        values=("table", "table_and_hand"),
    ),
    RuleReading(
        id="L-9",
        question_zh="坎坎糊可否有槓、可否食出？",
        question_en="May 坎坎糊 hold kongs or be won by discard?",
        chosen_zh="不可有槓；單吊眼時可食出。",
        chosen_en="No kong; on a pair wait a discard will do.",
        reason_zh="五暗刻列為另一番種，兩者須有分別；眼不是刻子，食出仍是五組暗刻。",
        reason_en=(
            "五暗刻 is a fan of its own, so the two must differ; the pair is no triplet and may come from a discard."
        ),
    ),
    RuleReading(
        id="L-10",
        question_zh="海底是否只限自摸？",
        question_en="Is 海底 for the own draw only?",
        chosen_zh="只限自摸牌牆最後一隻，已包括自摸。",
        chosen_en="Only the own draw of the last wall tile; 自摸 is in it.",
        reason_zh="海底通常指海底撈月，即自摸最後一隻。",
        reason_en="The usual meaning is the draw from the bottom of the wall.",
        values=("own_draw", "any_last"),
    ),
    RuleReading(
        id="L-11",
        question_zh="尾牌連摸的 n 是甚麼？",
        question_en="What is the n of 尾牌連摸?",
        chosen_zh="食糊一輪連續補牌的次數，n ≥ 2，花和槓一起數；取代自摸、花摸、槓摸。",
        chosen_en=(
            "Replacements in a row in the winning turn, n ≥ 2, flowers and kongs alike; in place of 自摸, 花摸, 槓摸."
        ),
        reason_zh="10(n-1) 在 n = 1 時是 0，所以由兩次起計。",
        reason_en="10(n-1) is 0 for n = 1, so it begins with the second.",
    ),
    RuleReading(
        id="L-12",
        question_zh="正字怎樣加？",
        question_en="How does 正字 add up?",
        chosen_zh="三元、門風、圈風各加 1，另計字牌刻。",
        chosen_en="+ 1 each for a dragon, the seat wind and the round wind, on top of 字牌刻.",
        reason_zh="文中說圈風和門風可疊加計算。",
        reason_en="The text says that round and seat wind add up.",
    ),
    RuleReading(
        id="L-13",
        question_zh="三元、三風、四喜內的刻子另計甚麼？",
        question_en="What do the triplets inside 三元, 三風 and 四喜 still count?",
        chosen_zh="三元、大四喜內字牌刻和正字都不計；三風、小四喜內只是字牌刻不計。",
        chosen_en="In 三元 and 大四喜 neither 字牌刻 nor 正字; in 三風 and 小四喜 only 字牌刻 goes.",
        reason_zh="不複合只去掉必然有的；三風、小四喜未必有門風或圈風。",
        reason_en=(
            "不複合 removes only what always comes along; 三風 and 小四喜 need not hold the seat or round wind."
        ),
    ),
    RuleReading(
        id="L-14",
        question_zh="混么、清么、字一色另計對對糊嗎？",
        question_en="Does 對對糊 count beside 混么, 清么 and 字一色?",
        chosen_zh="三者都另計；可以改為字一色不另計，或三者都不計。",
        chosen_en="Yes, beside all three; it can be left out beside 字一色, or beside all three.",
        reason_zh="嚦咕也可以是混么、清么、字一色，所以對對糊不是必然。",
        reason_en="嚦咕 can be each of them, so 對對糊 is not implied.",
        values=("counted", "not_all_honours", "dropped"),
        earlier=MappingProxyType({"": "not_all_honours", "counted": "not_all_honours"}),
    ),
    RuleReading(
        id="L-15",
        question_zh="五暗刻另計門清嗎？",
        question_en="Does 門清 count beside 五暗刻?",
        chosen_zh="不另計。",
        chosen_en="No.",
        reason_zh="五組全暗必然門清。",
        reason_en="Five concealed triplets are always a concealed hand.",
    ),
    RuleReading(
        id="L-16",
        question_zh="缺五可否有番子？",
        question_en="May 缺五 hold honours?",
        chosen_zh="不可。",
        chosen_en="No.",
        reason_zh="有番子時沒有五太容易，與缺一門、斷么同例。",
        reason_en="With honours it would be too easy; 缺一門 and 斷么 exclude them too.",
    ),
    RuleReading(
        id="L-17",
        question_zh="只是必然無字的牌，無字花還計嗎？",
        question_en="Does 無字花 stay where only 無字 is implied?",
        chosen_zh="仍計。",
        chosen_en="Yes.",
        reason_zh="無花並非必然，無字花便不是必然。",
        reason_en="無花 is not implied, so neither is 無字花.",
    ),
    RuleReading(
        id="L-18",
        question_zh="一色四同順內的四歸另計嗎？",
        question_en="Do the returns inside 一色四同順 count?",
        chosen_zh="不另計，十二歸亦然。",
        chosen_en="No, nor does 十二歸.",
        reason_zh="四副相同順子必然三款四歸四。",
        reason_en="Four identical chows always return three kinds.",
    ),
    RuleReading(
        id="L-19",
        question_zh="特殊形計七門嗎？",
        question_en="Do special shapes count 七門?",
        chosen_zh="十六不搭不計，十三么計。",
        chosen_en="Not 十六不搭; 十三么 does.",
        reason_zh="文中說不搭不計五門；十三么必然五門但未必有兩套花。",
        reason_en="The text excludes 五門 for 不搭; 十三么 implies the five categories but not the flowers.",
    ),
    RuleReading(
        id="L-20",
        question_zh="十六不搭哪隻牌可以成對？",
        question_en="Which tile of 十六不搭 may be the double?",
        chosen_zh="十六隻中任何一隻。",
        chosen_en="Any of the sixteen.",
        reason_zh="文中沒有限制。",
        reason_en="The text sets no limit.",
    ),
    RuleReading(
        id="L-21",
        question_zh="十三么外加的面子可否鳴牌？",
        question_en="May the extra meld of 十三么 be claimed?",
        chosen_zh="不可；須是暗的面子，或暗槓。",
        chosen_en="No; it is concealed, or a concealed kong.",
        reason_zh="特殊形由手牌整副組成。",
        reason_en="Special shapes are made in the hand.",
    ),
    RuleReading(
        id="L-22",
        question_zh="人叮、地叮、天叮、人糊怎樣才算？",
        question_en="When do 人叮, 地叮, 天叮 and 人糊 count?",
        chosen_zh="如番種表所述。",
        chosen_en="As in the fan table.",
        reason_zh="文中只有番數；定義取自協會其他文本和通行說法。",
        reason_en=(
            "The text has only the values; the definitions follow the association's other texts and common use."
        ),
    ),
    RuleReading(
        id="L-23",
        question_zh="特殊形計門摸、門叮嗎？",
        question_en="Do special shapes count 門摸 and 門叮?",
        chosen_zh="計；門清不計。",
        chosen_en="Yes; 門清 does not count.",
        reason_zh="特殊形必然門清，但未必自摸或叮。",
        reason_en="They are always concealed, but not always self-drawn or declared ready.",
    ),
    RuleReading(
        id="L-24",
        question_zh="十三么可否搶暗槓？",
        question_en="May 十三么 rob a concealed kong?",
        chosen_zh="可以。",
        chosen_en="Yes.",
        reason_zh="文中一條說「十三么除外」，另一條說不可；取慣例。",
        reason_en="One line of the text excepts 十三么 from the ban, another forbids it; custom allows it.",
        values=("allowed", "refused"),
    ),
    RuleReading(
        id="L-25",
        question_zh="食出時四歸計明還是暗？",
        question_en="Is a return finished by a discard open?",
        chosen_zh="食出的牌是該款，或其中一組是明的，便計明番。",
        chosen_en="Open if the winning tile is of that kind or one of its groups is open.",
        reason_zh="四隻之中有一隻來自別家，便不是全暗。",
        reason_en="If one of the four came from another player it is not all concealed.",
    ),
    RuleReading(
        id="L-26",
        question_zh="假獨、獨獨怎樣數聽牌？",
        question_en="Which waits do 假獨 and 獨獨 look at?",
        chosen_zh="按牌形數；自己已有四隻的不算聽；特殊形不計這兩種。",
        chosen_en=("By structure; kinds of which the hand holds four are no waits; neither counts on special shapes."),
        reason_zh="桌上已出的牌會變，牌形不變；第五隻並不存在。",
        reason_en="What lies on the table changes, structure does not; a fifth copy does not exist.",
    ),
    RuleReading(
        id="L-27",
        question_zh="拉的 1.5 倍和一半怎樣取整？",
        question_en="How are × 1.5 and the half rounded in the chain?",
        chosen_zh="1.5 倍後先進至整數，再加新分；一半捨去小數。",
        chosen_en=("The × 1.5 product rounds up to a whole point before the new payment is added; a half rounds down."),
        reason_zh="記分卡以整數記；對贏家有利的進，付一半的捨。",
        reason_en="Scorecards hold whole points; the grown amount favours the winner, the half the payer.",
        values=("up_down", "exact", "nearest"),
    ),
    RuleReading(
        id="L-28",
        question_zh="一隻牌多家食糊時拉怎樣算？",
        question_en="How do several winners of one tile move the chains?",
        chosen_zh="先看收分一家有沒有食糊（拉 2 的 b、c），再看付分一家（d，否則 a），都沒有才當其他家食糊（a）。",
        chosen_en=(
            "First whether the winner of the chain won (拉 2 b and c), then whether the payer did (d, else a), "
            "and only then as a third player's win (a)."
        ),
        reason_zh="文中 a 至 d 以一家食糊來寫，幾家同食時會有兩條同時適用；一家自己食糊的一條先於別家的。",
        reason_en=(
            "The text writes a to d for one winner, so that two of them can apply at once; what says that the chain's "
            "own winner won comes before what another did."
        ),
    ),
    RuleReading(
        id="L-29",
        question_zh="莊家與閒家同食一隻牌，怎樣過莊？",
        question_en="The dealer and another win the same tile: who deals?",
        chosen_zh="莊家繼續做莊，拉莊數歸零。",
        chosen_en="The dealer stays and the streak goes to 0.",
        reason_zh="莊家食糊即留任；文中說任何閒家食糊，下一局拉莊數歸零。",
        reason_en="A winning dealer stays; the text says that any other player's win resets the streak.",
        values=("reset", "plus_one"),
    ),
    RuleReading(
        id="L-30",
        question_zh="半莊完時未收的拉怎樣？",
        question_en="What becomes of open amounts at the end of a 半莊?",
        chosen_zh="全數收取。",
        chosen_en="They are collected whole.",
        reason_zh="再無下一鋪可拉，也沒有人反食。",
        reason_en="There is no next hand to pull into and nobody turned the tables.",
    ),
    RuleReading(
        id="L-31",
        question_zh="宣告花糊計莊家番嗎？",
        question_en="Do dealer's fans apply to a declared 花糊?",
        chosen_zh="與其他食糊一樣計。",
        chosen_en="They do, as for any win.",
        reason_zh="文中說莊家出銃、自摸、被自摸時常時加計。",
        reason_en="The text adds them in every such payment.",
    ),
    RuleReading(
        id="L-32",
        question_zh="罰 X 底的一底是幾多？遞增以甚麼為界？",
        question_en="How much is one 底 of a fine, and within what does it grow?",
        chosen_zh="5 分；同一比賽日內同一人同一條遞增，重打的一局也算。可以改為整個賽事累計。",
        chosen_en=(
            "5 points; it grows per rule and player within one day of play, replayed hands included. An event may "
            "count from its first day to its last."
        ),
        reason_zh="與底分一致。文中說同一賽場第二次 2X、第三次 3X；一季的聯賽，五月的一次不應令七月的一次加倍。",
        reason_en=(
            "The same 底 as elsewhere. The text grows it within one 賽場; in the league of a season a slip in May "
            "should not double one in July."
        ),
        values=("day", "event"),
        before_3="event",
    ),
    RuleReading(
        id="L-33",
        question_zh="第三張黃牌怎樣？",
        question_en="What is a third yellow card?",
        chosen_zh="首張黃牌仍然生效，其後每一張都是紅牌。",
        chosen_en="The first yellow stays in force, so every further one is a red again.",
        reason_zh="黃牌生效至半莊結束，變成紅牌不會令它失效。",
        reason_en="A yellow lasts until the end of the 半莊; becoming a red does not end it.",
    ),
    RuleReading(
        id="L-34",
        question_zh="第二張紅牌怎樣？",
        question_en="What is a second red card?",
        chosen_zh="作詐糊：扣 160 並重打，代替扣 5；牌仍生效。",
        chosen_en="A 詐糊: −160 and the hand replayed, in place of the −5; cards stay in force.",
        reason_zh="文中說視為詐糊。",
        reason_en="The text treats it as 詐糊.",
    ),
    RuleReading(
        id="L-35",
        question_zh="雙響、三響由誰加？",
        question_en="Who adds 雙響 and 三響?",
        chosen_zh="由本程式加，與莊家番一樣，裁判不用輸入。",
        chosen_en="The app, like dealer's fans; the referee does not type them.",
        reason_zh="有幾家食糊已經記錄。",
        reason_en="How many won is recorded anyway.",
    ),
    RuleReading(
        id="L-36",
        question_zh="有計時的話，響鐘後怎樣？",
        question_en="Where an organiser sets a clock, what happens at the bell?",
        chosen_zh="正在打的一局是最後一局；兩局之間響鐘即完。",
        chosen_en="The hand in progress is the last; between hands the game ends.",
        reason_zh="文中沒有時限；已開的局打完最公平。",
        reason_en="The text has no clock; finishing what was begun is fairest.",
    ),
    RuleReading(
        id="L-37",
        question_zh="重打的一局，已付的怎樣？",
        question_en="What becomes of payments in a replayed hand?",
        chosen_zh="已付的獎勵和罰款作實；禁止食糊解除，可以改為延續至重打的一局。",
        chosen_en="Rewards and fines already paid stand; bans end, or go on where an event says so.",
        reason_zh="中途獎勵即時收取，不論食糊與否；禁止只限該局。",
        reason_en="Rewards are taken at once whatever follows; a ban is for that hand.",
        values=("end", "stay"),
    ),
    RuleReading(
        id="L-38",
        question_zh="海底、尾牌連摸另計門摸嗎？",
        question_en="Does 門摸 stay beside 海底 and 尾牌連摸?",
        chosen_zh="仍計。",
        chosen_en="Yes.",
        reason_zh="兩者必然自摸，但未必門清。",
        reason_en="They imply the own draw, not a concealed hand.",
    ),
    RuleReading(
        id="L-39",
        question_zh="嚦咕的番子刻、十三么外加的面子另計甚麼？",
        question_en="What do the honour triplet of 嚦咕 and the extra meld of 十三么 count?",
        chosen_zh="計字牌刻、正字、槓子；十三么不計四歸。",
        chosen_en="字牌刻, 正字 and 槓子; no returns in 十三么.",
        reason_zh="它們是真正的面子；十三么的散牌不成組。",
        reason_en="They are real melds; the lone tiles of 十三么 form no groups.",
    ),
    RuleReading(
        id="L-40",
        question_zh="小三連刻的眼在哪裡？",
        question_en="Where may the pair of 小三連刻 stand?",
        chosen_zh="可接任何兩組相連的刻子，三連刻旁亦可；有多種時取對贏家最有利的一種。",
        chosen_en="By any two adjacent pungs, also beside a 三連刻; of several the best for the winner.",
        reason_zh="眼不屬三連刻，是另一個組合；按高點法取最高。",
        reason_en="The pair is no part of 三連刻, so it is another combination; 高點法 takes the best.",
    ),
    RuleReading(
        id="L-41",
        question_zh="大鴨的另一個番是幾多？",
        question_en="How much is the other fan of 大鴨 worth?",
        chosen_zh="正好 1 番。",
        chosen_en="Exactly 1.",
        reason_zh="與大雞同樣只剩 1 番，另加自摸。",
        reason_en="As with 大雞, only 1 is left apart from 自摸.",
    ),
    RuleReading(
        id="L-42",
        question_zh="獨獨、真絕的聽牌包括特殊形嗎？",
        question_en="Do the waits for 獨獨 and 真絕 include special shapes?",
        chosen_zh="包括所有可食的形；已見的加自己的有四隻即絕。",
        chosen_en="All shapes that complete the hand; dead means seen plus own copies are four.",
        reason_zh="能食就是聽。",
        reason_en="What can win is a wait.",
    ),
    RuleReading(
        id="L-43",
        question_zh="兩食時哪些番計兩次？",
        question_en="What counts twice in 兩食?",
        chosen_zh="底、嚦咕、般高以外都計兩次；門清只在基本形計。",
        chosen_en="Everything but 底, 嚦咕 and 般高; 門清 counts in the basic half only.",
        reason_zh="文中說底分、嚦咕及般高以外的番數都可能雙重計算；嚦咕必然門清。",
        reason_en="The text says so; 嚦咕 is always concealed.",
    ),
    RuleReading(
        id="L-44",
        question_zh="十三么搶暗槓計搶槓嗎？",
        question_en="Does 搶槓 count when 十三么 robs a concealed kong?",
        chosen_zh="計 10 番。",
        chosen_en="Yes, 10.",
        reason_zh="同樣是搶別家開槓的牌。",
        reason_en="It robs a kong all the same.",
    ),
    RuleReading(
        id="L-45",
        question_zh="嚦咕、十三么、兩食計對碰嗎？",
        question_en="Does 對碰 count on 嚦咕, 十三么 and in 兩食?",
        chosen_zh="不計；只在基本形計，兩食只在基本形的一半計。",
        chosen_en="No; on the basic hand only, in 兩食 in the basic half only.",
        reason_zh="對碰、假獨、獨獨都是基本形的叫法；特殊形列明可以另計的番之中沒有它。",
        reason_en=(
            "It belongs to the waits of the basic hand, and the fans listed as added to special shapes do not name it."
        ),
    ),
    RuleReading(
        id="L-47",
        question_zh="三相逢、清龍、一色三同順之外多一副相同的順子，低的組合再計嗎？",
        question_en=(
            "With one more equal chow beside 三相逢, 清龍 or 一色三同順, do the lower combinations count again?"
        ),
        chosen_zh="內容相同的低組合已在高的之內，不再計；另一款的一般高仍計，與一色三同順一起不算雙般高。",
        chosen_en=(
            "Lower ones of the same content lie inside the higher one and do not; another 一般高 does, "
            "and beside 一色三同順 it makes no 雙般高."
        ),
        reason_zh="單式結算不容許換一副相同的面子再計同一組合。",
        reason_en="單式結算 does not let an equal meld stand in to count the same combination again.",
    ),
    RuleReading(
        id="L-48",
        question_zh="三同刻和另一點數的小三同刻一起計嗎？",
        question_en="Do 三同刻 and a 小三同刻 of another rank count together?",
        chosen_zh="一起計。",
        chosen_en="Yes.",
        reason_zh="三同刻不會必然帶來另一點數的小三同刻。",
        reason_en="三同刻 does not imply a 小三同刻 of another rank.",
    ),
    RuleReading(
        id="L-52",
        question_zh="叮、人叮、地叮、天叮可否同時計？",
        question_en="Can 叮, 人叮, 地叮 and 天叮 stand together?",
        chosen_zh="不可，只計宣佈的一種；一發可另計。",
        chosen_en="No; only the one that was declared counts. 一發 may stand beside it.",
        reason_zh="叮牌只宣佈一次；人叮、地叮、天叮是在特定時候宣佈的叮。",
        reason_en="Ready is declared once; 人叮, 地叮 and 天叮 are that declaration at a certain time.",
    ),
)

READINGS: tuple[RuleReading, ...] = tuple(
    sorted((*COUNT_READINGS, *GAME_READINGS), key=lambda reading: int(reading.id.partition("-")[2]))
)
