"""The documents of turns and of what bots knew lie packed: the same documents, in a quarter of the place."""

from django.db import migrations, models

import campaign.models.turns

DOCUMENTS = {
    "turn": ("input", "movement", "outcome", "explained"),
    "botdecision": ("knowledge", "plan", "reasons", "beliefs"),
}
FIELDS = [(model, name) for model, names in DOCUMENTS.items() for name in names]
HELP = {"explained": "Every change of a level, and how each battle was found: the truth."}
AT_ONCE = 20
"""Rows whose documents are held at a time: those of a great war are megabytes."""


def carry(apps, old, new):
    """Write each document from its old column to its new one, empty ones of rows that had none too."""
    for model, names in DOCUMENTS.items():
        rows = apps.get_model("campaign", model)._default_manager
        for row in rows.only(*(old.format(name) for name in names)).iterator(chunk_size=AT_ONCE):
            rows.filter(pk=row.pk).update(
                **{new.format(name): getattr(row, old.format(name)) for name in names}
            )


def pack(apps, schema_editor):
    """Forward."""
    carry(apps, "{}", "packed_{}")


def unpack(apps, schema_editor):
    """Back."""
    carry(apps, "packed_{}", "{}")


class Migration(migrations.Migration):
    dependencies = [("campaign", "0038_late_bots")]

    operations = [
        # On the way back the columns are there, and empty, before they are filled.
        *(migrations.AlterField("botdecision", name, models.JSONField(null=True)) for name in DOCUMENTS["botdecision"]),
        *(
            migrations.AddField(model, f"packed_{name}", campaign.models.turns.PackedField(null=True))
            for model, name in FIELDS
        ),
        migrations.RunPython(pack, unpack),
        *(migrations.RemoveField(model, name) for model, name in FIELDS),
        *(migrations.RenameField(model, f"packed_{name}", name) for model, name in FIELDS),
        migrations.AlterField(
            "turn",
            "explained",
            campaign.models.turns.PackedField(null=True, help_text=HELP["explained"]),
        ),
        *(
            migrations.AlterField("botdecision", name, campaign.models.turns.PackedField())
            for name in ("knowledge", "plan")
        ),
        *(
            migrations.AlterField("botdecision", name, campaign.models.turns.PackedField(default=list))
            for name in ("reasons", "beliefs")
        ),
    ]
