"""解讀 hkma-masters: what was decided where the association's text is silent (M-1 … M-18)."""

from __future__ import annotations

from scoring.rules.rule_set import RuleReading

READINGS: tuple[RuleReading, ...] = (
    RuleReading(
        id="M-1",
        question_zh="兩局之間時限到，還打幾多局？",
        question_en="How many hands are left when time runs out between two hands?",
        chosen_zh="即將配牌的一局就是最後一局。",
        chosen_en="The hand about to be dealt is the last one.",
        reason_zh="文中「進行當中的該局的下一局為最後一局」；沒有局在進行，就只餘下一局。",
        reason_en="The text plays the hand in progress and one more; with none in progress there is the one more.",
    ),
    RuleReading(
        id="M-2",
        question_zh="兩日初賽人數不均，64 個名額怎樣分？",
        question_en="How are the 64 places shared out when the two days differ in number?",
        chosen_zh=(
            "各日人數相同，每場首 16 名。不同，就按各日人數比例，用最大餘額法，合共 64 個；"
            "同一日各場平分，單數歸人多的一場。"
        ),
        chosen_en=(
            "While the days are equal, the best 16 of each session. Else in proportion to the players of each day, by "
            "largest remainder, 64 in all; the sessions of a day share equally, odd places go to the larger."
        ),
        reason_zh="文中每場首 16 名，兩日人數不均才按比例；最大餘額法必得整數，總數不變。",
        reason_en=(
            "The text sends the best 16 of each session and turns to proportion only between unequal days; largest "
            "remainder gives whole places and the same total."
        ),
    ),
    RuleReading(
        id="M-3",
        question_zh="初賽 12 圈是一輪還是三輪？",
        question_en="Are the 12 圈 of the preliminaries one 輪 or three?",
        chosen_zh="三輪，每輪四圈，重新編位及執位；罰則中的「一輪」即其中一輪。",
        chosen_en="Three, each of four 圈 with a new seating and 執位; the '一輪' of the penalties is one of them.",
        reason_zh="簡則 3：四圈為一輪；執位：每一輪都要實行。",
        reason_en="Rule 3 of the summary makes four 圈 a 輪, and 執位 is done for each.",
    ),
    RuleReading(
        id="M-4",
        question_zh="第三張黃牌和第二張紅牌怎樣算？",
        question_en="What becomes of a third yellow card and of a second red one?",
        chosen_zh="黃牌變了紅牌後仍然生效，再來一張又是紅牌；第二張紅牌作詐糊：扣 512 並重打，不另扣 96。",
        chosen_en=(
            "The first yellow stays in force, so every further one is a red again; a second red is 詐糊, −512 and the "
            "hand replayed, in place of the −96."
        ),
        reason_zh="黃牌生效至一輪結束；第二張紅牌「視為詐糊」，取代紅牌本身的罰分。",
        reason_en="A yellow lasts to the end of the 輪; a second red 'is deemed 詐糊', which replaces its own penalty.",
    ),
    RuleReading(
        id="M-5",
        question_zh="決賽中莊家與閒家同食一隻牌，莊家留不留？",
        question_en="Does the dealer of the final stay when another wins on the same tile?",
        chosen_zh="留，連莊數加一。",
        chosen_en="Yes, and the streak grows by one.",
        reason_zh="「莊家食糊時，該局的莊家繼續做下一局的莊家」，沒有例外。",
        reason_en="The text keeps the dealer after every win and makes no exception.",
    ),
    RuleReading(
        id="M-6",
        question_zh="時限過後重打的一局，算不算用去最後一局？",
        question_en="Does a hand replayed after the bell use up the last one?",
        chosen_zh="不算。",
        chosen_en="No.",
        reason_zh="詐糊後「該局重新開始」，是同一局。",
        reason_en="After 詐糊 'the hand starts again': it is the same hand.",
    ),
    RuleReading(
        id="M-7",
        question_zh="兩家或三家同時搶槓，被搶者付多少？",
        question_en="What is paid when two or three rob the same kong?",
        chosen_zh="每個食糊者都收足三家自摸的分數，全由被搶者付。",
        chosen_en="Each winner gets all three self-draw shares, all from the one who was robbed.",
        reason_zh="雙響時各收各的；搶槓當自摸對每副牌都一樣。",
        reason_en="Each winner of a tile is paid separately, and a robbed kong counts as an own draw for each.",
    ),
    RuleReading(
        id="M-8",
        question_zh="包牌由誰判定？",
        question_en="Who decides whether somebody is liable?",
        chosen_zh="裁判說明哪一家、哪一項；程式只在食糊者的明章不可能成立該項，或是槓後自摸時拒絕。一局最多一家。",
        chosen_en=(
            "The referee names seat and cause; the app refuses only what the winner's melds cannot be, and a win on a "
            "kong's replacement. One seat at most."
        ),
        reason_zh="牌譜沒有記下鳴牌的先後和供牌的一家；包後不包先要在檯上看。",
        reason_en=(
            "A hand does not tell in which order and from whom its melds came; which cause was the later is seen at "
            "the table."
        ),
    ),
    RuleReading(
        id="M-9",
        question_zh="免罰的初犯算不算一次？",
        question_en="Does a first offence that is let off count as one?",
        chosen_zh="算：同一輪再犯就不是初犯。前一輪的不算。",
        chosen_en="Yes: the next one in the same 輪 is no first offence. Those of an earlier 輪 do not count.",
        reason_zh="初犯是「一輪四圈內第一次犯某項規則」，免罰仍是犯了。",
        reason_en="It is the first breach of a rule in the four 圈, and letting it off does not undo it.",
    ),
    RuleReading(
        id="M-10",
        question_zh="連開三個槓後自摸呢？",
        question_en="And after three kongs in a row?",
        chosen_zh="也是槓上槓自摸。",
        chosen_en="It is 槓上槓自摸 too.",
        reason_zh="最後兩個已是連續開槓。",
        reason_en="The last two of them follow each other.",
    ),
    RuleReading(
        id="M-11",
        question_zh="十三么搶暗槓，計不計搶槓、怎樣付？",
        question_en="How does 十三么 on a concealed kong pay?",
        chosen_zh="當搶槓：被搶者付三家自摸的分數；十三么是例牌，總是 10 番。",
        chosen_en="As a robbed kong: the one robbed pays all three shares; 十三么 is a limit hand, 10 番 in any case.",
        reason_zh="搶槓當自摸沒有分明槓暗槓。",
        reason_en="The rule for robbed kongs makes no difference between the two.",
    ),
    RuleReading(
        id="M-12",
        question_zh="槓後補的正是最後一隻牌，怎樣計？",
        question_en="What if the kong's replacement is the last tile of the wall?",
        chosen_zh="槓上自摸和海底撈月都計。",
        chosen_en="槓上自摸 and 海底撈月 both count.",
        reason_zh="完全複合，沒有寫明例外。",
        reason_en="Everything that is met adds up, and no exception is written.",
    ),
    RuleReading(
        id="M-13",
        question_zh="不在任何一局時判的黃牌，有效到何時？",
        question_en="How long does a yellow card last that is given outside any hand?",
        chosen_zh="至該選手當日下一輪結束；其間再有黃牌就是紅牌。當日再沒有比賽，當日結束。",
        chosen_en=(
            "Until the end of the player's next 輪 of that day, and another one "
            "before then is a red; without one, until the end of the day."
        ),
        reason_zh="文中只說黃牌生效至該一輪結束，沒有說局外的判決；不計入下一輪，這張黃牌便毫無作用。",
        reason_en=(
            "The text ends a yellow with its 輪 and does not speak of "
            "rulings outside; counted in none it would mean nothing."
        ),
    ),
    RuleReading(
        id="M-14",
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
        id="M-15",
        question_zh="一輪可以少於四圈嗎？",
        question_en="May a 輪 be shorter than four 圈?",
        chosen_zh="一輪四圈；大會可以改為兩圈，時限按圈數減半。",
        chosen_en="It is four 圈; an organiser may choose two, with half the minutes.",
        reason_zh="簡則 3：四圈為一輪，限時 110 分鐘，決賽 120 分鐘；文中沒有較短的一輪，時限只可按比例。",
        reason_en=(
            "Rule 3 of the summary gives four 圈 110 minutes, 120 in the final; it has no shorter 輪, so that the "
            "minutes can only follow the 圈."
        ),
        values=("four", "two"),
    ),
    RuleReading(
        id="M-16",
        question_zh="記分卡何時簽名：每圈之後，還是一輪之後？",
        question_en="When is the card signed: after each 圈, or after the 輪?",
        chosen_zh="一輪打完才簽；大會可以改為每圈打完都簽，簽了才打下一圈。",
        chosen_en="After the 輪. An organiser may have every 圈 signed too, before the next one begins.",
        reason_zh="簡則 14 說一圈打完後簽名，食糊的計分 5 說每一輪打完後；以後者的完整條文為準。",
        reason_en="Rule 14 of the summary says after a 圈, section 5 on scoring after every 輪: the fuller text.",
        values=("game", "wind"),
    ),
    RuleReading(
        id="M-17",
        question_zh="重打的一局，原有的禁止食糊怎樣？",
        question_en="What becomes of bans in a replayed hand?",
        chosen_zh="解除；可以改為延續至重打的一局。",
        chosen_en="They end, or go on in the replayed hand where an event says so.",
        reason_zh="禁止只限該局；重打的牌是重新配的。M-6 視重打為同一局，故亦可延續。",
        reason_en="A ban is for its hand, and the tiles are new; M-6 calls it the same hand, so it may go on too.",
        values=("end", "stay"),
    ),
    RuleReading(
        id="M-18",
        question_zh="四家確認一鋪之後，還可以提出異議嗎？",
        question_en="Who may object to a hand after the four have confirmed it?",
        chosen_zh="不可以：之後提出的只作個案，不影響比賽；裁判只更正輸入錯誤，並寫明原因。大會可以改為可以。",
        chosen_en=(
            "Nobody: what is said later is a case without effect on play, and a correction puts right a slip of the "
            "entry only, with its reason. An organiser may leave it open."
        ),
        reason_zh="食糊的計分 4：四家確認計分正確並洗亂牌後，所有更正計分的要求均不獲受理。",
        reason_en=(
            "Section 4 on scoring: once the four have confirmed the points and mixed the tiles, no request to correct "
            "them is heard."
        ),
        values=("closed", "open"),
        before_3="open",
    ),
)
