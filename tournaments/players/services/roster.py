from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core import event_log
from tournaments.core.event_log import Kind
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import in_one_transaction, lock_event, lock_games, lock_player, lock_rounds
from tournaments.models import (
    Apart,
    Blacklisted,
    CheckIn,
    Contact,
    Event,
    EventAct,
    FixedTable,
    Game,
    GameSeat,
    HallRuling,
    ListColumns,
    Player,
    Registration,
    Round,
    StageEntry,
)
from tournaments.phrases.names import name_key
from tournaments.players.lists.columns import PLACE
from tournaments.players.lists.players import HIGHEST_NUMBER, ListedPlayer, free_numbers
from tournaments.players.services import blacklist
from tournaments.players.services.blacklist import Vouched
from tournaments.tables.game_log.read import half_signed, round_text, rules_of
from tournaments.tables.services.carried_over import played_by
from tournaments.tables.services.refunds import games_shared_by, redistribute

_CHANGED = ("number", "name", "latin_name", "club", "staff")
CONTACT = ("member", "email", "phone", "note")
"""Private fields of `ListedPlayer` and of `Contact`, without the real name."""
MOST_REMEMBERED = 200
_BARRED = {
    "disqualify": Player.Barred.DISQUALIFIED,
    "suspend": Player.Barred.SUSPENDED,
    "withdraw": Player.Barred.WITHDRAWN,
}


@in_one_transaction
def add_players(*, event: Event, players: Sequence[ListedPlayer], vouched: Vouched | None = None) -> list[Player]:
    """Add all players or none. Raises Conflict if a number has been taken meanwhile, Invalid for an impossible or
    repeated number, OnBlacklist for a listed name. `vouched`: listed names that belong to other people."""
    lock_event(event.pk)
    _check_numbers([player.number for player in players])
    taken = set(event.players.filter(number__in=[player.number for player in players]).values_list("number", flat=True))
    if taken:
        raise Conflict(_("號碼 %(number)s 剛剛有人用了，請再預覽一次。") % {"number": min(taken)}, field="text")
    names = [player.name for player in players]
    found = blacklist.check_names(event=event, names=names, vouched=vouched)
    _check_members(event, [player.member for player in players])
    added = Player.objects.bulk_create(
        Player(
            event=event,
            number=player.number,
            name=player.alias or player.name,
            latin_name=player.latin,
            club=player.club,
            staff=player.staff,
        )
        for player in players
    )
    contacts = [
        Contact(
            player=row,
            real_name=player.name if player.alias else "",
            **{name: getattr(player, name) for name in CONTACT},
        )
        for row, player in zip(added, players, strict=True)
        if player.alias or any(getattr(player, name) for name in CONTACT)
    ]
    Contact.objects.bulk_create(contacts)
    blacklist.keep_namesakes(players=zip(names, added, strict=True), found=found, vouched=vouched)
    event_log.append_act(event.pk, Kind.PLAYERS_ADDED, event_log.added(*added), played=True)
    return added


def real_name(player: Player) -> str:
    contact = Contact.objects.filter(player=player).first()
    return contact.real_name if contact is not None and contact.real_name else player.name


def _check_members(event: Event, members: Sequence[str], but: int | None = None) -> None:
    """Raise Conflict for a membership number that another player of the event has: it identifies one person."""
    keys = {name_key(member) for member in members} - {""}
    rows = Contact.objects.filter(player__event=event).exclude(member="").exclude(player=but) if keys else ()
    taken = next((row.member for row in rows if name_key(row.member) in keys), None)
    if taken is not None:
        raise Conflict(_("會員號碼 %(member)s 已在名單上。") % {"member": taken}, field="member")


@in_one_transaction
def add_player(
    *,
    event: Event,
    name: str,
    club: str = "",
    staff: bool = False,
    number: int | None = None,
    vouched: Vouched | None = None,
    **more: str,
) -> Player:
    """Add one player, by default with the next free number. Raises as `add_players` does. A repeat with the same number
    returns the same player. `more`: the other fields of `ListedPlayer`."""
    lock_event(event.pk)
    same = event.players.filter(name=more.get("alias") or name, club=club, staff=staff)
    if number and (repeat := same.filter(number=number).first()):
        return repeat
    number = number or next_number(event.players.values_list("number", flat=True))
    return add_players(event=event, players=[ListedPlayer(number, name, club, staff, **more)], vouched=vouched)[0]


