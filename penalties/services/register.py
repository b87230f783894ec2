"""判決登記冊: an article for each ruling and each reversal, in order.

Articles follow the game logs: however a ruling enters or leaves a game (its page, a correction, an undo, the API), its
act and its article are written in one transaction. If a change elsewhere alters what a ruling does, only the stored
effect of its article is updated.

Red cards last until the end of the day, and 罰X底 grows with each offence. So a change is carried into the players'
later games in the same transaction: games whose standing (`tournaments.tables.services.carried_over`) has changed are
replayed.
"""

import uuid
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from penalties.models import Case, Ruling, RulingPhoto, SuspensionConfirmation
from scoring import RuleSet, RulingResult, ScoringError, format_points
from tournaments.core.event_log import Kind, RowChange, added, append_act, brought, changed
from tournaments.core.exceptions import Invalid, refused_by_rules
from tournaments.core.locks import lock_event, lock_later
from tournaments.models import Event, Game, GameSeat, HallRuling, Membership, Player, Role
from tournaments.players.selectors import Person
from tournaments.players.services import roster
from tournaments.players.services.erasure import TAKEN_OUT, Plan
from tournaments.tables.game_log.read import Actor, in_words_of, read_book, rules_of
from tournaments.tables.game_log.replay import FoldedGame, Ruled
from tournaments.tables.game_log.timeline import Ref
from tournaments.tables.services.carried_over import hall_results, left_by, played_by, standing_for
from tournaments.tables.services.refunds import Moved, store_adjustments
from tournaments.tables.services.reopening import reopen_card
from tournaments.tables.services.substitutes import sitting
from tournaments.tables.services.writing import Change, write

SUSPEND = "suspend"


def follow(change: Change, **_signal: Any) -> bool:
    """跟帳: carry the result of a game into its players' later games, write the articles of this act, and update others
    of the same game.

    A correction of seats carries it on itself, once all games of the round are replayed. Raises Invalid, naming the
    table and hand, if a later game becomes impossible. Returns whether there are new articles, which raise the version
    of the standings.
    """
    book, now, reseated, moved = change.book, change.now, change.kind == "reseat", set[int]()
    for row in change.seats if not reseated else ():
        for player, substitute in ((row.player_id, False), (row.substitute_id, True)):
            said = row.seat, substitute, book.rules
            if player is not None and left_by(change.before, *said) != left_by(change.after, *said):
                moved.add(player)
    if moved:
        words = {"round": book.game.round.number, "table": book.game.table.number}
        reason = in_words_of(book.game.event, _("第 %(round)s 個半莊第 %(table)s 檯的判決有更改")) % words
        carry(book.game.event, moved, after=book.game.round.number, reason=reason, actor=change.actor, now=now)
    before, after = change.before.ruled, change.after.ruled
    touched = {ref for ref in after if reseated or ref not in before or before[ref][1:] != after[ref][1:]}
    ruled = reseated or touched or before.keys() - after.keys()
    written = _write_articles(change, touched) if ruled else []
    if moved or ruled:
        people = [pk for seat in change.seats for pk in (seat.player_id, seat.substitute_id) if pk is not None]
        renew_hall(book.game.event, people)
    noted = {row.player_id: row.facts for row in written if row.player_id and row.effect.get("notes")}
    for player_id, facts in noted.items():
        follow_player(player_id, actor=change.actor, reason=change.reason or facts, now=now)
    return bool(written)


def _write_articles(change: Change, touched: Collection[Ref]) -> list[Ruling]:
    """Write articles for added and removed rulings. A ruling that a correction enters again keeps its article."""
    before, after = change.before.ruled, change.after.ruled
    game, by = change.book.game, (change.book.game.event, change.actor, change.now)
    only_new = before.keys() <= after.keys() - touched and change.kind != "reseat"
    known = () if only_new else Ruling.objects.filter(game=game, reverses=None)
    rows = {(row.act or 0, row.place): row for row in known}
    gone = [ref for ref in before if ref not in after and ref in rows]
    come = []
    for ref in (ref for ref in after if ref not in before):
        same = next((old for old in gone if before[old].item.event == after[ref].item.event), None)
        if same is None:
            come.append(ref)
            continue
        gone.remove(same)
        row = rows[same]
        row.act, row.place = ref
        row.save(update_fields=["act", "place"])
        append_act(row.event_id, Kind.RULING_MOVED, changed(row, "act", "place"))
    for ref in gone:
        add_article(*by, reverses=rows[ref], reason=change.reason, day=game.round.day)
    numbers = [seat.player.number for seat in change.seats]
    for ref in come:
        ruled = after[ref]
        rows[ref] = add_article(
            *by,
            day=game.round.day,
            game=game,
            act=ref[0],
            place=ref[1],
            hand=ruled.hand,
            player_id=player_of(change.seats, change.after, ruled),
            said=dict(ruled.item.event),
            facts=(ruled.item.claim or {}).get("note", ""),
            effect=effect_of(ruled.result, numbers),
        )
    renewed: list[RowChange] = []
    for row in rows.values():
        ref = (row.act or 0, row.place)
        if ref in touched and ref not in come:
            renewed += _renew(row, hand=after[ref].hand, effect=effect_of(after[ref].result, numbers))
    if renewed:
        append_act(change.book.game.event.pk, Kind.RULING_RENEWED, renewed)
    if change.kind == "reseat":
        _move_to_holders(rows, change)
    return [rows[ref] for ref in (*gone, *come)]


