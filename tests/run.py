"""``make test``: every check and test on SQLite, and what touches a database again on PostgreSQL and Redis.

Two lanes run at once. The first is heard as it goes; of the second, each run when it has ended. What is
missing is installed with apt where that is allowed, else named in a line. The last line printed is pytest's
own closing line: that of the run that failed, or of the last.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUICKER = "chromium-headless-shell"
NO_BROWSER = "The tests drive a browser and none is here: apt install chromium"
WORKERS = int(os.environ.get("TEST_WORKERS", "3"))
"""In the first lane: much of a test is waiting, for a worker process, for a deadline. Each more takes as long
as a hundred tests to find out what there is to run."""
SECOND_WORKERS = min(WORKERS, 2)
"""In the second lane, which is shorter: so both end at about the same time."""
BROWSER = "tests/browser/"
"""All that drives a browser stands here; ``tests/conftest.py`` sees to that."""
SHORT = "long" if os.environ.get("TEST_LONG") else "not long"
NOTHING_TO_DO = 5
SECOND = [
    "tests/faults",
    "tests/rig",
    "tests/browser/test_journey.py",
    "tests/api/test_client.py",
    "tests/api/test_idempotency.py",
    "tests/archive/test_exchange.py",
    "tests/archive/test_exchange_short.py",
    "tests/base/test_jobs.py",
    "tests/base/test_jobs_killed.py",
    "tests/desk/test_corrections.py",
    "tests/engine/test_cases.py",
    "tests/engine/test_seeds.py",
    "tests/operations/test_live.py",
    "tests/outbox/test_outbox.py",
    "tests/turn/test_at_once.py",
    "tests/turn/test_failpoints.py",
    "tests/turn/test_plans.py",
    "tests/turn/test_statements.py",
    "tests/turn/test_turn_exceptions.py",
    "tests/turn/test_turn_failures.py",
    "tests/turn/test_turn_phases.py",
]
"""What a database or a broker of its own kind could change: locks, claims, moments, JSON, processes."""

BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Many tests start processes; compiling every module anew would be most of what these do."""


class MissingError(Exception):
    """Something that the tests need is not here; says what to install."""


def main() -> int:
    """Run everything; 0 if all of it passed."""
    may_have_browser()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="campaign-migrated-"))
        model = f"{folder}/migrated.sqlite3"
        with ThreadPoolExecutor() as lanes:
            warmed = lanes.submit(warm)
            env = migrated(f"sqlite:///{model}", model, "tables") | {"DATABASE_URL": "", "REDIS_URL": ""}
            beside = lanes.submit(second_lane, env) if SHORT != "long" else None
            warmed.result()
            first = pytest("SQLite, one process", env, ["-m", f"{SHORT} and not browser"], live=True)
            # The long form counts taps and hits in flight: nothing runs beside it.
            done = [first, *(second_lane(env) if beside is None else beside.result())]
    failed = [one for one in done if one.status]
    print("== All")
    for one in done:
        print(f"{one.title}: {one.closing.strip('= ')}")
    print(failed[0].closing if failed else done[-1].closing, flush=True)
    return failed[0].status if failed else 0


@dataclass(frozen=True)
class Done:
    """A run of pytest: its title, its exit code (0 too if there was nothing to do), its closing line."""

    title: str
    status: int
    closing: str


def second_lane(env: dict[str, str]) -> list[Done]:
    """What runs beside the first: a browser, then other servers. Much of either lane is waiting."""
    need_browser()
    done = [in_a_browser("SQLite", env, SHORT)]
    with ExitStack() as stack:
        url = stack.enter_context(postgres())
        broker = stack.enter_context(redis())
        if not (url and broker):
            say("PostgreSQL or Redis cannot be had here: their run is left out.\n")
            return done
        database = stack.enter_context(scratch_database(url, f"campaigns{os.getpid()}"))
        # One that nobody is connected to: of no other does PostgreSQL make copies.
        name = f"migrated{os.getpid()}"
        env = migrated(stack.enter_context(scratch_database(url, name)), name, "migrate")
        env |= {"DATABASE_URL": database, "REDIS_URL": broker}
        title = "PostgreSQL and Redis"
        if SHORT == "long":
            # A browser sees no difference that programs do not: it looks in the long form only.
            done.append(in_a_browser(title, env, "not long and not once", SECOND))
        else:
            options = ["-m", f"{SHORT} and not once and not browser", *SECOND]
            done.append(pytest(title, env, options, workers=SECOND_WORKERS))
    return done


def in_a_browser(title: str, env: dict[str, str], marks: str, paths: Sequence[str] = ()) -> Done:
    """A run of its own: what drives a browser leaves an event loop in its process, where no other awaits."""
    driving = [path for path in paths if path.startswith(BROWSER)]
    options = ["-m", f"{marks} and browser", *(driving or [BROWSER])]
    # A worker takes as long to start as a short file of tests: no more of them than there are files.
    workers = min(SECOND_WORKERS, len(driving) or SECOND_WORKERS)
    return pytest(f"{title}, in a browser", env, options, workers=workers)


