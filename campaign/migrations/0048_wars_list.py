"""Wars look for players, and people ask for their seats."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaign.ids


class Migration(migrations.Migration):
    dependencies = [("campaign", "0047_open_front")]

    operations = [
        migrations.CreateModel(
            name="Advert",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seeking", models.BooleanField(default=False)),
                (
                    "language",
                    models.CharField(
                        blank=True, help_text="Of its people: de, en-gb. Empty: any.", max_length=8
                    ),
                ),
                (
                    "experience",
                    models.CharField(
                        choices=[
                            ("any", "Anybody"),
                            ("new", "Whoever is new to it, too"),
                            ("played", "Whoever has played a war to its end"),
                        ],
                        default="any",
                        max_length=6,
                    ),
                ),
                (
                    "word",
                    models.CharField(
                        blank=True, help_text="What its facilitators say to whoever asks.", max_length=300
                    ),
                ),
                ("changed_at", models.DateTimeField()),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="advert",
                        to="campaign.campaign",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatAsk",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=campaign.ids.random_id, editable=False, max_length=32, unique=True
                    ),
                ),
                ("word", models.CharField(blank=True, max_length=500)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Waits for an answer"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Taken back"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=500)),
                ("asked_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_asks",
                        to="campaign.campaign",
                    ),
                ),
                (
                    "invitation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="campaign.invitation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_asks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("campaign", "user"),
                        name="one_open_ask",
                    )
                ],
            },
        ),
    ]
