"""Tokens write messages by a scope of their own: those that could before still can."""

from django.db import migrations


def let_write(apps, schema_editor):
    """Whoever may plan may write, as it was until now."""
    tokens = apps.get_model("campaign", "ApiToken").objects
    for token in tokens.all().only("scopes"):
        if "plan" in token.scopes and "press" not in token.scopes:
            tokens.filter(pk=token.pk).update(scopes=[*token.scopes, "press"])


def forget_scope(apps, schema_editor):
    """Before this there was no such scope: whoever had it and may not plan could write nothing."""
    tokens = apps.get_model("campaign", "ApiToken").objects
    for token in tokens.all().only("scopes"):
        if "press" in token.scopes:
            left = [scope for scope in token.scopes if scope != "press"]
            tokens.filter(pk=token.pk).update(scopes=left)


class Migration(migrations.Migration):
    dependencies = (("campaign", "0052_flags_of_texts_banners_and_tables"),)
    operations = (migrations.RunPython(let_write, forget_scope),)
