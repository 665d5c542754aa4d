"""A missing or wrong variable is said in one line that names it and what is allowed."""

from __future__ import annotations

import sys

import pytest

from tests.gates import DEPLOYED, SECRET, run, said

pytestmark = pytest.mark.once


def check(**env: str) -> tuple[int, str]:
    """What ``manage.py check`` says in an environment."""
    done = run([sys.executable, "manage.py", "check"], env=env)
    return done.returncode, said(done)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("SECRET_KEY", "", "is missing; make one with"),
        ("SECRET_KEY", "short", "50 or more random characters"),
        ("SECRET_KEY", "a" * 60, "50 or more random characters"),
        ("SECRET_KEY", "django-insecure-" + SECRET, "50 or more random characters"),
        ("DATABASE_URL", "mysql://u:p@h/n", "allowed are sqlite, postgres, postgresql"),
        ("DATABASE_URL", "postgres", "write it like postgres://"),
        ("REDIS_URL", "http://127.0.0.1", "allowed are redis, rediss, unix"),
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
    ],
)
def test_a_wrong_variable_is_named_with_what_is_allowed(name: str, value: str, allowed: str) -> None:
    code, text = check(**{name: value})
    lines = text.strip().splitlines()
    assert code == 2
    assert len(lines) == 1, text
    assert lines[0].startswith(f"{name} ")
    assert allowed in lines[0]


def test_all_that_is_wrong_is_said_at_once() -> None:
    code, text = check(DEBUG="perhaps", TIME_ZONE="Mars", EMAIL_URL="pigeon://loft")
    assert code == 2
    assert [line.split()[0] for line in text.strip().splitlines()] == ["DEBUG", "TIME_ZONE", "EMAIL_URL"] or (
        sorted(line.split()[0] for line in text.strip().splitlines()) == ["DEBUG", "EMAIL_URL", "TIME_ZONE"]
    )


def test_what_is_wrong_with_a_secret_address_does_not_repeat_the_secret() -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        _, text = check(**{name: "odd://user:hunter2@host/name"})
        assert text.startswith(name)
        assert "hunter2" not in text


def test_a_database_that_does_not_answer_is_one_line() -> None:
    env = {"DATABASE_URL": "postgres://app:hunter2@127.0.0.1:1/app", "DATABASE_POOL": "0"}
    done = run([sys.executable, "manage.py", "migrate"], env=env)
    assert done.returncode == 2
    assert "The database of DATABASE_URL (127.0.0.1:1) does not answer" in done.stderr
    assert "Traceback" not in done.stderr
    assert "hunter2" not in done.stderr


def test_an_empty_environment_but_for_the_key_is_enough() -> None:
    code, text = check()
    assert code == 0, text


def test_a_deployment_is_https_only_with_a_policy_that_allows_nothing_inline() -> None:
    code = (
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup()\n"
        "from django.conf import settings as s\n"
        "from csp.utils import build_policy\n"
        "print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS)\n"
        "print(build_policy())\n"
        "print(s.CONN_MAX_AGE if hasattr(s, 'CONN_MAX_AGE') else s.DATABASES['default']['CONN_MAX_AGE'])\n"
        "print(s.DATABASES['default'].get('ATOMIC_REQUESTS', False), s.CELERY_BROKER_URL)\n"
    )
    done = run([sys.executable, "-c", code], env=DEPLOYED)
    https, policy, age, atomic = done.stdout.strip().splitlines()
    assert https == "True True True 31536000"
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert age == "0"
    assert atomic == "False redis://redis.example:6379/0"
