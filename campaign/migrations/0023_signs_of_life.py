"""Downtime is a gap between the web processes' signs of life, and all gaps are kept."""

from django.db import migrations, models


def take_over(apps, schema_editor):
    """What the clock's one slot remembers is downtime; the web was last known to live when the clock was."""
    heartbeats = apps.get_model("campaign", "Heartbeat")
    for last in heartbeats.objects.filter(name="tick"):
        heartbeats.objects.get_or_create(name="web", defaults={"at": last.at})
        if last.down_from is not None and last.down_until is not None:
            apps.get_model("campaign", "Downtime").objects.create(
                down_from=last.down_from, down_until=last.down_until
            )


class Migration(migrations.Migration):

    dependencies = [
        ("campaign", "0022_devices_that_are_told"),
    ]

    operations = [
        migrations.CreateModel(
            name="Downtime",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("down_from", models.DateTimeField()),
                ("down_until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="turn",
            name="ended_well_at",
            field=models.DateTimeField(
                help_text="When the clock last brought a step of it to its end.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="first_start",
            field=models.DateTimeField(
                help_text="The last start that has neither ended nor been held against the turn.", null=True
            ),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.RemoveField(model_name="heartbeat", name="down_from"),
        migrations.RemoveField(model_name="heartbeat", name="down_until"),
    ]
