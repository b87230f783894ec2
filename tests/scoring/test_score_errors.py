"""What the `score` document refuses, with the code of the interface and a sentence that names the field."""

from typing import Any

import pytest

from scoring.documents import answer_documents, score_document
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


@pytest.mark.parametrize(
    ("code", "document", "named"), REFUSED, ids=[f"{number}-{case[0]}" for number, case in enumerate(REFUSED)]
)
def test_a_refusal_has_its_code_and_names_the_field(code: str, document: object, named: str) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == code
    assert named in refused.value.zh
    assert refused.value.detail("en").isascii() or named in refused.value.detail("en")


def test_every_document_of_many_is_answered() -> None:
    answers, fine = answer_documents("score", [hand(), hand(winning="5m"), 7], "zh-hant")
    assert (answers[0]["total"], fine) == (25, False)
    assert [answer["error"]["code"] for answer in answers[1:]] == ["not_a_winning_hand", "bad_value"]
    assert "萬子" in answers[1]["error"]["detail"]
    assert "characters" in answer_documents("score", [hand(winning="5m")], "en")[0][0]["error"]["detail"]
