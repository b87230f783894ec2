"""Every address that can be looked at × who has no business there: no offence and no referee's note is in any of it."""

import uuid
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import scoring
from penalties.services import cases
from scoring.documents.replay import replay_document
from tests.made_once import made_once
from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import WITHOUT_ACCOUNT, FullHall, make_full_hall
from tests.security.hostile import heard
from tests.tournaments.book_pages import phone_of
from tests.tournaments.recorder import Recorder, ruling
from tournaments.core.game_codes import address_code
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor
from tournaments.tables.selectors.export import replay_input

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

OPEN_CATALOGUES = {
    *(f"tournaments:{name}" for name in ("rules", "learn_exam", "rule_sets", "event_rules", "home")),
    *("api:rule_set", "api-schema", "api-docs"),
}
"""What lists the offences of a rule set for everybody (and the front page, which leads there)."""

BY_SEAT = {1: ("wrecked_hand", "disturbing"), 2: ("silent_claim", "deliberate", "discarded_first")}
NOTES = {1: "NOTE-OF-ONE", 2: "NOTE-OF-TWO"}
REASON = "REASON-OF-TWO"
OBJECTION, CASE, THREAD = "OBJECTION-OF-THREE", "CASE-OF-ONE", "THREAD-OF-REFEREES"


def words_of(seat: int) -> set[str]:
    found = {NOTES[seat]} | ({REASON} if seat == 2 else set())
    for offence in scoring.rule_set("hkma-league").offences:
        if offence.slug in BY_SEAT[seat]:
            found |= {offence.slug, offence.name_zh, offence.name_en}
    return found


def at(hall: FullHall, name: str) -> Recorder:
    return Recorder(game=getattr(hall, name), actor=Actor(user_id=hall.users["referee"].pk))


def rule(table: Recorder, seat: int, offence: str, **more: Any) -> None:
    table.record(ruling(seat, offence, **more), {"note": NOTES[seat]})


def opening(game: Game, by: Actor) -> None:
    """Every table begins with a replayed hand, cards, a warning, and a ruling taken back."""
    table = Recorder(game=game, actor=by)
    rule(table, 2, "discarded_first")
    table.undo(reason=REASON)
    rule(table, 2, "silent_claim")
    rule(table, 1, "wrecked_hand")
    table.confirm()
    rule(table, 1, "disturbing")
    rule(table, 2, "deliberate", consequences=["warning", {"deduct": "7"}])


@pytest.fixture
def hall() -> FullHall:
    return made_once((ruled_hall,), ruled_hall)


def ruled_hall() -> FullHall:
    """With objections to a hand and to a ruling, and what the referees write to one another about it."""
    hall = make_full_hall(opening=opening)
    settled = at(hall, "settled")
    rule(settled, 2, "silent_claim")
    rule(settled, 1, "disturbing")
    rule(settled, 2, "deliberate", consequences=["ban"])
    at(hall, "waiting").object_to(3, 3, reason=OBJECTION)
    offender = hall.settled.seats.get(seat=1).player
    article = offender.rulings.filter(reverses=None).earliest("number")
    case = cases.object_to(ruling_id=article.pk, player=offender, text=CASE, now=timezone.now())
    cases.note(case=case, user=hall.users["head referee"], text=THREAD, now=timezone.now())
    return hall


WAYS: tuple[tuple[dict[str, str], dict[str, str]], ...] = (
    ({"live": "1"}, {}),
    ({"winner": "0", "from": "1", "fan": "10"}, {"HX-Request": "true"}),
)
"""Beside a page: the part of it that a poll fetches, and the part that a script does."""


def pages(hall: FullHall, client: Client) -> Iterator[tuple[str, str]]:
    for name, address in ADDRESSES.items():
        if address.get is None or name in OPEN_CATALOGUES:
            continue
        where = address_of(name, hall)
        with heard(headers=True) as asked:
            answers = [client.get(where)]
        # A page that asks for none of what a way says answers to it as before.
        answers += [client.get(where, more, headers=headers) for more, headers in WAYS if asked & {*more, *headers}]
        yield from ((where, said(b"".join(answer))) for answer in answers if answer.status_code == 200)


def said(content: bytes) -> str:
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as archive:
        return "".join(archive.read(name).decode(errors="replace") for name in archive.namelist())


def leaks(hall: FullHall, client: Client, hidden: set[str]) -> list[tuple[str, str]]:
    return sorted({(where, word) for where, text in pages(hall, client) for word in hidden if word in text})


