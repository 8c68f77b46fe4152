"""Looking at each part of an installation: fine, or what to do."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from django.conf import settings
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError

from annotator.celery import app
from annotator.corpus.media.face_detectors import face_detector
from annotator.corpus.media.ffmpeg import ffmpeg_program, ffmpeg_version
from annotator.corpus.media.ffmpeg_check import keeps_times
from annotator.corpus.media.refusal import MediaRefused
from annotator.data_folder import open_to_others
from annotator.serving import database

PING_TIMEOUT_S = 3


@dataclass(frozen=True)
class Finding:
    """What was found of one part. `advice` is empty where all is well."""

    part: str
    found: str
    advice: str = ""


def findings() -> Iterator[Finding]:
    """Look at the database, the data folder, broker, workers, ffmpeg, faces, disk and GPU, one after the other."""
    for look in (_database, _data_folder, _broker, _workers, _ffmpeg, _faces, _disk, _front_end, _gpu):
        yield look()


def _database() -> Finding:
    try:
        found = database.standing()
    except DatabaseError as error:
        return Finding("database", f"does not answer: {error}", "Start it, or look at DATABASE_URL.")
    if found.waiting:
        return Finding("database", f"{found.waiting} changes wait", "Run: manage.py migrate (make run does it).")
    if found.unknown:
        return Finding("database", "a newer Attune has used it", "Start the newer one.")
    return Finding("database", f"{connection.vendor}, up to date")


def _data_folder() -> Finding:
    """A start closes it, unless it is another account's or lies on a disk that knows no rights."""
    is_shared = bool(settings.X_ACCEL_PREFIX)
    found = open_to_others(settings.DATA_DIR, media=settings.MEDIA_DIR, group_reads_media=is_shared)
    if found:
        advice = (
            "Whoever reads it can log in as anybody. Let the account that Attune runs as own it, on a disk that keeps "
            "rights, then start anew."
        )
        return Finding("data folder", f"other accounts can look into {', '.join(map(str, found))}", advice)
    who = "Attune, and its group the media" if is_shared else "Attune alone"
    return Finding("data folder", f"{settings.DATA_DIR} is open to {who}")


def _broker() -> Finding:
    name = "Redis" if settings.REDIS_URL else f"files in {settings.BROKER_DIR}"
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=PING_TIMEOUT_S)
    except (OperationalError, OSError) as error:
        return Finding("broker", f"{name}: {error}", "Start Redis, or look at REDIS_URL.")
    return Finding("broker", name)


def _workers() -> Finding:
    answers = app.control.inspect(timeout=PING_TIMEOUT_S).active_queues() or {}
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    missing = sorted({queue.name for queue in app.conf.task_queues} - taken)
    if missing:
        return Finding("workers", f"nobody takes {', '.join(missing)}", "Start Attune with: make run")
    return Finding("workers", f"{len(answers)} answer")


def _ffmpeg() -> Finding:
    try:
        program = ffmpeg_program()
    except RuntimeError as error:
        return Finding("ffmpeg", f"none: {error}", "Run: make setup")
    advice = (
        "Put a newer one first in PATH, or none: Attune brings its own. Then have sessions prepared again that were "
        "imported with this one."
    )
    try:
        if keeps_times():
            return Finding("ffmpeg", program)
        return Finding("ffmpeg", f"{program} ({ffmpeg_version()}) shows pictures of WebM files at other times", advice)
    except MediaRefused as refusal:
        return Finding("ffmpeg", f"{program} ({ffmpeg_version()}): {refusal.message}", advice)


def _faces() -> Finding:
    try:
        return Finding("faces", f"found by {face_detector(settings.FACE_MODEL).name}")
    except MediaRefused as refusal:
        return Finding("faces", refusal.message, "Change FACE_MODEL.")


def _disk() -> Finding:
    free = shutil.disk_usage(settings.DATA_DIR).free
    found = f"{free / 1e9:.1f} GB free in {settings.DATA_DIR}"
    return Finding("disk", found, "" if free > 5e9 else "Make room: an hour of video takes about 1 GB.")


def _front_end() -> Finding:
    built = (settings.BASE_DIR / "frontend" / "dist" / "index.html").is_file()
    return Finding("front end", "built") if built else Finding("front end", "not built", "Run: make setup")


def _gpu() -> Finding:
    program = shutil.which("nvidia-smi")
    if find_spec("torch") is None:
        if settings.REDIS_URL:  # Of the lab server's machines and images, only those that train hold torch.
            return Finding("training", "not here: torch is where the training worker runs")
        return Finding("training", "torch is not installed", "Run: make setup")
    return Finding("training", "an NVIDIA GPU" if program else "no GPU: runs train on the processor, slowly")
