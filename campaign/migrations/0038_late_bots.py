from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0037_lessons'),
    ]

    operations = [
        migrations.AlterField(
            model_name='botdecision',
            name='shortfall',
            field=models.CharField(blank=True, choices=[('', 'none'), ('killed', 'its process was ended'), ('late', 'there was no time left for its own'), ('held', 'no plan could be made: all hold')], default='', max_length=6),
        ),
    ]
