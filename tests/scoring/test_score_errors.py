"""What the `score` document refuses, with the code of the interface and a sentence that names the field."""

from typing import Any

import pytest

from scoring.count.document import score_document, score_many
from scoring.errors import ScoringError
from tests.scoring.count_helpers import OPEN, PLAIN, Document, hand


def without(key: str) -> Document:
    document = hand()
    del document[key]
    return document


def meld(**entry: Any) -> Document:
    return hand(OPEN, "4m") | {"melds": [entry]}


REFUSED: list[tuple[str, object, str]] = [
    ("unknown_rule_set", hand() | {"rule_set": "riichi"}, "rule_set"),
    ("unknown_rule_set", hand() | {"rule_set": 7}, "rule_set"),
    ("unknown_key", hand() | {"dora": "1m"}, "dora"),
    ("unknown_key", meld(kind="chow", tiles="123m", **{"from": 2}), "from"),
    ("missing_key", without("concealed"), "concealed"),
    ("missing_key", without("round_wind"), "round_wind"),
    ("missing_key", meld(kind="chow"), "tiles"),
    ("missing_key", meld(tiles="123m"), "kind"),
    ("bad_tile", hand("123m56m789p234p567s8x8s"), "concealed"),
    ("bad_tile", hand("123m56m789p234p567s88"), "concealed"),
    ("bad_tile", hand("123m56m789p234p567s8z8s"), "concealed"),
    ("bad_tile", hand("123m 56m789p234p567s88s"), "concealed"),
    ("bad_tile", hand("１23m56m789p234p567s88s"), "concealed"),
    ("bad_tile", hand(PLAIN[:-2] + "s1f"), "concealed"),
    ("bad_tile", hand(winning="44m"), "winning_tile"),
    ("bad_tile", hand(winning="m"), "winning_tile"),
    ("bad_tile", hand(winning="0m"), "winning_tile"),
    ("bad_tile", hand(winning="1f"), "winning_tile"),
    ("bad_tile", hand(flowers="1m"), "flowers"),
    ("bad_tile", hand(flowers="9f"), "flowers"),
    ("bad_tile", hand() | {"concealed": 123}, "concealed"),
    ("bad_tile", meld(kind="chow", tiles="12x"), "tiles"),
    ("too_many_copies", hand("4444m56m89p234p567s88s", "4m"), "4m"),
    ("too_many_copies", hand(flowers="11f"), "1f"),
    ("too_many_copies", hand(visible="4444m"), "4m"),
    ("too_many_copies", hand("56m789p23p567s888s", "4p", melds="kong:4444p"), "4p"),
    ("wrong_tile_count", hand("123m56m789p234p567s8s"), "concealed"),
    ("wrong_tile_count", hand("123m56m789p234p567s888s"), "concealed"),
    ("wrong_tile_count", hand(melds="chow:123m"), "concealed"),
    ("wrong_tile_count", hand(""), "concealed"),
    ("bad_meld", meld(kind="chow", tiles="124m"), "124m"),
    ("bad_meld", meld(kind="chow", tiles="123z"), "123z"),
    ("bad_meld", meld(kind="chow", tiles="789m1p"), "melds"),
    ("bad_meld", meld(kind="chow", tiles="8m9m1p"), "melds"),
    ("bad_meld", meld(kind="pung", tiles="1111m"), "1111m"),
    ("bad_meld", meld(kind="pung", tiles="111f"), "melds"),
    ("bad_meld", meld(kind="kong", tiles="111m"), "111m"),
    ("bad_meld", meld(kind="kong", tiles=""), "melds"),
    ("bad_meld", meld(kind="quad", tiles="1111m"), "quad"),
    ("bad_meld", meld(kind=None, tiles="1111m"), "melds"),
    ("bad_meld", hand() | {"melds": "123m"}, "melds"),
    ("bad_meld", hand() | {"melds": ["123m"]}, "melds"),
    ("not_a_winning_hand", hand(winning="5m"), "萬子"),
    ("not_a_winning_hand", hand("11222m11222p11222s5z", "5z"), "眼"),
    ("not_a_winning_hand", hand("147m147p147s1234567z", "2m"), "concealed"),
    ("not_a_winning_hand", hand("1199m19p19s1234567z5m", "5m"), "concealed"),
    ("bad_option", hand() | {"options": {"L-1": "some"}}, "L-1"),
    ("bad_option", hand() | {"options": {"L-1": ["all"]}}, "options"),
    ("bad_option", hand() | {"options": {"L-1": {"all": 1}}}, "options"),
    ("bad_option", hand() | {"options": []}, "options"),
    ("bad_option", hand() | {"options": None}, "options"),
    ("bad_value", hand() | {"self_draw": 1}, "self_draw"),
    ("bad_value", hand() | {"seat_wind": "east"}, "seat_wind"),
    ("bad_value", hand() | {"round_wind": ["E"]}, "round_wind"),
    ("bad_value", hand() | {"dealer": "yes"}, "dealer"),
    ("bad_value", hand(winners=4), "winners"),
    ("bad_value", hand(winners=0), "winners"),
    ("bad_value", hand(winners=True), "winners"),
    ("bad_value", hand(winners=2) | {"rule_set": "tw-club"}, "winners"),
    ("bad_value", hand(winners=2) | {"rule_set": "tw-sixteen"}, "winners"),
    ("bad_value", hand(discards=-1), "discards"),
    ("bad_value", hand(discards="9"), "discards"),
    ("bad_value", hand(robbed_in_a_row=0), "robbed_in_a_row"),
    ("bad_value", hand() | {"circumstances": "last_tile"}, "circumstances"),
    ("bad_value", hand() | {"circumstances": [1]}, "circumstances"),
    ("bad_value", hand(drawn=True) | {"replacements": ["tile"]}, "replacements"),
    ("bad_value", hand(drawn=True) | {"replacements": "kong"}, "replacements"),
    ("bad_value", [], ""),
    ("bad_value", "score", ""),
]

