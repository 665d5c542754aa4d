"""Anything can be flagged, not messages alone; operators act on what is flagged to them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaign.ids

USER = settings.AUTH_USER_MODEL


def name_subjects(apps, schema_editor):
    """Flags of messages: what they are about, in which campaign, and what it says."""
    flags = apps.get_model("campaign", "Flag").objects
    for flag in flags.select_related("message__thread").iterator():
        message = flag.message
        flags.filter(pk=flag.pk).update(
            subject=message.public_id,
            campaign=message.thread.campaign_id,
            person=message.author_id,
            snapshot={"title": "", "text": message.text},
        )
    # PostgreSQL changes no table while keys of its rows are still to be looked at.
    schema_editor.connection.check_constraints()


def drop_others(apps, schema_editor):
    """Before this only messages could be flagged, by people, once each."""
    flags = apps.get_model("campaign", "Flag").objects
    flags.filter(models.Q(message=None) | models.Q(by=None)).delete()
    seen = set()
    for pk, message, by in flags.order_by("id").values_list("id", "message_id", "by_id"):
        if (message, by) in seen:
            flags.filter(pk=pk).delete()
        seen.add((message, by))
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("campaign", "0050_channels")]

    operations = [
        migrations.RenameModel("MessageFlag", "Flag"),
        migrations.AddField(
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
                ],
                default="message",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "flag",
            "subject",
            models.CharField(default="", help_text="The thing's own id.", max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            "flag",
            "campaign",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="flags", to="campaign.campaign"
            ),
        ),
        migrations.AddField(
            "flag",
            "person",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="flags_against",
                to=USER,
            ),
        ),
        migrations.AddField("flag", "to_operators", models.BooleanField(default=False)),
        migrations.AddField("flag", "snapshot", models.JSONField(default=dict)),
        migrations.AddField("flag", "picture", models.BinaryField(null=True)),
        migrations.RunPython(name_subjects, migrations.RunPython.noop),
        migrations.RemoveConstraint("flag", "flag_unique"),
        migrations.AlterField(
            "flag",
            "message",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="flags", to="campaign.message"
            ),
        ),
        migrations.AlterField(
            "flag",
            "by",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=USER),
        ),
        migrations.AlterField("flag", "created_at", models.DateTimeField(db_index=True)),
        migrations.AddConstraint(
            "flag",
            models.UniqueConstraint(
                condition=models.Q(settled_at__isnull=True, by__isnull=False),
                fields=("kind", "subject", "by"),
                name="flag_once",
            ),
        ),
        migrations.AddIndex(
            "flag",
            models.Index(
                condition=models.Q(settled_at__isnull=True), fields=["to_operators", "id"], name="flag_open_index"
            ),
        ),
        migrations.CreateModel(
            "Measure",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=campaign.ids.random_id, editable=False, max_length=32, unique=True),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("hide", "Take it away"),
                            ("rename", "Rename it"),
                            ("warn", "Warn the person"),
                            ("suspend", "Suspend the account"),
                            ("ban", "Ban the account"),
                            ("dismiss", "Dismiss the flag"),
                            ("undo", "Undo"),
                        ],
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(max_length=300)),
                ("until", models.DateTimeField(help_text="Of a suspension.", null=True)),
                ("kept", models.JSONField(default=list)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=USER
                    ),
                ),
                (
                    "flag",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="measures", to="campaign.flag"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="measures", to=USER
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undone",
                        to="campaign.measure",
                    ),
                ),
            ],
            options={"ordering": ("-id",)},
        ),
        migrations.AddField(
            "user",
            "suspended_until",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Until then only a page that says why is shown.",
                null=True,
            ),
        ),
        migrations.AddField(
            "user", "suspended_because", models.CharField(blank=True, editable=False, max_length=300)
        ),
        # Backwards this comes first: what does not fit the old table goes.
        migrations.RunPython(migrations.RunPython.noop, drop_others),
    ]
