"""選手的去留: what the rulings in force mean for a player beyond points and cards.

Recomputed from every ruling still in force, so that a reversed one leaves nothing behind. The organiser's own decision
(退出) is never touched.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from tournaments.core.event_log import Kind, append_act, changed
from tournaments.core.locks import lock_event, lock_player
from tournaments.core.services import touch_standings
from tournaments.models import Game, Player, Round
from tournaments.players.services import blacklist
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.refunds import games_shared_by, redistribute

_BARRED = {
    "disqualify": Player.Barred.DISQUALIFIED,
    "suspend": Player.Barred.SUSPENDED,
    "withdraw": Player.Barred.WITHDRAWN,
}

WORDS = (*_BARRED, "blacklist")


def follow_notes(
    *,
    player: Player,
    notes_in_force: Collection[str],
    now: datetime,
    user_id: int | None = None,
    reason: str = "",
) -> None:
    """取消資格, 停賽, 退出, 黑名單: set the player's state to what the rulings in force say. `user_id`, `reason`: of
    the latest ruling or reversal; kept with the entry of the black list."""
    barred = next((state for word, state in _BARRED.items() if word in notes_in_force), "")
    with transaction.atomic():
        lock_event(player.event_id)
        locked = lock_player(player.pk)
        if locked.barred != barred:
            locked.barred = barred
            locked.save(update_fields=["barred"])
            append_act(locked.event_id, Kind.PLAYER_BARRED, changed(locked, "barred"), user_id=user_id)
            touch_standings(locked.event_id)
            # Invalidates pages of tables: a ruling in the hall writes no act of the game.
            sits = Q(seats__player=locked, seats__substitute=None) | Q(seats__substitute=locked)
            Game.objects.filter(sits, round__state=Round.State.OPEN).update(last_act_at=now)
            for game in games_shared_by(locked):
                redistribute(game, rules_of(game.event, game.round).game)
        ruled = "blacklist" in notes_in_force
        blacklist.follow_ruling(player=player, ruled=ruled, reason=reason, user_id=user_id, now=now)
    player.barred = barred
