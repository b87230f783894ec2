"""解讀 hk-classic: what was decided about the count where the text is silent; those about the game are in `game`.
Rule numbers are those of the text (其他港式台灣牌規則); other words are from its 大部份糊牌註解."""

from __future__ import annotations

from types import MappingProxyType

from scoring.rules.rule_set import RuleReading
from scoring.rulesets.hk_classic.game import GAME_READINGS

COUNT_READINGS: tuple[RuleReading, ...] = (
    RuleReading(
        id="K-1",
        question_zh="不求人的 5 番是總數，還是另加門清、自摸？",
        question_en="Is the 5 of 不求人 a total, or added to 門清 and 自摸?",
        chosen_zh="是總數，門清和自摸都不另計。",
        chosen_en="It is the total; neither 門清 nor 自摸 counts beside it.",
        reason_zh="文中又名門前一摸五；不求人必然門清又自摸。",
        reason_en="The text also calls it 門前一摸五, and it always comes with both.",
    ),
    RuleReading(
        id="K-2",
        question_zh="圈風是正風位還是爛風位？",
        question_en="Is the round wind one's own or another?",
        chosen_zh="是正風位；門風同是圈風只計一次 2 番。",
        chosen_en="One's own; a wind that is both seat and round counts 2 once.",
        reason_zh="文中只分正、爛兩種，每組刻子計一種。",
        reason_en="The table knows own and other winds only, and prices a triplet once.",
    ),
    RuleReading(
        id="K-3",
        question_zh="八歸二、十二歸三與各個四歸一怎樣計？",
        question_en="How do 八歸二 and 十二歸三 stand beside the single returns?",
        chosen_zh="另加於各個四歸一；十二歸三之內的八歸二不計。",
        chosen_en="Added to them; a 八歸二 inside a 十二歸三 does not count.",
        reason_zh="兩個四歸一已有 10 番，八歸二若作取代便沒有意思。",
        reason_en="Two 四歸一 are worth 10 already; in their place 八歸二 would mean nothing.",
        values=("added", "instead"),
    ),
    RuleReading(
        id="K-4",
        question_zh="七隻內、十隻內數哪些牌？",
        question_en="Which tiles do 七隻內 and 十隻內 count?",
        chosen_zh="食糊時留在四家牌河的牌，食出的一隻不計。",
        chosen_en="Tiles lying in the four rivers; the winning discard is not counted.",
        reason_zh="牌河上看得見的就是證據。",
        reason_en="What lies in the rivers can be counted by everybody.",
    ),
    RuleReading(
        id="K-5",
        question_zh="花上摸、槓上摸的次數怎樣數，花槓夾雜又怎樣？",
        question_en="How are replacements in a row counted, and chains of flowers and kongs?",
        chosen_zh="以最後一次補的是花還是槓為準，數同一輪補了幾次這一種；兩種都補過另加 10 番。已包括自摸。",
        chosen_en=(
            "By what the last one replaced, flower or kong, and how many of that kind in this turn; + 10 where both "
            "were replaced. 自摸 is in it."
        ),
        reason_zh="表中花上槓上摸、槓上花上摸寫「+10」，是加在梯級之上；補牌食糊必然自摸。",
        reason_en="The table writes + 10 for mixed chains, so on top of a rung; a win on a replacement is an own draw.",
    ),
    RuleReading(
        id="K-6",
        question_zh="搶槓 X2 至 X5 的次數是甚麼？",
        question_en="What do 搶槓 X2 to X5 count?",
        chosen_zh="被搶的是那一家同一輪連續第幾個槓。",
        chosen_en="Which kong in a row of that player, in that turn, is robbed.",
        reason_zh="與槓上摸 X2 至 X5 同一排法，番數亦相同。",
        reason_en="The rungs and values are those of 槓上摸.",
    ),
    RuleReading(
        id="K-11",
        question_zh="大雞怎樣才算？",
        question_en="When does 大雞 count?",
        chosen_zh="莊家番以外合共正好 1 番，加 10；自摸亦可。以最高番的拆法來看。",
        chosen_en="Everything but dealer's fans comes to exactly 1: + 10, own draw or not. On the best reading.",
        reason_zh="文中寫「無論如何計也只得一番」。",
        reason_en="The text says: one fan however it is counted.",
    ),
    RuleReading(
        id="K-23",
        question_zh="平糊旁邊還計無字嗎？",
        question_en="Does 無字 count beside a suited 平糊?",
        chosen_zh="計；再沒有花才合為無字花平。",
        chosen_en="It does; without flowers too the three become 無字花平.",
        reason_zh="文中註明「不再計無字」的只有缺一門和斷么九；平糊的番數只說面子和眼。",
        reason_en="The notes take 無字 away beside 缺一門 and 斷么九 only; 平糊 prices the melds and the pair.",
    ),
    RuleReading(
        id="K-24",
        question_zh="全帶么、混么與清么一起計嗎？",
        question_en="Do 全帶么 or 混么 count beside 清么?",
        chosen_zh="不計。",
        chosen_en="No.",
        reason_zh="清么必然每組有一、九（規則 10）。",
        reason_en="清么 always has a terminal in every group (rule 10).",
    ),
    RuleReading(
        id="K-25",
        question_zh="嚦咕兩吃時哪些番計兩次？",
        question_en="What counts twice in 兩吃?",
        chosen_zh=(
            "嚦咕和般高以外，兩邊各自計；門清只在基本形計。連對所用的對子，在基本形不再計一般高、兩般高和象眼；"
            "四海一家仍計。"
        ),
        chosen_en=(
            "Everything but 嚦咕 and 般高 stands in both halves; 門清 in the basic half only. Pairs of a 連對 make "
            "neither 一般高, 兩般高 nor 象眼 in the basic half; 四海一家 stays."
        ),
        reason_zh="與聯賽的嚦咕兩食同例；般高和象眼只會在基本形出現，「不再計」指的就是那裡。",
        reason_en=(
            "As 兩食 in the league; 般高 and 象眼 can only be in the basic half: there the note takes them away."
        ),
    ),
    RuleReading(
        id="K-26",
        question_zh="通天清龍兩吃時還計清一色嗎？",
        question_en="Does 清一色 count with 通天清龍 in 兩吃?",
        chosen_zh="嚦咕的一邊不計，基本形的一邊計一次。",
        chosen_en="Not in the half of 嚦咕; once in the basic half.",
        reason_zh="註明不再計的是通天清龍那一副；兩吃另計基本形的番，例子正是一色的番。",
        reason_en="The note speaks of that half; 兩吃 adds the fans of the basic hand, and its own example is a flush.",
    ),
    RuleReading(
        id="K-27",
        question_zh="連對怎樣數？",
        question_en="How are 連對 counted?",
        chosen_zh="先取最長的一組，餘下的再看；刻子不算對子，四隻相同的牌作兩對，可用於兩組。",
        chosen_en=(
            "The longest run first, then what is left; the triplet is no pair, four equal tiles are two pairs and may "
            "stand in two runs."
        ),
        reason_zh="三連對至七連對由低至高，長的包括短的。",
        reason_en="The rungs go from three to seven; a longer run holds the shorter ones.",
    ),
    RuleReading(
        id="K-28",
        question_zh="姊妹、兄弟可以有多種拆法時怎樣計？",
        question_en="Sisters and brothers that can be read in several ways: which count?",
        chosen_zh="先取番數最高的名稱，用過的刻子和眼不再用，餘下的再看。",
        chosen_en="The highest name first; its triplets and pair are used up, then what is left is looked at again.",
        reason_zh="大的名稱必然包括小的（規則 10）。",
        reason_en="A greater name always holds the smaller ones (rule 10).",
    ),
    RuleReading(
        id="K-29",
        question_zh="一門有清龍時，雙老少上怎樣計？",
        question_en="How does 雙老少上 stand beside a 清龍?",
        chosen_zh="有清龍的一門不再計老少上，另一門的老少上照計 3 番。同一門兩次是兩個老少上。",
        chosen_en=(
            "A suit with 清龍 counts no 老少上; the other suit's counts 3. Twice in one suit is two single ones."
        ),
        reason_zh="清龍註明不再計老少；雙老少上要兩款。",
        reason_en="The note of 清龍 says so, and 雙老少上 needs two suits.",
    ),
    RuleReading(
        id="K-30",
        question_zh="四海一家、四同順、五同順怎樣並計？",
        question_en="How do 四海一家, 四同順 and 五同順 stand beside each other?",
        chosen_zh="四海一家不另計四同順和各個四歸；五同順不另計四同順，可另計四海一家或三般高。",
        chosen_en=(
            "四海一家 counts neither 四同順 nor returns; 五同順 counts no 四同順, but 四海一家 or 三般高 beside it."
        ),
        reason_zh="四副相同的順子必然是四同順；五同順未必有四副相同。",
        reason_en="Four identical chows always are 四同順; 五同順 need not hold four identical ones.",
    ),
    RuleReading(
        id="K-31",
        question_zh="四絕、八絕怎樣數已出的牌？",
        question_en="How are copies counted for 四絕 and 八絕?",
        chosen_zh=(
            "食出的一隻以外，桌上看得見的（自己面前的不算）至少一隻，連自己所有的共三隻。四絕要是獨獨；八絕正好聽兩款，"
            "另一款看得見的連自己的已有四隻。"
        ),
        chosen_en=(
            "Besides the winning discard at least one copy is seen on the table (own melds apart), and with the own "
            "ones there are three. 四絕 needs 獨獨; for 八絕 exactly two kinds win, of the other all four seen or held."
        ),
        reason_zh="文中寫「出面有隻牌，你食第4隻」和「叫58筒，5筒斷左」。",
        reason_en="The text: a copy is out and you take the fourth; you wait for 5 and 8, and the 5s are gone.",
    ),
    RuleReading(
        id="K-32",
        question_zh="特殊形計哪些番？",
        question_en="Which fans count on special shapes?",
        chosen_zh=(
            "對碰、假獨、獨獨、四絕、八絕、象眼、五門齊、七門齊只在基本形計，兩吃計一次；八絕可以改為兩邊都計。"
            "嚦咕的番子刻、十三么外加的面子照計風位、中發白和槓。"
        ),
        chosen_en=(
            "對碰, 假獨, 獨獨, 四絕, 八絕, 象眼, 五門齊 and 七門齊 on the basic hand only, so once in 兩吃; 八絕 can "
            "count on both sides. The honour triplet of 嚦咕 and the extra meld of 十三么 count winds, dragons and "
            "kongs."
        ),
        reason_zh="五門齊要四門三隻、一門兩隻；聽牌的叫法都屬基本形，八絕在兩吃怎樣計文中沒有寫；番子刻和外加的面子是真正的面子。",
        reason_en=(
            "五門齊 is four melds and a pair, and those melds are real ones. The waits belong to the basic hand; of "
            "八絕 in 兩吃 the text says nothing."
        ),
        values=("once", "twice"),
        earlier=MappingProxyType({"": "twice"}),
    ),
    RuleReading(
        id="K-33",
        question_zh="十三么外加的面子可否鳴牌？",
        question_en="May the extra meld of 十三么 be claimed?",
        chosen_zh="不可；須是暗的面子，或暗槓。",
        chosen_en="No; it is concealed, or a concealed kong.",
        reason_zh="文中寫必須門清。",
        reason_en="The text demands a concealed hand.",
    ),
    RuleReading(
        id="K-34",
        question_zh="天聽、地聽、人聽、人糊由誰、何時？",
        question_en="Whose and when are 天聽, 地聽, 人聽 and 人糊?",
        chosen_zh=(
            "天聽、人聽、人糊是閒家的，地聽是莊家的；人糊須自摸，自己未鳴過牌、未開過槓，別家鳴過牌不論。"
            "天聽後人糊兩者都計，天聽後地糊只計地糊。地聽之前可開暗槓，人聽之前可鳴牌。"
        ),
        chosen_en=(
            "天聽, 人聽 and 人糊 are not the dealer's, 地聽 is; 人糊 is an own draw with no own claim or kong before "
            "it, whatever others claimed. 人糊 after 天聽 counts both, 地糊 after 天聽 only 地糊. A 暗槓 may come "
            "before 地聽, claims before 人聽."
        ),
        reason_zh="文中人糊寫不計地聽，而地聽屬莊家，不會與人糊同時出現，可能是天聽的筆誤；照字面，天聽沒有寫不計。",
        reason_en=(
            "The note of 人糊 takes away 地聽, which is the dealer's and cannot be there: perhaps a slip for 天聽, "
            "which it does not name. Read as it stands."
        ),
    ),
    RuleReading(
        id="K-35",
        question_zh="食出時暗番怎樣計？",
        question_en="When does a discard make a combination open?",
        chosen_zh="食出的牌所湊成的面子是明的；四歸以食出的牌是該款為明，十六不搭的雜龍以食出的是數牌為明。",
        chosen_en=(
            "The meld it completes is open; so is a return of that kind, and the 雜龍 of 十六不搭 if it is suited."
        ),
        reason_zh="組合中有一隻來自別家，便不是全暗。",
        reason_en="If one tile came from another player it is not all concealed.",
    ),
    RuleReading(
        id="K-37",
        question_zh="規則 10 必然並存而不計的番，有哪些？",
        question_en="Which fans does rule 10 not count because they always come with a larger one?",
        chosen_zh=(
            "只是番種表逐項列明的；其餘照加，例如大五門齊旁邊的碰中發白、通天雜龍旁邊的無字、"
            "五槓子和五大姊妹旁邊的對對糊。"
        ),
        chosen_en=(
            "Those that the table of fans names one by one; others add up, such as 碰中發白 beside 大五門齊, 無字 "
            "beside 通天雜龍, 對對糊 beside 五槓子 and 五大姊妹."
        ),
        reason_zh="規則只舉一例而沒有列表；逐項列明的才可以在檯上查對。",
        reason_en="The rule gives one example and no list; what is named fan by fan can be looked up at the table.",
    ),
    RuleReading(
        id="K-38",
        question_zh="可否搶暗槓？",
        question_en="May a concealed kong be robbed?",
        chosen_zh="不可，十三么也不可。",
        chosen_en="No, by thirteen orphans neither.",
        reason_zh="番種表只有搶槓，沒有搶暗槓；暗槓不亮出牌，也不是別家打出的牌。",
        reason_en="The table has 搶槓 and no word of a concealed kong, whose tile is neither shown nor discarded.",
    ),
    RuleReading(
        id="K-39",
        question_zh="聽牌、天聽、地聽、人聽可否同時計？",
        question_en="Can 聽牌, 天聽, 地聽 and 人聽 stand together?",
        chosen_zh="不可，只計宣告的一種。",
        chosen_en="No; only the one that was declared counts.",
        reason_zh="聽牌只宣告一次；天聽、地聽、人聽是在特定時候宣告的聽牌。",
        reason_en="Ready is declared once; 天聽, 地聽 and 人聽 are that declaration at a certain time.",
    ),
)

READINGS: tuple[RuleReading, ...] = tuple(
    sorted((*COUNT_READINGS, *GAME_READINGS), key=lambda reading: int(reading.id.partition("-")[2]))
)
