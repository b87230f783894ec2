"""食糊次數: how often each seat has won, and by self-draw; filled from the hands that are stored already."""

from collections import Counter
from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """The line of a won hand has exactly one event that won it, whatever else was ruled."""
    won: Counter[tuple[int, int]] = Counter()
    drawn: Counter[tuple[int, int]] = Counter()
    hands = apps.get_model("tournaments", "HandRecord").objects.filter(result="win").order_by()
    for game, book in hands.values_list("game_id", "book").iterator():
        for entry in book["events"]:
            event = entry["event"]
            if event["type"] == "win":
                several = event.get("winners") or [{"seat": event.get("winner")}]
                seats = [(game, one["seat"]) for one in several]
                won.update(seats)
                drawn.update(seats if event.get("self_draw") else ())
    seat = apps.get_model("tournaments", "GameSeat")
    for (game, number), wins in won.items():
        seat.objects.filter(game=game, seat=number).update(wins=wins, self_drawn=drawn[game, number])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_history'),
    ]

    operations = [
        migrations.AddField(
            model_name='gameseat',
            name='self_drawn',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='wins',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='gameseat',
            constraint=models.CheckConstraint(condition=models.Q(('self_drawn__lte', models.F('wins'))), name='seat_self_drawn_are_wins'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
