"""Own dice belong to a place, not to a phone; and an action may wait for them."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def to_places(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Whoever rolled himself on a phone does so at its places."""
    places = apps.get_model("battles", "Place").objects
    for phone in apps.get_model("battles", "Phone").objects.filter(own_dice=True):
        places.filter(table=phone.table_id, number__in=phone.numbers).update(own_dice=True)


def to_phones(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Back: a phone rolls itself if any of its places does."""
    chosen = set(
        apps.get_model("battles", "Place").objects.filter(own_dice=True).values_list("table_id", "number")
    )
    for phone in apps.get_model("battles", "Phone").objects.all():
        if any((phone.table_id, number) in chosen for number in phone.numbers):
            phone.own_dice = True
            phone.save(update_fields=["own_dice"])


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0004_handing_over"),
    ]

    operations = [
        migrations.AddField(
            model_name="place",
            name="own_dice",
            field=models.BooleanField(default=False, help_text="The player rolls himself and types it in."),
        ),
        migrations.AddField(
            model_name="table",
            name="waits",
            field=models.JSONField(
                null=True,
                help_text="An action that waits for a player's own dice: cid, kind, player, values, the"
                " dice that lie, and what it wants of which place.",
            ),
        ),
        migrations.RunPython(to_places, to_phones),
        migrations.RemoveField(model_name="phone", name="own_dice"),
    ]
