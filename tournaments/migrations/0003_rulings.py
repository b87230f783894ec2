"""判決: rulings in the hall, calls, the black list, substitutes; a game may get a new standing from earlier games."""

import django.core.serializers.json
import django.db.models.deletion
import tournaments.models.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_event_rule_values'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', tournaments.models.fields.PointsField()),
                ('reason', models.CharField(max_length=12)),
                ('day', models.DateField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.game')),
                ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('target', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
            ],
            options={
                'ordering': ['event', 'id'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('points__gt', 0)), name='adjustment_positive'),
                    models.CheckConstraint(condition=models.Q(('source__isnull', True), ('target__isnull', True), models.Q(('source', models.F('target')), _negated=True), _connector='OR'), name='adjustment_between_two'),
                    models.CheckConstraint(condition=models.Q(('source__isnull', False), ('target__isnull', False), _connector='OR'), name='adjustment_of_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Blacklisted',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='姓名')),
                ('key', models.CharField(db_index=True, max_length=60)),
                ('reason', models.CharField(max_length=300, verbose_name='原因')),
                ('until', models.DateField(blank=True, null=True, verbose_name='至')),
                ('created_at', models.DateTimeField()),
                ('lifted_at', models.DateTimeField(blank=True, null=True)),
                ('lift_reason', models.CharField(blank=True, max_length=300)),
                ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.player')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='blacklisted_with_reason'),
                    models.CheckConstraint(condition=models.Q(('lifted_at__isnull', True), models.Q(('lift_reason', ''), _negated=True), _connector='OR'), name='blacklisted_lifted_with_reason'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('taken_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.game')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'created_at'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('game',), name='call_one_open'),
                    models.CheckConstraint(condition=models.Q(models.Q(('taken_at__isnull', True), ('taken_by__isnull', True)), models.Q(('taken_at__isnull', False), ('taken_by__isnull', False)), _connector='OR'), name='call_taken_by_somebody'),
                    models.CheckConstraint(condition=models.Q(('user__isnull', False), ('player__isnull', False), _connector='OR'), name='call_by_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='HallRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_round', models.PositiveSmallIntegerField()),
                ('day', models.DateField()),
                ('ruling', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('reversed_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hall_rulings', to='tournaments.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hall_rulings', to='tournaments.player')),
            ],
            options={
                'ordering': ['event', 'player', 'after_round', 'id'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='act',
            name='act_reason_given',
        ),
        migrations.AddField(
            model_name='gameseat',
            name='substitute',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='substitute_from',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='barred',
            field=models.CharField(blank=True, choices=[('suspended', '停賽'), ('disqualified', '取消資格')], db_default='', default='', editable=False, max_length=12),
        ),
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('play', '記錄'), ('amend', '更正'), ('confirm', '確認'), ('object', '提出異議'), ('uphold', '維持原判'), ('sign', '簽署'), ('reopen', '重開記分卡'), ('carry', '前局判決更改')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['amend', 'uphold', 'reopen', 'object', 'carry']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='act_reason_given'),
        ),
        migrations.AddConstraint(
            model_name='gameseat',
            constraint=models.CheckConstraint(condition=models.Q(('substitute__isnull', True), models.Q(('substitute', models.F('player')), _negated=True), _connector='OR'), name='seat_substitute_is_another'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='hall_ruling',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.hallruling'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('hall_ruling__isnull', False), ('game__isnull', False), _connector='OR'), name='adjustment_has_a_cause'),
        ),
    ]
