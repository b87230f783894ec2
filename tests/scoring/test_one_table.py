"""What cannot be at one table is refused, sentence by sentence of the interface; rules of version 1 still take it."""

from typing import Any

import pytest

import scoring
from scoring import fold
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.documents.replay import replay_document
from scoring.documents.score import score_document
from scoring.errors import ScoringError
from scoring.points import format_points
from scoring.rules.rule_data import FIRST_VERSION
from scoring.rulesets import RULE_SETS

Document = dict[str, Any]
TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
THIRTEEN = {"concealed": "23m456p678p345s99p", "winning_tile": "4m"}
TW = ("tw-club", "tw-sixteen")
WITH_FLOWERS = ("hkma-league", "hk-classic", *TW)


def refused(document: Document) -> str:
    """The code of the error of a score or replay document."""
    answer = replay_document if "events" in document else score_document
    with pytest.raises(ScoringError) as error:
        answer(document)
    assert error.value.zh
    assert error.value.en
    return error.value.code


def counted(rule_set: str, tiles: Document = TILES, **more: Any) -> Document:
    return {"rule_set": rule_set, "self_draw": False, "seat_wind": "S", "round_wind": "E", **tiles, **more}


def tiles_of(rule_set: str) -> Document:
    return TILES if scoring.rule_set(rule_set).hand_size == 16 else THIRTEEN


def game(rule_set: str, *events: Document, **more: Any) -> Document:
    return {"rule_set": rule_set, "players": ["甲", "乙", "丙", "丁"], "events": list(events), **more}


def win(**more: Any) -> Document:
    return {"type": "win", "winner": 1, "from": 2, **more}


def before(rule_set: str, *events: Document) -> list[str]:
    """Scores and open chains after these events under version 1 of the rules."""
    state = fold(scoring.rule_set(rule_set, version=FIRST_VERSION), events)
    return [format_points(score) for score in state.scores] + [format_points(chain.points) for chain in state.chains]


# 搶槓 said of the win
@pytest.mark.parametrize(("rule_set", "plain", "robbed"), [("hkma-league", "25", "35"), ("hk-classic", "48", "58")])
def test_a_robbed_kong_of_the_win_counts_in_its_hand_and_twice_said_once(
    rule_set: str, plain: str, robbed: str
) -> None:
    def owed(**more: Any) -> str:
        chains = replay_document(game(rule_set, win(**more)))["hands"][0]["chains"]
        return str(chains[0]["points"])

    said = {**TILES, "circumstances": ["robbed_kong"]}
    assert owed(hand=TILES) == plain
    assert owed(hand=TILES, robbed_kong=True) == robbed
    assert owed(hand=said, robbed_kong=True) == robbed
    assert owed(hand=said) == robbed
    assert before(rule_set, win(hand=TILES, robbed_kong=True))[-1] == plain, "as it was signed"


def test_a_robbed_kong_of_the_masters_is_paid_three_times_with_its_fan() -> None:
    said = {**THIRTEEN, "circumstances": ["robbed_kong"]}
    flush = {"concealed": "123456m78m11z333z", "winning_tile": "9m"}
    assert refused(game("hkma-masters", win(hand=THIRTEEN))) == "bad_event", "2 番 are no win"
    both = [replay_document(game("hkma-masters", win(hand=one, robbed_kong=True))) for one in (THIRTEEN, said)]
    assert both[0] == both[1]
    assert [row["points"] for row in both[0]["hands"][0]["transfers"]] == ["48"], "3 番: 16 from each"
    alone = replay_document(game("hkma-masters", win(hand=flush, robbed_kong=True)))
    assert [row["points"] for row in alone["hands"][0]["transfers"]] == [str(3 * 48)], "4 番 and 搶槓: 48 from each"


def test_a_robbed_kong_is_every_winner_s_and_may_contradict_his_hand() -> None:
    one, two = {"seat": 1, "hand": TILES}, {"seat": 3, "fan": 10}
    event = {"type": "win", "from": 2, "winners": [one, two], "robbed_kong": True}
    chains = replay_document(game("hkma-league", event))["hands"][0]["chains"]
    assert [chain["points"] for chain in chains] == ["40", "15"]
    last = {**TILES, "circumstances": ["last_discard"]}
    assert refused(game("hkma-league", win(hand=last, robbed_kong=True))) == "impossible_circumstance"
    assert refused(game("hkma-league", win(hand={**TILES, "circumstances": 5}, robbed_kong=True))) == "bad_value"


