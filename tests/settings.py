"""The settings for tests: those of the app, with a key of their own and without what only costs time.

``DATABASE_URL`` and ``REDIS_URL`` choose what the tests run on; a ``.env`` of this machine is not read.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH")
os.environ["ENV_FILE"] = os.devnull
os.environ.setdefault("EMAIL_URL", "memorymail://")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Each of pytest's workers has a database of Redis of its own: its queue and its throttles.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if os.environ.get("REDIS_URL") and WORKER and "TEST_REDIS" not in os.environ:
    os.environ["TEST_REDIS"] = "set"
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"].rpartition("/")[0] + f"/{int(WORKER[2:]) + 1}"

from config.settings import *  # noqa: E402, F403
from config.settings import ALLOWED_HOSTS, DATABASES, STORAGES  # noqa: E402

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
ACCOUNT_ANSWER_STEP = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Static files are found when they are asked for: each test client loads the middleware anew, and to list them
# every time would take most of the tests' time.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
WHITENOISE_MAX_AGE = 60

# A folder of this run: SQLite in a file, as in the app, so that several connections and processes share it;
# in memory where that can be had, for a test's database need not outlive the machine.
if "TEST_FOLDER" not in os.environ:
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    os.environ["TEST_FOLDER"] = tempfile.mkdtemp(prefix="campaign-tests-", dir=memory)
    atexit.register(shutil.rmtree, os.environ["TEST_FOLDER"], ignore_errors=True)
FOLDER = Path(os.environ["TEST_FOLDER"])
STATIC_ROOT = FOLDER / "static"
STATIC_ROOT.mkdir(exist_ok=True)
# Where there is a database that has been migrated, the tests' own are copies of it: a file, or its name.
MIGRATED = os.environ.get("TEST_MIGRATED")
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "tests.sqlite3")}
else:
    DATABASES["default"]["TEST"] = {"TEMPLATE": MIGRATED}
    # Nor need one on PostgreSQL: no waiting for the disk, which other tests keep busy. Unless they kill it.
    if "TEST_DURABLE" not in os.environ:
        DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
