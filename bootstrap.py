"""Makes ``.venv`` with the pinned packages, by their hashes; the standard library is all it needs.

``python3 bootstrap.py run`` for what the app needs, ``... test`` for the test tools too, and where npm is for
those that check the scripts (``node_modules``). Of the Pythons on the PATH that are of the version that runs
this, the quickest is taken. What can go wrong is said in one line. Run again, it only looks whether the pins
have changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / "bin" / "python"
PINS = {"run": HERE / "requirements.txt", "test": HERE / "requirements-dev.txt"}
MODULES = HERE / "node_modules"
LOCK = HERE / "package-lock.json"
CLEARLY = 0.9
"""Another Python is taken if it needs at most so much of the time. Of two builds of one version that without
a profile needs a third more; two runs of one differ by a twentieth."""
SPEED = """
import ctypes, ensurepip, sqlite3, ssl, time, venv
class Sum:
    def __init__(self, of): self.of = of
    def plus(self, more): return self.of + more
def taken():
    begun, seen = time.process_time(), {}
    for n in range(50_000): seen[n % 100] = Sum(n).plus(n)
    return time.process_time() - begun
print(min(taken() for _ in range(15)))
"""
"""Says how long a Python takes for some ordinary work; fails where a part that is needed is missing."""
NODE = 20
NO_NODE = "JavaScript not checked: install Node 20 and npm"
NO_NETWORK = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|"
    r"dns error|failed to lookup|name resolution|Name or service not known|NewConnectionError|"
    r"Connection refused|Network is unreachable|timed out|tcp connect error|ConnectionError|ProxyError",
    re.IGNORECASE,
)
NO_COMPILER = re.compile(
    r"unable to execute|gcc|No such file or directory: 'cc'|Failed building wheel|compiler"
)


class InstallError(Exception):
    """What is in the way, in one line."""


def main(what: str) -> None:
    """Install ``run`` or ``test`` unless it is there already."""
    packages(what)
    if what == "test":
        tools()


def packages(what: str) -> None:
    """Python's, without which nothing runs."""
    if sys.version_info < (3, 11):
        version = ".".join(map(str, sys.version_info[:2]))
        raise InstallError(
            f"Python 3.11 or newer is needed; {sys.executable} is {version} (PYTHON=python3.12 make ...)"
        )
    stamp = VENV / f".installed-{what}"
    wanted = hashlib.sha256(PINS[what].read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted and PYTHON.exists():
        return
    print(f"Installing the packages of {PINS[what].name} into .venv ...", flush=True)
    if not PYTHON.exists():
        make_venv()
    install(PINS[what])
    stamp.write_text(wanted)


def tools() -> None:
    """Those for JavaScript: without them its checks are left out, all others run; not where ``CI`` is set."""
    try:
        if LOCK.exists():
            install_tools()
    except InstallError as reason:
        if os.environ.get("CI"):
            raise
        print(reason, file=sys.stderr, flush=True)


def install_tools() -> None:
    """By npm, from the lock, unless they are there already."""
    if not node_is_here():
        raise InstallError(NO_NODE)
    stamp = MODULES / ".installed"
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing what checks the scripts into node_modules ...", flush=True)
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(["npm", "ci", *quiet], cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        raise InstallError(f"JavaScript not checked: {why_tools(done)}")
    stamp.write_text(wanted)


def node_is_here() -> bool:
    """Whether there is a Node that is new enough, and npm."""
    if not (shutil.which("npm") and shutil.which("node")):
        return False
    done = subprocess.run(["node", "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.", done.stdout)
    return version is not None and int(version.group(1)) >= NODE


def why_tools(done: subprocess.CompletedProcess[str]) -> str:
    """The reason why npm failed."""
    if NO_NETWORK.search(done.stderr):
        return "its tools could not be fetched: no network. Connect once, then run it again."
    wrong = [
        line
        for line in done.stderr.splitlines()
        if line.startswith("npm error") and "log of this" not in line
    ]
    return f"npm ci failed: {(wrong or [last_line(done)])[0].removeprefix('npm error').strip()}"


def make_venv() -> None:
    """A fresh virtual environment."""
    done = subprocess.run([quickest(), "-m", "venv", str(VENV)], capture_output=True, text=True)
    if done.returncode:
        if "ensurepip" in done.stdout + done.stderr:
            raise InstallError("Python's venv module is incomplete; on Debian: apt install python3-venv")
        raise InstallError(f"No virtual environment could be made: {last_line(done)}")


def quickest() -> str:
    """This Python, or another of its version on the PATH that is clearly quicker."""
    name = "python{}.{}".format(*sys.version_info[:2])
    folders = os.environ.get("PATH", "").split(os.pathsep)
    found = dict.fromkeys(str(Path(one, name).resolve()) for one in folders if Path(one, name).is_file())
    times = {one: taken for one in found if (taken := seconds_of(one)) is not None}
    ours = seconds_of(sys.executable)
    best = min(times, key=lambda one: times[one], default=sys.executable)
    return best if ours is not None and times.get(best, ours) < ours * CLEARLY else sys.executable


def seconds_of(python: str) -> float | None:
    """How long that Python takes for some ordinary work; None if it lacks what is needed, or does not run."""
    try:
        done = subprocess.run([python, "-c", SPEED], capture_output=True, text=True, timeout=30)
        return float(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def install(pins: Path) -> None:
    """By uv, which is quick; by pip if uv cannot be had."""
    if get_uv():
        uv = [str(PYTHON), "-m", "uv", "pip", "install", "--quiet", "--python", str(PYTHON)]
        if subprocess.run([*uv, "--require-hashes", "-r", str(pins)], capture_output=True).returncode == 0:
            return
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--require-hashes", "-r", str(pins)], capture_output=True, text=True)
    if done.returncode:
        raise InstallError(why(done))


def get_uv() -> bool:
    """Install uv by the pin of the test tools; whether that worked."""
    found = re.search(r"^uv==(?:.*\\\n)*.*", PINS["test"].read_text(), re.MULTILINE)
    if found is None:
        return False
    pin = VENV / "uv-pin.txt"
    pin.write_text(found.group(0) + "\n")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return subprocess.run([*pip, "--require-hashes", "-r", str(pin)], capture_output=True).returncode == 0


def why(done: subprocess.CompletedProcess[str]) -> str:
    """The reason of a failed installation."""
    if NO_NETWORK.search(done.stderr):
        return "The packages could not be fetched: no network. Connect once, then run it again."
    if NO_COMPILER.search(done.stderr):
        return "A package must be compiled, and no compiler is here: apt install build-essential python3-dev"
    return f"The packages could not be installed: {last_line(done)}"


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """The last thing a program said."""
    lines = (done.stderr.strip() or done.stdout.strip() or "it did not say why").splitlines()
    return lines[-1]


if __name__ == "__main__":
    try:
        main(sys.argv[1] if sys.argv[1:] else "run")
    except InstallError as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit("Stopped; run it again and it goes on.")
