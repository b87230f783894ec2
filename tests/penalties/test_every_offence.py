"""Every offence of the five catalogues: found by typing, and said in one sentence before it is pressed."""

import csv
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from django.utils import timezone

import scoring
from penalties.models import Ruling
from penalties.selectors.rulings import catalogue, foreseen
from penalties.services.rulings import preview
from scoring.rulebook import RULE_SETS
from scoring.rules.offences import GROUP_NAMES
from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall
from tests.tournaments.factories import play, play_and_confirm
from tournaments.models import Act
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.table import wording_of

pytestmark = pytest.mark.sqlite

COMPOSED = {"composed": "1", "words": ["warning"]}

with Path(__file__).with_name("foreseen.csv").open() as table:
    # A ruling on the player of seat 1, those before it in the same hand (with what they ask, as in an address), the
    # sentence and a part of the notes under it.
    FORESEEN = list(csv.DictReader(table))


def asked(offence):
    needs = {"tiles": "3", "to": "2", "fan": "8"}
    return {key: needs[key] for key in offence.needs} | (COMPOSED if offence.discretion else {})


def told(page):
    """(the sentence, the notes under it)."""
    sentence = re.search(r'class="foreseen">(.*?)</p>', page, re.S)
    notes = re.search(r'class="foreseen-notes">(.*?)</ul>', page, re.S)
    plain = [unescape(re.sub("<[^>]+>", " ", found[1])) if found else "" for found in (sentence, notes)]
    return plain[0].strip(), " ".join(plain[1].split())


def consider(hall, offence, **data):
    return markup(hall.post("penalties:ruling", seat="1", offence=offence, preview="1", **data))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_one_sentence_says_what_each_offence_will_do(rule_set):
    hall, rules = make_hall(rule_set=rule_set), scoring.rule_set(rule_set)
    foreign = ["拉莊", "未結的拉"] if rules.game.chain is None else []
    foreign += ["底"] if rules.game.base is None else []
    foreign += ["牌有效", "黃牌"] if rules.game.cards is None else []
    foreign += ["半莊"] if rule_set != "hkma-league" else []
    for offence in rules.offences:
        page = consider(hall, offence.slug, **asked(offence))
        sentence, notes = told(page)
        said = f"{offence.slug}: {sentence} {notes}"
        assert sentence.endswith("。"), said
        assert "記錄判決" in page, said
        assert not (offence.consequences and "不作處分" in sentence), said
        assert not [word for word in foreign if word in sentence + notes], said
        assert rules.game.cards is not None or "黃牌" not in page, said
    assert not Act.objects.exists()


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_is_found_by_each_of_its_names(rule_set):
    hall = make_hall(rule_set=rule_set)
    wording = wording_of(read_book(hall.game))
    for offence in scoring.rule_set(rule_set).offences:
        for typed in (offence.name_zh, offence.name_en.upper(), offence.slug, GROUP_NAMES[offence.group][0]):
            found = [row.slug for _group, rows in catalogue(wording, hall.event.pk, typed) for row in rows]
            assert offence.slug in found, typed
    shows(hall.get("penalties:ruling", q=offence.name_zh), f'value="{offence.slug}"')


@pytest.mark.parametrize("row", FORESEEN, ids=lambda row: f"{row['rule_set']} {row['offence']}")
def test_the_sentence_says_what_came_before_and_what_comes_of_it(row):
    hall = make_hall(rule_set=row["rule_set"])
    for one in row["before"].split():
        offence, _mark, asked = one.partition("?")
        tiles = {name: int(value) for name, value in parse_qsl(asked)}
        play(hall.game, hall.actor, type="ruling", seat=1, offence=offence, **tiles)
    said, notes = told(consider(hall, row["offence"], **dict(parse_qsl(row["asked"]))))
    assert said == row["sentence"]
    assert row["note"] in notes


def test_the_sentence_says_that_open_chains_stay_and_names_the_hand_of_an_earlier_card(hall):
    play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=2, fan=20)
    assert "未結的拉不變" in told(consider(hall, "false_win"))[1]
    play(hall.game, hall.actor, type="ruling", seat=1, offence="talking")
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert "身上的黃牌：第 2 鋪 發言" in told(consider(hall, "wrong_claim"))[1]


def test_the_sentence_says_that_a_red_was_brought_and_names_its_article_of_another_table(hall):
    game = hall.fresh()
    type(game).objects.filter(pk=game.pk).update(standing={"cards": [{"seat": 1, "card": "red"}]})
    sentence, notes = told(consider(hall, "talking"))
    assert sentence == "黃牌；黃牌有效至這個半莊結束。"
    assert "身上的紅牌：今日較早的半莊；再得一張黃牌，便作詐糊論" in notes
    known = {"event": game.event, "day": game.round.day, "created_at": timezone.now(), "act": 1}
    player = game.seats.get(seat=1).player
    for number, where, card in ((1, hall.elsewhere, "red"), (2, hall.game, "red"), (3, hall.elsewhere, "yellow")):
        said = {"number": number, "game": where, "place": number, "effect": {"cards": [card]}}
        Ruling.objects.create(player=player, offence="wrong_claim", **said, **known)
    notes = told(consider(hall, "other", composed="1", words=["red"]))[1]
    assert f"身上的紅牌：第 {hall.elsewhere.round.number} 個半莊第 2 檯 誤鳴（判決第 1 則）" in notes


def test_the_sentence_says_that_a_later_game_is_worked_out_anew_with_the_red_card(evening):
    first, _other = evening.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    evening.play(first, type="draw")
    event = {"type": "ruling", "seat": 1, "offence": "other", "consequences": ["red"], "hand": "previous"}
    assert not any("重新計算" in note for note in notes_of(first, event))
    second, _other = evening.round(2, [[2, 5, 3, 6], [1, 4, 7, 8]])
    assert not any("重新計算" in note for note in notes_of(first, event))
    evening.play(second, type="draw")
    assert "之後的半莊已經開始：會隨紅牌重新計算" in notes_of(first, event)


def notes_of(game, event):
    game = type(game).objects.select_related("event", "round", "table").get(pk=game.pk)
    book = read_book(game)
    after = preview(book=book, event=event, hand=1)
    return foreseen(book.folded, after, game, wording_of(book), hand=1)["notes"]