def next_number(taken: Iterable[int]) -> int:
    return next(free_numbers(set(taken)))


def _check_numbers(numbers: Sequence[int]) -> None:
    seen: set[int] = set()
    for number in numbers:
        if not 1 <= number <= HIGHEST_NUMBER:
            raise Invalid(_("號碼由 1 起，最多六位數字。"), field="number")
        if number in seen:
            raise Invalid(_("號碼 %(number)s 出現了兩次。") % {"number": number}, field="number")
        seen.add(number)


@in_one_transaction
def change_player(
    *,
    player: Player,
    number: int,
    name: str,
    club: str,
    staff: bool,
    vouched: Vouched | None = None,
    latin_name: str | None = None,
    alias: str = "",
    contact: Mapping[str, str] | None = None,
) -> Player:
    """Change a player. Raises Conflict if the number is taken, or if a card with this name is half signed, OnBlacklist
    for a new name on the list.

    A signed card keeps the name that was signed; a half-signed one would end up with signatures under two different
    texts. None leaves a value unchanged.

    `alias`: 公開名稱, shown to everyone except organisers instead of the name, also on future cards.
    """
    public, before = alias or name, real_name(player)
    renamed = (number, public) != (player.number, player.name)
    if renamed:
        lock_games(played_by([player.pk]))
    lock_event(player.event_id)
    _check_listed(player)
    _check_numbers([number])
    if Player.objects.filter(event=player.event_id, number=number).exclude(pk=player.pk).exists():
        raise Conflict(_("號碼 %(number)s 已經有人用。") % {"number": number}, field="number")
    if renamed and (game := half_signed(played_by([player.pk]))):
        detail = _("第 %(table)s 檯的記分卡已有人簽署。四家簽妥，或裁判長重開記分卡後，才可改姓名或號碼。")
        raise Conflict(detail % {"table": game.table.number})
    found: Mapping[str, Sequence[Blacklisted]] = {}
    if blacklist.key_of(name) != blacklist.key_of(before) or vouched is not None:
        found = blacklist.check_names(event=player.event, names=[name], vouched=vouched)
    player.number, player.name, player.club, player.staff = number, public, club, staff
    player.latin_name = player.latin_name if latin_name is None else latin_name
    player.save(update_fields=list(_CHANGED))
    private = {**(contact or {}), "real_name": name if alias else ""}
    if any(private.values()) or Contact.objects.filter(player=player).exists():
        _check_members(player.event, [private.get("member", "")], but=player.pk)
        Contact.objects.update_or_create(player=player, defaults=private)
    blacklist.keep_namesakes(players=[(name, player)], found=found, vouched=vouched)
    said = event_log.changed(player, *_CHANGED)
    event_log.append_act(player.event_id, Kind.PLAYER_CHANGED, said, played=True)
    return player


@in_one_transaction
def withdraw(*, player: Player, now: datetime) -> None:
    """退出: end a player's link and take them out of further draws; past games remain. Idempotent. Raises Conflict
    while they are in a game."""
    lock_rounds(player.event_id)  # so that no round opens in the middle of this
    lock_event(player.event_id)
    _check_listed(player)
    player.refresh_from_db(fields=["withdrawn_at"])
    if player.withdrawn_at is not None:
        return
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player), round__state=Round.State.OPEN)
    playing = seats.exclude(game__state=Game.State.SIGNED)
    if playing.exists():
        raise Conflict(_("%(name)s 那一檯未打完。請先打完，或者先結束它。") % {"name": player.name})
    gone = _leave_rounds_ahead(player)
    player.withdrawn_at = now
    player.save(update_fields=["withdrawn_at"])
    said = [*gone, *event_log.changed(player, "withdrawn_at")]
    event_log.append_act(player.event_id, Kind.PLAYER_WITHDRAWN, said, played=True)


