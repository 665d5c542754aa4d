"""House rules, triggers, sealed relics, and turns explained."""

import campaign.ids
import django.db.models.deletion
from django.db import migrations, models


def fill_boards(apps, schema_editor):
    """A board that is being built has triggers, and says of each relic whether it is sealed."""
    drafts = apps.get_model("campaign", "Draft").objects.using(schema_editor.connection.alias)
    for draft in drafts.order_by("pk").iterator():
        if not draft.board:
            continue
        draft.board.setdefault("triggers", [])
        for relic in draft.board.get("relics", ()):
            relic.setdefault("sealed", False)
        draft.save(update_fields=("board",))


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0027_jobs_of_one_kind'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='house',
            field=models.JSONField(default=list, help_text="The club's own army rules; see campaign.base.setup.house_rules."),
        ),
        migrations.AddField(
            model_name='relic',
            name='sealed',
            field=models.BooleanField(default=False, help_text='It lies unknown, and nobody finds it before a trigger or settlement does.'),
        ),
        migrations.AddField(
            model_name='turn',
            name='explained',
            field=models.JSONField(help_text='Every change of a level, and how each battle was found: the truth.', null=True),
        ),
        migrations.CreateModel(
            name='Trigger',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40)),
                ('public_id', models.CharField(default=campaign.ids.random_id, editable=False, max_length=32, unique=True)),
                ('document', models.JSONField(default=dict)),
                ('hint', models.CharField(blank=True, help_text='For who knows the feature or carries the relic.', max_length=500)),
                ('told', models.CharField(blank=True, help_text='Told when it fires.', max_length=2000)),
                ('told_to', models.CharField(choices=[('holder', 'Its holder'), ('all', 'Everybody')], default='holder', max_length=6)),
                ('holder', models.CharField(blank=True, max_length=40)),
                ('held', models.PositiveIntegerField(default=0)),
                ('fired_by', models.JSONField(default=list)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='triggers', to='campaign.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'key'), name='trigger_key_unique')],
            },
        ),
        migrations.RunPython(fill_boards, migrations.RunPython.noop),
    ]
