"""What stays of a battle at the table: its rematch, and the link of its summary."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("battles", "0006_lists_read"),)

    operations = (
        migrations.AddField(
            model_name="table",
            name="rematch_of",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="battles.table",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="share_token",
            field=models.CharField(
                blank=True,
                db_index=True,
                default="",
                help_text="The link of its summary; empty if it is not shared.",
                max_length=32,
            ),
        ),
    )
