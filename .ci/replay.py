"""Replays the Dockerfile in an empty folder, without Docker, and serves what comes of it: ``.ci/replay.py``.

Every instruction is carried out as far as that goes on this machine: what is copied is what ``.dockerignore``
lets into the context, ``/app`` and ``/venv`` are folders below the empty one. What only Docker can do (base
images, users) is named at the end, and so is whether the site answered. It needs the network for packages.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from fnmatch import fnmatch
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120
"""Seconds until the site must answer."""


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile: name and rest."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    found = [line.strip().partition(" ") for line in lines if line.strip() and not line.startswith("#")]
    return [(name.upper(), rest.strip()) for name, _blank, rest in found]


def is_let_in(name: str, rules: list[str]) -> bool:
    """Whether ``.dockerignore`` lets a file into the context: the last rule that fits holds."""
    let = True
    parts = name.split("/")
    above = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    for rule in rules:
        pattern = rule.removeprefix("!")
        fits = any(fnmatch(one, pattern) and one.count("/") == pattern.count("/") for one in above)
        if pattern.startswith("**/"):
            fits = any(fnmatch(part, pattern[3:]) for part in parts)
        if fits:
            let = rule.startswith("!")
    return let


def context() -> list[str]:
    """The files that Docker would be sent."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line.strip()]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file() and is_let_in(name, rules)]


class Replay:
    """The stages in turn: the last one is what is served."""

    def __init__(self, place: Path) -> None:
        self.place, self.stage = place, 0
        self.env: dict[str, str] = {}
        self.command: list[str] = []
        self.undone: list[str] = []
        self.files = context()
        (place / "bin").mkdir(parents=True)
        (place / "bin" / "python").symlink_to(sys.executable)

    def root(self) -> Path:
        """Where ``/app`` of this stage is."""
        return self.place / f"app{self.stage}"

    def here(self, text: str) -> str:
        """A text with this machine's places for those of the image."""
        return re.sub(r"(?<![\w.])/(venv|app)\b", lambda m: str(self._real(m.group(1))), text)

    def _real(self, name: str) -> Path:
        return self.place / "venv" if name == "venv" else self.root()

    def do(self, name: str, rest: str) -> None:
        """One instruction."""
        act = getattr(self, f"_{name.lower()}", None)
        if act is None:
            raise SystemExit(f"this script does not know {name}: {rest}")
        print(f"{name} {rest}"[:110], flush=True)
        act(rest)

    def _from(self, rest: str) -> None:
        self.stage += 1
        self.env = {"PATH": f"{self.place / 'bin'}:{os.environ['PATH']}"}
        for keep in ("HOME", "LANG", "SSL_CERT_FILE", "PIP_CONFIG_FILE", "HTTPS_PROXY", "HTTP_PROXY"):
            if keep in os.environ:
                self.env[keep] = os.environ[keep]
        self.env |= {key: value for key, value in os.environ.items() if key.startswith("PIP_")}
        self.root().mkdir()
        version = ".".join(map(str, sys.version_info[:3]))
        self.undone.append(f"FROM {rest.split('@')[0]}: Python {version} of this machine stands for it")

    def _arg(self, rest: str) -> None:
        name, _sign, value = rest.partition("=")
        self.env[name] = os.environ.get(name, value)

    def _env(self, rest: str) -> None:
        for pair in shlex.split(rest):
            name, _sign, value = pair.partition("=")
            self.env[name] = self.here(value).replace("$PATH", self.env["PATH"])

    def _workdir(self, rest: str) -> None:
        if rest != "/app":
            raise SystemExit(f"this script knows /app alone, not {rest}")

    def _user(self, rest: str) -> None:
        self.undone.append(f"USER {rest}: it ran as who called this script")

    def _expose(self, rest: str) -> None:
        self.undone.append(f"EXPOSE {rest}: it listened on a free port of 127.0.0.1 alone")

    def _copy(self, rest: str) -> None:
        words = rest.split()
        if words[0].startswith("--from="):
            if words[1:] != ["/venv", "/venv"]:
                raise SystemExit(f"this script copies /venv alone between stages, not {rest}")
            return
        *sources, target = words
        for source in sources:
            found = [name for name in self.files if name == source or name.startswith(f"{source}/")]
            if not found:
                raise SystemExit(f"COPY {source}: .dockerignore lets nothing of it in")
            for name in found:
                below = name.removeprefix(source).lstrip("/")
                to = self.root() / target / (below or (Path(name).name if target in (".", "./") else ""))
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, to)

    def _run(self, rest: str) -> None:
        if rest.startswith("useradd "):
            self.undone.append(f"RUN {rest}")
            return
        subprocess.run(["sh", "-ec", self.here(rest)], cwd=self.root(), env=self.env, check=True)

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)

    def serve(self) -> None:
        """Migrate, start what the image starts, and ask it for its health, its first page and its styles."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        env = self.env | {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": f"sqlite:///{self.place / 'data.sqlite3'}",
            "EMAIL_URL": "consolemail://",
            "ENV_FILE": os.devnull,
        }
        subprocess.run(["python", "manage.py", "migrate", "-v0"], cwd=self.root(), env=env, check=True)
        words = {"0.0.0.0": "127.0.0.1", "8000": str(port)}
        command = [words.get(one, one) for one in self.command]
        print("CMD", *command, flush=True)
        served = subprocess.Popen(command, cwd=self.root(), env=env)
        try:
            site = f"http://127.0.0.1:{port}"
            _await(f"{site}/healthz", served)
            for path in ("/readyz", "/", "/rules/", "/privacy/"):
                page = _ask(site + path)
            sheet = re.search(r'href="(/static/css/web/base\.[0-9a-f]+\.css)"', page)
            if sheet is None:
                raise SystemExit("the page names no stylesheet with a hash: nothing was collected")
            _ask(site + sheet.group(1))
        finally:
            served.terminate()
            served.wait(20)
        print(f"served: {len(list(self.root().rglob('*')))} files, five addresses answered 200")


def _await(address: str, served: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if served.poll() is not None:
            raise SystemExit(f"it ended with {served.returncode}")
        try:
            _ask(address)
            return
        except URLError:
            time.sleep(0.5)
    raise SystemExit("it never answered")


def _ask(address: str) -> str:
    with urlopen(address, timeout=30) as answer:
        return str(answer.read().decode(errors="replace"))


def main() -> None:
    """Replay all, serve, and say what was not done."""
    with tempfile.TemporaryDirectory(prefix="replay-") as folder:
        replay = Replay(Path(folder))
        for name, rest in instructions((ROOT / "Dockerfile").read_text()):
            replay.do(name, rest)
        replay.serve()
        print("not done here, for there is no Docker:", *replay.undone, sep="\n  ")


if __name__ == "__main__":
    main()
