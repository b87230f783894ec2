"""The face of the package as a program outside meets it: hands, rule sets, scores, games."""

import doctest
import importlib
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import Game, Hand, ScoringError, extend, rule_set, rulebook
from scoring.documents import replay_document
from scoring.rulebook import RULE_SETS

GOLDEN = Path(__file__).parents[1] / "golden" / "replay"
FACE = """
>>> from scoring import Game, Hand, Meld, rule_set, rule_sets, ScoringError
>>> rule_sets()[:6]
('hkma-league', 'hkma-masters', 'hk-classic', 'tw-club', 'tw-sixteen', 'mcr')
>>> rule_set("hkma-league", options={"L-1": "all"})
<RuleSet hkma-league L-1=all>
>>> league = rule_set("hkma-league")
>>> hand = Hand("123m56m789p234p567s88s", "4m", seat="S", round="E", self_draw=False)
>>> score = league.score(hand)
>>> score.total, score["大平"].value, score.waits
(25, 15, (4m, 7m))
>>> print(score)
底    5  Base
門清  3  Concealed hand
將眼  2  Pair of 2, 5 or 8
大平 15  Great all chows
     25 番
>>> score == league.score(hand), score.to_dict()["total"]
(True, 25)
>>> for reason in league.explain(hand):
...     print(reason.fan, reason.groups, reason.sentence("en"))  # doctest: +ELLIPSIS
底 () Base 5
門清 () Concealed hand 3: No chow or pung was claimed.
將眼 ((Group(kind='pair', tile=25, ...),),) Pair of 2, 5 or 8 2 (88s): The pair of a basic hand is a suited 2, 5 or 8.
大平 () Great all chows 15: All chows with neither honours nor flowers.
>>> [(gone.fan, gone.by) for gone in league.explain(hand).left][:2]
[('無字', '大平'), ('無花', '大平')]
>>> len(league.alternatives(hand)), league.waits("123m56m789p234p567s88s")
(1, (4m, 7m))
>>> league.tiles_away("123m56m789p234p567s18s").away
1
>>> Hand("567p11s", "8p", melds=["pung 777z", "chow 234m", "concealed kong 1111z"], flowers="1f6f", seat="S", round="E")
<Hand 567p11s [777z] [234m] {1111z} 1f6f +8p S/E discard>
>>> Hand.parse("567p11s [777z] [234m] {1111z} 1f6f +8p S/E discard").melds[2]
Meld.parse('concealed kong 1111z')
>>> game = Game(league, ["甲", "乙", "丙", "丁"])
>>> game.win(0, from_=1, fan=7); game.win(2, self_draw=True, hand=hand); game.draw()
>>> game.ruling(3, "空糊"); game.undo()
>>> [int(points) for points in game.scores], len(game.chains), game.dealer, game.name, game.finished
([8, -8, 0, 0], 3, 1, '東二局', False)
>>> game.preview(2, from_=0, fan=9).moves[0].kind
'grow'
>>> print(game.to_text())
Rules: hkma-league
East: 甲
South: 乙
West: 丙
North: 丁
<BLANKLINE>
1. E wins 7 from S  # 東一局: 0 0 0 0
2. W wins (12356m234789p56788s +4m) self-draw  # 東一局: 8 -8 0 0
3. draw  # 東二局: 8 -8 0 0
<BLANKLINE>
>>> Game.parse(game.to_text())
<Game hkma-league 東二局: 3 events>
>>> Game.from_document(game.to_document()).book() == game.book()
True
"""


def test_the_page_on_the_face_runs() -> None:
    test = doctest.DocTestParser().get_doctest(FACE, {}, "face", None, 0)
    found = doctest.DocTestRunner().run(test)
    assert (found.failed, found.attempted > 20) == (0, True)


@pytest.mark.parametrize(
    "module",
    ["errors", "hand.hand", "hand.melds", "hand.score", "rulesets.counting", "count.explanation", "match"],
)
def test_examples_of_docstrings_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(f"scoring.{module}"))
    assert found.attempted
    assert not found.failed


GAMES = [(id_, place) for id_ in RULE_SETS for place in (0, 1, 2)]


@pytest.mark.parametrize(("id_", "place"), GAMES)
def test_a_game_says_what_the_document_says(id_: str, place: int) -> None:
    games: list[dict[str, Any]] = json.loads((GOLDEN / f"{id_}.json").read_text(encoding="utf-8"))
    document = [one["request"] for one in games if "error" not in one["expected"]][place]
    game, book = Game.from_document(document), replay_document(document)
    assert game.book() == book
    assert Game.from_document(game.to_document()).book() == book
    before = game.book()
    event = game.events[-1]
    game.undo()
    assert game.preview(event).after == game.preview(event).after
    game.play(event)
    assert game.book() == before


def test_a_refused_event_changes_nothing() -> None:
    game = Game(rule_set("hkma-league"), ["甲", "乙", "丙", "丁"])
    game.win({0: 10, 3: 7}, from_=2)
    for event in ({"type": "win"}, {"type": "win", "winner": 9, "fan": 3}, {"type": "no"}):
        with pytest.raises(ScoringError):
            game.play(event)
    assert len(game.events) == len(game.hands) == 1
    game.reward(1, "grass")
    assert [int(points) for points in game.scores] != [0, 0, 0, 0]
    game.undo()
    game.reward(1, "seven_rob_one", from_=2)
    assert [points > 0 for points in game.scores] == [False, True, False, False]
    game.undo()
    game.undo()
    with pytest.raises(ScoringError, match="bad_event"):
        game.undo()
    with pytest.raises(ScoringError, match="bad_event"):
        Game(rule_set("hkma-league"), ["甲"])


def test_hands_and_documents_say_the_same() -> None:
    for id_ in RULE_SETS:
        for golden in json.loads((GOLDEN.parent / "score" / f"{id_}.json").read_text(encoding="utf-8"))[:60]:
            request, response = golden["request"], golden["expected"]
            rules = rule_set(id_, request.get("options"))
            if "error" in response:
                with pytest.raises(ScoringError):
                    rules.score(Hand.from_document(request))
                continue
            hand = Hand.from_document(request)
            assert rules.score(hand).to_dict() == rules.score(Hand.parse(str(hand))).to_dict()
            assert pickle.loads(pickle.dumps(hand)) == hand == Hand.from_document(hand.to_document())  # noqa: S301
            assert rules.score(hand).total == response["total"]


def test_a_hand_is_the_same_in_any_order_of_its_tiles() -> None:
    hand = Hand("88s567s234p789p56m123m", "4m", seat="S", round="E")
    assert hand == Hand.parse(str(hand)) == Hand("123m56m789p234p567s88s", "4m", seat="S", round="E")
    assert hand.flowers is Hand.parse(str(hand)).circumstances  # what is empty is shared


def test_each_public_class_is_told_in_the_docs() -> None:
    told = (Path(scoring.__file__).parent / "docs" / "classes.md").read_text(encoding="utf-8")
    for module in (scoring, rulebook, extend):
        classes = {name for name in module.__all__ if isinstance(getattr(module, name), type)} - {"Document"}
        assert {name for name in classes if f"### {name}\n" not in told and f"`{name}`" not in told} == set()


def test_the_face_is_small() -> None:
    assert len(scoring.__all__) <= 40
    for name in ("scoring.count.definition", "scoring.documents", "scoring.rulebook", "scoring.extend"):
        found: Any = scoring
        for part in name.split(".")[1:]:  # no function hides a package
            importlib.import_module(name)
            found = getattr(found, part)
        assert found is importlib.import_module(name)
