"""Runs a module with little memory and time, given on its command line.

What a set-up makes of a bot game is not known beforehand; this process may fail, its parent must not. One
that reads what people send is *sealed* besides: once its modules are loaded it opens nothing any more, no
file and no connection, and starts nobody. Whatever takes it over has its memory, its time and the pipe to
its parent.
"""

from __future__ import annotations

import importlib
import os
import resource
import sys
from pathlib import Path

MIB = 1024 * 1024
NOBODY = 65_534
"""The user and the group of a sealed process whose parent is the machine's master: limits bind no master."""


def main(arguments: list[str]) -> None:
    """Limit this process for good, then be the module."""
    megabytes, seconds, helper, sealed = map(int, arguments[:4])
    language, name = arguments[4:6]
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MIB, megabytes * MIB))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if helper:
        own = (megabytes - helper) * MIB
        resource.setrlimit(resource.RLIMIT_DATA, (own, own))
    else:
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    if language:
        speak(language)
    module = importlib.import_module(name)
    # What a sealed module will ever need is loaded before it has read a byte, and Python keeps it compiled:
    # a child is started for each picture. From here on no file is written; the answer goes through the pipe.
    if sealed:
        module.prepare()
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sealed:
        seal()
    module.main()


def speak(language: str) -> None:
    """Say what is wrong in a language of the site's; without settings, for those hold its secrets."""
    import django
    from django.conf import settings
    from django.utils import translation

    settings.configure(USE_I18N=True, LOCALE_PATHS=[Path(__file__).resolve().parents[3] / "locale"])
    django.setup()
    translation.activate(language)
    translation.gettext("")


def seal() -> None:
    """Give up, for good, whatever this process could open: what it has open already stays."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


if __name__ == "__main__":
    main(sys.argv[1:])
