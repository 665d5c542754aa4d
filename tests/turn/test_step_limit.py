"""A step that does not end: its process is ended where another follows it, else the log tells."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time

import pytest

from campaign.turn.clockwork import step_limit
from tests.gates import ROOT

HANG = """
import logging, time
logging.basicConfig(format="%(message)s")
from campaign.turn.clockwork import step_limit
step_limit.LONGEST = 0.3
{mortal}
with step_limit.limited("turn 3 of campaign abc"):
    time.sleep(2)
print("went on")
"""


@pytest.mark.parametrize("mortal", [True, False], ids=["on its own", "beside a web server"])
def test_a_step_that_does_not_end(mortal: bool) -> None:
    code = HANG.format(mortal="step_limit.end_with_the_step()" if mortal else "")
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "a step of turn 3 of campaign abc takes over 0 seconds" in done.stderr
    assert (done.returncode, done.stdout) == ((-9, "") if mortal else (0, "went on\n"))
    assert time.monotonic() - began < 30


def test_one_that_ends_is_not_heard_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(step_limit, "LONGEST", 0.05)
    monkeypatch.setattr(os, "kill", None)
    with caplog.at_level(logging.ERROR), step_limit.limited("turn 1"):
        pass
    time.sleep(0.15)
    assert caplog.text == ""
    assert not step_limit._mortal
