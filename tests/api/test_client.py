"""The program in docs/api.md plays a seat over HTTP, just as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from campaign.access.api_tokens import make_token
from campaign.models import Battle, BattleResult, Phase, PlanState, PlayerTurn, User
from tests.api.conftest import War

pytestmark = pytest.mark.django_db(transaction=True)
MOST_LINES = 60


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The program, taken out of the document."""
    text = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
    (code,) = re.findall(r"```python\n(\"\"\"Plays.*?)```", text, re.DOTALL)
    path = tmp_path / "seat.py"
    path.write_text(code)
    return path


def run(script: Path, address: str, token: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "CAMPAIGN_TOKEN": token}
    command = [sys.executable, str(script), address]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)


def test_the_program_is_short(script: Path) -> None:
    lines = [line for line in script.read_text().splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES


def test_it_reads_plans_and_reports_a_battle(script: Path, war: War, ada: User, live_server: Any) -> None:
    _token, secret = make_token(user=ada, name="seat", scopes=["plan", "result"])
    planned = run(script, live_server.url, secret)
    assert planned.returncode == 0, planned.stderr
    mine = PlayerTurn.objects.get(seat__user=ada, turn__number=1)
    assert mine.state == PlanState.SUBMITTED
    assert f"receipt {mine.receipt}" in planned.stdout
    again = run(script, live_server.url, secret)
    assert again.returncode == 0, again.stderr
    assert again.stdout == planned.stdout


def test_it_reports_the_battle(script: Path, war: War, ada: User, live_server: Any) -> None:
    _token, secret = make_token(user=ada, name="seat", scopes=["result"])
    war.meet()
    war.go_to(Phase.BATTLES)
    done = run(script, live_server.url, secret)
    assert done.returncode == 0, done.stderr
    told = BattleResult.objects.get(battle=Battle.objects.get())
    assert (told.method, told.winner, told.points_first) == ("tabletop", "", 750)


def test_a_refusal_is_said_in_words(script: Path, war: War, ada: User, live_server: Any) -> None:
    _token, secret = make_token(user=ada, name="seat", scopes=[])
    refused = run(script, live_server.url, secret)
    assert refused.returncode == 1
    assert "does not carry the scope that this needs: plan" in refused.stderr
    assert "Traceback" not in refused.stderr
