"""Runs a module with little memory, time and priority, all given on its command line.

What a set-up makes of a bot game is not known beforehand; this process may fail, its parent must not.
"""

from __future__ import annotations

import os
import resource
import runpy
import sys

MIB = 1024 * 1024


def main(arguments: list[str]) -> None:
    """Limit this process for good, then be the module."""
    megabytes, seconds, niceness = map(int, arguments[:3])
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MIB, megabytes * MIB))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # It answers through its pipe: it writes no file, and starts nobody.
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    runpy.run_module(arguments[3], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
