"""Texts of campaigns, names of banners and quick battles can be flagged, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0051_flags_of_anything")]

    operations = [
        migrations.AlterField(
            "flag",
            "kind",
            models.CharField(
                choices=[
                    ("message", "A message"),
                    ("article", "A piece of the paper"),
                    ("campaign", "A campaign's name and story"),
                    ("army", "An army's name"),
                    ("person", "A person's name"),
                    ("story", "The story of a battle"),
                    ("picture", "A picture of a battle"),
                    ("list", "An army list"),
                    ("text", "A text of a campaign"),
                    ("banner", "A banner's name"),
                    ("table", "A quick battle: its name, sides and units"),
                ],
                default="message",
                max_length=8,
            ),
        ),
    ]
