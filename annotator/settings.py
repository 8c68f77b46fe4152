"""Settings, read from the environment or `.env`; a senseless value stops the start and says so."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from annotator.data_folder import keep_private
from annotator.database_url import database_of
from annotator.environment import file_named, flag, folder_named, list_of, number, read_env_file, time_zone

BASE_DIR = Path(__file__).parents[1]


def _private_folder(folder: Path) -> Path:
    """The folder, closed to all other accounts before anything is read or written."""
    try:
        keep_private(folder, media=folder / "media", group_reads_media=bool(X_ACCEL_PREFIX))
    except ValueError as error:
        raise ImproperlyConfigured(f"DATA_DIR={folder} can't be used: {error}. Name a folder of its own.") from error
    except OSError as error:
        raise _unusable(folder, error) from error
    return folder


def _secret_key(folder: Path) -> str:
    """The key of the environment, or one that the first start makes and keeps beside the data."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = folder / "secret-key"
    try:
        if not path.exists():
            _make_secret_key(path)
        return path.read_text()
    except OSError as error:
        raise _unusable(folder, error) from error


def _unusable(folder: Path, error: OSError) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"DATA_DIR={folder} can't be used ({error.strerror}). Give this user the right to write there, make room, "
        "or put the data elsewhere: DATA_DIR=/another/folder make run"
    )


def _make_secret_key(path: Path) -> None:
    try:
        # Exclusive, so two processes that start together agree on one key.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        return
    except OSError:
        path.unlink(missing_ok=True)  # An empty key would pass for one at the next start.
        raise


read_env_file(BASE_DIR / ".env")

# nginx hands recordings out itself when this is set; `/protected/` is its internal location. The media folder, and it
# alone, can then be read by Attune's group, into which nginx's account is put. Every process needs to know.
X_ACCEL_PREFIX = os.environ.get("X_ACCEL_PREFIX", "")
DATA_DIR = _private_folder(Path(os.environ.get("DATA_DIR", BASE_DIR / "data")).resolve())
MEDIA_DIR = DATA_DIR / "media"
RELEASES_DIR = DATA_DIR / "releases"
RUNS_DIR = DATA_DIR / "runs"
SECRET_KEY = _secret_key(DATA_DIR)
DEBUG = flag("DEBUG", default=False)
HOST = os.environ.get("HOST", "127.0.0.1")
PORT = number("PORT", 8000, at_least=1, at_most=65_535)
WEB_WORKERS = number("WEB_WORKERS", 1, at_least=1)  # Processes; each answers 8 requests at a time.
# This computer's own names always, since health checks and `serve` ask by them.
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *(list_of("ALLOWED_HOSTS") or [HOST])]
CSRF_TRUSTED_ORIGINS = list_of("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "annotator",  # First: a command of ours stands before Django's of the same name.
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotator.compression.TextGZipMiddleware",
    "annotator.api.caching.NoStoreMiddleware",
    "annotator.api.queries.StorableQueryMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "annotator.urls"
WSGI_APPLICATION = "annotator.wsgi.application"

DATABASES = {
    "default": database_of(
        os.environ.get("DATABASE_URL", f"sqlite:///{DATA_DIR / 'attune.sqlite3'}"), data_dir=DATA_DIR
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People and their log-ins.
AUTH_USER_MODEL = "annotator.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "annotator.accounts.validators.NotTheNameValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours; long enough to stop guessing, short enough for a counsellor who forgot.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # Or one more try would begin the quarter of an hour anew.
AXES_CLIENT_IP_CALLABLE = "annotator.proxies.client_address"
SILENCED_SYSTEM_CHECKS = ["axes.W002"]  # Its middleware answers in plain text; our log-in says it in words.
PASSWORD_LINK_DAYS = number("PASSWORD_LINK_DAYS", 7, at_least=1)  # As long a link to set a password works.
API_TOKEN_DAYS = number("API_TOKEN_DAYS", 90, at_least=1)

# Cookies and headers. Behind TLS set HTTPS=1.
HTTPS = flag("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "annotator.api.failures.csrf_failure"
SESSION_COOKIE_AGE = 12 * 3600
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],
        "media-src": ["'self'", "blob:"],
        # Mantine sets positions and sizes as style attributes.
        "style-src": ["'self'", "'unsafe-inline'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
    }
}
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
# Of studies made without one: where a consent's last day ends.
STUDY_TIME_ZONE = time_zone("STUDY_TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATICFILES_DIRS = [folder for folder in [BASE_DIR / "frontend" / "dist"] if folder.is_dir()]
# The built files carry a hash in their names, so they may be served straight from the build folder.
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = r"^.+-[\w-]{8}\.\w+$"
WHITENOISE_AUTOREFRESH = DEBUG

# Uploads.
MAX_UPLOAD_BYTES = number("MAX_UPLOAD_MB", 50_000, at_least=1) * 1_000_000
MAX_TRANSCRIPT_BYTES = 20_000_000
FILE_UPLOAD_TEMP_DIR = os.environ.get("FILE_UPLOAD_TEMP_DIR") or None
# Recordings that lie on the server are imported from a subfolder with the study's short name, as in its address.
IMPORT_DIR = folder_named("IMPORT_DIR")
# A YuNet model in ONNX format finds faces better than the cascades that ship with OpenCV.
FACE_MODEL = file_named("FACE_MODEL")
# How many proxies of ours each request has passed: nginx where it hands out recordings, and what ends TLS before it.
TRUSTED_PROXIES = number("TRUSTED_PROXIES", bool(X_ACCEL_PREFIX) + HTTPS, at_least=0)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotator.accounts.tokens.BearerTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": [
        "annotator.api.parsing.StorableJsonParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "annotator.api.errors.error_response",
    "DEFAULT_PAGINATION_CLASS": "annotator.api.paging.Cursor",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Attune",
    "DESCRIPTION": "Sessions, annotations, agreement, releases and runs of a counselling study.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "annotator.api.schema.require_all_of_answers",
        "annotator.api.schema.leave_out_what_the_database_allows",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "BlurrableRole": "annotator.studies.models.BLURRABLE_ROLES",
        "OfferedRole": "annotator.studies.models.OFFERED_ROLES",
        "Ablation": "annotator.runs.presets.ABLATION_NAMES",
        "GoldLabelOrigin": "annotator.adjudication.models.GoldLabel.Origin",
        "JobQueue": "annotator.jobs.models.Queue",
        "JobState": "annotator.jobs.models.JobState",
        "PassKind": "annotator.codebooks.models.PassKind",
        "OfferedScope": "annotator.corpus.models.Consent.OFFERED",
        "PersonRole": "annotator.corpus.models.Person.Role",
        "RaterKind": "annotator.studies.models.Rater.Kind",
        "ReleaseState": "annotator.releases.models.Release.State",
        "Role": "annotator.studies.models.Role",
        "RunState": "annotator.runs.models.Run.State",
        "Scale": "annotator.codebooks.models.Scale",
        "Scope": "annotator.corpus.models.Consent.Scope",
        "SessionState": "annotator.corpus.models.Session.State",
        "SpeakerRole": "annotator.corpus.models.Turn.Role",
        "VerdictKind": "annotator.adjudication.models.Verdict.Kind",
    },
}

# Long work.
REDIS_URL = os.environ.get("REDIS_URL", "")
JOB_SILENCE_S = number("JOB_SILENCE_S", 60, at_least=2)  # A worker silent for longer is taken for dead.
BROKER_DIR = DATA_DIR / "broker"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "annotator.logs.WordlessFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {"axes": {"level": "WARNING"}},
}