NO_BUSINESS = sorted(WITHOUT_ACCOUNT | {"keeper of accounts", "organiser of another event"})


@pytest.mark.parametrize("who", NO_BUSINESS)
def test_no_other_reader_sees_why(hall: FullHall, who: str) -> None:
    client = hall.browser(who)
    client.cookies["paiju_language"] = "zh-hant"
    assert leaks(hall, client, words_of(1) | words_of(2) | {OBJECTION, CASE, THREAD}) == []
    if who in ("anybody", "player"):
        client.cookies["paiju_language"] = "en"
        assert leaks(hall, client, words_of(1) | words_of(2)) == []


@pytest.mark.parametrize("game", ["settled", "waiting", "disputed", "complete", "signed", "elsewhere"])
def test_the_offender_reads_their_own_ruling_and_no_other(hall: FullHall, game: str) -> None:
    table: Game = getattr(hall, game)
    client = phone_of(table.seats.get(seat=1).player)
    assert leaks(hall, client, words_of(2) | {OBJECTION, THREAD}) == []
    names = ("tournaments:hands", "tournaments:hand", "tournaments:export", "api:hands", "api:hand", "api:export")
    for name in names:
        said = client.get(at_table(name, table)).content.decode()
        assert "擾亂牌局" in said or "wrecked_hand" in said, name
    assert NOTES[1] in client.get(at_table("tournaments:hands", table)).content.decode()


def at_table(name: str, game: Game) -> str:
    return reverse(name, args=[game.pk, 1] if name.endswith(":hand") else [game.pk])


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_confirmation_that_comes_too_late_tells_no_other_why(hall: FullHall, seat: int) -> None:
    """The phone gets the game log of now: the hand in progress with its rulings."""
    others = words_of(2) | (set() if seat == 1 else words_of(1))
    for game in (hall.settled, hall.waiting, hall.disputed):
        client = phone_of(game.seats.get(seat=seat).player)
        said = {"what": "confirm", "seats": str(seat), "seen": "0", "client_key": str(uuid.uuid4())}
        for language in ("zh-hant", "en"):
            client.cookies["paiju_language"] = language
            answer = client.post(reverse("tournaments:deliver", args=[game.pk]), said)
            assert answer.status_code == 409
            assert [word for word in others if word in answer.json()["theirs"]] == []


def test_a_warning_of_which_no_number_tells_is_no_entry_for_the_others(hall: FullHall) -> None:
    table = at(hall, "waiting")
    table.confirm()
    client = phone_of(table.game.seats.get(seat=0).player)
    where = reverse("tournaments:deliver", args=[table.game.pk])
    said = {"what": "confirm", "seats": "0", "seen": "0", "client_key": str(uuid.uuid4())}
    before = client.post(where, said).json()["theirs"]
    rule(table, 2, "deliberate", consequences=["warning"])
    assert client.post(where, said).json()["theirs"] == before


@pytest.mark.parametrize("who", ["referee", "referee elsewhere", "head referee", "organiser"])
def test_people_with_a_role_read_all(hall: FullHall, who: str) -> None:
    client = hall.browser(who)
    said = client.get(at_table("tournaments:hands", hall.settled)).content.decode()
    assert all(word in said for word in ("擾亂牌局", "不發聲鳴牌", "先打牌", *NOTES.values(), REASON))
    export = client.get(at_table("api:export", hall.settled)).json()
    assert export == replay_input(hall.settled)


def test_what_goes_out_replays_to_the_same_book(hall: FullHall) -> None:
    for game in (hall.settled, hall.signed, hall.disputed):
        whole = replay_document(replay_input(game))
        for who in ("anybody", "player", "referee"):
            for name in ("tournaments:export", "api:export"):
                document = hall.browser(who, game).get(at_table(name, game)).json()
                assert replay_document(document) == whole


