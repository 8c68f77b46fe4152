"""The built front end goes over the line compressed, and is asked for once."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.test import Client

pytestmark = pytest.mark.one_database

SCRIPT = "export const words = 'a quiet room';\n" * 200


@pytest.fixture
def built(tmp_path: Path, settings: LazySettings) -> Path:
    """A front end of one file, as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-BNdf2wpq.js").write_text(SCRIPT)
    with_node = Path(sys.executable).parent / "with-node"
    script = django_settings.BASE_DIR / "frontend" / "scripts" / "compress.mjs"
    subprocess.run([with_node, "node", script, tmp_path / "assets"], check=True)
    settings.STATICFILES_DIRS = [tmp_path]
    settings.WHITENOISE_USE_FINDERS = True
    return tmp_path


@pytest.mark.parametrize("coding", ["br", "gzip", ""])
def test_a_built_file_is_sent_as_the_browser_takes_it(coding: str, built: Path) -> None:
    answer = Client().get("/static/assets/page-BNdf2wpq.js", headers={"Accept-Encoding": coding})
    sent = b"".join(answer.streaming_content)  # type: ignore[attr-defined]  # Static files are streamed.

    assert (answer.status_code, answer.headers.get("Content-Encoding", "")) == (200, coding)
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    if coding == "gzip":
        sent = gzip.decompress(sent)
    assert len(sent) < len(SCRIPT) / 20 if coding == "br" else sent.decode() == SCRIPT


def test_a_build_compresses_what_it_made() -> None:
    package = (django_settings.BASE_DIR / "frontend" / "package.json").read_text()

    assert "vite build --logLevel error && node scripts/compress.mjs" in package
