from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0004_when_a_banner_went'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='briefing',
            field=models.JSONField(default=list, help_text='Engine ids of enemy banners whose places it knows from the start.'),
        ),
    ]
