"""Which database DATABASE_URL names, and how Attune is connected with it."""

from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from annotator.data_folder import keep_database_private

LOCK_WAIT_S = 20


def database_of(url: str, *, data_dir: Path) -> dict[str, object]:
    """Django's settings for `sqlite:///path` or `postgresql://user:password@host:port/name`.

    Without a password in the URL, PostgreSQL's own variable PGPASSWORD is used, in which every character may stand.

    Args:
        data_dir: where the SQLite database of tests lies.
    """
    parts, port = _url_parts(url)
    if parts.scheme == "sqlite":
        name = parts.path.removeprefix("/") if parts.netloc else f"/{parts.path.lstrip('/')}"
        keep_database_private(Path(name))  # It may lie elsewhere than the other data.
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": name,
            # Kept open: closing the last connection checkpoints the write-ahead log at every request.
            "CONN_MAX_AGE": 600,
            # A file in tests too: threads cannot share a database in memory as they share one on disk.
            "TEST": {"NAME": data_dir / "test.sqlite3"},
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": LOCK_WAIT_S,
                # FULL, because an acknowledged annotation must survive a power cut.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
            },
        }
    if parts.scheme in {"postgresql", "postgres"}:
        host = dict(item.split("=", 1) for item in parts.query.split("&") if "=" in item).get("host", parts.hostname)
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(host or ""),
            "PORT": port or "",
            "CONN_MAX_AGE": 600,
            # Whoever waits for another's lock gives up after the same time on both databases. Machine code for a query
            # takes longer to make than any of ours to run without.
            "OPTIONS": {"options": f"-c lock_timeout={LOCK_WAIT_S}s -c jit=off"},
        }
    raise ImproperlyConfigured(f"DATABASE_URL begins with {parts.scheme}:, which is neither sqlite: nor postgresql:")


UNREADABLE_DATABASE_URL = (
    "DATABASE_URL can't be read as postgresql://user@host:port/name. If its password has characters such as / # ? @ "
    "leave the password out of it, and set PGPASSWORD instead"
)


def _url_parts(url: str) -> tuple[SplitResult, int | None]:
    """The URL taken apart, and its port. A refusal repeats nothing of it, since a password may be inside."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(UNREADABLE_DATABASE_URL) from None
    # The password's own / # or ? ended the part before the path, and left the host's @ behind.
    if parts.scheme.startswith("postgres") and "@" in f"{parts.path}{parts.query}{parts.fragment}":
        raise ImproperlyConfigured(UNREADABLE_DATABASE_URL)
    return parts, port
