#!/usr/bin/env python
"""Django's command line. What can be mended by whoever runs it is said in a line, not in a stack trace."""

import gc
import os
import sys


def main() -> int:
    """Run a command; 2 when the environment is at fault, 130 when it was told to stop."""
    # What is loaded at the start stays: to look through it for garbage takes an eighth of that time.
    gc.set_threshold(50_000, 20, 20)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db.utils import DatabaseError, OperationalError

    try:
        from django.conf import settings

        _ = settings.INSTALLED_APPS
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        return 2
    except DatabaseError as error:
        if type(error) not in (DatabaseError, OperationalError):  # the others are faults of the program
            raise
        why = str(error).strip()
        print(f"The database of DATABASE_URL ({place()}) does not answer: {why}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.")
        return 130
    return 0


def place() -> str:
    """Where the database should be, without its password."""
    from django.conf import settings

    known = settings.DATABASES["default"]
    return f"{known['HOST']}:{known['PORT'] or 5432}" if known.get("HOST") else str(known["NAME"])


if __name__ == "__main__":
    sys.exit(main())
