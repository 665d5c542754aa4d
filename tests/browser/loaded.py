"""What every server of the tests loads, loaded once: they are forked from a process that has imported this.

Nothing has been done in it but that: no connection, no thread, no request.
"""

import gc

import django

django.setup()

from django.core.management import call_command  # noqa: E402

import config.asgi  # noqa: E402
import config.management.commands.serve  # noqa: E402, F401

with open("/dev/null", "w") as nowhere:
    call_command("check", stdout=nowhere, stderr=nowhere)
# A child writes into what it looks through for garbage, and would have to copy it.
gc.collect()
gc.freeze()
