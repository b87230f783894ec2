"""An event that began under version 1 of the rules: what it holds stays as it was signed; a new one is held to more."""

from typing import Any

import pytest

from scoring.documents.replay import book_of, replay_document
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import make_hall
from tests.tournaments.recorder import DRAW, ruling, won
from tournaments.audit.checks import audit
from tournaments.core import event_log
from tournaments.core.exceptions import Invalid
from tournaments.models import Event
from tournaments.rulebook.page import changes_of
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.export import replay_input

TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
HONOURS = {
    "concealed": "22z33z",
    "winning_tile": "2z",
    "melds": [{"kind": "pung", "tiles": f"{kind}{kind}{kind}z"} for kind in (1, 5, 6, 7)],
}
ROBBED = {"type": "win", "winner": 1, "from": 2, "robbed_kong": True, "hand": TILES}
FLOWERS = {"type": "win", "winner": 1, "self_draw": True, "fan": 33, "flower_win": True}


def begun_under_version_1() -> Any:
    hall = make_hall()
    snapshot = {"rule_set": "hkma-league", "version": "1", "options": {}, "settings": {}}
    Event.objects.update(rules_snapshot=snapshot)
    event = hall.game.event
    event.refresh_from_db()
    event_log.append_act(event.pk, event_log.Kind.RULES_FROZEN, event_log.changed(event, "rules_snapshot"))
    return hall


def chains(document: dict[str, Any]) -> list[tuple[int, int, str]]:
    book = replay_document(document)
    return [(chain["winner"], chain["payer"], chain["points"]) for chain in book["hands"][-1]["chains"]]


def test_a_new_event_refuses_what_cannot_be_with_a_sentence(hall) -> None:
    for event in (FLOWERS, {**ROBBED, "hand": {**TILES, "circumstances": ["last_discard"]}}):
        with pytest.raises(Invalid) as refusal:
            hall.settle(event)
        assert refusal.value.code in ("bad_event", "impossible_circumstance")
        assert refusal.value.detail
    hall.settle(ROBBED)
    assert [chain.points for chain in hall.folded.state.chains] == [35]
    assert rules_of(hall.fresh().event).version == "4"
    assert list(audit()) == []


def test_an_event_that_has_begun_goes_on_as_it_began_and_stays_readable() -> None:
    hall = begun_under_version_1()
    hall.settle(ROBBED)
    hall.settle({"type": "win", "winner": 1, "from": 3, "hand": HONOURS})
    assert int(hall.folded.state.chains[0].points) == 25, "paid and not counted, as it was"
    assert list(audit()) == []
    document = replay_input(hall.fresh())
    assert document["options"]["L-14"] == "not_all_honours"
    assert chains(document) == [(chain.winner, chain.payer, str(chain.points)) for chain in hall.folded.state.chains]
    assert changes_of(hall.fresh().event.rules_snapshot) == "規則第 1 版", "nobody has changed a rule"
    hall.settle(FLOWERS)
    assert list(audit()) == []


def test_an_earlier_edition_is_named_and_only_what_was_chosen_is_told_as_changed() -> None:
    for version, told in (("1", "規則第 1 版"), ("2", "規則第 2 版"), ("3", "規則第 3 版"), ("4", "")):
        assert changes_of({"rule_set": "hkma-league", "version": version}) == told
    chosen = changes_of({"rule_set": "tw-club", "version": "1", "options": {"C-2": "counted"}, "values": {}})
    assert chosen.startswith("規則第 1 版；與公布的規則不同：C-2")


def test_the_page_of_rules_of_such_an_event_says_the_same() -> None:
    hall = begun_under_version_1()
    answer = hall.referee.get(url("event_rules", hall.event.slug))
    shows(answer, "規則第 1 版", "L-56", never="與公布的規則不同")
    assert "與公布的規則一樣" not in markup(answer)
    assert 'id="L-57"' not in markup(answer), "what version 4 reads is not how this event counts"
    assert 'id="L-57"' in markup(hall.referee.get(url("rules", "hkma-league")))


@pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
@pytest.mark.parametrize("more", [{}, {"consequences": [{"pay_tai": 3}, "ban"]}, {"hand": "previous"}])
def test_a_ruling_that_is_refused_today_is_exported_by_what_it_moved(rule_set: str, more: dict[str, Any]) -> None:
    hall = make_hall(rule_set=rule_set, rules_snapshot={"rule_set": rule_set, "version": "2", "options": {}})
    hall.settle(DRAW, ruling(1, "pung_not_taken", to=0, **more), won(2, 3, 4))
    document = replay_input(hall.fresh())
    assert "pung_not_taken" not in str(document["events"])
    assert replay_document(document)["hands"] == book_of(hall.folded.state, rule_set)["hands"]
