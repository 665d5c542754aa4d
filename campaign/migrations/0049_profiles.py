"""What people show of the wars that are over. Nobody shows anything until they say so."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0048_wars_list")]

    operations = [
        migrations.CreateModel(
            "Profile",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "visible_to",
                    models.CharField(
                        choices=[
                            ("nobody", "Nobody"),
                            ("fellows", "Whoever shares or has shared a war with you"),
                            ("anyone", "Anyone, also without an account"),
                        ],
                        default="nobody",
                        max_length=8,
                    ),
                ),
                ("shows_counts", models.BooleanField(default=False)),
                ("left_out", models.ManyToManyField(related_name="+", to="campaign.campaign")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="profile",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
