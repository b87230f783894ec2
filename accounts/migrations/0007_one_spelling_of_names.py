"""Normalise sign-in names (`User.normalize_username`); until now only their case was ignored."""

import unicodedata

from django.db import migrations


def spell(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    taken = set(User.objects.values_list("username", flat=True))
    for user in User.objects.order_by("pk"):
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", user.username).casefold()).strip()
        if name == user.username:
            continue
        stem, number = name, 2
        while name in taken:  # two people whose names differed by an odd letter: the younger account gets a number
            name, number = f"{stem}{number}", number + 1
        taken.add(name)
        user.username = name
        user.save(update_fields=["username"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_devices")]
    operations = [migrations.RunPython(spell, migrations.RunPython.noop)]
