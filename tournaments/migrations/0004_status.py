"""退出 by a ruling, and people who only share a name with an entry of the black list."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_rulings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='barred',
            field=models.CharField(blank=True, choices=[('suspended', '停賽'), ('disqualified', '取消資格'), ('withdrawn', '已退出')], db_default='', default='', editable=False, max_length=12),
        ),
        migrations.CreateModel(
            name='Namesake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='namesakes', to='tournaments.blacklisted')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['entry', 'created_at'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'player'), name='namesake_once')],
            },
        ),
    ]
