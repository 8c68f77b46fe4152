"""From the first person to a scored run, as a lab's people do it: over TLS, through both nginx and every worker."""

import re
import tempfile
import uuid
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from demo.film import FilmedSession, film
from demo.raters import RATERS
from demo.script import Script, write_script
from tests.lab_server.browser import Browser, find_server_on_loopback
from tests.lab_server.stack import Broken, Stack

SESSIONS, TURNS, SEED = 6, 12, 3  # Enough for a hold-out and for training to begin.
PASSWORD = "a quiet room by the river"
SCOPES = ["view", "annotate", "train"]
PIECE_BYTES = 100_000

Tell = Callable[[str], None]


def walk(server: Stack, *, tell: Tell) -> None:
    """Do it all. Raises Broken at the first thing that is not as it should be."""
    find_server_on_loopback()
    lead = _first_person(server)
    _check_headers(server, lead)
    tell("logged in over TLS: the cookie is for TLS alone, and browsers are told to stay with it")
    _check_lockout(server)
    tell("wrong passwords lock out the address they came from, and nobody else")
    study = lead.post("studies/", {"name": "Lab check"}, status=201)["slug"]
    people = {name: _invite(server, lead, study, name, role) for name, role in _ROLES.items()}
    scripts = {script.name: script for script in write_script(sessions=SESSIONS, client_turns=TURNS, seed=SEED)}
    _check_large_transcript(lead, study)
    tell("a transcript that is too large is refused in words")
    for n_bytes in _import(lead, study, list(scripts.values())):
        tell(f"imported and prepared a recording of {n_bytes:,} bytes")
    lead.post(f"studies/{study}/assignments/distribute/", status=201)
    for index, name in enumerate(("ada", "bo")):
        n_rated = _rate(people[name], study, scripts, skill=index)
        tell(f"{name} played and rated {n_rated} turns; nobody else may play what they play")
    _settle(lead, study)
    release = _release(lead, people["sam"], study)
    tell("consensus computed and accepted, disagreements decided, release frozen and approved by a second person")
    _run(people["finn"], release, tell=tell)


_ROLES = {"ada": "rater", "bo": "rater", "sam": "steward", "finn": "engineer"}


def _first_person(server: Stack) -> Browser:
    """As docs/lab-server.md has it."""
    told = server.manage("invite", "ida", "--may-create-studies")
    token = re.search(r"/set-password#(\S+)", told)
    if token is None:
        raise Broken(f"manage.py invite printed no link: {told}")
    return _with_own_password(server, "ida", token[1])


def _with_own_password(server: Stack, name: str, token: str) -> Browser:
    browser = Browser(server)
    browser.get("me/")
    browser.post("password-link/password/", {"token": token, "password": PASSWORD})
    browser.log_in(name, PASSWORD)
    return browser


def _invite(server: Stack, lead: Browser, study: str, name: str, role: str) -> Browser:
    body = {"username": name, "role": role, "display_name": name.title()}
    return _with_own_password(server, name, lead.post(f"studies/{study}/members/", body, status=201)["link"]["token"])


def _check_headers(server: Stack, lead: Browser) -> None:
    answer = lead.log_in("ida", PASSWORD)
    if "max-age" not in answer.headers.get("Strict-Transport-Security", ""):
        raise Broken("No HSTS: the web server does not know that the request came over TLS")
    if not all("Secure" in cookie for cookie in answer.raw.headers.getlist("Set-Cookie")):
        raise Broken("A cookie may travel without TLS")
    if Browser(server).get("me/")["user"] is not None:
        raise Broken("Somebody is logged in without a log-in")


def _check_lockout(server: Stack) -> None:
    guesser = Browser(server, comes_from="127.0.0.9")
    for _ in range(7):
        guesser.log_in("ida", "guess", status=400)
    guesser.log_in("ida", "guess", status=429)
    guesser.log_in("ida", PASSWORD, status=429)
    Browser(server).log_in("ida", PASSWORD)


