"""不得同檯: players of an event who are not seated at one table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_planned_rounds'),
    ]

    operations = [
        migrations.CreateModel(
            name='Apart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=60, verbose_name='原因')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='apart_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='apart_in_order')],
            },
        ),
    ]
