"""Files of campaigns once brought any text as an id; one that fits into no address becomes a new id."""

import re

from django.db import migrations

from campaign.ids import random_id

_ID = re.compile(r"[A-Za-z0-9_-]{22}|[0-9a-f]{32}")
_FROM_FILES = (
    "Campaign",
    "Seat",
    "Banner",
    "Feature",
    "Relic",
    "Battle",
    "StandIn",
    "ForfeitClaim",
    "Vacation",
    "Thread",
    "Message",
    "Article",
    "Plate",
    "Backdrop",
)


def mend(apps, schema_editor):
    for name in _FROM_FILES:
        rows = apps.get_model("campaign", name).objects.using(schema_editor.connection.alias)
        for pk, public_id in rows.values_list("pk", "public_id").iterator():
            if not _ID.fullmatch(public_id):
                rows.filter(pk=pk).update(public_id=random_id())


class Migration(migrations.Migration):

    dependencies = [
        ("campaign", "0024_invitations_that_keep_what_was_typed"),
    ]

    operations = [
        migrations.RunPython(mend, migrations.RunPython.noop, elidable=True),
    ]