def _renew(row: Ruling, **now: Any) -> list[RowChange]:
    """Store these fields of an article if any has changed; return the changes to log."""
    if all(getattr(row, name) == value for name, value in now.items()):
        return []
    for name, value in now.items():
        setattr(row, name, value)
    row.save(update_fields=list(now))
    return changed(row, *now)


def _move_to_holders(rows: dict[Ref, Ruling], change: Change) -> None:
    """After a correction of seats, move each ruling, with its notes, to the person who really sat there."""
    for ref, ruled in change.after.ruled.items():
        row, before = rows[ref], rows[ref].player_id
        moved = _renew(row, player_id=player_of(change.seats, change.after, ruled))
        if moved:
            append_act(row.event_id, Kind.RULING_MOVED, moved)
        for pk in (before, row.player_id) if moved and row.effect.get("notes") else ():
            if pk is not None:
                follow_player(pk, actor=change.actor, reason=change.reason, now=change.now)


def carry(event: Event, players: Collection[int], *, after: int, reason: str, actor: Actor, now: datetime) -> None:
    """Replay the players' games after round `after` whose standing has changed.

    Locks all games of later rounds first, since each replay may change what players carry into the next. Void rounds
    are left out.
    """
    opened = lock_later(event.pk, after=after)
    later = played_by(players).filter(pk__in=opened, round__voided_at=None).order_by("round__number", "pk")
    for pk in list(later.values_list("pk", flat=True)):
        # read only now: replaying an earlier game may have changed it
        game = Game.objects.select_related("event", "round", "table").get(pk=pk)
        standing = standing_for(game)
        if standing == game.standing:
            continue
        book = read_book(game)
        old, game.standing = game.standing, standing
        if not book.entries:  # no hand recorded, nothing to replay
            game.save(update_fields=["standing"])
            append_act(game.event_id, Kind.BROUGHT_CHANGED, (), user_id=actor.user_id, brought=brought(game))
            continue
        try:
            folded = book.replay(book.folded.timeline)
        except ScoringError as error:
            words = {"round": game.round.number, "table": game.table.number, "detail": refused_by_rules(error).detail}
            sentence = _("這樣第 %(round)s 個半莊第 %(table)s 檯的記錄便不成立：%(detail)s")
            refusal = Invalid(in_words_of(game.event, sentence) % words)
            refusal.code = error.code
            raise refusal from error
        payload = {"standing": standing, "before": old, "changes": folded.state.hands != book.folded.state.hands}
        answer = {"act": len(book.entries) + 1, "book_version": game.book_version + 1}
        write(book, "carry", payload, answer, actor=actor, client_key=uuid.uuid4(), now=now, reason=reason)
        if payload["changes"]:
            reopen_card(game, reason=reason, actor=actor, now=now)


def count_again(
    event: Event, players: Sequence[int], after: int, reason: str, actor: Actor, now: datetime, **_signal: Any
) -> None:
    carry(event, players, after=after, reason=reason, actor=actor, now=now)
    renew_hall(event, players)


def renew_hall(event: Event, players: Collection[int]) -> None:
    """Update the deductions of these players' rulings outside games, and the effects of the articles."""
    rulings = HallRuling.objects.filter(event=event, player__in=players).select_related("article", "player")
    results = hall_results(event, players) if rulings else {}
    renewed: list[RowChange] = []
    for ruling in rulings:
        result, article = results.get(ruling.pk), getattr(ruling, "article", None)
        taken = result.transfers if result else ()
        moved = [Moved(ruling.player_id, None, transfer.points, transfer.reason) for transfer in taken]
        store_adjustments(ruling.event_id, ruling.day, moved, hall_ruling=ruling)
        if result is None or article is None:
            continue
        renewed += _renew(article, effect=effect_of(result, (ruling.player.number,)))
    if renewed:
        append_act(event.pk, Kind.RULING_RENEWED, renewed)


def rulings_in_force() -> QuerySet[Ruling]:
    return Ruling.objects.filter(reverses=None, reversal=None)


