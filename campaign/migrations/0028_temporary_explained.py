from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0027_jobs_of_one_kind")]
    operations = [
        migrations.AddField("turn", "explained", models.JSONField(null=True)),
    ]