def _leave_rounds_ahead(player: Player) -> list[event_log.RowChange]:
    seats = GameSeat.objects.filter(player=player, round__state__in=Round.AHEAD)
    gone = event_log.removed(*seats)
    seats.delete()
    return gone


@in_one_transaction
def reinstate(*, player: Player) -> bool:
    """重新參加: reinstate a player. Returns False, without any change, for a player who has not withdrawn."""
    lock_event(player.event_id)
    _check_listed(player)
    player.refresh_from_db(fields=["withdrawn_at"])
    if player.withdrawn_at is None:
        return False
    player.withdrawn_at = None
    player.save(update_fields=["withdrawn_at"])
    said = event_log.changed(player, "withdrawn_at")
    event_log.append_act(player.event_id, Kind.PLAYER_REINSTATED, said, played=True)
    return True


def _check_listed(player: Player) -> None:
    if not Player.objects.filter(pk=player.pk).exists():
        raise Conflict(_("%(name)s 剛剛移出了選手名單。") % {"name": player.name})


def has_played(player: Player) -> bool:
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player))
    return seats.filter(round__state__in=Round.BEGUN).exists()


@in_one_transaction
def remove_player(*, player: Player) -> None:
    """Remove a player; idempotent. Raises Conflict for one who has been seated in an opened round or ruled on. This
    ends their 報名, which would otherwise get a place in line again and block the next one."""
    lock_rounds(player.event_id)
    lock_event(player.event_id)
    if not Player.objects.filter(pk=player.pk).exists():
        return
    if has_played(player):
        raise Conflict(_("%(name)s 已經打過牌，不能移除；可以改為退出。") % {"name": player.name})
    if player.hall_rulings.exists():
        raise Conflict(_("%(name)s 有判決紀錄，不能移除；可以改為退出。") % {"name": player.name})
    event_id = player.event_id
    gone = [*_leave_rounds_ahead(player), *delete_players([player], for_good=True)]
    event_log.append_act(event_id, Kind.PLAYER_REMOVED, gone, played=True)


def delete_players(players: Sequence[Player], *, for_good: bool = False) -> list[event_log.RowChange]:
    """Delete players with all dependent rows; return the changes for the history.

    Their registrations (報名) are open again as before; with `for_good` they are withdrawn instead, and the next in
    line moves up. Raises Conflict for players in acts, rulings or calls, even if they have no seat now.
    """
    gone = event_log.removed(
        *players,
        *CheckIn.objects.filter(player__in=players),
        *Apart.objects.filter(Q(first__in=players) | Q(second__in=players)),
        *FixedTable.objects.filter(player__in=players),
        *StageEntry.objects.filter(player__in=players),
    )
    entries = list(Registration.objects.filter(player__in=players))
    for entry in entries:
        entry.player = None
        entry.state = Registration.State.WITHDRAWN if for_good else entry.state
    fields = ["player", "state"] if for_good else ["player"]
    Registration.objects.bulk_update(entries, fields)
    try:
        Player.objects.filter(pk__in=[player.pk for player in players]).delete()
    except models.ProtectedError as error:
        recorded = {getattr(row, "player_id", None) for row in error.protected_objects}
        names = _("、").join(player.name for player in players if player.pk in recorded or len(players) == 1)
        raise Conflict(_("%(name)s 有比賽或判決的紀錄，不能移除；可以改為退出。") % {"name": names}) from error
    return [*gone, *(said for entry in entries for said in event_log.changed(entry, *fields))]


@in_one_transaction
def import_players(
    *, event: Event, players: Sequence[ListedPlayer], columns: Mapping[str, str], vouched: Vouched | None = None
) -> list[Player]:
    """Add all players or none, and remember the field chosen for each heading. Raises as `add_players` does."""
    added = add_players(event=event, players=players, vouched=vouched)
    known = {key: field for key, field in columns.items() if not key.startswith((PLACE, "#"))}
    if known:
        kept = dict(list((known_columns(event) | known).items())[-MOST_REMEMBERED:])
        ListColumns.objects.update_or_create(event=event, defaults={"columns": kept})
    return added


