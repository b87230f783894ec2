"""Fill: every event gets one stage, 正賽, with all its rounds, and a record of it in its history."""

from typing import Any

from django.db import migrations
from django.utils import timezone

from tournaments.models.digests import event_act_digest


def fill(apps: Any, schema_editor: Any) -> None:
    event, stage = apps.get_model("tournaments", "Event"), apps.get_model("tournaments", "Stage")
    rounds = apps.get_model("tournaments", "Round")
    for one in event.objects.filter(stages=None).order_by("pk"):
        made = stage.objects.create(event=one, number=1, name="正賽")
        inside = list(rounds.objects.filter(event=one).order_by("pk").values_list("pk", flat=True))
        rounds.objects.filter(event=one).update(stage=made)
        tell(apps, one, made, inside)


def tell(apps: Any, event: Any, stage: Any, rounds: list[int]) -> None:
    """An event without a history begins it with its present rows, including this stage."""
    act = apps.get_model("tournaments", "EventAct")
    last = act.objects.filter(event=event).order_by("-number").first()
    if last is None:
        return
    row = {field.attname: getattr(stage, field.attname) for field in stage._meta.concrete_fields if not field.primary_key}
    rows = {"tournaments.stage": {str(stage.pk): row}, "tournaments.round": {str(pk): {"stage_id": stage.pk} for pk in rounds}}
    told = act(
        event=event, number=last.number + 1, kind="stage_made", payload={"rows": rows}, version=1, created_at=timezone.now()
    )
    told.digest = event_act_digest(last.digest, told)
    told.save(force_insert=True)
    type(event).objects.filter(pk=event.pk).update(act_count=told.number)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_stages")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
