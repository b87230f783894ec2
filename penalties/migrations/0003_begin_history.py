"""操作紀錄: begin the history of earlier events with their present rows, so that later changes are found.

The digests of earlier acts cover neither author nor time, so one seal over each game's acts does.
"""

from django.db import migrations

WATCHED = (
    ("tournaments.event", "pk", ("standings_version", "act_count")),
    ("tournaments.membership", "event", ()),
    ("tournaments.table", "event", ()),
    ("tournaments.tablereferee", "table__event", ()),
    ("tournaments.player", "event", ("pin_failures", "pin_locked_until")),
    ("tournaments.apart", "first__event", ()),
    ("tournaments.round", "event", ()),
    (
        "tournaments.game",
        "event",
        (
            "standing",
            "state",
            "act_count",
            "book_version",
            "hands_closed",
            "hand_name",
            "dealer",
            "dealer_streak",
            "unconfirmed",
            "disputed",
            "last_act_at",
            "last_hand_at",
            "pauses",
            "time",
        ),
    ),
    (
        "tournaments.gameseat",
        "game__event",
        (
            "score",
            "pending_in",
            "pending_out",
            "penalties",
            "after_game",
            "place",
            "wins",
            "self_drawn",
            "best_fan",
            "substitute_from",
        ),
    ),
    ("tournaments.hallruling", "event", ()),
    ("penalties.ruling", "event", ()),
    ("penalties.rulingphoto", "ruling__event", ()),
    ("penalties.case", "event", ()),
    ("penalties.casenote", "case__event", ()),
)


def begin(apps, schema_editor):
    from django.utils import timezone

    from tournaments.models.digests import event_act_digest

    EventAct = apps.get_model("tournaments", "EventAct")
    for event in apps.get_model("tournaments", "Event").objects.filter(act_count=0):
        act = EventAct(event=event, number=1, kind="begin", payload=_snapshot(apps, event.pk), created_at=timezone.now())
        act.digest = event_act_digest("", act)
        act.save(force_insert=True)
        event.act_count = 1
        event.save(update_fields=["act_count"])


def _snapshot(apps, event):
    from tournaments.models.digests import seal_of
    from tournaments.core.event_log import facts_of

    rows = {
        label: {str(row.pk): facts_of(row, without) for row in apps.get_model(label).objects.filter(**{path: event})}
        for label, path, without in WATCHED
    }
    brought, seals = {}, {}
    for game in apps.get_model("tournaments", "Game").objects.filter(event=event):
        acts = list(apps.get_model("tournaments", "Act").objects.filter(game=game.pk).order_by("number"))
        brought[str(game.pk)] = (game.act_count, game.standing)
        seals[str(game.pk)] = (len(acts), seal_of(acts))
    return {"rows": {label: found for label, found in rows.items() if found}, "brought": brought, "seals": seals}


class Migration(migrations.Migration):

    dependencies = [
        ("penalties", "0002_persons"),
        ("tournaments", "0010_history"),
    ]

    operations = [migrations.RunPython(begin, migrations.RunPython.noop, elidable=True)]
