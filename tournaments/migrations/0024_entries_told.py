"""Record existing 報名處, 報名 and 報到 in the history of each event that has one."""

from typing import Any

from django.db import migrations
from django.utils import timezone

from tournaments.models.digests import event_act_digest
from tournaments.core.event_log import facts_of

PRIVATE = ("name", "latin_name", "alias", "club", "member", "email", "phone", "note", "source", "client_key")
TOLD = (
    ("Registration", "event", PRIVATE),
    ("RegistrationDesk", "event", ("members",)),
    ("CheckIn", "player__event", ()),
)


def tell(apps: Any, schema_editor: Any) -> None:
    acts, events = apps.get_model("tournaments", "EventAct"), apps.get_model("tournaments", "Event")
    for event in events.objects.order_by("pk"):
        rows = {}
        for name, path, without in TOLD:
            model = apps.get_model("tournaments", name)
            found = model.objects.filter(**{path: event}).order_by("pk")
            if found:
                rows[f"tournaments.{name.lower()}"] = {str(row.pk): facts_of(row, without) for row in found}
        last = acts.objects.filter(event=event).order_by("-number").first()
        if rows and last is not None:
            add(acts, event, last, rows)


def add(acts: Any, event: Any, last: Any, rows: dict[str, Any]) -> None:
    act = acts(event=event, number=last.number + 1, kind="kept", payload={"rows": rows}, version=1, created_at=timezone.now())
    act.digest = event_act_digest(last.digest, act)
    act.save(force_insert=True)
    type(event).objects.filter(pk=event.pk).update(act_count=act.number)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_former_slugs")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]
