"""What whoever invites typed, so that the address of somebody invited by name is shown to nobody."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0023_signs_of_life")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="to",
            field=models.CharField(blank=True, max_length=254),
        ),
    ]
