"""Entries of the log become kinds and values: until now each was an English sentence, filled in.

What no sentence says exactly stays as it was written. Backwards, all are sentences again.
"""

import json

from django.db import migrations, models

from campaign.base.words.early_log import Around, read_entry, write_entry

_AT_A_TIME = 500


def to_values(apps, schema_editor):
    entries = _entries(apps, schema_editor)
    for campaign in _campaigns(apps, schema_editor):
        around = _around(apps, schema_editor, campaign)

        def change(entry):
            found = read_entry(entry.kind, entry.text, entry.created_at, around)
            if found is not None:
                entry.kind, entry.values = found
                entry.text = ""

        _each(entries.filter(campaign=campaign), change)


def to_text(apps, schema_editor):
    def change(entry):
        found = write_entry(entry.kind, entry.values, entry.created_at)
        # What earlier versions did not log at all: its kind and values say what is known.
        entry.kind, entry.text = found or (entry.kind, f"{entry.kind} {json.dumps(entry.values)}")
        entry.values = {}

    _each(_entries(apps, schema_editor).filter(text=""), change)


def _each(entries, change):
    """Change entries, some at a time: a year's war has ten thousand."""
    keys = list(entries.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), _AT_A_TIME):
        some = list(entries.model.objects.using(entries.db).filter(pk__in=keys[first : first + _AT_A_TIME]))
        for entry in some:
            change(entry)
        entries.model.objects.using(entries.db).bulk_update(some, ("kind", "values", "text"), batch_size=100)


def _entries(apps, schema_editor):
    return apps.get_model("campaign", "AuditEntry").objects.using(schema_editor.connection.alias)


def _campaigns(apps, schema_editor):
    rows = apps.get_model("campaign", "Campaign").objects.using(schema_editor.connection.alias)
    return rows.filter(audit__isnull=False).distinct().order_by("pk")


def _around(apps, schema_editor, campaign):
    """The names that the campaign's entries hold, as far as they are still known."""
    alias = schema_editor.connection.alias

    def names(model, *fields, **where):
        rows = apps.get_model("campaign", model).objects.using(alias).filter(**where)
        return [name for found in rows.values_list(*fields) for name in found if name]

    people = [
        *names("AuditEntry", "user__name", campaign=campaign),
        *names("Seat", "user__name", campaign=campaign),
        *names("Role", "user__name", campaign=campaign),
        *names("Deputy", "user__name", seat__campaign=campaign),
    ]
    banners = names("Battle", "name_first", "name_second", turn__campaign=campaign)
    return Around(
        zone=str((campaign.schedule or {}).get("time_zone") or "UTC"),
        armies=tuple(dict.fromkeys(names("Seat", "army", campaign=campaign))),
        banners=tuple(dict.fromkeys(banners)),
        people=tuple(dict.fromkeys(people)),
    )


class Migration(migrations.Migration):

    dependencies = [
        ("campaign", "0025_ids_that_are_ids"),
    ]

    operations = [
        migrations.AddField("auditentry", "values", models.JSONField(default=dict)),
        migrations.AlterField("auditentry", "text", models.TextField(blank=True)),
        migrations.RunPython(to_values, to_text),
    ]
