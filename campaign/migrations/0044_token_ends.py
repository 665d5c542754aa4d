"""Tokens end: those there were 90 days after the upgrade, so that their people are told in time.

And people see where they are logged in.
"""

from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

import campaign.ids


def give_ends(apps, schema_editor):
    token = apps.get_model("campaign", "ApiToken")
    token.objects.filter(expires_at=None).update(expires_at=timezone.now() + timedelta(days=90))


class Migration(migrations.Migration):
    dependencies = [("campaign", "0043_tallies")]

    operations = [
        migrations.AddField("apitoken", "expires_at", models.DateTimeField(db_index=True, null=True)),
        migrations.AddField("apitoken", "campaigns", models.JSONField(default=list)),
        migrations.AddField("apitoken", "told", models.PositiveSmallIntegerField(default=0)),
        migrations.RunPython(give_ends, migrations.RunPython.noop),
        migrations.AlterField("apitoken", "expires_at", models.DateTimeField(db_index=True)),
        migrations.CreateModel(
            "Login",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=campaign.ids.random_id, editable=False, max_length=32, unique=True),
                ),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("-seen_at", "-id")},
        ),
    ]
