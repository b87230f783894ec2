"""判決: the register of rulings, and the cases of players."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0004_status'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('act', models.PositiveIntegerField(blank=True, null=True)),
                ('place', models.PositiveSmallIntegerField(default=0)),
                ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('day', models.DateField()),
                ('offence', models.CharField(blank=True, max_length=60)),
                ('said', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('effect', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('facts', models.CharField(blank=True, max_length=300)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('client_key', models.UUIDField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.game')),
                ('hall', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='article', to='tournaments.hallruling')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.player')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='penalties.ruling')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['event', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='ruling_number_once'),
                    models.UniqueConstraint(fields=('event', 'client_key'), name='ruling_key_once'),
                    models.UniqueConstraint(condition=models.Q(('reverses__isnull', True)), fields=('game', 'act', 'place'), name='ruling_act_once'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='ruling_number_from_one'),
                    models.CheckConstraint(condition=models.Q(('reverses__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='ruling_reversed_with_reason'),
                    models.CheckConstraint(condition=models.Q(models.Q(('act__isnull', False), ('game__isnull', False), ('hall__isnull', True)), models.Q(('act__isnull', True), ('game__isnull', True), ('hall__isnull', False)), ('reverses__isnull', False), _connector='OR'), name='ruling_in_game_or_hall'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('act', models.PositiveIntegerField(blank=True, null=True)),
                ('text', models.CharField(max_length=300)),
                ('opened_at', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, choices=[('', '處理中'), ('upheld', '維持原判'), ('changed', '更改')], default='', max_length=10)),
                ('decision', models.CharField(blank=True, max_length=300)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='tournaments.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='tournaments.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='tournaments.player')),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='penalties.ruling')),
            ],
            options={
                'ordering': ['event', 'opened_at'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'act'), name='case_act_once'),
                    models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='case_says_something'),
                    models.CheckConstraint(condition=models.Q(('act__isnull', False), ('ruling__isnull', False), _connector='OR'), name='case_about_something'),
                    models.CheckConstraint(condition=models.Q(('outcome', ''), models.Q(('decision', ''), _negated=True), _connector='OR'), name='case_decided_with_words'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RulingPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('image', models.BinaryField()),
                ('ruling', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='photo', to='penalties.ruling')),
            ],
        ),
        migrations.CreateModel(
            name='CaseNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('created_at', models.DateTimeField()),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='penalties.case')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['case', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='case_note_says_something')],
            },
        ),
        migrations.AddIndex(
            model_name='ruling',
            index=models.Index(fields=['event', 'offence'], name='ruling_by_offence'),
        ),
    ]
