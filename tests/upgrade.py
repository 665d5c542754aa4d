"""``make upgrade``: a site of an older release, as a checkout of it makes one, is upgraded to this tree.

The older tree is taken out of git's history into a folder of its own, installs its own pins there, and builds
its demo with its own code. Then this tree migrates that database, replays every published turn of it, and is
asked for pages by everybody of the demo. It needs the history and, for the packages, the network; without
the history it says so and ends with 2. What an upgrade from older migrations keeps, row by row, is tested in
``tests/operations/test_upgrades.py``.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx

from tests.gates import ROOT, SECRET
from tests.run import free_port

BEFORE_TAGS = "b1cf830"
"""The release from before there were tags: its wars have no open dice, its flags are of messages alone."""
PEOPLE = ("", "ada", "ben", "cleo", "dirk", "mara", "olga", "otto")
"""Who looks at pages: a visitor, and by the name before ``@demo.invalid`` those of the demo."""
PASSWORD = "karst-gate"
MOST_PAGES = 80
"""Pages that each of them opens, following links from the first one."""
NO_HISTORY = "git's history has no older release here: nothing was upgraded. Clone the repository whole."
NEVER = re.compile(r"logout|/static/|/api/v1/schema|\.(ics|zip|gif|webp|mp4)$")


def say(line: str) -> None:
    """At once, for each takes a while."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def git(*words: str) -> str:
    """What git says; nothing where it refuses or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def releases() -> list[str]:
    """The commits to upgrade from: those of the tags, and the one from before there were any."""
    known = [BEFORE_TAGS, *git("tag", "--list", "v*", "--merged", "HEAD").split()]
    return [one for one in known if git("rev-parse", "--verify", "--quiet", f"{one}^{{commit}}")]


def taken_out(commit: str, folder: Path) -> None:
    """The tree of a commit, in a folder."""
    packed = subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", str(folder)], stdin=packed.stdout, check=True)
    if packed.wait():
        raise SystemExit(f"git has no tree of {commit}")


def site(folder: Path, port: int) -> dict[str, str]:
    """The environment of the demo's site that lies in a folder, for the older tree and for this one."""
    known = ("PATH", "HOME", "LANG", "SSL_CERT_FILE")
    kept = {name: os.environ[name] for name in known if name in os.environ}
    return kept | {
        "SECRET_KEY": SECRET,
        "ENV_FILE": os.devnull,
        "DEMO": "on",
        "LOG_LEVEL": "ERROR",
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "EMAIL_URL": f"filemail://{folder / 'mail'}",
        "STATIC_ROOT": str(folder / "static"),
        "SITE_URL": f"http://127.0.0.1:{port}",
    }


def manage(tree: Path, env: Mapping[str, str], *words: str, python: str = ".venv/bin/python") -> str:
    """Run a command of a tree; gives its last line. Ends all with what it said if it fails."""
    done = subprocess.run(
        [python, "manage.py", *words], cwd=tree, env=dict(env), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(
            f"manage.py {' '.join(words)} in {tree}:\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
        )
    return (done.stdout.strip().splitlines() or [""])[-1]


@contextmanager
def served(env: Mapping[str, str], port: int) -> Iterator[str]:
    """This tree's site while it is served; gives its address."""
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=dict(env), stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _second in range(120):
            try:
                httpx.get(f"{address}/readyz").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.5)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def looked_at(address: str, who: str) -> tuple[int, list[str]]:
    """How many pages somebody opened, and those that failed, with their status."""
    with httpx.Client(base_url=address, timeout=60) as person:
        if who:
            log_in(person, who)
        waiting, seen, wrong = ["/"], {"/"}, []
        opened = 0
        while waiting and opened < MOST_PAGES:
            path = waiting.pop(0)
            answer = person.get(path, follow_redirects=True)
            opened += 1
            if answer.status_code != 200:
                wrong.append(f"{who or 'a visitor'}: {path} answered {answer.status_code}")
            elif "html" in answer.headers["content-type"]:
                for found in re.findall(r'<a\b[^>]*\bhref="(/[^"#]*)', answer.text):
                    link = unescape(found)
                    if link not in seen and not NEVER.search(link):
                        seen.add(link)
                        waiting.append(link)
    return opened, wrong


def log_in(person: httpx.Client, who: str) -> None:
    """By the page, as people do."""
    form = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', person.get("/account/login/").text)
    assert form is not None, "the page to log in has a form"
    fields = {"login": f"{who}@demo.invalid", "password": PASSWORD, "csrfmiddlewaretoken": form.group(1)}
    headers = {"referer": str(person.base_url)}
    if person.post("/account/login/", data=fields, headers=headers).status_code != 302:
        raise SystemExit(f"{who} cannot log in")


def upgraded(commit: str) -> list[str]:
    """Upgrade a site of this commit; gives what is wrong, a line each."""
    with tempfile.TemporaryDirectory(prefix="upgrade-") as name:
        folder, tree = Path(name), Path(name) / "tree"
        tree.mkdir()
        port = free_port()
        env = site(folder, port)
        taken_out(commit, tree)
        subprocess.run([sys.executable, "bootstrap.py", "run"], cwd=tree, check=True)
        manage(tree, env, "migrate", "-v0")
        manage(tree, env, "build_demo")
        say(f"{commit}: its demo is built")
        python = sys.executable
        manage(ROOT, env, "migrate", "-v0", python=python)
        manage(ROOT, env, "migrate", "--check", python=python)
        manage(ROOT, env, "collectstatic", "--noinput", "-v0", python=python)
        say(f"{commit}: migrated; {manage(ROOT, env, 'replay_turn', '--all', python=python)}")
        with served(env, port) as address:
            looks = [looked_at(address, who) for who in PEOPLE]
    wrong = [line for _opened, lines in looks for line in lines]
    opened = sum(many for many, _lines in looks)
    say(f"{commit}: {opened} pages opened, {len(wrong)} failed")
    return wrong


def main() -> int:
    """Upgrade from each; gives the exit code: 2 where there is nothing to upgrade from."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade", description="Upgrades older sites.")
    parser.add_argument("commits", nargs="*", help="tags or commits; all releases if none is named")
    commits = parser.parse_args().commits or releases()
    if not commits:
        sys.stderr.write(f"{NO_HISTORY}\n")
        return 2
    wrong = [line for commit in commits for line in upgraded(commit)]
    sys.stderr.write("".join(f"{line}\n" for line in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
