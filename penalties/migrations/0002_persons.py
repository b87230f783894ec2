"""Name the person in rulings on substitutes; so far an article named the player whose seat it was."""

from django.db import migrations

STRIKING = {"disqualify", "suspend", "withdraw", "blacklist"}
"""Such a ruling could not be made while a substitute played: it is on the player whom he replaced."""


def name_persons(apps, schema_editor):
    seats = apps.get_model("tournaments", "GameSeat").objects.filter(substitute__isnull=False)
    rulings = apps.get_model("penalties", "Ruling").objects
    for seat in seats:
        own = rulings.filter(game=seat.game_id, player=seat.player_id, hand__gte=seat.substitute_from or 1)
        for ruling in own.select_related("reverses"):
            about = ruling.reverses or ruling
            if STRIKING.isdisjoint(about.effect.get("notes", ())):
                ruling.player_id = seat.substitute_id
                ruling.save(update_fields=["player"])


class Migration(migrations.Migration):

    dependencies = [
        ("penalties", "0001_rulings"),
        ("tournaments", "0006_apart"),
    ]

    operations = [migrations.RunPython(name_persons, migrations.RunPython.noop, elidable=True)]