KONG = {"melds": "concealed_kong:1111z", "drawn": True}


def flower_win(given: str = "", *, drawn: bool = True, **more: Any) -> Document:
    """花糊 declared with the eighth flower, told together with what else is given."""
    return hand(winning="8f", drawn=drawn, flowers="1234567f", given=f"flower_win {given}", **more)


IMPOSSIBLE: list[tuple[str, Document]] = [
    ("unknown word", hand(given="lucky")),
    ("of another rule set", hand(given="among_last_four")),
    ("of another rule set", hand(drawn=True, given="dealt_flowers")),
    ("robbed and drawn", hand(drawn=True, given="robbed_kong")),
    ("robbed twice", hand(given="robbed_kong robbed_concealed_kong")),
    ("robbed with an own copy", hand("345m56m789p234p567s88s", given="robbed_kong")),
    ("robbed with an own copy in a meld", hand(OPEN, melds="chow:345m", given="robbed_kong")),
    ("robbed at the end of the wall", hand(given="robbed_kong last_discard")),
    ("a concealed kong robbed by a basic hand", hand(given="robbed_concealed_kong")),
    ("last tile from a discard", hand(given="last_tile")),
    ("last discard drawn", hand(drawn=True, given="last_discard")),
    ("one shot without ready", hand(given="one_shot")),
    ("ready in two ways", hand(given="declared_ready human_ready")),
    ("ready as dealt with melds", hand(OPEN, melds="chow:123m", given="heavenly_ready")),
    ("ready before a claim or kong, with a kong", hand(OPEN, melds="concealed_kong:1111z", given="earthly_ready")),
    ("two claims before 人叮", hand("56m234p567s88s", melds="chow:123m pung:999p", given="human_ready")),
    ("a kong after ready", hand(OPEN, **KONG, given="declared_ready", tail="kong")),
    ("replacement without own draw", hand(flowers="1f", tail="flower")),
    ("more kong replacements than kongs", hand(OPEN, **KONG, tail="kong kong")),
    ("more flower replacements than flowers", hand(drawn=True, flowers="1f", tail="flower flower")),
    ("several winners of an own draw", hand(drawn=True, winners=2)),
    ("天糊 by another", hand(drawn=True, given="heavenly_win")),
    ("天糊 by discard", hand(seat="E", given="heavenly_win")),
    ("天糊 after a kong", hand(OPEN, **KONG, seat="E", given="heavenly_win")),
    ("天糊 after ready", hand(drawn=True, seat="E", given="heavenly_win declared_ready")),
    ("天糊 with a river", hand(drawn=True, seat="E", given="heavenly_win", discards=1)),
    ("地糊 by the dealer", hand(seat="E", given="earthly_win")),
    ("地糊 by own draw", hand(drawn=True, given="earthly_win")),
    ("地糊 after an own discard", hand(given="earthly_win human_ready")),
    ("地糊 and 人糊", hand(given="earthly_win human_win")),
    ("人糊 after a claim", hand(OPEN, melds="chow:123m", given="human_win")),
    ("人糊 on an added kong", hand(given="human_win robbed_kong")),
    ("人糊 with a long river", hand(given="human_win", discards=5)),
    ("人糊 on the last tile", hand(drawn=True, given="human_win last_tile")),
    ("花糊 without eight flowers", hand(winning="8f", flowers="123456f", given="flower_win")),
    ("花糊 with no flower", hand(flowers="1234567f", given="flower_win")),
    ("花糊 by two", hand(winning="8f", flowers="1234567f", given="flower_win", winners=2)),
    ("花糊 and 一發 without ready", flower_win("one_shot")),
    ("花糊 and ready in two ways", flower_win("declared_ready human_ready")),
    ("花糊 on the last tile and the last discard", flower_win("last_tile last_discard")),
    ("花糊 and 天糊 by another than the dealer", flower_win("heavenly_win")),
    ("花糊 on the last tile, drawn by another", flower_win("last_tile", drawn=False)),
    ("花糊 after a kong that is not there", flower_win(tail="kong")),
    ("花糊 on a replacement drawn by another", flower_win(tail="flower", drawn=False)),
    ("花糊 of hk-classic and ready in two ways", flower_win("declared_ready human_ready", rule_set="hk-classic")),
]


