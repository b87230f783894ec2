"""Settings. Everything that differs between machines comes from the environment; see docs/deploy.md."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from config.environment import (
    flag,
    keep_private,
    keep_private_database,
    number,
    own_names,
    room_address,
    secret_key,
    words,
)

BASE_DIR = Path(__file__).resolve().parent.parent
# 資料: everything that a running installation writes; never committed
DATA_DIR = Path(words("PAIJU_DATA", [str(BASE_DIR / "var")])[0])
keep_private(DATA_DIR)

DEBUG = flag("DEBUG")
HTTPS = flag("PAIJU_HTTPS")
# Number of reverse proxies in front; only that many entries of X-Forwarded-For are trusted.
PROXIES = number("PAIJU_PROXIES", 1 if HTTPS else 0)
SECRET_KEY = secret_key(DATA_DIR / "secret_key")
# The site's address for phones, printed on slips and in QR codes. If unset, accounts/network.py uses the request's
# address or, for requests from this machine itself, its address in the local network.
ADDRESS = words("PAIJU_ADDRESS", [""])[0].rstrip("/")
LAN_ADDRESS = room_address()
# The machine's own names and addresses are always allowed: monitoring calls it by address.
ALLOWED_HOSTS = words("ALLOWED_HOSTS") + own_names()
if ADDRESS:
    ALLOWED_HOSTS.append(urlsplit(ADDRESS).hostname or ADDRESS)
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "accounts",
    "tournaments",
    "penalties",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "axes",
    "corsheaders",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.middleware.ResponseDefaultsMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.PublicPagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.language.LanguageMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.step_up.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]
# /metrics is readable with `Authorization: Bearer <token>` or from these addresses and networks. If neither is set,
# no figures are collected.
METRICS_TOKEN = words("PAIJU_METRICS_TOKEN", [""])[0]
METRICS_FROM = words("PAIJU_METRICS_FROM")
if METRICS_TOKEN or METRICS_FROM:
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static"],
        },
    },
]


# Seconds to wait for SQLite's write lock, and for a connection to PostgreSQL.
SQLITE_WAIT, POSTGRES_WAIT = 5, 3


def _database() -> dict[str, Any]:
    chosen: dict[str, Any] = dict(
        dj_database_url.config(default=f"sqlite:///{DATA_DIR / 'paiju.sqlite3'}", conn_max_age=0)
    )
    if chosen["ENGINE"] == "django.db.backends.sqlite3":
        keep_private_database(Path(chosen["NAME"]))
        # IMMEDIATE: writers queue instead of failing. WAL: readers never wait for the writer. FULL: committed data is
        # on the disk; with NORMAL a power cut would lose the newest hands.
        options: dict[str, Any] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": SQLITE_WAIT,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        # Threads keep their connection: opening one takes longer than most pages. `restore` writes into the same file,
        # so open connections see the restored data.
        chosen["CONN_MAX_AGE"] = None
    else:
        options = {
            # Connections are checked before use (CONN_HEALTH_CHECKS). The site recovers by itself once the server is
            # back: the pool retries for `reconnect_timeout` seconds, then again at the next request.
            "pool": {
                "min_size": 1,
                "max_size": number("PAIJU_POOL", 12),
                "timeout": POSTGRES_WAIT,
                "reconnect_timeout": POSTGRES_WAIT,
            },
            # A server that vanishes silently is noticed within seconds; TCP alone would take a quarter of an hour.
            "connect_timeout": POSTGRES_WAIT,
            "tcp_user_timeout": 5000,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 2,
            "options": "-c statement_timeout=30s",
        }
        chosen["CONN_HEALTH_CHECKS"] = True
    return chosen | {"OPTIONS": options | chosen.get("OPTIONS", {})}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Local to each process: keys contain the version of the event (tournaments/core/cached.py).
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": 3600,
        # Most entries have a few hundred bytes: a large event has several per player and table.
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # PDFs and pictures, keyed by content: shared by all processes, kept over restarts. Erasing any person clears it.
    "drawn": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "drawn",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 4000},
    },
}

# Accounts and sign-in --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "accounts.hashers.NarrowArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Passwords are checked one after another. Waiting sign-ins leave at least four threads of each process free.
SIGN_INS_WAITING = max(1, number("WEB_THREADS", 32) - 4)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/?start"  # referees are sent on to their tables
LOGOUT_REDIRECT_URL = "/"

# Failed passwords are counted in the database, shared by all processes, for name and address together: a stranger
# elsewhere cannot lock out the account's owner.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "accounts.network.client_network"
AXES_USERNAME_CALLABLE = "accounts.network.tried_name"
AXES_LOCKOUT_CALLABLE = "accounts.views.too_many_tries"

# 兩步驗證: required of organisers, head referees and account managers of the whole site (an organisation can require it
# for its own events); and for how many minutes it need not be shown again.
SECOND_FACTOR_DEMANDED = flag("PAIJU_SECOND_FACTOR")
SECOND_FACTOR_MINUTES = number("PAIJU_SECOND_FACTOR_MINUTES", 10)

# Longer than an event, so no referee is signed out before the last card is signed.
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

# Transport and content security -----------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# HSTS for subdomains and preloading is up to the domain's owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Scripts of other sites may read the API anonymously: no cookie, no token, no write.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ["GET", "HEAD"]
CORS_ALLOW_HEADERS = ["accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Link", "X-Request-ID", "X-Total-Count"]

# Language and time ------------------------------------------------------------------------------------------

LANGUAGE_CODE = "zh-hant"
LANGUAGES = [("zh-hant", "繁體中文"), ("en", "English")]  # data: each in its own language
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "paiju_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = words("TIME_ZONE", ["Asia/Hong_Kong"])[0]

# Static files -----------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STATICFILES_FINDERS = [
    "config.bundles.BundleFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.bundles.StaticStorage"},
}
if DEBUG:
    # Serve the sources, without collectstatic.
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 60
# Source maps are large and only loaded by developer tools.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
WHITENOISE_ALLOW_ALL_ORIGINS = False

# The API ----------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.base.Schema",
    "DEFAULT_THROTTLE_CLASSES": ["accounts.network.NetworkThrottle"],
    "DEFAULT_THROTTLE_RATES": {"documents": "300/min"},
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
_ERRORS = ["400", "401", "403", "404", "406", "413", "415", "429", "500", "503"]
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "tournaments.api.errors.ExceptionHandler",
    "ALLOWED_ERROR_STATUS_CODES": _ERRORS,
    "ERROR_SCHEMAS": dict.fromkeys(_ERRORS, "tournaments.api.errors.ErrorResponseSerializer"),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Paiju 牌局",  # data
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {
        "number": int,
        "game": {"type": "string", "pattern": "^[0-9]{1,19}(-[a-z2-7]{16})?$"},
    },
    "ENUM_NAME_OVERRIDES": {
        "CaseOutcomeEnum": ["open", "upheld", "changed"],
        "DecisionOutcomeEnum": ["upheld", "changed"],
        "RoundStateEnum": ["draft", "published", "open", "closed"],
        "StageStateEnum": ["waiting", "playing", "closed"],
        "DeskStateEnum": ["before", "open", "after"],
        "EntryStateEnum": ["live", "declined", "withdrawn"],
        "RoleEnum": ["organiser", "head_referee", "referee"],
    },
}

# E-mail, used only by `manage.py digest --to`: smtp://, smtp+tls:// (STARTTLS) or smtps://. Unset: nothing is sent.

MAIL = words("PAIJU_MAIL", [""])[0]
_mail = urlsplit(MAIL)
EMAIL_HOST, EMAIL_PORT = _mail.hostname or "", _mail.port or {"smtps": 465, "smtp+tls": 587}.get(_mail.scheme, 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_mail.username or ""), unquote(_mail.password or "")
EMAIL_USE_TLS, EMAIL_USE_SSL, EMAIL_TIMEOUT = _mail.scheme == "smtp+tls", _mail.scheme == "smtps", 20
DEFAULT_FROM_EMAIL = words("PAIJU_MAIL_FROM", ["paiju@localhost"])[0]

# Allow webhooks to private addresses and without TLS.
WEBHOOKS_PRIVATE = flag("PAIJU_WEBHOOKS_PRIVATE")

# Logging: a line for each record on standard error, optionally as JSON ----------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} [{request_number}]: {message}", "style": "{"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "filters": {"request": {"()": "config.logs.RequestFilter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["request"],
            "formatter": "json" if words("PAIJU_LOG") == ["json"] else "plain",
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Otherwise each request that waits for a thread logs a line.
        "waitress.queue": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # It logs each failed connection; the site already logs each refused request.
        "psycopg.pool": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # Its warnings contain parts of names; tournaments/scorecards/pdf.py collects them.
        "weasyprint": {"handlers": [], "propagate": False},
        # Without warnings about 404.
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # Requests for other hosts get 400; a traceback for each would hide the rest.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