def known_columns(event: Event) -> dict[str, str]:
    found = ListColumns.objects.filter(event=event).first()
    return dict(found.columns) if found else {}


@dataclass(frozen=True)
class Batch:
    act: EventAct
    players: Sequence[Player]


def last_batch(event: Event) -> Batch | None:
    about = EventAct.objects.filter(event=event, kind__in=[Kind.PLAYERS_ADDED, Kind.PLAYERS_UNDONE])
    act = about.order_by("-number").first()
    if act is None or act.kind == Kind.PLAYERS_UNDONE:
        return None
    added = act.payload["rows"].get(Player._meta.label_lower, {})
    players = list(Player.objects.filter(event=event, pk__in=[int(key) for key in added]).order_by("number"))
    return Batch(act, players) if players else None


def undoable_batch(event: Event) -> Batch | None:
    batch = last_batch(event)
    if batch is None or len(batch.players) < 2:
        return None
    try:
        _check_unused(batch.players)
    except Conflict:
        return None
    return batch


@in_one_transaction
def undo_import(*, event: Event, number: int) -> list[str]:
    """復原: remove the players of this batch with all dependent rows; returns their names. Raises Conflict if it is not
    the last batch, or once one of them was seated (even in a draft) or ruled on."""
    lock_rounds(event.pk)
    lock_event(event.pk)
    batch = last_batch(event)
    if batch is None or batch.act.number != number:
        raise Conflict(_("名單之後又有加入，或者已經復原，不能再復原這一批。"))
    _check_unused(batch.players)
    names = [player.name for player in batch.players]
    gone = delete_players(batch.players)
    event_log.append_act(event.pk, Kind.PLAYERS_UNDONE, gone, undoes=number, played=True)
    return names


def _check_unused(players: Sequence[Player]) -> None:
    seats = GameSeat.objects.filter(player__in=players) | GameSeat.objects.filter(substitute__in=players)
    seat = seats.select_related("player", "substitute", "round").order_by("round__number").first()
    if seat is not None:
        if seat.player in players:
            sentence = _("%(name)s 已編在第 %(number)s 個半莊，不能復原這一批。請先取消編排，或者逐個移除。")
            raise Conflict(round_text(seat.round, sentence, name=seat.player.name))
        name = seat.substitute.name if seat.substitute else ""
        raise Conflict(round_text(seat.round, _("%(name)s 在第 %(number)s 個半莊替補，不能復原這一批。"), name=name))
    ruled = HallRuling.objects.filter(player__in=players).select_related("player").first()
    if ruled is not None:
        raise Conflict(_("%(name)s 有判決紀錄，不能移除；可以改為退出。") % {"name": ruled.player.name})


def follow_notes(
    *, player: Player, notes_in_force: Collection[str], now: datetime, user_id: int | None = None, reason: str = ""
) -> None:
    """取消資格, 停賽, 退出, 黑名單: set the player's state by the rulings in force. `user_id`, `reason`: of the latest
    ruling or reversal; stored in the black-list entry.

    Recomputed from every ruling still in force, so that a reversed one leaves no trace. The organiser's own decision
    (退出) is never changed.
    """
    barred = next((state for word, state in _BARRED.items() if word in notes_in_force), "")
    with transaction.atomic():
        lock_event(player.event_id)
        locked = lock_player(player.pk)
        if locked.barred != barred:
            locked.barred = barred
            locked.save(update_fields=["barred"])
            said = event_log.changed(locked, "barred")
            event_log.append_act(locked.event_id, Kind.PLAYER_BARRED, said, user_id=user_id, played=True)
            # Invalidates pages of tables: a ruling outside a game writes no act of the game.
            sits = Q(seats__player=locked, seats__substitute=None) | Q(seats__substitute=locked)
            Game.objects.filter(sits, round__state=Round.State.OPEN).update(last_act_at=now)
            for game in games_shared_by(locked):
                redistribute(game, rules_of(game.event, game.round).game)
        ruled = "blacklist" in notes_in_force
        blacklist.follow_ruling(player=player, ruled=ruled, reason=reason, user_id=user_id, now=now)
    player.barred = barred
