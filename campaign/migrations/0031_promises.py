"""Promises between two seats."""

import campaign.ids
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', "0030_settlements"),
    ]

    operations = [
        migrations.CreateModel(
            name='Promise',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=campaign.ids.random_id, editable=False, max_length=32, unique=True)),
                ('kind', models.CharField(choices=[('peace', 'Peace')], default='peace', max_length=8)),
                ('until', models.PositiveIntegerField(help_text='The last turn that it covers.')),
                ('since', models.PositiveIntegerField(help_text='The first turn that it covers, once accepted.', null=True)),
                ('state', models.CharField(choices=[('offered', 'Offered'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='offered', max_length=10)),
                ('offered_in', models.PositiveIntegerField(help_text='The turn that ran when it was offered.')),
                ('offered_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(help_text='When it was accepted, declined or withdrawn.', null=True)),
                ('breaches', models.JSONField(default=list)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='promises', to='campaign.campaign')),
                ('seat_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='promises_offered', to='campaign.seat')),
                ('seat_to', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='promises_asked', to='campaign.seat')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'offered')), fields=('seat_by', 'seat_to'), name='one_open_offer')],
            },
        ),
    ]