@pytest.mark.parametrize(
    ("code", "document", "named"), REFUSED, ids=[f"{number}-{case[0]}" for number, case in enumerate(REFUSED)]
)
def test_it_refuses_with_the_code_and_names_the_field(code: str, document: object, named: str) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == code
    assert named in refused.value.zh
    assert refused.value.detail("en").isascii() or named in refused.value.detail("en")


@pytest.mark.parametrize("document", [case[1] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_it_refuses_circumstances_that_contradict_each_other(document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == "impossible_circumstance"
    assert refused.value.zh != refused.value.en


@pytest.mark.parametrize(
    "document",
    [
        hand(given="last_discard"),
        hand(OPEN, **KONG, tail="kong", given="last_tile"),
        hand(seat="E", drawn=True, given="heavenly_win", flowers="1f", tail="flower"),
        hand(OPEN, melds="chow:123m", given="human_ready"),
        hand(given="earthly_win heavenly_ready"),
        hand(given="human_win", discards=4, winners=2),
        hand(given="robbed_kong declared_ready one_shot", visible="444m"),
        flower_win("declared_ready one_shot last_tile"),
        flower_win("heavenly_win", seat="E"),
        flower_win(tail="flower"),
        flower_win("declared_ready", drawn=False),
        hand(robbed_in_a_row=1, dealer=False, replacements=[], circumstances=[], options={}, winners=1),
    ],
)
def test_it_accepts_circumstances_that_can_be(document: Document) -> None:
    assert score_document(document)["total"] > 0


def test_it_answers_every_document_of_many() -> None:
    answers = score_many([hand(), hand(winning="5m"), 7])
    assert answers[0]["total"] == 25
    assert [answer["error"]["code"] for answer in answers[1:]] == ["not_a_winning_hand", "bad_value"]
    assert "萬子" in answers[1]["error"]["detail"]
    assert "characters" in score_many([hand(winning="5m")], "en")[0]["error"]["detail"]
