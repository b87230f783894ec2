"""主辦單位 and their people. Earlier events and black lists get theirs in tournaments 0008."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Organisation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, unique=True, verbose_name="主辦單位")),
                ("handle", models.SlugField(max_length=20, unique=True, verbose_name="代號")),
                ("created_at", models.DateTimeField(editable=False)),
            ],
            options={
                "verbose_name": "主辦單位",
                "verbose_name_plural": "主辦單位",
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="organisation_has_a_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="OrganisationMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("creates", models.BooleanField(default=False, verbose_name="可開賽事和帳戶")),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="accounts.organisation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="organisations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("organisation", "user"), name="organisation_member_once")
                ],
            },
        ),
    ]
