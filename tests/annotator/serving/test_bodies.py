"""nginx takes the bodies that the web server takes, and no others."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from annotator.serving import bodies

pytestmark = pytest.mark.one_database

NGINX = (Path(__file__).parents[3] / "docker" / "nginx.conf").read_text()
LOCATIONS = dict(re.findall(r"location (?:~ \^)?(\S+?)\$? \{(.*?)\n    \}", NGINX, re.DOTALL))


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/api/v1/studies/pilot/drafts/", bodies.TRANSCRIPT.pattern),
        ("/api/v1/sessions/12/transcript/drafts/", bodies.TRANSCRIPT.pattern),
    ],
)
def test_nginx_takes_transcripts_as_large_as_the_web_server_does(path: str, pattern: str) -> None:
    allowance = bodies.allowance_of("POST", path)

    assert allowance.most_bytes == settings.MAX_TRANSCRIPT_BYTES + bodies.FORM_BYTES
    assert f"client_max_body_size {allowance.most_bytes};" in LOCATIONS[pattern]


def test_nginx_takes_of_all_else_as_much_as_the_web_server_does() -> None:
    allowance = bodies.allowance_of("PATCH", "/api/v1/turns/1/")

    assert f"\n    client_max_body_size {allowance.most_bytes};" in NGINX


def test_recordings_alone_pass_nginx_unbuffered() -> None:
    assert bodies.allowance_of("PATCH", "/api/v1/uploads/1/").is_streamed
    assert [pattern for pattern, told in LOCATIONS.items() if "proxy_request_buffering off" in told] == [
        bodies.RECORDING.pattern
    ]
    assert NGINX.count("proxy_request_buffering") == 1


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_what_is_asked_about_a_recording_is_not_streamed(method: str) -> None:
    assert not bodies.allowance_of(method, "/api/v1/uploads/1/").is_streamed