def test_a_robbed_concealed_kong_is_not_robbed_as_another_too() -> None:
    orphans = {"concealed": "119m19p19s123456z567m", "winning_tile": "7z", "circumstances": ["robbed_concealed_kong"]}
    plain = replay_document(game("hkma-league", win(hand=orphans)))
    assert replay_document(game("hkma-league", win(hand=orphans, robbed_kong=True))) == plain
    assert refused(counted("hk-classic", orphans)) == "impossible_circumstance", "K-38"


# 莊家
@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic", "hkma-masters"])
def test_the_dealer_is_east_where_seat_winds_run_from_the_dealer(rule_set: str) -> None:
    tiles = TILES if rule_set != "hkma-masters" else THIRTEEN
    assert refused(counted(rule_set, tiles, dealer=True)) == "impossible_circumstance"
    assert refused(counted(rule_set, tiles, dealer=False, seat_wind="E")) == "impossible_circumstance"
    assert refused(counted(rule_set, tiles, dealer=None)) == "bad_value"
    assert refused(counted(rule_set, tiles, dealer=1)) == "bad_value"
    for wind, dealer in (("E", True), ("S", False), ("W", False), ("N", False)):
        assert score_document(counted(rule_set, tiles, dealer=dealer, seat_wind=wind))["total"]


@pytest.mark.parametrize("rule_set", TW)
def test_the_dealer_has_any_seat_wind_where_they_run_from_the_wall(rule_set: str) -> None:
    for dealer in (True, False):
        for wind in "ESWN":
            assert score_document(counted(rule_set, dealer=dealer, seat_wind=wind))["total"]


# 幾家食糊
def together(*hands: Document, rule_set: str = "hkma-league", **more: Any) -> Document:
    winners = [{"seat": seat, "hand": one} for seat, one in zip((0, 1, 3), hands, strict=False)]
    return game(rule_set, {"type": "win", "from": 2, "winners": winners, **more})


OTHER = {"concealed": "23m111p456p666s99p123s", "winning_tile": "4m"}


@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic"])
def test_winners_of_one_tile_win_the_same(rule_set: str) -> None:
    assert len(replay_document(together(TILES, OTHER, rule_set=rule_set))["hands"][0]["chains"]) == 2
    seven = {**TILES, "winning_tile": "7m"}
    assert refused(together(seven, OTHER, rule_set=rule_set)) == "bad_event"
    assert refused(together(TILES, OTHER, seven, rule_set=rule_set)) == "bad_event"
    winners = [{"seat": 0, "hand": seven}, {"seat": 1, "fan": 10}]
    assert replay_document(game(rule_set, {"type": "win", "from": 2, "winners": winners}))


@pytest.mark.parametrize(
    ("one", "two", "fits"),
    [
        ("123m56m789p234p567s88s", "23m111p456p666s99p123s", True),
        ("123m56m789p234p567s88s", "23m111p456p888s99p123s", False),  # 8s: five
        ("44456m789p234p567s88s", "23m111p456p666s99p123s", True),  # 4m: three and the one that wins
        ("44456m789p234p567s88s", "4423m111p456p666s123s", False),  # 4m: five and the one that wins
    ],
)
def test_winners_hold_four_copies_of_a_tile_together(one: str, two: str, fits: bool) -> None:
    document = together({"concealed": one, "winning_tile": "4m"}, {"concealed": two, "winning_tile": "4m"})
    if fits:
        assert replay_document(document)["hands"][0]["result"] == "win"
    else:
        assert refused(document) == "bad_event"
        assert before("hkma-league", *document["events"])


def test_melds_and_flowers_count_among_what_winners_hold() -> None:
    kong = {"concealed": "56m789p234p88s", "winning_tile": "4m", "melds": [{"kind": "kong", "tiles": "6666s"}]}
    kong["melds"] = [*kong["melds"], {"kind": "pung", "tiles": "555z"}]
    assert replay_document(together(kong, {**OTHER, "concealed": "23m111p456p777s99p123s"}))
    assert refused(together(kong, OTHER)) == "bad_event", "seven 6s"
    assert replay_document(together({**TILES, "flowers": "12f"}, {**OTHER, "flowers": "3f"}))
    assert refused(together({**TILES, "flowers": "12f"}, {**OTHER, "flowers": "2f"})) == "bad_event"


