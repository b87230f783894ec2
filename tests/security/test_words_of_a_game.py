"""One game at every table has one name on all pages of an event: that of its rule set, 半莊, 輪, 將 or 場."""

from html import unescape

import pytest

from scoring.rules.terms import Terms
from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import FullHall

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OWN = "〇〇"
OTHERWISE = {"home", "new_event", "rules", "event_rules", "rule_sets"}
"""Pages of no event, and the rule texts in their own words."""


@pytest.fixture(autouse=True)
def another_word(words_alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terms, "said", lambda _terms, sentence, english=False: sentence.replace("半莊", OWN))


@pytest.mark.parametrize("who", ["organiser", "head referee", "player", "anybody"])
def test_no_page_of_an_event_mixes_the_word_of_its_rules_with_another(hall: FullHall, who: str) -> None:
    client, mixed, own = hall.browser(who), [], set()
    for name, address in ADDRESSES.items():
        kind, _, view = name.partition(":")
        if not address.get or kind not in ("tournaments", "penalties") or view in OTHERWISE:
            continue
        answer = client.get(address_of(name, hall))
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        text = unescape(answer.content.decode())
        own |= {name} if OWN in text else set()
        if "半莊" in text:
            at = text.index("半莊")
            mixed.append((name, text[max(at - 30, 0) : at + 20]))
    assert mixed == []
    assert len(own) > 8
