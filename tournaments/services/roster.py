"""選手名單: adding, importing, changing and withdrawing players."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.exceptions import Conflict, Invalid
from tournaments.locks import lock_event, lock_games, lock_rounds, tried_twice
from tournaments.models import Apart, Blacklisted, Event, Game, GameSeat, Player, Round
from tournaments.player_list import HIGHEST_NUMBER, ListedPlayer, free_numbers
from tournaments.services import blacklist, history
from tournaments.services.blacklist import Vouched
from tournaments.services.carried_over import played_by
from tournaments.services.events import half_signed, touch_standings
from tournaments.services.history import Kind


def add_players(*, event: Event, players: Sequence[ListedPlayer], vouched: Vouched | None = None) -> list[Player]:
    """Add all of them, or none. Raises Conflict when a number has been taken meanwhile, Invalid for a number that can
    be none or stands twice, OnBlacklist for a name there.

    `vouched`: names of the list that belong to other people.
    """
    with transaction.atomic():
        lock_event(event.pk)
        _check_numbers([player.number for player in players])
        taken = set(
            event.players.filter(number__in=[player.number for player in players]).values_list("number", flat=True)
        )
        if taken:
            raise Conflict(_("號碼 %(number)s 剛剛有人用了，請再預覽一次。") % {"number": min(taken)}, field="text")
        names = [player.name for player in players]
        found = blacklist.check_names(event=event, names=names, vouched=vouched)
        added = Player.objects.bulk_create(
            Player(event=event, number=player.number, name=player.name, club=player.club, staff=player.staff)
            for player in players
        )
        blacklist.keep_namesakes(players=added, found=found, vouched=vouched)
        touch_standings(event.pk)
        history.tell(event.pk, Kind.PLAYERS_ADDED, history.added(*added))
        return added


def add_player(
    *,
    event: Event,
    name: str,
    club: str = "",
    staff: bool = False,
    number: int | None = None,
    vouched: Vouched | None = None,
) -> Player:
    """Add one player, with the next free number unless one is given. Raises as `add_players`.

    Said again with the same number it is the same player.
    """
    with transaction.atomic():
        lock_event(event.pk)
        repeat = event.players.filter(number=number, name=name, club=club, staff=staff).first() if number else None
        if repeat is not None:
            return repeat
        number = number or next_number(event.players.values_list("number", flat=True))
        return add_players(event=event, players=[ListedPlayer(number, name, club, staff)], vouched=vouched)[0]


def next_number(taken: Iterable[int]) -> int:
    """The number of one more player."""
    return next(free_numbers(set(taken)))


def _check_numbers(numbers: Sequence[int]) -> None:
    seen: set[int] = set()
    for number in numbers:
        if not 1 <= number <= HIGHEST_NUMBER:
            raise Invalid(_("號碼由 1 起，最多六位數字。"), field="number")
        if number in seen:
            raise Invalid(_("號碼 %(number)s 出現了兩次。") % {"number": number}, field="number")
        seen.add(number)


def change_player(
    *, player: Player, number: int, name: str, club: str, staff: bool, vouched: Vouched | None = None
) -> Player:
    """Change a player. Raises Conflict when the number is taken, or when a card with this name is half signed,
    OnBlacklist for a new name that stands there.

    A signed card keeps the name that was signed; one that some have signed and others have not yet would end up with
    signatures under two different texts.
    """
    with transaction.atomic():
        if (number, name) != (player.number, player.name):
            lock_games(played_by([player.pk]))
        lock_event(player.event_id)
        _check_numbers([number])
        if Player.objects.filter(event=player.event_id, number=number).exclude(pk=player.pk).exists():
            raise Conflict(_("號碼 %(number)s 已經有人用。") % {"number": number}, field="number")
        if (number, name) != (player.number, player.name):
            _check_no_half_signed_card(player)
        found: Mapping[str, Sequence[Blacklisted]] = {}
        if blacklist.key_of(name) != blacklist.key_of(player.name):
            found = blacklist.check_names(event=player.event, names=[name], vouched=vouched)
        player.number, player.name, player.club, player.staff = number, name, club, staff
        player.save(update_fields=["number", "name", "club", "staff"])
        blacklist.keep_namesakes(players=[player], found=found, vouched=vouched)
        touch_standings(player.event_id)
        said = history.changed(player, "number", "name", "club", "staff")
        history.tell(player.event_id, Kind.PLAYER_CHANGED, said)
        return player


def _check_no_half_signed_card(player: Player) -> None:
    game = half_signed(played_by([player.pk]))
    if game is not None:
        raise Conflict(
            _("第 %(table)s 檯的記分卡已有人簽署。四家簽妥，或裁判長重開記分卡後，才可改姓名或號碼。")
            % {"table": game.table.number}
        )


@tried_twice
def withdraw(*, player: Player, now: datetime) -> None:
    """退出: the player is drawn no more and the personal link stops working; what was played stays.

    Raises Conflict while a game of theirs is in play.
    """
    with transaction.atomic():
        lock_rounds(player.event_id)  # a round that begins at this moment begins before or after
        lock_event(player.event_id)
        seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player), round__state=Round.State.OPEN)
        playing = seats.exclude(game__state=Game.State.SIGNED)
        if playing.exists():
            raise Conflict(_("%(name)s 的半莊未完結。請先完成這個半莊，或結束這一輪。") % {"name": player.name})
        gone = _leave_rounds_ahead(player)
        player.withdrawn_at = now
        player.save(update_fields=["withdrawn_at"])
        touch_standings(player.event_id)
        history.tell(player.event_id, Kind.PLAYER_WITHDRAWN, [*gone, *history.changed(player, "withdrawn_at")])


def _leave_rounds_ahead(player: Player) -> list[history.Said]:
    seats = GameSeat.objects.filter(player=player, round__state__in=Round.AHEAD)
    gone = history.removed(*seats)
    seats.delete()
    return gone


def reinstate(*, player: Player) -> None:
    """重新參加: a player who had withdrawn plays again."""
    with transaction.atomic():
        lock_event(player.event_id)
        player.withdrawn_at = None
        player.save(update_fields=["withdrawn_at"])
        touch_standings(player.event_id)
        history.tell(player.event_id, Kind.PLAYER_REINSTATED, history.changed(player, "withdrawn_at"))


def has_played(player: Player) -> bool:
    """Whether they have sat at a table, in their own seat or as a substitute."""
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player))
    return seats.filter(round__state__in=Round.BEGUN).exists()


@tried_twice
def remove_player(*, player: Player) -> None:
    """Take a player off the list who has never been seated in an opened round, nor ruled on. Raises Conflict."""
    with transaction.atomic():
        lock_rounds(player.event_id)
        lock_event(player.event_id)
        if has_played(player):
            raise Conflict(_("%(name)s 已經打過半莊，不能移除；可以改為退出。") % {"name": player.name})
        if player.hall_rulings.exists():
            raise Conflict(_("%(name)s 有判決紀錄，不能移除；可以改為退出。") % {"name": player.name})
        entries = player.stage_entries.all()
        gone = [*_leave_rounds_ahead(player), *history.removed(player, *_pairs_with(player), *entries)]
        event_id = player.event_id
        player.delete()
        touch_standings(event_id)
        history.tell(event_id, Kind.PLAYER_REMOVED, gone)


def _pairs_with(player: Player) -> models.QuerySet[Apart]:
    """不得同檯 goes with the player."""
    return Apart.objects.filter(Q(first=player) | Q(second=player))
