"""Reading the environment: every variable is checked, and all that is wrong is said at once, a line each."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from email.utils import parseaddr
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured

SECRET_LENGTH = 50
MOST_BEACONS = 5
DATABASES = ("sqlite", "postgres", "postgresql")
BROKERS = ("redis", "rediss", "unix")
MAILERS = ("smtp", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail", "dummymail")
TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off", "")
LINE = re.compile(r"\s*(#.*)?|(export )?[A-Za-z_0-9]+=.*")
_T = TypeVar("_T")


class Environment:
    """Reads variables and collects what is wrong with them; ``finish`` raises it all together."""

    def __init__(self, env_file: Path) -> None:
        self.problems: list[str] = []
        self._env = environ.Env()
        if env_file.exists() or "ENV_FILE" in os.environ:
            self._take(env_file)

    def finish(self) -> None:
        """Raise ``ImproperlyConfigured`` if anything was wrong."""
        if self.problems:
            raise ImproperlyConfigured("\n".join(self.problems))

    def text(self, name: str, default: str = "") -> str:
        """A plain value, without the blanks around it."""
        value: str = self._env.str(name, default=default)
        return value.strip()

    def words(self, name: str, default: tuple[str, ...] = ()) -> list[str]:
        """A list of values with commas between."""
        raw = self.text(name)
        return [word.strip() for word in raw.split(",") if word.strip()] if raw else list(default)

    def switch(self, name: str, default: bool = False) -> bool:
        """On or off."""
        raw = self.text(name, "on" if default else "off").lower()
        if raw in TRUE or raw in FALSE:
            return raw in TRUE
        return self._wrong(name, f"is {raw!r}; allowed are on and off", default)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number between two bounds, both included."""
        raw = self.text(name, str(default))
        if raw.isascii() and raw.isdigit() and low <= int(raw) <= high:
            return int(raw)
        return self._wrong(name, f"is {raw!r}; allowed is a whole number from {low} to {high}", default)

    def one_of(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        raw = self.text(name, default)
        return raw if raw in allowed else self._wrong(name, f"is {raw!r}; allowed: {_list(allowed)}", default)

    def secret(self, name: str, *, needed: bool = True) -> str:
        """A secret: long, random, never the example's. What it holds is never repeated in an error."""
        value = self.text(name)
        how = "make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
        if not value:
            return self._wrong(name, f"is missing; {how}", "-") if needed else ""
        if len(value) < SECRET_LENGTH or len(set(value)) < 5 or value.startswith("django-insecure-"):
            problem = f"is too weak; allowed are {SECRET_LENGTH} or more random characters; {how}"
            return self._wrong(name, problem, "-")
        return value

    def registrations(self, *names: str) -> dict[str, tuple[str, str]]:
        """Where the site is registered, ``LOGIN_...`` as ``id:secret``; no error repeats what one holds."""
        found = {}
        for name in names:
            raw = self.text(f"LOGIN_{name.upper()}")
            one, _colon, secret = raw.partition(":")
            if one and secret and raw.isprintable() and " " not in raw:
                found[name] = (one, secret)
            elif raw:
                problem = "is not what is allowed: the id, a colon and the secret"
                self._wrong(f"LOGIN_{name.upper()}", problem, None)
        return found

    def zone(self, name: str) -> str:
        """The name of a time zone."""
        raw = self.text(name, "UTC")
        if raw in available_timezones():
            return raw
        return self._wrong(name, f"is {raw!r}; allowed is a time zone's name, such as Europe/Berlin", "UTC")

    def site(self, name: str, default: str) -> str:
        """The address at which people reach the site, without a slash at its end."""
        raw = self.text(name, default).rstrip("/")
        try:
            parts = urlsplit(raw)
            good = (
                parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.path or parts.query)
            )
            _ = parts.port
        except ValueError:
            good = False
        if good:
            return raw
        return self._wrong(
            name,
            f"is {raw!r}; allowed is http:// or https:// and a host, such as https://war.example",
            default,
        )

    def sender(self, name: str, default: str) -> str:
        """The address that mails come from, with or without a name before it."""
        raw = self.text(name)
        user, _, host = parseaddr(raw)[1].rpartition("@")
        if not raw or (user and host and raw.isprintable()):
            return raw or default
        example = "BOLTGUN Campaigns <campaigns@war.example>"
        return self._wrong(name, f"is {raw!r}; allowed is an e-mail address, such as {example}", default)

    def contact(self, name: str) -> str:
        """Where people write to: an e-mail address, or a page with https."""
        raw = self.text(name)
        user, _, host = parseaddr(raw)[1].rpartition("@")
        good = raw.startswith("https://") or (user and host and parseaddr(raw)[1] == raw)
        if not raw or (good and raw.isprintable()):
            return raw
        example = "operator@war.example or https://war.example/help"
        return self._wrong(name, f"is {raw!r}; allowed is an e-mail address or a page, such as {example}", "")

    def web_address(self, name: str, example: str) -> str:
        """The address of another server, or nothing. What it holds is never repeated: a key may be in it."""
        raw = self.text(name)
        try:
            good = urlsplit(raw).scheme in ("http", "https") and bool(urlsplit(raw).hostname)
        except ValueError:
            good = False
        return raw if good or not raw else self._wrong(name, f"cannot be read; write it like {example}", "")

    def hosts(self, name: str, default: tuple[str, ...]) -> list[str]:
        """Host names without scheme or port; ``*`` would switch the check of the Host header off."""
        names = self.words(name, default)
        bad = [host for host in names if "*" in host or "/" in host or " " in host]
        if not bad:
            return names
        return self._wrong(
            name,
            f"has {_quoted(bad)}; allowed are host names with commas between: war.example,.club.example",
            list(default),
        )

    def beacons(self, name: str) -> list[str]:
        """Addresses of one beacon's chain, without slashes at their ends; http only within this machine."""
        found = [one.rstrip("/") for one in self.words(name)]
        hashes = {one.rpartition("/")[2] for one in found}
        same = len(hashes) <= 1 and all(re.fullmatch(r"[0-9a-f]{64}", one) for one in hashes)
        if same and len(found) == len(set(found)) <= MOST_BEACONS and all(map(_is_reached, found)):
            return found
        problem = (
            f"has {_quoted(found)}; allowed are 1 to {MOST_BEACONS} addresses of one chain with commas"
            " between, https:// and its hash of 64 hex digits at the end"
        )
        return self._wrong(name, problem, [])

    def origins(self, name: str) -> list[str]:
        """Origins with their scheme."""
        names = self.words(name)
        bad = [origin for origin in names if not origin.startswith(("http://", "https://"))]
        if not bad:
            return names
        problem = f"has {_quoted(bad)}; allowed are origins with their scheme, such as https://war.example"
        return self._wrong(name, problem, [])

    def address(self, name: str) -> str:
        """The address of Redis, or nothing. A password in it is never repeated in an error."""
        raw = self.text(name)
        example = "redis://127.0.0.1:6379/0"
        if not raw:
            return ""
        if raw.partition(":")[0] not in BROKERS:
            return self._wrong(name, _scheme(raw, BROKERS, example), "")
        try:
            parts = urlsplit(raw)
            good = parts.scheme == "unix" or (parts.port != 0 and re.fullmatch(r"(/\d*)?", parts.path))
        except ValueError:
            good = False
        return raw if good else self._wrong(name, f"cannot be read; write it like {example}", "")

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Where the database is, as Django takes it: one that is still there when the process has ended."""
        example = "postgres://user:password@host:5432/name"
        found = self._url(name, default, DATABASES, example, self._env.db_url_config)
        if found["ENGINE"].endswith("sqlite3"):
            if found["NAME"] in ("", ":memory:"):
                return self._wrong(
                    name, "names no file; write it like sqlite:////srv/war/campaigns.sqlite3", found
                )
        elif not found["NAME"]:
            return self._wrong(name, f"names no database; write it like {example}", found)
        return found

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """How mail leaves, as Django takes it."""
        example = "smtp+tls://user:password@host:587"
        found = self._url(name, default, MAILERS, example, self._env.email_url_config)
        folder = found.get("EMAIL_FILE_PATH")
        # The parser takes the first slash away, and the folder would hang on where the app was started.
        return {**found, "EMAIL_FILE_PATH": f"/{folder.lstrip('/')}"} if folder else found

    def _take(self, file: Path) -> None:
        """Add what a file sets to the environment, which goes before; a line that sets nothing is named."""
        try:
            lines = file.read_text("utf-8").splitlines()
        except OSError as error:
            self.problems.append(
                f"{file} cannot be read ({error.strerror}); ENV_FILE names the file of variables"
            )
            return
        except UnicodeDecodeError:
            self.problems.append(
                f"{file} cannot be read; allowed is text in UTF-8 with NAME=value in each line"
            )
            return
        for number, line in enumerate(lines, 1):
            if not LINE.fullmatch(line):
                allowed = "allowed are NAME=value and lines that begin with #"
                self.problems.append(f"{file} line {number} sets nothing; {allowed}")
        sets = [line for line in lines if LINE.fullmatch(line)]
        environ.Env.read_env(io.StringIO("\n".join(sets)), overwrite=False)

    def _url(
        self, name: str, default: str, schemes: tuple[str, ...], example: str, parse: Callable[[str], Any]
    ) -> dict[str, Any]:
        raw = self.text(name, default)
        if raw.partition("://")[0] not in schemes or "://" not in raw:
            return self._wrong(name, _scheme(raw, schemes, example), dict(parse(default)))
        try:
            return dict(parse(raw))
        except Exception:
            return self._wrong(name, f"cannot be read; write it like {example}", dict(parse(default)))

    def _wrong(self, name: str, problem: str, instead: _T) -> _T:
        self.problems.append(f"{name} {problem}")
        return instead


def _scheme(raw: str, schemes: tuple[str, ...], example: str) -> str:
    start = raw.partition(":")[0][:20] if ":" in raw else "no scheme"
    return f"begins with {start!r}; allowed are {_list(schemes)}; write it like {example}"


def _is_reached(address: str) -> bool:
    """Whether it is an address that can be asked: by https, or within this machine."""
    try:
        parts = urlsplit(address)
        local = parts.hostname in ("127.0.0.1", "::1", "localhost")
        _ = parts.port
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or parts.username)
    return plain and bool(parts.hostname) and (parts.scheme == "https" or (local and parts.scheme == "http"))


def _quoted(words: list[str]) -> str:
    return ", ".join(repr(word) for word in words)


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(words)
