"""Open dice: seals and closings, a war's beacon, a turn's mix. Wars that are being built get them.

Those that run keep the dice of their chain: what a war is thrown by is fixed at its start.
"""

import django.db.models.deletion
from django.db import migrations, models

import campaign.models.turns

NAMES = ("dice", "open_hours")


def open_drafts(apps, schema_editor):
    """Forward: who builds a war now has not told anybody yet how its dice are thrown."""
    wars = apps.get_model("campaign", "Campaign").objects
    for war in wars.filter(status="building", kind="campaign").only("settings").iterator():
        wars.filter(pk=war.pk).update(settings={**war.settings, "dice": "open"})


def forget_settings(apps, schema_editor):
    """Back: what the app knew no such settings refuses to read them."""
    wars = apps.get_model("campaign", "Campaign").objects
    for war in wars.only("settings").iterator():
        rest = {name: value for name, value in war.settings.items() if name not in NAMES}
        if rest != war.settings:
            wars.filter(pk=war.pk).update(settings=rest)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0044_token_ends")]

    operations = [
        migrations.CreateModel(
            "BeaconChain",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("genesis", models.PositiveBigIntegerField()),
                ("period", models.PositiveIntegerField()),
                ("agreed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            "BeaconRound",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hash", models.CharField(max_length=64)),
                ("round", models.PositiveBigIntegerField()),
                ("randomness", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=512)),
                ("agreed_at", models.DateTimeField()),
            ],
        ),
        migrations.AddConstraint(
            "beaconround", models.UniqueConstraint(fields=("hash", "round"), name="beacon_round_unique")
        ),
        migrations.AddField(
            "campaign",
            "beacon",
            models.JSONField(
                default=dict,
                editable=False,
                help_text="With open dice, fixed at the start: the beacon's hash, genesis and period; else empty.",
            ),
        ),
        migrations.AddField(
            "campaign",
            "dice_id",
            models.CharField(
                blank=True,
                editable=False,
                help_text="The public id under which it was mixed before it got another one; else empty.",
                max_length=32,
            ),
        ),
        migrations.AddField(
            "turn",
            "closing",
            models.CharField(
                blank=True,
                help_text="With open dice: what bound seals and plans when these closed.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            "turn",
            "draw_due",
            models.DateTimeField(
                help_text="While the dice are being drawn: when they are drawn at the latest.", null=True
            ),
        ),
        migrations.AddField(
            "turn",
            "mix",
            campaign.models.turns.PackedField(
                help_text="With open dice: what was mixed into the turn's seed, see rules.open_dice.", null=True
            ),
        ),
        migrations.CreateModel(
            "DiceClosing",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("salt", models.BinaryField()),
                (
                    "lines",
                    models.TextField(
                        help_text="A line for each seat: number, seal or -, receipt of its plan or -."
                    ),
                ),
                ("round", models.PositiveBigIntegerField(null=True)),
                (
                    "turn",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dice_closing",
                        to="campaign.turn",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "DiceSeal",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seal", models.CharField(max_length=64)),
                ("sealed_at", models.DateTimeField()),
                (
                    "share",
                    models.CharField(blank=True, help_text="What opened it, 64 hex digits.", max_length=64),
                ),
                ("opened_at", models.DateTimeField(null=True)),
                (
                    "unopened",
                    models.BooleanField(
                        default=False,
                        help_text="It counted, and nobody had opened it by the time the dice were drawn.",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="dice_seals", to="campaign.seat"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="dice_seals", to="campaign.turn"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "diceseal", models.UniqueConstraint(fields=("turn", "seat"), name="dice_seal_unique")
        ),
        migrations.RunPython(open_drafts, forget_settings),
    ]