# 花糊
@pytest.mark.parametrize(
    ("rule_set", "own", "right", "wrong"),
    [
        ("hkma-league", True, [40], [1, 30, 39, 41, 45]),
        ("hkma-league", False, [30], [1, 29, 31, 35, 40]),
        ("hk-classic", True, [40], [1, 30, 41]),
        ("hk-classic", False, [30], [1, 20, 40]),
        ("tw-club", True, [8, 9, 40], [0, 1, 7]),
        ("tw-club", False, [8, 20], [0, 7]),
        ("tw-sixteen", True, [8, 12, 30], [0, 7]),
        ("tw-sixteen", False, [8, 12, 30], [0, 7]),
    ],
)
def test_a_declared_flower_win_counts_what_its_table_gives(
    rule_set: str, own: bool, right: list[int], wrong: list[int]
) -> None:
    def declared(fan: int) -> Document:
        source: Document = {"self_draw": True} if own else {"from": 2}
        return {"type": "win", "winner": 1, "fan": fan, "flower_win": True, **source}

    for fan in right:
        assert replay_document(game(rule_set, declared(fan)))["hands"][0]["result"] == "win"
    for fan in wrong:
        assert refused(game(rule_set, declared(fan))) == "bad_event"
        assert before(rule_set, declared(fan)), "as it was recorded"


def test_a_flower_win_counts_by_the_event_s_own_values() -> None:
    rules = scoring.rule_set("hkma-league", values={"兩台花": 50})
    event = {"type": "win", "winner": 1, "self_draw": True, "fan": 50, "flower_win": True}
    assert fold(rules, [event]).hands
    with pytest.raises(ScoringError, match="bad_event"):
        fold(rules, [{**event, "fan": 40}])


def test_the_holder_of_six_who_robs_the_eighth_is_paid_eight_by_the_robbed() -> None:
    """T-18: everybody pays the hand, the robbed one 8 in place of the flowers."""
    event = {"type": "win", "winner": 1, "self_draw": True, "fan": 4, "flower_win": True}
    robbed = {**event, "extra": [{"seat": 2, "fan": 5}]}
    assert replay_document(game("tw-sixteen", robbed))["hands"][0]["result"] == "win"
    assert refused(game("tw-sixteen", event)) == "bad_event"
    assert refused(game("tw-sixteen", {**robbed, "extra": [{"seat": 2, "fan": 3}]})) == "bad_event"
    assert refused(game("tw-club", robbed)) == "bad_event", "no extra there"