def test_a_card_is_signed_whole_and_shown_as_each_may_read_it(hall: FullHall) -> None:
    card = hall.signed.scorecards.get()
    whole = hall.browser("organiser").get(f"/api/cards/{card.code}/").json()
    shown = hall.browser("anybody").get(f"/api/cards/{card.code}/").json()
    assert (whole["withheld"], shown["withheld"]) == (False, True)
    assert whole["digest"] == shown["digest"] == card.digest
    assert shown["matches"]
    assert [hand["scores"] for hand in shown["content"]["hands"]] == [h["scores"] for h in whole["content"]["hands"]]
    assert "擾亂牌局" in card.content or "wrecked_hand" in card.content
    assert card.content in _unescaped(hall.browser("organiser").get(f"/c/{card.code}/"))
    assert "已略去" in _unescaped(hall.browser("anybody").get(f"/c/{card.code}/"))
    now = hall.browser("anybody").get(f"/api/games/{address_code(hall.signed.pk)}/card/").json()
    assert (now["withheld"], now["digest"]) == (True, card.digest)


def _unescaped(answer: Any) -> str:
    return unescape(answer.content.decode())


def test_a_ban_is_seen_at_the_table_by_those_who_record_and_by_who_is_banned(hall: FullHall) -> None:
    where = at_table("tournaments:table", hall.settled)
    for client, seen in (
        (hall.browser("referee"), True),
        (phone_of(hall.settled.seats.get(seat=2).player), True),
        (phone_of(hall.settled.seats.get(seat=1).player), False),
        (hall.browser("anybody"), False),
    ):
        assert ("禁糊" in client.get(where).content.decode()) == seen


def test_who_objects_says_why_to_the_referees_only(hall: FullHall) -> None:
    where = at_table("tournaments:hands", hall.disputed)
    for seat, told in ((0, False), (1, True), (2, False)):
        said = phone_of(hall.disputed.seats.get(seat=seat).player).get(where).content.decode()
        assert ("番數不對" in said) == told
        assert "有異議" in said
    assert "番數不對" in hall.browser("referee").get(where).content.decode()


RULING = ruling(1, "talking")


@pytest.mark.parametrize("who", ["anybody", "stranger", "organiser", "referee elsewhere", "player", "player elsewhere"])
def test_nobody_else_rules_by_any_way(hall: FullHall, who: str) -> None:
    game, client = hall.settled, hall.browser(who)
    before = Game.objects.get(pk=game.pk).act_count
    key = {"client_key": str(uuid.uuid4()), "seen": Game.objects.get(pk=game.pk).book_version}
    entries = {"entries": [{"event": RULING}, {"event": {"type": "draw"}}], "reason": "x"}
    api = f"/api/games/{address_code(game.pk)}/"
    for where, body in (
        ("hands/", {"event": RULING}),
        ("preview/", {"event": RULING}),
        ("hands/1/correct/", entries),
        ("hands/1/correct/preview/", entries),
        ("undo/", {"reason": "x"}),
    ):
        answer = client.post(api + where, key | body, content_type="application/json")
        assert answer.status_code == (401 if who == "anybody" else 403), where
    form = key | {"seat": "1", "offence": "talking", "do": "save"}
    at = f"/g/{address_code(game.pk)}"
    for where in (f"{at}/ruling/", f"{at}/ruling/other/", f"{at}/hands/1/correct/"):
        assert client.post(where, form).status_code == 403, where
        assert client.get(where).status_code in (403, 405), where
    assert Game.objects.get(pk=game.pk).act_count == before


def test_a_page_that_is_kept_is_the_same_for_all_or_asked_for_by_each(hall: FullHall) -> None:
    """Standings are kept once for everybody: what a referee has fetched may be handed to a spectator."""
    for name in ("standings", "standings_rows", "screen", "screen_rows", "sum"):
        where = address_of(f"tournaments:{name}", hall)
        assert hall.browser("referee").get(where).content == hall.browser("anybody").get(where).content
    where = at_table("tournaments:table", hall.settled)
    whole = hall.browser("referee").get(where, {"live": "1"})
    again = hall.browser("anybody").get(where, {"live": "1"}, headers={"If-None-Match": whole["ETag"]})
    assert again.status_code == 200


def test_a_substitute_and_the_player_before_him_read_each_his_own(hall: FullHall) -> None:
    game, staff = hall.settled, hall.event.players.get(number=25)
    before = game.seats.get(seat=1).player
    game.seats.filter(seat=1).update(substitute=staff, substitute_from=2)
    for player, told in ((before, "擾亂牌局"), (staff, "滋擾")):
        said = phone_of(player).get(at_table("tournaments:hands", game)).content.decode()
        assert [word in said for word in ("擾亂牌局", "滋擾")] == [told == "擾亂牌局", told == "滋擾"]
        export = phone_of(player).get(at_table("api:export", game)).json()
        assert replay_document(export) == replay_document(replay_input(game))
