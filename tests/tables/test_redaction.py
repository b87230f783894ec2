"""What is shown of rulings: the same book for everybody, the report for those whom it concerns."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scoring
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from tests.oracle.random_games import hk_game
from tests.oracle.random_games import random_game as league_game
from tests.oracle.taiwan.random_games import random_game as taiwan_game
from tournaments.models import Game, GameSeat, Player
from tournaments.tables.game_log.redaction import (
    EVERYTHING,
    NOTHING,
    WITHHELD,
    Viewer,
    named_only,
    shown_game,
    shown_standing,
)
from tournaments.tables.game_log.replay import FoldedGame, replay
from tournaments.tables.game_log.timeline import Entry, build
from tournaments.tables.selectors.visible import seats_seen

SEEDS = st.integers(0, 10**6)
GAMES = {
    "hkma-league": league_game,
    "hkma-masters": lambda seed: hk_game(seed, "hkma-masters"),
    "hk-classic": lambda seed: hk_game(seed, "hk-classic"),
    "tw-club": lambda seed: taiwan_game(2 * seed + 1),
    "tw-sixteen": lambda seed: taiwan_game(2 * seed),
}
HANDS = st.integers(1, 12)
VIEWERS = st.one_of(
    st.just(NOTHING),
    st.builds(Viewer, seat=st.integers(0, 3)),
    st.builds(Viewer, seat=st.integers(0, 3), first=HANDS),
    st.builds(Viewer, seat=st.integers(0, 3), last=HANDS),
)


def entries_of(events: list[Any]) -> list[Entry]:
    return [Entry(n, "play", {"event": e, "claim": {"note": "NOTE"}}) for n, e in enumerate(events, start=1)]


def folded_of(doc: dict[str, Any]) -> tuple[FoldedGame, list[Entry]]:
    rules = scoring.rule_set(doc["rule_set"], doc.get("options"), doc.get("settings"))
    entries = entries_of(doc["events"])
    return replay(rules, doc.get("standing") or {}, build(entries)), entries


def legal(doc: dict[str, Any]) -> dict[str, Any]:
    """The document up to its first refused event."""
    while True:
        try:
            replay_document(doc)
        except ScoringError as error:
            assume(error.index is not None)
            doc = {**doc, "events": doc["events"][: error.index]}
        else:
            return doc


def shown_document(doc: dict[str, Any], viewer: Viewer) -> tuple[dict[str, Any], FoldedGame]:
    folded, entries = folded_of(doc)
    shown, _entries = shown_game(folded, entries, viewer, lambda act: folded)
    standing = shown_standing(doc.get("standing") or {}, viewer)
    return {**doc, "events": [dict(item.event) for item in shown.timeline.items], "standing": standing}, shown


@pytest.mark.parametrize("rule_set", GAMES)
@given(seed=SEEDS, viewer=VIEWERS)
def test_what_is_shown_replays_to_the_same_book_without_offence_fact_or_note_of_another(
    rule_set: str, seed: int, viewer: Viewer
) -> None:
    doc = legal(GAMES[rule_set](seed))
    assume(doc["rule_set"] == rule_set)
    shown, folded = shown_document(doc, viewer)
    assert replay_document(shown) == replay_document(doc)
    foreign = [one for one in shown["events"] if one["type"] == "ruling" and one["seat"] not in (None, viewer.seat)]
    assert all(one.keys() <= {"type", "seat", "consequences", "hand"} for one in foreign)
    words = {word if isinstance(word, str) else next(iter(word)) for one in foreign for word in one["consequences"]}
    numbers = {"deduct", "deduct_after_game", "pay", "yellow", "red", "replay_hand", "draw_hand", "false_win_hand"}
    assert words <= numbers
    assert {one["seat"] for one in shown["standing"].get("offences", [])} <= {viewer.seat}
    rulings = [ruling for hand in folded.state.hands for ruling in hand.rulings] + list(folded.state.open_hand.rulings)
    assert not any(
        ruling.offence or ruling.notes or ruling.ban
        for ruling in rulings
        if ruling.seat != viewer.seat and ruling.seat is not None
    )
    assert not any(item.claim != WITHHELD for item in folded.timeline.items if item.event in foreign)


HOLLOW = {"type": "ruling", "seat": 1, "offence": "hollow_win"}


def game(*events: Any, **more: Any) -> dict[str, Any]:
    return {"rule_set": "hkma-league", "players": ["甲", "乙", "丙", "丁"], "events": list(events), **more}


def test_growth_is_in_the_points_and_no_longer_in_the_words():
    fine = {"type": "ruling", "seat": 1, "offence": "鳴牌取消"}
    doc = game(fine, fine, standing={"offences": [{"seat": 1, "offence": "鳴牌取消", "times": 1}]})
    shown, _folded = shown_document(doc, NOTHING)
    paid = [one["consequences"] for one in shown["events"]]
    assert paid == [[{"pay": [seat, points]} for seat in (0, 2, 3)] for points in ("10", "15")]
    assert shown["standing"] == {}
    assert shown_document(doc, Viewer(seat=1))[0] == doc


def test_a_ban_a_warning_and_a_blacklist_are_nobody_elses_business():
    doc = game({"type": "ruling", "seat": 1, "offence": "hollow_win", "consequences": ["ban", "warning", "blacklist"]})
    shown, folded = shown_document(doc, Viewer(seat=2))
    assert shown["events"] == [{"type": "ruling", "seat": 1, "consequences": []}]
    assert folded.state.bans == frozenset()
    assert shown_document(doc, Viewer(seat=1))[1].state.bans == {1}


def test_a_wall_built_anew_accuses_nobody_and_keeps_its_name():
    doc = game({"type": "ruling", "seat": None, "offence": "洗牌重配"})
    shown, _folded = shown_document(doc, NOTHING)
    assert shown["events"][0]["offence"] == "洗牌重配"


def test_a_substitute_sees_rulings_from_when_he_sat_down():
    players, seats = (Player(pk=1), Player(pk=2)), [GameSeat(seat=2, player_id=1, substitute_id=2, substitute_from=5)]
    before, after = (seats_seen(seats, player, Game(standing={})) for player in players)
    assert seats_seen(seats, Player(pk=3), Game(standing={})) == seats_seen(seats, None, Game(standing={})) == NOTHING
    assert [before.reads(2, 4), before.reads(2, 5), after.reads(2, 4), after.reads(2, 5)] == [True, False, False, True]
    assert not after.reads(None, 5)


def test_a_corrected_ruling_of_the_hand_that_two_shared_only_names_the_player_where_nothing_is_replayed():
    """The act of the correction is later than the substitute, the ruling may be earlier."""
    ruling = {"type": "ruling", "seat": 2, "offence": "talking"}
    for viewer in (Viewer(seat=2, first=4, substitute=True, act=9), Viewer(seat=2, last=4, act=9)):
        assert named_only(ruling, viewer, 4, 12) == {"type": "ruling", "seat": 2}
        assert named_only({"type": "draw"}, viewer, 4, 12) == {"type": "draw"}
        assert named_only(ruling, viewer, 5 if viewer.substitute else 3, 12) == ruling
    assert named_only(ruling, EVERYTHING, 4, 12) == ruling


def test_what_was_taken_out_is_hidden_too_and_so_is_the_reason():
    entries = [
        *entries_of([HOLLOW]),
        Entry(2, "amend", {"replaces": [[1, 0]], "entries": [], "hands": [1]}, "不是空糊"),
        Entry(3, "play", {"event": {"type": "win", "winner": 0, "self_draw": True, "fan": 30}, "claim": None}),
        Entry(4, "object", {"hand": 1, "seat": 2, "digest": ""}, "我聽見的"),
    ]
    rules = scoring.rule_set("hkma-league")

    def before(act: int) -> FoldedGame:
        return replay(rules, {}, build(entries[: act - 1]))

    for viewer, told in ((NOTHING, False), (Viewer(seat=1), True), (Viewer(seat=2), False), (EVERYTHING, True)):
        folded, acts = shown_game(before(5), entries, viewer, before)
        replaced = folded.timeline.replaced[0]
        assert ("offence" in replaced.old[0].event, replaced.reason == "不是空糊") == (told, told)
        assert ("hollow_win" in str(acts), "NOTE" in str(acts)) == (told, told)
        assert (folded.timeline.objections[1][2] == "我聽見的") == (viewer in (EVERYTHING, Viewer(seat=2)))
