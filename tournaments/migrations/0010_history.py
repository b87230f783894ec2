"""操作紀錄: the acts of an event, and the version of the digest of an act."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_organisation_required'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='act',
            name='version',
            field=models.PositiveSmallIntegerField(db_default=1, default=2),
        ),
        migrations.AddField(
            model_name='event',
            name='act_count',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.CreateModel(
            name='EventAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('payload', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('player_id', models.PositiveBigIntegerField(blank=True, null=True)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('digest', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tournaments.event')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['event', 'number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='event_act_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='event_act_number_from_one')],
            },
        ),
    ]