def add_article(
    event: Event,
    actor: Actor,
    now: datetime,
    *beside: RowChange,
    day: date,
    reverses: Ruling | None = None,
    **fields: Any,
) -> Ruling:
    """Write the next article; the event stays locked, so that the numbers have no gaps. A suspension by a user who may
    confirm suspensions takes effect at once."""
    if reverses is not None:
        fields |= {"game": reverses.game, "hand": reverses.hand, "player_id": reverses.player_id}
    lock_event(event.pk)
    last = Ruling.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    article = Ruling.objects.create(
        event=event,
        number=last + 1,
        offence=fields.get("said", {}).get("offence") or "",
        day=day,
        reverses=reverses,
        user_id=actor.user_id,
        created_at=now,
        **fields,
    )
    kind = Kind.RULED if reverses is None else Kind.RULING_REVERSED
    append_act(event.pk, kind, [*beside, *added(article)], user_id=actor.user_id, locked=True, played=True)
    suspends = SUSPEND in article.effect.get("notes", ())
    if suspends and actor.user_id is not None and confirms_suspensions(rules_of(event)):
        leading = Membership.objects.filter(event=event, user=actor.user_id)
        if leading.filter(role__in=(Role.ORGANISER, Role.HEAD_REFEREE)).exists():
            confirm(article, actor.user_id, now)
    return article


def player_of(seats: Sequence[GameSeat], folded: FoldedGame, ruled: Ruled) -> int | None:
    if ruled.result.seat is None:
        return None
    seat = seats[ruled.result.seat]
    late = folded.plays(seat.seat, ruled.item.ref)
    return sitting(seat, ruled.hand).pk if late is None else seat.substitute_id if late else seat.player_id


def effect_of(result: RulingResult, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the effect as stored with an article. `numbers`: the players' numbers by seat."""
    moved = {
        name: [
            {
                "from": None if one.source is None else numbers[one.source],
                "to": None if one.target is None else numbers[one.target],
                "points": format_points(one.points),
                "reason": one.reason,
            }
            for one in transfers
        ]
        for name, transfers in (("transfers", result.transfers), ("after_game", result.after_game))
    }
    return {
        "times": result.times,
        "consequences": list(result.consequences),
        **moved,
        "cards": [card.card for card in result.cards],
        "given": [card.given for card in result.cards],
        "ban": result.ban,
        "ends": result.ends,
        "false_win": result.false_win,
        "notes": list(result.notes),
    }


def confirms_suspensions(rules: RuleSet) -> bool:
    """Whether a suspension takes effect only after the head referee or an organiser confirms it: tw-club 比賽罰則 4,
    停賽的決定由裁判員、裁判長向賽事委員會提出報告.

    Events begun under earlier rules keep suspensions that took effect at once.
    """
    return rules.game.suspension_proposed and rules.since_3


def confirm(ruling: Ruling, user_id: int, now: datetime) -> None:
    made = SuspensionConfirmation.objects.create(ruling=ruling, user_id=user_id, created_at=now)
    append_act(ruling.event_id, Kind.SUSPENSION_HELD, added(made), user_id=user_id)


def follow_player(player_id: int, *, actor: Actor, reason: str, now: datetime) -> None:
    """Set the player's status from the rulings in force; `reason` is logged with a change."""
    player = Player.objects.select_related("event").get(pk=player_id)
    rules = rules_of(player.event)
    notes = {
        note
        for ruling in rulings_in_force().filter(player=player_id).select_related("confirmation")
        for note in ruling.effect.get("notes", ())
        if note != SUSPEND or hasattr(ruling, "confirmation") or not confirms_suspensions(rules)
    }
    roster.follow_notes(player=player, notes_in_force=notes, user_id=actor.user_id, reason=reason, now=now)


def add_to_export(player: Player, person: Person) -> None:
    rulings = Ruling.objects.filter(player=player).select_related("photo", "reversal").order_by("number")
    person.data["rulings"] = [
        {
            "number": one.number,
            "day": one.day.isoformat(),
            "offence": one.offence,
            "said": one.said,
            "effect": one.effect,
            "facts": one.facts,
            "reversed": hasattr(one, "reversal"),
        }
        for one in rulings
    ]
    person.files |= {f"ruling-{one.number}.jpg": bytes(one.photo.image) for one in rulings if hasattr(one, "photo")}
    person.data["cases"] = [
        {"at": case.opened_at.isoformat(), "text": case.text, "outcome": case.outcome, "decision": case.decision}
        for case in Case.objects.filter(player=player)
    ]


def plan_erasure(player: Player, plan: Plan) -> None:
    """Plan to erase the texts, decisions and notes of this player's cases, and the photos of their rulings. The rulings
    themselves remain."""
    for case in Case.objects.filter(player=player):
        words = {name: TAKEN_OUT for name in ("text", "decision") if getattr(case, name)}
        plan.change(case, **words)
        for note in case.notes.all():
            plan.change(note, text=TAKEN_OUT)
    plan.gone += RulingPhoto.objects.filter(ruling__player=player)
