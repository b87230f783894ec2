"""Add the organisation of events and black-list entries, and the key of the form that makes an event. Filled in
0008."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_organisations"), ("tournaments", "0006_apart")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="accounts.organisation",
                verbose_name="主辦單位",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="client_key",
            field=models.UUIDField(null=True, blank=True, unique=True, editable=False),
        ),
        migrations.AddField(
            model_name="blacklisted",
            name="organisation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="blacklisted",
                to="accounts.organisation",
            ),
        ),
    ]
