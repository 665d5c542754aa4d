"""Channels of clubs, to which public facts are posted; and webhooks that end with the token that made them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaign.ids


class Migration(migrations.Migration):
    dependencies = [("campaign", "0049_profiles")]

    operations = [
        migrations.AddField(
            "hook",
            "token",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="hooks",
                to="campaign.apitoken",
            ),
        ),
        migrations.CreateModel(
            "ChannelHook",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=campaign.ids.random_id, editable=False, max_length=32, unique=True),
                ),
                ("host", models.CharField(max_length=255)),
                ("sealed", models.BinaryField()),
                ("off", models.JSONField(default=list)),
                ("error", models.CharField(blank=True, max_length=300)),
                ("tried_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("rests_until", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="channel_hook",
                        to="campaign.campaign",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="channel_hooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
