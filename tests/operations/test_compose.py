"""The deployment's file: no process can write, rise, or reach and know more than it needs."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from campaign.delivery.services import RUN
from campaign.turn.clockwork.step_limit import LONGEST as STEP
from config.management.commands.serve import LONGEST
from tests.gates import ROOT

FILE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
OWN = ("migrate", "web", "ticker", "clock", "care", "post", "heavy", "beat")
COMMON = {
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_FALLBACKS", "SEED_KEY", "SITE_URL"),
    *("ALLOWED_HOSTS", "TIME_ZONE", "LOG_LEVEL", "LOG_FORMAT", "DATABASE_POOL", "DATABASE_POOLER"),
    *("PREPARED_QUERIES", "GC_FREEZE"),
}
FILES = {"S3_BUCKET", "S3_ENDPOINT", "S3_REGION", "S3_KEY_ID", "S3_SECRET", "S3_FOLDER"}
TELLING = {"SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT"}
SENDING = {"EMAIL_URL", "MAIL_FROM", "WEBHOOK_HOSTS", "PUSH_HOSTS", "DICE_BEACON"}
SERVING = {
    *("TRUSTED_PROXIES", "CSRF_TRUSTED_ORIGINS", "HSTS_SUBDOMAINS", "HSTS_PRELOAD"),
    *("OPERATED_BY", "OPERATOR_ADDRESS", "CONTACT", "METRICS_TOKEN"),
    *("GUESTS_AN_HOUR", "GUESTS_A_DAY", "SKIRMISHES_OPEN", "SKIRMISHES_A_DAY", "GUEST_WARS"),
    *("LANDING_WAR", "LOGIN_DISCORD", "LOGIN_GOOGLE"),
}
VARIABLES = {
    **dict.fromkeys(OWN, COMMON),
    "web": COMMON | SENDING | SERVING | FILES | TELLING,
    "post": COMMON | SENDING | TELLING,
    "heavy": COMMON | FILES,
    "care": COMMON | {"DICE_BEACON"},
    "postgres": {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"},
    "redis": set(),
}


def test_these_are_all() -> None:
    assert set(SERVICES) == {*OWN, "postgres", "redis"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_nothing_can_be_written_and_nobody_rises(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "devices", "pid", "ipc", "network_mode", "env_file"} & set(service)
    assert all(":" in place for place in service["tmpfs"])
    limits = service["deploy"]["resources"]["limits"]
    assert set(limits) == {"cpus", "memory", "pids"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_each_is_given_its_own_variables(name: str) -> None:
    assert set(SERVICES[name].get("environment", {})) == VARIABLES[name]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_the_data_s_network_leads_nowhere(name: str) -> None:
    outside = {"web", "post"}
    assert SERVICES[name]["networks"] == (["data", "outside"] if name in outside else ["data"])
    assert FILE["networks"]["data"] == {"internal": True}
    assert "ports" not in SERVICES[name] or SERVICES[name]["ports"] == ["127.0.0.1:8000:8000"]


def test_whoever_is_at_work_is_waited_for_when_it_stops() -> None:
    """Ten seconds are usual: a step, a mail or a file that takes longer would be cut off by each upgrade."""
    longest = {"web": LONGEST, "ticker": STEP, "clock": STEP, "care": 10, "post": RUN, "heavy": 300}
    for name, seconds in longest.items():
        assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > seconds, name


def test_images_are_named_by_their_digests() -> None:
    digest = r"@sha256:[0-9a-f]{64}$"
    for name, service in SERVICES.items():
        assert ("build" in service) == (name in OWN)
        assert name in OWN or re.search(digest, service["image"]), name
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.M)
    assert bases
    assert all(re.search(digest, base) for base in bases)
    assert "\nUSER 1000\n" in (ROOT / "Dockerfile").read_text()


def test_every_variable_of_the_example_is_given_to_somebody() -> None:
    written = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    of_one_machine = {"DEBUG", "STATIC_ROOT", "WEB_WORKERS", "POSTGRES_PASSWORD", "EXTRAS"}
    assert written - of_one_machine - set().union(*VARIABLES.values()) == set()
