"""Verdicts, transfers and games of bots become jobs with the same columns; notices share their lease."""

from django.db import migrations, models


def note_ends(apps, schema_editor):
    """When an old verdict was given is not known; it was no earlier than it was asked for."""
    verdicts = apps.get_model("campaign", "Verdict").objects.using(schema_editor.connection.alias)
    closed = verdicts.exclude(state__in=("waiting", "running")).filter(ended_at__isnull=True)
    closed.update(ended_at=models.F("asked_at"))


class Migration(migrations.Migration):

    dependencies = [
        ("campaign", "0026_the_log_as_kinds_and_values"),
    ]

    operations = [
        migrations.RenameField(model_name="notice", old_name="lease_until", new_name="leased_until"),
        migrations.RenameField(model_name="verdict", old_name="created_at", new_name="asked_at"),
        migrations.RenameField(model_name="balancerun", old_name="created_at", new_name="asked_at"),
        migrations.AlterField(
            model_name="balancerun", name="asked_at", field=models.DateTimeField(db_index=True)
        ),
        migrations.AddField(
            model_name="balancerun", name="attempts", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(model_name="verdict", name="started_at", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="verdict", name="ended_at", field=models.DateTimeField(null=True)),
        *(
            migrations.AlterField(model_name=model, name=name, field=field)
            for model in ("verdict", "transfer", "balancerun")
            for name, field in (
                ("state", models.CharField(default="waiting", max_length=9)),
                ("error", models.TextField(blank=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("leased_until", models.DateTimeField(null=True)),
            )
        ),
        migrations.AddIndex(
            model_name="balancerun",
            index=models.Index(
                condition=models.Q(("state__in", ("waiting", "running"))),
                fields=["id"],
                name="balancerun_open_index",
            ),
        ),
        migrations.RunPython(note_ends, migrations.RunPython.noop, elidable=True),
    ]
