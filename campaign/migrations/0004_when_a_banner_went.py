from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0003_battles_bound_and_reopened'),
    ]

    operations = [
        migrations.AddField(
            model_name='banner',
            name='gone_in',
            field=models.PositiveIntegerField(help_text='The turn in which it was destroyed or joined.', null=True),
        ),
    ]
