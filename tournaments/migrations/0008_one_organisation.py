"""Fill: an earlier site had one black list, so everything belongs to one organisation; the demo gets its own.

People who have organised an event, or look after accounts, may still create events and accounts; all others belong to
the organisation without that right.
"""

from typing import Any

from django.db import migrations
from django.db.models import Q
from django.utils import timezone


def fill(apps: Any, schema_editor: Any) -> None:
    event, listed = apps.get_model("tournaments", "Event"), apps.get_model("tournaments", "Blacklisted")
    user = apps.get_model("accounts", "User")
    demo = Q(username__startswith="demo-")
    if event.objects.filter(is_demo=True).exists() or user.objects.filter(demo).exists():
        club = _made(apps, "示範雀會", "demo")
        event.objects.filter(is_demo=True).update(organisation=club)
        in_demo = listed.objects.filter(Q(player__event__is_demo=True) | Q(player=None, user__username__startswith="demo-"))
        in_demo.update(organisation=club)
        _belong(apps, club, user.objects.filter(demo))
    rest = user.objects.exclude(demo)
    if rest.exists() or event.objects.filter(organisation=None).exists():
        club = _made(apps, "本會", "club")
        event.objects.filter(organisation=None).update(organisation=club)
        listed.objects.filter(organisation=None).update(organisation=club)
        _belong(apps, club, rest)


def _made(apps: Any, name: str, handle: str) -> Any:
    made = {"name": name, "created_at": timezone.now()}
    return apps.get_model("accounts", "Organisation").objects.get_or_create(handle=handle, defaults=made)[0]


def _belong(apps: Any, club: Any, people: Any) -> None:
    membership = apps.get_model("tournaments", "Membership")
    organisers = set(membership.objects.filter(role="organiser").values_list("user", flat=True))
    member = apps.get_model("accounts", "OrganisationMember")
    member.objects.bulk_create(
        [
            member(
                organisation=club, user=one, creates=one.pk in organisers or one.is_staff or one.is_superuser
            )
            for one in people
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_organisations")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
