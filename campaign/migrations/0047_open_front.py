"""What all may see of a war some turns late, and who has agreed to that."""

import django.db.models.deletion
from django.db import migrations, models

import campaign.models.turns


class Migration(migrations.Migration):
    dependencies = [("campaign", "0045_open_dice")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="open_agreed",
            field=models.CharField(
                blank=True,
                help_text="What its player has agreed that anybody may see, and how late: banners:3. Face C1.",
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="OpenFront",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("shows", models.PositiveIntegerField()),
                ("document", campaign.models.turns.PackedField()),
                (
                    "turn",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="open_front",
                        to="campaign.turn",
                    ),
                ),
            ],
        ),
    ]