# 海底、河底、四子 and the rivers
@pytest.mark.parametrize(
    ("rule_set", "word"),
    [
        (id_, word)
        for id_ in RULE_SETS
        for word in ("last_tile", "last_discard", "among_last_four")
        if word in scoring.rule_set(id_).circumstances
    ],
)
def test_the_wall_does_not_end_with_hardly_a_discard(rule_set: str, word: str) -> None:
    document = counted(rule_set, tiles_of(rule_set), circumstances=[word], self_draw=word != "last_discard")
    assert score_document(document)["total"], "nobody counted the rivers"
    for few in (0, 2, 4, 7, 10, 20):
        assert refused({**document, "discards": few}) == "impossible_circumstance"
        earlier = scoring.rule_set(rule_set, version=FIRST_VERSION)
        assert count(hand_from_document({**document, "discards": few}, earlier), earlier).total
    for many in (60, 70, 79):
        assert score_document({**document, "discards": many})["total"]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_rivers_do_not_hold_more_than_four_hands_leave(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    most = (144 if rules.flowers else 136) - 4 * rules.hand_size - 1
    document = counted(rule_set, tiles_of(rule_set))
    assert score_document({**document, "discards": most})
    assert refused({**document, "discards": most + 1}) == "impossible_circumstance"
    assert refused({**document, "discards": 145}) == "bad_value"


# 聽
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_ready_is_declared_once(rule_set: str) -> None:
    kinds = ("declared_ready", "heavenly_ready", "earthly_ready", "human_ready", "earthly_one_shot")
    known = [word for word in kinds if word in scoring.rule_set(rule_set).circumstances]
    for one in known:
        for two in known:
            if one != two:
                document = counted(rule_set, circumstances=[one, two])
                assert refused(document) == "impossible_circumstance"
                assert refused({**document, "seat_wind": "E"}) == "impossible_circumstance"


# 連續搶槓
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_kongs_in_a_row_are_robbed_in_one_rule_set_only(rule_set: str) -> None:
    tiles = tiles_of(rule_set)
    document = counted(rule_set, tiles, circumstances=["robbed_kong"])
    once = score_document({**document, "robbed_in_a_row": 1})
    assert once == score_document(document), "the first is what is meant anyway"
    if rule_set == "hk-classic":
        assert score_document({**document, "robbed_in_a_row": 2})["total"] == once["total"] + 15
    else:
        assert refused({**document, "robbed_in_a_row": 2}) == "impossible_circumstance"
        assert refused(game(rule_set, win(hand=tiles | {"robbed_in_a_row": 2}, robbed_kong=True)))


# 獎勵
def reward(kind: str, seat: int, **more: Any) -> Document:
    return {"type": "reward", "kind": kind, "seat": seat, **more}


@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic"])
def test_there_are_two_families_of_flowers(rule_set: str) -> None:
    two = [reward("flower_set", 1), reward("flower_set", 3)]
    assert replay_document(game(rule_set, *two))
    assert replay_document(game(rule_set, reward("flower_set", 1), reward("flower_set", 1)))
    for seat in range(4):
        assert refused(game(rule_set, *two, reward("flower_set", seat))) == "bad_event"
        assert before(rule_set, *two, reward("flower_set", seat))
    assert replay_document(game(rule_set, *two, {"type": "draw"}, *two)), "the next hand has its own"


# 設定、名字
@pytest.mark.parametrize(
    ("rule_set", "setting"), [("hk-classic", "base"), ("tw-club", "start"), ("tw-club", "tai"), ("tw-sixteen", "base")]
)
def test_money_is_no_finer_than_anybody_plays_for(rule_set: str, setting: str) -> None:
    for fine in ("0.25", "0.0001", "12.5000", 3, "12.50000000"):
        assert replay_document(game(rule_set, settings={setting: fine}))
    for too_fine in ("0." + "0" * 33 + "1", "0.00001", "10.12345", "0", "-1", "1000000000"):
        assert refused(game(rule_set, settings={setting: too_fine})) == "bad_setting"
    assert scoring.rule_set(rule_set, settings={setting: "0.00001"}, version=FIRST_VERSION).lenient


@pytest.mark.parametrize(
    ("key", "code"), [("options", "bad_option"), ("settings", "bad_setting"), ("standing", "bad_event")]
)
def test_null_is_no_object(key: str, code: str) -> None:
    assert refused(game("hk-classic", **{key: None})) == code
    assert replay_document(game("hk-classic", **{key: {}}))


# the keys of a win
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_keys_of_one_rule_set_have_no_place_in_another(rule_set: str) -> None:
    plain = win(fan=8)
    laid = win(hand=TILES)
    assert replay_document(game(rule_set, plain))
    if rule_set != "tw-sixteen":
        assert refused(game(rule_set, {**plain, "extra": [{"seat": 2, "fan": 1}]})) == "bad_event"
    if rule_set not in TW:
        assert refused(game(rule_set, {**laid, "opening": 0})) == "bad_event"
        causes = {"cause": "substitute", "liable": 0}
        assert refused(game(rule_set, {**plain, **causes})) == "bad_event"
    else:
        winners = [{"seat": 0, "fan": 8}, {"seat": 1, "fan": 8}]
        assert refused(game(rule_set, {"type": "win", "from": 2, "winners": winners})) == "bad_event", "攔胡"
        assert refused(game(rule_set, {**plain, "cause": "substitute", "liable": 1})) == "bad_event", "the winner"
        assert refused(counted(rule_set, winners=2)) == "bad_value"
    if rule_set == "hkma-masters":
        assert refused(game(rule_set, {**plain, "flower_win": True})) == "bad_event"


@pytest.mark.parametrize("key", ["melds", "flowers", "circumstances", "replacements", "discards", "visible", "winners"])
@pytest.mark.parametrize("rule_set", WITH_FLOWERS)
def test_null_says_nothing_that_a_hand_can_be(rule_set: str, key: str) -> None:
    assert refused(counted(rule_set, **{key: None})) in ("bad_value", "bad_meld", "bad_tile")
