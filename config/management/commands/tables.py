"""``manage.py tables``: all tables of this version, in a new database at once, else by its migrations."""

from __future__ import annotations

from django.apps import apps
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    """For the demo and the tests, whose databases are new and wait to be used."""

    help = "Makes all tables in an empty database, without living through how they came about; else migrates."

    def handle(self, *args: object, **options: object) -> None:
        """What is made at once is what migrations would have made, and is noted as made by them."""
        if connection.introspection.table_names():
            call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
        else:
            _make_all()


def _make_all() -> None:
    executor = MigrationExecutor(connection)
    executor.recorder.ensure_schema()
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    for app, name in executor.loader.graph.nodes:
        executor.recorder.record_applied(app, name)
    emit_post_migrate_signal(0, interactive=False, db=connection.alias)