def pytest(
    title: str, env: dict[str, str], options: list[str], *, live: bool = False, workers: int = WORKERS
) -> Done:
    """One run of pytest. All it says is passed on: as it comes, or when it has ended, not to be mixed up."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str(workers),
        "--dist",
        "worksteal",
        "-rfER",
        *options,
        *sys.argv[1:],
    ]
    env = env | BYTECODE
    unset = {key for key, value in env.items() if not value}
    wanted = {key: value for key, value in (os.environ | env).items() if key not in unset}
    process = subprocess.Popen(command, cwd=ROOT, env=wanted, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    closing, said = "", f"== {title}\n"
    for line in process.stdout:
        said += line
        closing = line.rstrip("\n") or closing
        if live:
            said = say(said)
    say(said)
    status = process.wait()
    return Done(title, 0 if status == NOTHING_TO_DO else status, closing)


def say(text: str) -> str:
    """Print it in one piece; what is left to be said is nothing."""
    sys.stdout.write(text)
    sys.stdout.flush()
    return ""


def migrated(url: str, model: str, command: str) -> dict[str, str]:
    """Make the tables of a new database, of which all that the tests need are copies; tells them, if it went
    well. ``tables`` makes them at once, ``migrate`` as sites get them.
    """
    env = os.environ | BYTECODE | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    making = [sys.executable, "manage.py", command, "--skip-checks", "--verbosity", "0"]
    return {} if subprocess.run(making, cwd=ROOT, env=env).returncode else {"TEST_MIGRATED": model}


def warm() -> None:
    """Have pytest rewrite the assertions of all tests once: else each worker of each run would."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
    env = os.environ | BYTECODE
    wanted = {key: value for key, value in env.items() if value}
    subprocess.run(command, cwd=ROOT, env=wanted, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def may_have_browser() -> None:
    """Say at once that there is no browser to be had; to install one takes a while, in which others work."""
    if not any(map(shutil.which, CHROMIUM)) and shutil.which("apt-get") is None:
        raise MissingError(NO_BROWSER)


def need_browser() -> None:
    """A chromium, installed if it has to be."""
    if not any(map(shutil.which, CHROMIUM)) and not install("chromium"):
        raise MissingError(NO_BROWSER)
    if not shutil.which(QUICKER):
        install(QUICKER)  # Without it the tests take some minutes more, and nothing else.


def install(*packages: str) -> bool:
    """Install Debian packages, as root or by sudo without a password; whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    before = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if before and shutil.which("sudo") is None:
        return False
    print(f"Installing {', '.join(packages)} with apt ...", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-qq"], ["install", "-qqy", "--no-install-recommends", *packages]):
        if subprocess.run([*before, "apt-get", *step], env=env, capture_output=True).returncode:
            return False
    return True


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL, without a database: a given one, a running one, or our own."""
    given = os.environ.get("DATABASE_URL", "")
    candidates = [given.rpartition("/")[0]] if given.startswith("postgres") else []
    candidates += ["postgres://postgres@127.0.0.1:5432", "postgres://root@127.0.0.1:5432"]
    for url in candidates:
        if answers(url):
            yield url
            return
    programs = postgres_programs()
    if programs is None and install("postgresql"):
        programs = postgres_programs()
    if programs is None:
        yield ""
        return
    with own_postgres(programs) as url:
        yield url


@contextmanager
def scratch_database(url: str, name: str) -> Iterator[str]:
    """A database of our own on that server; it and those that the tests make beside it are dropped."""
    import psycopg

    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{url}/{name}"
        finally:
            left = "SELECT datname FROM pg_database WHERE datname = %s OR datname LIKE %s"
            for (one,) in connection.execute(left, (name, f"test_{name}%")).fetchall():
                connection.execute(f"DROP DATABASE {one} WITH (FORCE)")


def answers(url: str) -> bool:
    """Whether one can log in there and make databases."""
    import psycopg

    try:
        with psycopg.connect(f"{url}/postgres", connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = user")
            return bool((row.fetchone() or (False,))[0])
    except psycopg.Error:
        return False


def postgres_programs() -> Path | None:
    """The folder with ``initdb``, of the newest version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    here = shutil.which("initdb")
    return found[-1].parent if found else Path(here).parent if here else None


@contextmanager
def own_postgres(programs: Path) -> Iterator[str]:
    """The address of a server of our own, without a database."""
    with own_postgres_to_restart(programs) as (url, _):
        yield url


@contextmanager
def own_postgres_to_restart(programs: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A server of our own in a temporary folder, and what restarts it at once, without a word to anybody who
    is connected; PostgreSQL refuses to run as root, so root lends a user."""
    before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="campaign-postgres-"))
    folder.chmod(0o777)
    data, port = folder / "data", free_port()
    control = [*before, str(programs / "pg_ctl"), "-D", str(data), "-s", "-w"]
    try:
        init = [*before, str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
        subprocess.run(init, check=True, capture_output=True)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data} -c fsync=off"
        start = [*control, "-l", str(data / "log"), "-o", options, "-m", "immediate"]
        subprocess.run([*start, "start"], check=True)
        yield (
            f"postgres://postgres@127.0.0.1:{port}",
            lambda: subprocess.run([*start, "restart"], check=True, stderr=subprocess.DEVNULL) and None,
        )
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis: a given one, or our own, which keeps nothing."""
    given = os.environ.get("REDIS_URL", "")
    if given:
        yield given
        return
    if shutil.which("redis-server") is None and not install("redis-server"):
        yield ""
        return
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(
        ["redis-server", *options], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
    )
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    try:
        sys.exit(main())
    except MissingError as reason:
        sys.exit(str(reason))
