"""半莊後扣 and the best hand of each seat; filled from the hands that are stored, and from the acts of games in play."""

from collections import Counter
from typing import Any

from django.db import migrations, models

import tournaments.models.fields


def fill(apps: Any, schema_editor: Any) -> None:
    """The best hands are in the stored lines, but deductions after a game only in its acts."""
    seat = apps.get_model("tournaments", "GameSeat")
    for (game, number), fan in _best(apps).items():
        seat.objects.filter(game=game, seat=number).update(best_fan=fan)
    game = apps.get_model("tournaments", "Game")
    for one in game.objects.filter(state="playing").select_related("event", "round"):
        for number, points in enumerate(_after(one)):
            if points:
                seat.objects.filter(game=one, seat=number).update(after_game=points)


def _best(apps: Any) -> Counter[tuple[int, int]]:
    best: Counter[tuple[int, int]] = Counter()
    hands = apps.get_model("tournaments", "HandRecord").objects.filter(result="win").order_by()
    for game, book in hands.values_list("game_id", "book").iterator():
        for payment in book["payments"]:
            if payment.get("reason", "win") == "win":
                key = (game, payment["winner"])
                best[key] = max(best[key], payment["fan"])
    return best


def _after(game: Any) -> Any:
    """Return the points that move after the game; nearly all games have no ruling and so none."""
    from tournaments.tables.game_log.projection import moved_by
    from tournaments.tables.game_log.read import rules_of
    from tournaments.tables.game_log.replay import replay
    from tournaments.tables.game_log.timeline import Entry, build

    acts = game.acts.order_by("number").values_list("number", "kind", "payload", "reason")
    entries = [Entry(*act) for act in acts]
    if not any("ruling" in str(entry.payload) for entry in entries):
        return ()
    game_now = replay(rules_of(game.event, game.round), game.standing, build(entries))
    return moved_by(game_now.state.after_game)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_webhooks_at_once'),
    ]

    operations = [
        migrations.AddField(
            model_name='gameseat',
            name='after_game',
            field=tournaments.models.fields.PointsField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='best_fan',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
