"""The settings: one file, from the environment only. ``.env.example`` says what can be set."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from config.api_document import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.cache_stores import caches
from config.environment import Environment
from config.extras import NEEDED, missing_library
from config.hearing import IN_MEMORY
from config.lanes import LANES as LANES
from config.lanes import beat_schedule
from config.logs import logging_of
from config.policy import policy
from config.version import VERSION as VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
read = Environment(Path(os.environ.get("ENV_FILE", BASE_DIR / ".env")))

# What this installation is.
DEBUG = read.switch("DEBUG")
DEMO = read.switch("DEMO")
SECRET_KEY = read.secret("SECRET_KEY")
SECRET_KEY_FALLBACKS = read.words("SECRET_KEY_FALLBACKS")
SEED_KEY = read.secret("SEED_KEY", needed=False)
SITE_URL = read.site("SITE_URL", "http://127.0.0.1:8000")
# If nobody has said where people reach the site, that is where it is served: see ``serve``.
SITE_URL_FOLLOWS = not read.text("SITE_URL")
HTTPS = SITE_URL.startswith("https://")
TRUSTED_PROXIES = read.number("TRUSTED_PROXIES", 0, 0, 9)
ALLOWED_HOSTS = read.hosts(
    "ALLOWED_HOSTS", (urlsplit(SITE_URL).hostname or "", "localhost", "127.0.0.1", "[::1]")
)
CSRF_TRUSTED_ORIGINS = read.origins("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    *("allauth.socialaccount", *(f"allauth.socialaccount.providers.{one}" for one in ("discord", "google"))),
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "config",
    "campaign",
    "battles",
]
MIDDLEWARE = [
    "config.middleware.HealthMiddleware",
    "config.request_ids.RequestIdMiddleware",
    "config.telling.TraceMiddleware",
    "config.middleware.EvenTimeMiddleware",
    "config.middleware.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.ViewerMiddleware",
    "config.unsaved.LoggedOutMiddleware",
    "config.middleware.RecentMiddleware",
    "config.suspended.SuspendedMiddleware",
    "config.middleware.StorableMiddleware",
    "config.guests.GuestMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.viewer",
            ],
            "libraries": {
                "look": "campaign.web.templatetags.look",
                "times": "campaign.web.templatetags.times",
                "lessons": "campaign.lessons.lesson_tags",
                "press": "campaign.press.messages.press_tags",
                "promises": "campaign.press.promises.promise_tags",
                "handbook": "campaign.rulebook.handbook.handbook_tags",
                "correcting": "battles.table.words.correcting",
            },
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# The database is the schedule. Reads take no lock: ATOMIC_REQUESTS would make each of them IMMEDIATE.
_pool = read.number("DATABASE_POOL", 8, 0, 100)
# Behind PgBouncer in its transaction mode every transaction may have another connection: no cursor and no
# prepared statement outlives one, and the pool is its own.
DATABASE_POOLER = read.one_of("DATABASE_POOLER", ("none", "transaction"), "none")
DATABASES: dict[str, dict[str, Any]] = {
    "default": read.database("DATABASE_URL", f"sqlite:///{BASE_DIR / 'boltgun.sqlite3'}")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": _pool, "timeout": 10} if _pool else False},
    }
    if DATABASE_POOLER == "transaction":
        DATABASES["default"] |= {
            "DISABLE_SERVER_SIDE_CURSORS": True,
            "OPTIONS": {"pool": False, "prepare_threshold": None},
        }

# Two shortcuts that change nothing but how long things take (docs/figures.md): the queries of a submitted
# plan are put into SQL once, and what is loaded at the start is not looked through for garbage.
PREPARED_QUERIES = read.switch("PREPARED_QUERIES", default=True)
GC_FREEZE = read.switch("GC_FREEZE", default=True)

# The workers, lane by lane: see config.lanes.
REDIS_URL = read.address("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
# A broker that takes connections and never answers holds nobody: who wakes a worker gives up at once.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_connect_timeout": 1.0, "socket_timeout": 2.0} if REDIS_URL else {"polling_interval": 0.1}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "heavy"
CELERY_TASK_ROUTES = {task: {"queue": lane} for lane, tasks in LANES.items() for task in tasks}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = beat_schedule()
CACHES: dict[str, dict[str, Any]] = caches(REDIS_URL)

# Mail.
_mail = read.mail("EMAIL_URL", "consolemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"].replace(
    "django.core.mail.backends.smtp.", "campaign.base.integrations.smtp."
)
EMAIL_HOST = _mail.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _mail.get("EMAIL_FILE_PATH") or str(BASE_DIR / ".demo" / "mail")
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = read.sender("MAIL_FROM", f"BOLTGUN Campaigns <campaigns@{urlsplit(SITE_URL).hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Where notices may be posted besides: hosts (with a port if need be) of webhooks. None: programs anywhere on
# the open internet, lines for people at Discord.
WEBHOOK_HOSTS = [host.lower() for host in read.hosts("WEBHOOK_HOSTS", ())]

# The push services of the browsers' makers; a name that begins with a dot stands for all below it.
PUSH_HOSTS = [
    host.lower()
    for host in read.hosts(
        "PUSH_HOSTS",
        (
            "fcm.googleapis.com",
            ".push.services.mozilla.com",
            ".notify.windows.com",
            ".push.apple.com",
        ),
    )
]

# A public beacon (drand's, or one like it) whose numbers wars with open dice are mixed with.
DICE_BEACON = read.beacons("DICE_BEACON")

# People: an e-mail address with a code sent to it, a password if they like, a second factor if they like.
AUTH_USER_MODEL = "campaign.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORDS: dict[str, dict[str, int]] = {"MinimumLength": {"min_length": 10}}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator", "OPTIONS": PASSWORDS.get(name, {})}
    for name in ("UserAttributeSimilarity", "CommonPassword", "NumericPassword", "MinimumLength")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ACCOUNT_ADAPTER = "config.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "config.accounts.display_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_SIGNUP_FORM_CLASS = "config.accounts.NameForm"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
# As long as that of an address: mail may take minutes on its way, and every page says the same.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_FORMS = {
    "add_email": "config.account_forms.AddAddress",
    "change_email": "config.account_forms.ChangeAddress",
    "change_password": "config.account_forms.ChangePassword",
    "login": "config.account_forms.LogIn",
    "request_login_code": "config.account_forms.MailCode",
    "reset_password": "config.account_forms.ResetPassword",
    "signup": "config.account_forms.SignUp",
}
ACCOUNT_ANSWER_STEP = 0.4
# Wrong codes of a second factor; wrong passwords are counted by campaign.access.passwords.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/5m/key"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Browsers have passkeys on http for this machine alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_FORMS = {
    "activate_totp": "config.second_factor.Activate",
    "authenticate": "config.second_factor.Authenticate",
    "reauthenticate": "config.second_factor.Reauthenticate",
    "add_webauthn": "config.passkeys.Add",
    "login_webauthn": "config.passkeys.LogIn",
    "authenticate_webauthn": "config.passkeys.Authenticate",
    "reauthenticate_webauthn": "config.passkeys.Reauthenticate",
}
MFA_ADAPTER = "config.accounts.SecondFactorAdapter"
MFA_TOTP_ISSUER = "BOLTGUN Campaigns"

# Others who may say who somebody is, where the operator has registered the site: LOGIN_DISCORD=id:secret.
OUTSIDE = read.registrations("discord", "google")
CONTENT_SECURITY_POLICY = policy(OUTSIDE)
SOCIALACCOUNT_ADAPTER = "config.providers.OutsideAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_FORMS = {one: f"config.providers.{one.capitalize()}" for one in ("disconnect", "signup")}
SOCIALACCOUNT_PROVIDERS = {one: {"OAUTH_PKCE_ENABLED": True} for one in ("discord", "google")}
SKIRMISHES = {
    "guests_an_hour": read.number("GUESTS_AN_HOUR", 30, 0, 100_000),
    "guests_a_day": read.number("GUESTS_A_DAY", 100, 0, 1_000_000),
    "open": read.number("SKIRMISHES_OPEN", 3, 1, 1000),
    "a_day": read.number("SKIRMISHES_A_DAY", 20, 1, 10_000),
    "guest_wars": read.number("GUEST_WARS", 500, 0, 1_000_000),
}

# The war that the first page plays for strangers: the id of one that has ended and that anybody may read.
# Empty: the newest such war of eight turns or more, else one that is shipped.
LANDING_WAR = read.text("LANDING_WAR")

# Who runs the site, for the pages that say so; the lines of the address with | between.
OPERATED_BY = read.text("OPERATED_BY")
OPERATOR_ADDRESS = read.text("OPERATOR_ADDRESS")
CONTACT = read.contact("CONTACT")

# What may read /metrics; without it the address is not there.
METRICS_TOKEN = read.secret("METRICS_TOKEN", needed=False)

# Sessions and headers. Behind https everything is https, for good.
# A name that begins so is kept by browsers only with https, for this host alone and all of it (RFC 6265bis).
HOST_COOKIE = "__Host-" if HTTPS else ""
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_NAME = f"{HOST_COOKIE}session"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = f"{HOST_COOKIE}csrf"
LANGUAGE_COOKIE_NAME = f"{HOST_COOKIE}language"
THEME_COOKIE_NAME = f"{HOST_COOKIE}theme"
MESSAGE_STORAGE = "config.cookies.Messages"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.forged"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Whether the other hosts of the domain have https as well, and want to for good, only its owner knows.
SECURE_HSTS_INCLUDE_SUBDOMAINS = read.switch("HSTS_SUBDOMAINS") and HTTPS
SECURE_HSTS_PRELOAD = read.switch("HSTS_PRELOAD") and HTTPS
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    read.problems.append(
        "HSTS_PRELOAD is on, but HSTS_SUBDOMAINS is off; browsers' lists take a host only with all below it"
    )
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# What is longer lies in a file until it is somebody's turn: fifty at once must not fill the memory.
FILE_UPLOAD_MAX_MEMORY_SIZE = IN_MEMORY

# Words and times.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = read.zone("TIME_ZONE")

# Files: names with their content's hash, compressed once, kept by browsers for good.
STATIC_URL = "/static/"
# The cases of the rules are shown on the compliance page and run by the tests.
CASES_DIR = BASE_DIR / "tests" / "cases"
RULINGS = BASE_DIR / "docs" / "rulings.md"
STATIC_ROOT = BASE_DIR / read.text("STATIC_ROOT", "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "config.storage.StaticStorage"
        )
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = False
# Pictures, films and campaigns' files lie in the database; with a bucket, there. Either way the site's own
# views serve them, once they have looked who asks: no address of the bucket ever leaves.
S3_BUCKET = read.text("S3_BUCKET")
S3 = {
    "bucket_name": S3_BUCKET,
    "endpoint_url": read.web_address("S3_ENDPOINT", "https://s3.example") or None,
    "region_name": read.text("S3_REGION") or None,
    "access_key": read.text("S3_KEY_ID") or None,
    "secret_key": read.text("S3_SECRET") or None,
    "location": read.text("S3_FOLDER", "boltgun"),
    "default_acl": "private",
    "file_overwrite": False,
}
if S3_BUCKET:
    STORAGES["files"] = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": S3}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "60/min", "user": "600/min"},
    "NUM_PROXIES": TRUSTED_PROXIES,
}

# The log says what happened, never what anybody planned.
LOG_LEVEL = read.one_of("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
LOG_FORMAT = read.one_of("LOG_FORMAT", ("line", "json"), "line")
LOGGING = logging_of(LOG_LEVEL, LOG_FORMAT)

# Where else it is told that something went wrong, and how long things take; see config.telling.
SENTRY_DSN = read.web_address("SENTRY_DSN", "https://key@errors.example/1")
OTEL_EXPORTER_OTLP_ENDPOINT = read.web_address("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
for _name in NEEDED:
    _wrong = any(problem.startswith(f"{_name} ") for problem in read.problems)
    if read.text(_name) and not _wrong and (_lack := missing_library(_name)):
        read.problems.append(f"{_name} {_lack}")

read.finish()
