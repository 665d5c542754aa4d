"""The settings for tests: those of the app, with a key of their own and without what only costs time.

``DATABASE_URL`` and ``REDIS_URL`` choose what the tests run on; a ``.env`` of this machine is not read.
"""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH")
os.environ["ENV_FILE"] = os.devnull
os.environ.setdefault("EMAIL_URL", "memorymail://")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from config.settings import *  # noqa: F403
from config.settings import ALLOWED_HOSTS, STORAGES

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
