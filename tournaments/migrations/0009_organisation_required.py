"""Tighten: every event and every entry of the black list belongs to an organisation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_one_organisation")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="accounts.organisation",
                verbose_name="主辦單位",
            ),
        ),
        migrations.AlterField(
            model_name="blacklisted",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="blacklisted",
                to="accounts.organisation",
            ),
        ),
    ]
