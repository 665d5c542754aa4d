"""A broker that takes connections and never answers holds no request for long, and not one after another."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading

from tests.test_bombs import ROOT

ASKING = """
import time, django
django.setup()
from campaign.base.jobs import wake
for _number in range(3):
    begun = time.monotonic()
    wake._send(wake.TICK)
    print(time.monotonic() - begun, flush=True)
"""


def test_a_broker_that_hangs_holds_no_request_for_long() -> None:
    held = []
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(8)

        def accept() -> None:
            while True:
                try:
                    held.append(mute.accept())
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        env = {
            **os.environ,
            "REDIS_URL": f"redis://127.0.0.1:{mute.getsockname()[1]}/0",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        told = subprocess.run(
            [sys.executable, "-c", ASKING], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
        )
    taken = [float(line) for line in told.stdout.split()]
    assert held, told.stderr[-500:]
    assert len(taken) == 3
    assert taken[0] < 15
    assert max(taken[1:]) < 1
