"""A missing or wrong variable is said in one line that names it and what is allowed."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import extras
from tests.gates import DEPLOYED, ROOT, SECRET, run

pytestmark = pytest.mark.once

VARIABLES = (
    *("SECRET_KEY", "SEED_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "ALLOWED_HOSTS", "SITE_URL"),
    *("CSRF_TRUSTED_ORIGINS", "TIME_ZONE", "DEBUG", "DEMO", "TRUSTED_PROXIES", "LOG_LEVEL", "MAIL_FROM"),
    *("WEBHOOK_HOSTS", "PUSH_HOSTS", "DATABASE_POOL", "HSTS_SUBDOMAINS", "HSTS_PRELOAD"),
    *("PREPARED_QUERIES", "GC_FREEZE", "LOG_FORMAT", "DATABASE_POOLER", "CONTACT", "OPERATED_BY"),
    *("METRICS_TOKEN", "SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT", "S3_BUCKET", "S3_ENDPOINT"),
)
STOPPED = """
def interrupted(*args):
    raise KeyboardInterrupt
import django.core.management
django.core.management.execute_from_command_line = interrupted
sys.exit(manage.main())
"""
Load = Callable[..., Mapping[str, Any]]


@pytest.fixture
def load() -> Iterator[Load]:
    """Run the settings afresh in an environment of nothing but a key and what is given.

    The environment is put back whole: a file of variables adds to it what no test has named.
    """
    before = dict(os.environ)

    def run_settings(**env: str) -> Mapping[str, Any]:
        for name in VARIABLES:
            os.environ.pop(name, None)
        os.environ.update({"SECRET_KEY": SECRET, "ENV_FILE": os.devnull, **env})
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    yield run_settings
    os.environ.clear()
    os.environ.update(before)


def refusal(load: Load, **env: str) -> list[str]:
    """The lines with which the settings refuse an environment."""
    with pytest.raises(ImproperlyConfigured) as refused:
        load(**env)
    return str(refused.value).splitlines()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("SECRET_KEY", "", "is missing; make one with"),
        ("SECRET_KEY", "short", "50 or more random characters"),
        ("SECRET_KEY", "a" * 60, "50 or more random characters"),
        ("SECRET_KEY", "django-insecure-" + SECRET, "50 or more random characters"),
        ("DATABASE_URL", "mysql://u:p@h/n", "allowed are sqlite, postgres, postgresql"),
        ("DATABASE_URL", "postgres", "write it like postgres://"),
        ("SEED_KEY", "short", "50 or more random characters"),
        ("DATABASE_URL", "postgres://", "names no database; write it like postgres://"),
        ("DATABASE_URL", "postgres://war.example", "names no database; write it like postgres://"),
        ("DATABASE_URL", "sqlite:///", "names no file; write it like sqlite:////"),
        ("DATABASE_URL", "sqlite://:memory:", "names no file; write it like sqlite:////"),
        ("DATABASE_POOL", "many", "a whole number from 0 to 100"),
        ("REDIS_URL", "http://127.0.0.1", "allowed are redis, rediss, unix"),
        ("REDIS_URL", "redis://127.0.0.1:port/0", "write it like redis://"),
        ("REDIS_URL", "redis://127.0.0.1/first", "write it like redis://"),
        ("MAIL_FROM", "The war", "such as BOLTGUN Campaigns <campaigns@war.example>"),
        ("WEBHOOK_HOSTS", "https://chat.example/hook", "allowed are host names"),
        ("PUSH_HOSTS", "https://push.example", "allowed are host names"),
        ("EMAIL_URL", "pigeon://loft", "allowed are smtp"),
        ("ALLOWED_HOSTS", "*", "allowed are host names"),
        ("ALLOWED_HOSTS", "https://war.example", "allowed are host names"),
        ("CSRF_TRUSTED_ORIGINS", "war.example", "such as https://war.example"),
        ("SITE_URL", "war.example", "allowed is http:// or https://"),
        ("SITE_URL", "https://war.example:port", "allowed is http:// or https://"),
        ("SITE_URL", "https://war.example/path", "allowed is http:// or https://"),
        ("TIME_ZONE", "Mars/Olympus", "such as Europe/Berlin"),
        ("DEBUG", "perhaps", "allowed are on and off"),
        ("TRUSTED_PROXIES", "-1", "a whole number from 0 to 9"),
        ("LOG_LEVEL", "LOUD", "allowed: DEBUG, INFO, WARNING, ERROR"),
        ("HSTS_SUBDOMAINS", "all", "allowed are on and off"),
        ("HSTS_PRELOAD", "soon", "allowed are on and off"),
        ("LOG_FORMAT", "xml", "allowed: line, json"),
        ("DATABASE_POOLER", "session", "allowed: none, transaction"),
        ("CONTACT", "somebody", "such as operator@war.example"),
        ("METRICS_TOKEN", "short", "50 or more random characters"),
        ("SENTRY_DSN", "errors", "write it like https://"),
        ("SENTRY_DSN", "https://key@errors.example/1", "is not installed (extra 'sentry')"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318", "is not installed (extra 'telemetry')"),
        ("S3_BUCKET", "campaigns", "is not installed (extra 's3')"),
        ("S3_ENDPOINT", "s3.example", "write it like https://"),
    ],
)
def test_a_wrong_variable_is_named_with_what_is_allowed(
    load: Load, monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str
) -> None:
    # Tests of what extras do have some of them installed.
    monkeypatch.setattr(extras, "find_spec", lambda _library: None)
    (line,) = refusal(load, **{name: value})
    assert line.startswith(f"{name} ")
    assert allowed in line


def test_all_that_is_wrong_is_said_at_once(load: Load) -> None:
    lines = refusal(load, DEBUG="perhaps", TIME_ZONE="Mars", EMAIL_URL="pigeon://loft")
    assert sorted(line.split()[0] for line in lines) == ["DEBUG", "EMAIL_URL", "TIME_ZONE"]


def test_one_that_only_another_value_would_need_is_named_too(load: Load) -> None:
    lines = refusal(load, DATABASE_URL="nowhere", DATABASE_POOL="many", ALLOWED_HOSTS="a/b,*")
    assert [line.split()[0] for line in sorted(lines)] == ["ALLOWED_HOSTS", "DATABASE_POOL", "DATABASE_URL"]
    assert "'a/b', '*'" in min(lines)


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY"])
def test_what_is_wrong_with_a_secret_does_not_repeat_it(load: Load, name: str) -> None:
    assert "hunter2" not in "".join(refusal(load, **{name: "odd://user:hunter2@host/name"}))


def test_the_command_line_says_it_without_a_stack_trace() -> None:
    done = run([sys.executable, "manage.py", "check"], env={"SECRET_KEY": ""})
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("SECRET_KEY is missing; make one with")


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "uvicorn", "config.asgi:application", "--port", "0"],
        ["-m", "celery", "--app", "config", "worker"],
        ["-m", "celery", "--app", "config", "beat"],
    ],
)
def test_processes_of_their_own_say_it_without_a_stack_trace(command: list[str]) -> None:
    done = run([sys.executable, *command], env={"SECRET_KEY": "", "DEBUG": "perhaps"})
    assert done.returncode != 0
    assert sorted(line.split()[0] for line in done.stderr.strip().splitlines()) == ["DEBUG", "SECRET_KEY"]


def test_a_file_of_variables_that_cannot_be_read_is_named(load: Load, tmp_path: Path) -> None:
    for file in (tmp_path / "none", tmp_path):
        (line,) = refusal(load, ENV_FILE=str(file))
        assert line.startswith(f"{file} cannot be read")
    letters = tmp_path / "letters"
    letters.write_bytes(b"TIME_ZONE=\xff\n")
    (line,) = refusal(load, ENV_FILE=str(letters))
    assert line.startswith(f"{letters} cannot be read")
    assert "UTF-8" in line


def test_a_line_that_sets_nothing_is_named_and_not_repeated(load: Load, tmp_path: Path) -> None:
    file = tmp_path / "env"
    file.write_text("# ours\n\nexport DEBUG=on\nSEED_KEY: hunter2\nTIME_ZONE=Mars\n")
    first, second = refusal(load, ENV_FILE=str(file))
    assert first == f"{file} line 4 sets nothing; allowed are NAME=value and lines that begin with #"
    assert second.startswith("TIME_ZONE ")


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all, " * 200)
    done = run([sys.executable, "manage.py", "migrate"], env={"DATABASE_URL": f"sqlite:///{file}"})
    assert done.returncode == 2
    assert f"The database of DATABASE_URL ({file})" in done.stderr
    assert "file is not a database" in done.stderr
    assert "Traceback" not in done.stderr


def test_to_be_stopped_while_it_starts_is_no_stack_trace(tmp_path: Path) -> None:
    started = [sys.executable, "-c", "import manage, sys\n" + STOPPED]
    done = run(started, env={"DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"})
    assert (done.returncode, done.stdout.strip(), done.stderr) == (130, "Stopped.", "")


def test_a_database_that_does_not_answer_is_one_line() -> None:
    env = {"DATABASE_URL": "postgres://app:hunter2@127.0.0.1:1/app", "DATABASE_POOL": "0"}
    done = run([sys.executable, "manage.py", "migrate"], env=env)
    assert done.returncode == 2
    assert "The database of DATABASE_URL (127.0.0.1:1) does not answer" in done.stderr
    assert "Traceback" not in done.stderr
    assert "hunter2" not in done.stderr


def test_an_empty_environment_but_for_the_key_is_one_process_on_sqlite(load: Load) -> None:
    settings = load()
    options = settings["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert settings["CELERY_BROKER_URL"].startswith("memory://")
    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"] == {"polling_interval": 0.1}
    assert settings["DEBUG"] is False
    assert settings["DEMO"] is False


def test_a_deployment_is_https_only_and_pools_its_connections(load: Load) -> None:
    settings = load(**DEPLOYED)
    for name in ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"):
        assert settings[name] is True, name
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert settings["DATABASES"]["default"]["CONN_MAX_AGE"] == 0
    assert settings["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 8
    assert not settings["DATABASES"]["default"].get("ATOMIC_REQUESTS")
    assert settings["CELERY_BROKER_URL"] == DEPLOYED["REDIS_URL"]
    assert settings["ALLOWED_HOSTS"] == ["war.example", "localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(
    ("switches", "header"),
    [
        ({}, "max-age=31536000"),
        pytest.param(
            {"HSTS_SUBDOMAINS": "on"}, "max-age=31536000; includeSubDomains", marks=pytest.mark.long
        ),
        (
            {"HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"},
            "max-age=31536000; includeSubDomains; preload",
        ),
        pytest.param(
            {"HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on", "SITE_URL": "http://war.example"},
            None,
            marks=pytest.mark.long,
        ),
    ],
)
def test_only_the_own_host_is_bound_to_https_unless_asked(
    switches: dict[str, str], header: str | None
) -> None:
    """What browsers are answered over https, by a process with these variables."""
    asked = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "print(Client().get('/robots.txt', secure=True, headers={'host': 'war.example'}).headers"
        ".get('Strict-Transport-Security'))"
    )
    env = {**DEPLOYED, **switches, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = run([sys.executable, "-c", asked], env=env)
    assert done.stdout.strip().splitlines()[-1:] == [str(header)], done.stderr


def test_to_be_on_the_browsers_lists_takes_all_hosts_below(load: Load) -> None:
    (line,) = refusal(load, SITE_URL="https://war.example", HSTS_PRELOAD="on")
    assert line.startswith("HSTS_PRELOAD is on, but HSTS_SUBDOMAINS is off")


def test_others_let_people_in_where_the_site_is_registered(load: Load) -> None:
    assert load()["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"] == ["'self'"]
    settings = load(LOGIN_DISCORD="1234:a-secret:with-a-colon")
    assert settings["OUTSIDE"] == {"discord": ("1234", "a-secret:with-a-colon")}
    forms = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"]
    assert forms == ["'self'", "https://discord.com"]
    (line,) = refusal(load, LOGIN_GOOGLE="a-secret-alone")
    assert line == "LOGIN_GOOGLE is not what is allowed: the id, a colon and the secret"


def test_behind_a_pooler_of_transactions_nothing_outlives_one(load: Load) -> None:
    found = load(**DEPLOYED, DATABASE_POOLER="transaction")["DATABASES"]["default"]
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert found["OPTIONS"] == {"pool": False, "prepare_threshold": None}
    assert "DISABLE_SERVER_SIDE_CURSORS" not in load(**DEPLOYED)["DATABASES"]["default"]


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere(load: Load) -> None:
    policy = load()["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert "unsafe" not in str(policy)


def test_the_worker_acknowledges_late_and_takes_one_at_a_time(load: Load) -> None:
    settings = load()
    assert settings["CELERY_TASK_ACKS_LATE"]
    assert settings["CELERY_TASK_REJECT_ON_WORKER_LOST"]
    assert settings["CELERY_TASK_IGNORE_RESULT"]
    assert settings["CELERY_WORKER_PREFETCH_MULTIPLIER"] == 1
    for entry in settings["CELERY_BEAT_SCHEDULE"].values():
        # What is sent may have to wait behind a run of half a minute.
        most = 60 if entry["task"] in settings["LANES"]["post"] else max(5, entry["schedule"])
        assert entry["options"]["expires"] <= most
