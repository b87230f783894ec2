"""A site of before: one black list, no organisations. Everything of it has a place afterwards, and nothing is lost.

In a program and a database of its own: what has been recorded since keeps a newer database from going back.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OLD = [("accounts", "0001_initial"), ("tournaments", "0006_apart")]
NEW = [("tournaments", "0009_organisation_required")]

PROGRAM = """
import datetime, json, sys
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

def at(state):
    MigrationExecutor(connection).migrate(state)
    return MigrationExecutor(connection).loader.project_state(state).apps.get_model

sent = json.loads(sys.argv[1])
model = at([tuple(step) for step in sent["old"]])
people = {name: model("accounts", "User").objects.create(username=name, display_name=name, is_staff=name == "keeper")
          for name in sent["people"]}
day, now = datetime.date(2026, 11, 21), timezone.now()
for slug, roles in sent["events"].items():
    event = model("tournaments", "Event").objects.create(
        slug=slug, name=slug, is_demo=slug == "demo", starts_on=day, ends_on=day, rule_set="tw-club", created_at=now)
    model("tournaments", "Player").objects.create(event=event, number=1, name="x")
    for name, role in roles.items():
        model("tournaments", "Membership").objects.create(event=event, user=people[name], role=role)
for name, by, slug in sent["listed"]:
    player = model("tournaments", "Player").objects.get(event__slug=slug) if slug else None
    model("tournaments", "Blacklisted").objects.create(
        name=name, key=name, reason="x", user=people[by], player=player, created_at=now)
model = at([tuple(step) for step in sent["new"]])
print(json.dumps({
    "organisations": list(model("accounts", "Organisation").objects.values_list("handle", flat=True)),
    "events": dict(model("tournaments", "Event").objects.values_list("slug", "organisation__handle")),
    "listed": dict(model("tournaments", "Blacklisted").objects.values_list("name", "organisation__handle")),
    "people": list(model("accounts", "OrganisationMember").objects.order_by("user__username").values_list(
        "user__username", "organisation__handle", "creates")),
}))
"""


def migrated(tmp_path: Path, people: list[str], events: dict[str, dict[str, str]], listed: list[Any]) -> dict[str, Any]:
    """What becomes of a site of before with these people, roles in events, and entries (name, by whom, ruled where)."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"PAIJU_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    sent = json.dumps({"old": OLD, "new": NEW, "people": people, "events": events, "listed": listed})
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, sent], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_one_organisation_holds_everything_and_the_demo_is_apart(tmp_path: Path) -> None:
    found = migrated(
        tmp_path,
        ["boss", "referee", "keeper", "demo-organiser"],
        {"mine": {"boss": "organiser", "referee": "referee"}, "demo": {"demo-organiser": "organiser"}},
        [("某乙", "boss", None), ("某丙", "demo-organiser", None), ("某丁", "boss", "demo")],
    )
    assert found["events"] == {"mine": "club", "demo": "demo"}
    assert found["listed"] == {"某乙": "club", "某丙": "demo", "某丁": "demo"}
    assert found["people"] == [
        ["boss", "club", True],
        ["demo-organiser", "demo", True],
        ["keeper", "club", True],
        ["referee", "club", False],
    ]


@pytest.mark.parametrize(("people", "handles"), [(["boss"], ["club"]), ([], [])])
def test_only_what_is_needed_is_made(tmp_path: Path, people: list[str], handles: list[str]) -> None:
    assert migrated(tmp_path, people, {}, [])["organisations"] == handles
