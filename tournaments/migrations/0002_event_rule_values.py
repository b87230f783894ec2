"""自訂番數: add. An event made by a running older version gets {} from the database."""

from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="rule_values",
            field=models.JSONField(
                blank=True, db_default=Value({}, models.JSONField()), default=dict, verbose_name="自訂番數"
            ),
        ),
    ]
