"""The document `draw`: players and seed in, the seats of all rounds out, so that anyone can repeat a draw.

All randomness comes from the digest of the canonical input: publishing the digest of the list before the seed is known
fixes everything else, and would expose a list chosen to fit a seed.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from scoring import ScoringError
from tournaments.models.digests import canonical as spelled
from tournaments.rounds.seating.annealing import SEATS
from tournaments.rounds.seating.event_draw import Asked, EventDraw, ImpossibleDraw, draw_event
from tournaments.rounds.seating.placing import Company, Pairs

MOST_ROUNDS = 200
_NAMED = 8


def draw_document(document: Any, ways: int = 0) -> dict[str, Any]:
    """Draw from one document. `ways`: the number of arrangements after which the draw was stopped. Raises ScoringError:
    unknown_key, missing_key, bad_value, impossible_draw."""
    asked = canonical_input(document)
    digest = digest_of(asked)
    try:
        drawn = draw_event(asked_of(asked, digest), ways)
    except ImpossibleDraw as impossible:
        raise impossible_document(asked, impossible) from None
    return answer_of(asked, digest, drawn)


def digest_of(asked: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical input: JSON with sorted keys and no spaces, in UTF-8."""
    return sha256(spelled(asked).encode()).hexdigest()


def asked_of(asked: Mapping[str, Any], seed: str) -> Asked:
    places = {player["id"]: place for place, player in enumerate(asked["players"])}

    def pairs(key: str) -> Pairs:
        return frozenset((places[one], places[other]) for one, other in asked[key])

    clubs = [player["club"] for player in asked["players"]]
    orders = tuple(tuple(places[one] for one in four) for four in asked["orders"]) if "orders" in asked else None
    return Asked(Company(clubs, pairs("apart"), pairs("met")), asked["rounds"], seed, orders)


def answer_of(asked: Mapping[str, Any], digest: str, drawn: EventDraw) -> dict[str, Any]:
    ids, facts = [player["id"] for player in asked["players"]], drawn.facts
    return {
        "rounds": [[[ids[player] for player in table] for table in tables] for tables in drawn.rounds],
        "repeats": facts.repeats,
        "wind_spread": facts.wind_spread,
        "same_club": list(facts.same_club),
        "digest": digest,
    }


def canonical_input(document: Any) -> dict[str, Any]:
    """Return the input in canonical form: its keys (`orders` only if given); a club for each player, "" for none; each
    pair once, in the order of the list of players. Raises ScoringError."""
    if not isinstance(document, Mapping):
        raise bad_input("文件應是一個物件", "the document must be an object")
    _check_keys(document, ("players", "rounds", "seed"), ("apart", "met", "orders"), "")
    players = _players(document["players"])
    places = {player["id"]: place for place, player in enumerate(players)}
    rounds = document["rounds"]
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= MOST_ROUNDS:
        raise bad_input(
            f"rounds 應是 1 至 {MOST_ROUNDS} 的整數", f"rounds must be a whole number from 1 to {MOST_ROUNDS}"
        )
    asked = {
        "players": players,
        "rounds": rounds,
        "seed": _text(document["seed"], "seed"),
        "apart": _pairs(document, "apart", places),
        "met": _pairs(document, "met", places),
    }
    return asked | ({"orders": _orders(document["orders"], places)} if "orders" in document else {})


def bad_input(zh: str, en: str) -> ScoringError:
    return ScoringError("bad_value", zh, en)


def _check_keys(given: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in required + optional:
            raise ScoringError("unknown_key", f"{where}不認識「{key}」", f"{where}unknown key {key!r}")
    for key in required:
        if key not in given:
            raise ScoringError("missing_key", f"{where}欠「{key}」", f"{where}missing key {key!r}")


def _players(given: Any) -> list[dict[str, str]]:
    if not isinstance(given, list):
        raise bad_input("players 應是一個陣列", "players must be an array")
    players: list[dict[str, str]] = []
    for place, one in enumerate(given):
        where = f"players[{place}]"
        if not isinstance(one, Mapping):
            raise bad_input(f"{where} 應是一個物件", f"{where} must be an object")
        _check_keys(one, ("id",), ("club",), f"{where}: ")
        player = {"id": _text(one["id"], f"{where}.id"), "club": _text(one.get("club", ""), f"{where}.club")}
        if not player["id"]:
            raise bad_input(f"{where}.id 是空的", f"{where}.id is empty")
        players.append(player)
    count = len(players)
    if not players or count % SEATS:
        raise bad_input(f"players 有 {count} 人，不是四的倍數", f"players holds {count}, which is no multiple of four")
    seen: set[str] = set()
    for player in players:
        name = player["id"]
        if name in seen:
            raise bad_input(f"players 內「{name}」出現了兩次", f"the id {name!r} stands twice in players")
        seen.add(name)
    return players


def _orders(given: Any, places: Mapping[str, int]) -> list[list[str]]:
    tables: list[Any] = given if isinstance(given, list) else [None]
    for four in tables:
        known = isinstance(four, list) and len(four) == SEATS and all(isinstance(one, str) for one in four)
        if not known or len(set(four)) < SEATS or not set(four) <= places.keys():
            text = "orders must be a list of tables, each of four ids of players"
            raise bad_input("orders 應是一列檯，每檯四個在 players 內的 id", text)
    return [list(four) for four in tables]


def _text(given: Any, where: str) -> str:
    if not isinstance(given, str):
        raise bad_input(f"{where} 應是文字", f"{where} must be text")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise bad_input(f"{where} 有不完整的字元", f"{where} holds half a character") from None
    return given


def _pairs(document: Mapping[str, Any], key: str, places: Mapping[str, int]) -> list[list[str]]:
    given = document.get(key, [])
    if not isinstance(given, list):
        raise bad_input(f"{key} 應是一個陣列", f"{key} must be an array")
    pairs: set[tuple[int, int]] = set()
    for number, pair in enumerate(given):
        where = f"{key}[{number}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise bad_input(f"{where} 應是兩個 id", f"{where} must be two ids")
        for one in pair:
            if not isinstance(one, str) or one not in places:
                raise bad_input(f"{where}：players 內沒有「{one}」", f"{where}: {one!r} is nobody in players")
        first, second = sorted(places[one] for one in pair)
        if first == second:
            raise bad_input(f"{where} 是同一個人", f"{where} is one person twice")
        pairs.add((first, second))
    ids = list(places)
    return [[ids[first], ids[second]] for first, second in sorted(pairs)]


def impossible_document(asked: Mapping[str, Any], impossible: ImpossibleDraw) -> ScoringError:
    names = [asked["players"][player]["id"] for player in impossible.players]
    listed = [*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])]
    zh, en = "、".join(listed), ", ".join(listed)
    if len(names) == 1:
        return ScoringError(
            "impossible_draw",
            f"apart：{zh} 要避開的人太多，湊不出同檯的三人",
            f"apart: {en} has to be kept from so many that three to sit with are not left",
        )
    if not impossible.proved:
        return ScoringError(
            "impossible_draw", f"apart：找不到分開 {zh} 的座位", f"apart: no seats were found that keep {en} apart"
        )
    return ScoringError("impossible_draw", f"apart：{zh} 怎樣坐都分不開", f"apart: {en} can't be kept apart")
