"""`import_session`: a transcript, and a video if there is one, become a session, without a browser or a worker."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils import timezone

from annotator.corpus import discarding, drafts, execution, listening, services
from annotator.corpus.draft_sounds import choose_sounds
from annotator.corpus.files import Upload
from annotator.corpus.media.client_face import ClientRegion
from annotator.corpus.models import Consent, Draft, Person, Recording, Session, Turn
from annotator.corpus.selectors import recording_of, without_frame
from annotator.corpus.sounds import Camera
from annotator.errors import DomainError
from annotator.management.reading_arguments import add_reading_arguments, reading_options
from annotator.studies.models import Study


class Command(BaseCommand):
    help = "Import one session. Exit status 2: refused, or roles must be told; the speakers are then listed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, help="its name or the short name in its address")
        parser.add_argument("--transcript", type=Path, required=True)
        parser.add_argument("--video", type=Path)
        parser.add_argument("--counsellor-video", type=Path, help="a second camera's; --video is the client's then")
        parser.add_argument(
            "--camera-offset-ms", type=int, help="when the second camera began, after the first; else by their sound"
        )
        parser.add_argument(
            "--sound-track",
            type=_sound_track,
            metavar="NUMBER",
            help="of several sound tracks of --video, the one that is heard, from 1; all together by default",
        )
        parser.add_argument(
            "--counsellor-sound-track", type=_sound_track, metavar="NUMBER", help="the same of --counsellor-video"
        )
        parser.add_argument("--client", help="pseudonym; a new one by default")
        parser.add_argument("--counsellor", help="pseudonym; a new one by default")
        parser.add_argument(
            "--roles",
            default="",
            help="SPEAKER_00=client,SPEAKER_01=counsellor,SPEAKER_02=other; =ROLE is who has no name",
        )
        parser.add_argument(
            "--consent",
            default="",
            help="what client and counsellor agreed to, with commas between: view, annotate (on the pages: label), "
            "train, external (share with researchers outside the study)",
        )
        parser.add_argument(
            "--client-region",
            type=_region,
            metavar="LEFT,TOP,WIDTH,HEIGHT",
            help="where the client's face is when the recording begins, as shares of the picture: 0.5,0,0.5,1 is its "
            "right half. Without it the largest face is taken for theirs",
        )
        parser.add_argument("--title", default="")
        parser.add_argument("--json", action="store_true", help="tell the result as one JSON object")
        add_reading_arguments(parser.add_argument_group("how the transcript is read"))

    def handle(self, *args: Any, **options: Any) -> None:
        study = _study(options["study"])
        scopes = _scopes(options["consent"])
        try:
            draft = drafts.start_draft(
                study=study,
                transcript=Upload.of(options["transcript"]),
                video=Upload.of(options["video"]) if options["video"] else None,
                counsellor_video=Upload.of(options["counsellor_video"]) if options["counsellor_video"] else None,
                is_listened_to=False,
                options=reading_options(options),
                actor=None,
                now=timezone.now(),
            )
        except OSError as error:
            raise CommandError(f"{error.filename} can't be read: {error.strerror}.", returncode=2) from error
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        try:
            _choose_sounds(draft, options)
            session = self._confirm(draft, scopes, options)
        except BaseException:
            discarding.discard_draft(draft=draft, actor=None, now=timezone.now())
            raise
        if recording_of(session):
            self._prepare(session)
        self._tell(session, as_json=options["json"])

    def _confirm(self, draft: Draft, scopes: tuple[str, ...], options: dict[str, Any]) -> Session:
        told = _told_roles(draft, options["roles"])
        roles = _roles(draft, told)
        given = services.ConsentGiven(scopes, basis="told at import_session") if scopes else None
        has_counsellor = Turn.Role.COUNSELLOR in roles.values()
        plan = services.ImportPlan(
            title=options["title"],
            roles=roles,
            client=options["client"] or _free_pseudonym(draft.study, "C"),
            counsellor=options["counsellor"] or (_free_pseudonym(draft.study, "T") if has_counsellor else None),
            client_region=options["client_region"],
            client_consent=given,
            counsellor_consent=given,
            camera_offset_ms=self._camera_offset(draft, options["camera_offset_ms"]),
            # Whoever names two speakers as the client on the command line has said that they are one.
            two_clients_are_one=list(told.values()).count(Turn.Role.CLIENT) > 1,
        )
        try:
            return services.confirm_draft(draft=draft, plan=plan, actor=None, now=timezone.now(), prepare=False)
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal

    def _camera_offset(self, draft: Draft, told: int | None) -> int | None:
        """As told, else by the sound; nobody sees the pictures here, so it must be sure."""
        if told is not None or draft.counsellor_video is None:
            return told
        found = listening.find_camera_offset(_Told(self.stderr), draft_id=draft.pk)
        draft.refresh_from_db()
        if found.get("confidence") == "sure":
            return draft.camera_offset_ms
        proposal = f" It might be {found['offset_ms']}." if "offset_ms" in found else ""
        message = "The sound doesn't tell for sure when the second camera began. Say it with --camera-offset-ms."
        raise CommandError(message + proposal, returncode=2)

    def _prepare(self, session: Session) -> None:
        try:
            execution.prepare_session(_Told(self.stderr), session_id=session.pk)
        except DomainError as refusal:
            message = f"{session.key} was imported, but its video can't be prepared: {refusal.message}"
            raise CommandError(message) from refusal
        session.refresh_from_db()

    def _tell(self, session: Session, *, as_json: bool) -> None:
        revision, recording = session.revisions.get(), recording_of(session)
        told: dict[str, Any] = {
            "session": session.key,
            "id": session.pk,
            "state": session.state,
            "client": session.client.pseudonym,
            "counsellor": session.counsellor.pseudonym if session.counsellor else None,
            "n_turns": session.turns.count(),
            "n_client_turns": session.turns.filter(role=Turn.Role.CLIENT).count(),
            "n_frames_missing": without_frame(session.turns.all()).count(),
            "face_search": recording.face_search if recording else None,
            "remarks": [*revision.remarks, *_face_remarks(recording)],
        }
        if as_json:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        self.stdout.write(
            f"{session.key}: {_turns(told['n_turns'])}, {told['n_client_turns']} of client {told['client']}, "
            f"{told['n_frames_missing']} without a frame"
        )
        for remark in told["remarks"]:
            where = f" ({remark['where']})" if remark["where"] else ""
            self.stdout.write(f"{remark['severity']}{where}: {remark['message']}")


def _choose_sounds(draft: Draft, options: dict[str, Any]) -> None:
    told: dict[Camera, int | None] = {
        "client": options["sound_track"],
        "counsellor": options["counsellor_sound_track"],
    }
    choices = {camera: number - 1 for camera, number in told.items() if number is not None}
    try:
        choose_sounds(draft=draft, choices=choices, actor=None, now=timezone.now(), is_listened_to=False)
    except DomainError as refusal:
        raise CommandError(refusal.message, returncode=2) from refusal


def _sound_track(told: str) -> int:
    if not told.isdecimal() or int(told) == 0:
        raise ArgumentTypeError(f"{told!r} is not the number of a sound track; the first is 1")
    return int(told)


class _Told:
    """Progress as lines on standard error."""

    def __init__(self, stderr: OutputWrapper) -> None:
        self._stderr = stderr
        self._step = ""

    def report(self, fraction: float, step: str) -> None:
        if step != self._step:
            self._step = step
            self._stderr.write(f"{fraction:4.0%} {step}")

    def log(self, line: str) -> None:
        self._stderr.write(line)

    def is_cancelled(self) -> bool:
        return False


def _region(told: str) -> dict[str, float]:
    """`0.5,0.1,0.4,0.6` as the region that a person draws."""
    try:
        left, top, width, height = (float(each) for each in told.split(","))
        ClientRegion(left, top, width, height)
    except ValueError as error:
        message = f"{told!r} is not LEFT,TOP,WIDTH,HEIGHT with each from 0 to 1, inside the picture"
        raise ArgumentTypeError(message) from error
    return {"x": left, "y": top, "w": width, "h": height}


def _face_remarks(recording: Recording | None) -> list[dict[str, str]]:
    """A warning where somebody else's face may have been taken for the client's, which nobody has seen here."""
    search = recording.face_search if recording else None
    if recording is None or not search or not search["several"] or recording.client_region:
        return []
    message = (
        f"{search['several']} of the {search['looks']} pictures that were looked at show more than one face, and the "
        "largest was taken for the client's. Say where the client is: with --client-region, or on the session's page."
    )
    return [{"severity": "warning", "where": "video", "message": message}]


def _study(name: str) -> Study:
    study = Study.objects.filter(slug=name).first() or Study.objects.filter(name=name).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no study {name}. There are: {known}.", returncode=2)
    return study


def _scopes(told: str) -> tuple[str, ...]:
    scopes = tuple(scope.strip() for scope in told.split(",") if scope.strip())
    if unknown := set(scopes) - set(Consent.OFFERED):
        message = f"{', '.join(sorted(unknown))} is no consent. There are: {', '.join(Consent.OFFERED)}."
        raise CommandError(message, returncode=2)
    return scopes


def _told_roles(draft: Draft, told: str) -> dict[str, str]:
    """The roles that were given, by speaker.

    Raises:
        CommandError: a pair is not a speaker and a role, or a speaker has two roles.
    """
    speakers = {each["name"] for each in draft.reading["speakers"]}
    roles: dict[str, str] = {}
    for pair in _pairs(told):
        speaker, _, role = (part.strip() for part in pair.rpartition("="))
        if speaker not in speakers or role not in Turn.Role.values:
            message = f"--roles {pair}: it takes a speaker of the file, = and one of {', '.join(Turn.Role.values)}."
            raise CommandError(f"{message}\n{_speakers(draft)}", returncode=2)
        if roles.setdefault(speaker, role) != role:
            raise CommandError(f"--roles {pair}: this speaker is named {roles[speaker]} as well.", returncode=2)
    return roles


def _pairs(told: str) -> Iterator[str]:
    """What stands between the commas; one before an equals sign is part of a name, `Ott, Karl=client`."""
    pair = ""
    for part in told.split(","):
        pair = f"{pair},{part}" if pair else part
        if "=" in part:
            yield pair
            pair = ""
    if pair:
        yield pair


def _roles(draft: Draft, told: dict[str, str]) -> dict[str, str]:
    """Roles as told, else as the names suggest.

    A name suggests no role that was given to somebody else: two clients would become one person, unasked.

    Raises:
        CommandError: some speaker's role is neither told nor plain; the speakers are listed with what they say first.
    """
    taken = set(told.values()) - {Turn.Role.OTHER}
    guesses = {each["name"]: each["guessed_role"] for each in draft.reading["speakers"]}
    roles: dict[str, Any] = {
        name: told.get(name) or (None if guess in taken else guess) for name, guess in guesses.items()
    }
    clients = [name for name, role in roles.items() if role == Turn.Role.CLIENT]
    if None in roles.values() or not clients:
        raise CommandError(f"{_missing(roles)} The speakers are:\n{_speakers(draft)}", returncode=2)
    if len(clients) > 1 and not all(name in told for name in clients):
        names = " and ".join(name or "who has no name" for name in clients)
        as_one = ",".join(f"{name}=client" for name in clients)
        message = (
            f"{names} both look like the client. Give one of them another role with --roles or, if they are one "
            f"person, name both: {as_one}."
        )
        raise CommandError(f"{message} The speakers are:\n{_speakers(draft)}", returncode=2)
    return roles


def _missing(roles: dict[str, str | None]) -> str:
    names = [name or "who has no name" for name, role in roles.items() if role is None]
    if not names:
        return "Say with --roles who is the client."
    return f"Say with --roles who is who: client, counsellor or other. Still missing: {', '.join(names)}."


def _speakers(draft: Draft) -> str:
    return "\n".join(
        f"  {each['name'] or '(no name: write =ROLE)'}, {_turns(each['n_turns'])}: “{each['sample']}”"
        for each in draft.reading["speakers"]
    )


def _free_pseudonym(study: Study, letter: str) -> str:
    taken = set(Person.objects.filter(study=study).values_list("pseudonym", flat=True))
    return next(name for number in range(1, len(taken) + 2) if (name := f"{letter}-{number:02d}") not in taken)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