def _check_large_transcript(lead: Browser, study: str) -> None:
    limit = lead.get("import-limits/")["max_transcript_bytes"]
    files = {"transcript": ("long.txt", b"Client: yes.\n" * (limit // 13 + 50_000))}
    answer = lead.ask("POST", f"studies/{study}/drafts/", files=files, status=400)
    if answer.json()["code"] != "too_large":
        raise Broken(f"A transcript that is too large is refused by {answer.text[:300]}")


def _import(lead: Browser, study: str, scripts: list[Script]) -> Iterator[int]:
    with tempfile.TemporaryDirectory() as folder:
        sessions = []
        for script in scripts:
            filmed = film(script, Path(folder), fps=6)
            sessions.append((lead.post(*_confirmation(lead, study, filmed), status=201)["id"], filmed))
        for session, filmed in sessions:
            lead.wait(f"sessions/{session}/", lambda found: found["state"] == "ready")
            yield filmed.video.stat().st_size


def _confirmation(lead: Browser, study: str, filmed: FilmedSession) -> tuple[str, dict[str, Any]]:
    """The address and the body that make the two files a session."""
    upload = _send(lead, study, filmed.video)
    files = {"transcript": (filmed.transcript_vtt.name, filmed.transcript_vtt.read_bytes())}
    draft = lead.ask("POST", f"studies/{study}/drafts/", files=files, data={"upload": upload}, status=201).json()
    region = filmed.client_region
    consent = {"scopes": SCOPES, "basis": "drawn, not recorded"}
    body = {
        "title": filmed.script.name,
        "roles": {each["name"]: each["guessed_role"] for each in draft["reading"]["speakers"]},
        "client": filmed.script.client.pseudonym,
        "counsellor": filmed.script.counsellor.pseudonym,
        "consent": {"client": consent, "counsellor": consent},
        "client_region": {"x": region.x, "y": region.y, "w": region.width, "h": region.height},
    }
    return f"drafts/{draft['id']}/confirm/", body


def _send(lead: Browser, study: str, video: Path) -> str:
    """Send the recording in pieces, as the page does; wait until it is looked through; return the upload's id."""
    tus = {"Tus-Resumable": "1.0.0"}
    content = video.read_bytes()
    name = b64encode(video.name.encode()).decode()
    begun = {**tus, "Upload-Length": str(len(content)), "Upload-Metadata": f"filename {name}"}
    location = lead.ask("POST", f"studies/{study}/uploads/", headers=begun, status=201).headers["Location"]
    for offset in range(0, len(content), PIECE_BYTES):
        piece = {**tus, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
        lead.ask("PATCH", location, headers=piece, data=content[offset : offset + PIECE_BYTES], status=204)
    job = lead.ask("POST", f"{location}inspection/", json={}, status=202).json()["uuid"]
    lead.wait_for_job(job)
    return location.rstrip("/").rpartition("/")[2]


def _rate(rater: Browser, study: str, scripts: dict[str, Script], *, skill: int) -> int:
    rng = np.random.default_rng(SEED + skill)
    n_rated = 0
    for assignment in rater.get(f"studies/{study}/assignments/?mine=1")["results"]:
        path = f"assignments/{assignment['id']}/"
        workspace = rater.get(f"{path}workspace/")
        _play(rater, workspace["media"]["video_url"])
        said = scripts[workspace["session"]["title"]].turns
        asked = {construct["key"] for construct in workspace["codebook"]["constructs"]}
        for turn in workspace["turns"]:
            if turn["role"] != "client":
                continue
            given = RATERS[skill].rate_together(said[turn["position"]], rng)
            answers = {key: value for key, value in given.items() if key in asked or key == "cannot_judge"}
            changes = [
                {"client_key": str(uuid.uuid4()), "construct": key, "value": value} for key, value in answers.items()
            ]
            body = {"version": 0, "turn_revision": turn["revision"], "changes": changes}
            rater.ask("PATCH", f"{path}turns/{turn['id']}/annotation/", json=body)
            n_rated += 1
        rater.post(f"{path}done/")
    return n_rated


def _play(rater: Browser, address: str) -> None:
    """A range of the video, which nginx itself hands out, to whoever may see it."""
    answer = rater.ask("GET", address, headers={"Range": "bytes=100-299"}, status=206)
    if len(answer.content) != 200 or not answer.headers["Content-Range"].startswith("bytes 100-299/"):
        raise Broken(f"A range of the video came as {answer.headers}")
    if "no-store" not in answer.headers.get("Cache-Control", "") or "X-Accel-Redirect" in answer.headers:
        raise Broken(f"A range of the video may be kept: {answer.headers}")
    rater.ask("GET", re.sub(r"^/api/v1/.*", "/protected/", address), status=404)


def _settle(lead: Browser, study: str) -> None:
    lead.wait_for_job(lead.post(f"studies/{study}/consensus/", status=202)["uuid"])
    lead.wait_for_job(lead.post(f"studies/{study}/gold-labels/accept-consensus/", status=202)["uuid"])
    for dispute in lead.get(f"studies/{study}/disagreements/?page_size=200")["results"]:
        first = next(vote["value"] for vote in dispute["votes"] if vote["value"] is not None)
        value = int(first) if first.isdecimal() else first
        body = {"construct": dispute["construct"], "value": value, "reason": "After a second hearing."}
        lead.ask("POST", f"turns/{dispute['turn']['id']}/gold-label/", json=body, status=201)


def _release(lead: Browser, steward: Browser, study: str) -> int:
    release = lead.post(f"studies/{study}/releases/", {"holdout_share": 0.4}, status=201)["id"]
    lead.wait(f"releases/{release}/", lambda found: found["state"] == "frozen")
    lead.ask("POST", f"releases/{release}/approve/", json={}, status=409)
    steward.post(f"releases/{release}/approve/")
    return int(release)


def _run(engineer: Browser, release: int, *, tell: Tell) -> None:
    (run,) = engineer.post(f"releases/{release}/runs/", {"preset": "tiny", "ablations": ["none"]}, status=201)
    over = engineer.wait(f"runs/{run['id']}/", lambda found: found["state"] not in _GOES_ON, within_s=900)
    if over["state"] != "succeeded":
        raise Broken(f"The run is {over['state']}: {over.get('error')}")
    tell(f"trained and scored run {over['number']}")


_GOES_ON = {"queued", "preflight", "running", "evaluating"}
