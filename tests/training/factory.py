"""A synthetic release in the format that the web app freezes, made of the demo's drawn faces and sentences."""

import csv
import hashlib
import json
import uuid
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from demo.faces import draw_face
from demo.script import Script, ScriptTurn, write_script
from demo.truth import Affect

FACE_BOX = (100, 50, 120, 120)
RATERS = {"asha": 0.9, "ben": 0.85, "chi": 0.8}
"""How often each gives the true label."""
KINDS = ["none", "minimizing", "contradiction"]


def make_release(
    folder: Path, *, sessions: int, turns: int, seed: int = 0, holdout: int | None = None, frames: int = 1
) -> Path:
    """Write a release of `sessions` sessions with `turns` client turns each; the last sessions are held out.

    `frames` is how many pictures a turn has at most: turns have one, two and so on by turns.
    `holdout` is how many sessions are held out, a fifth by default; no client of theirs is in the training part.
    """
    rng = np.random.default_rng([seed, 7])
    (folder / "frames").mkdir(parents=True)
    scripts = write_script(sessions=sessions, client_turns=turns, seed=seed)
    # By client, so that whoever comes back is on one side with all sessions.
    scripts.sort(key=lambda script: script.client.pseudonym)
    held_out = _last_clients(scripts, holdout or max(1, sessions // 5))
    lines: list[dict[str, Any]] = []
    annotations: list[list[str]] = []
    for number, script in enumerate(scripts, start=1):
        split = "holdout" if script.client.pseudonym in held_out else "train"
        for position, turn in enumerate(script.turns):
            if turn.role == "client":
                line = _line(folder, f"S{number:03}", script, position, split, rng, 1 + len(lines) % frames)
                lines.append(line)
                annotations += _annotations(line, turn, rng)
    write_release(folder, lines, annotations)
    return folder


def write_release(folder: Path, lines: list[dict[str, Any]], annotations: list[list[str]] | None = None) -> None:
    """Write turns.jsonl, annotations.csv (where given) and a manifest that fits what is in the folder."""
    (folder / "turns.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    if annotations is not None:
        with (folder / "annotations.csv").open("w", newline="", encoding="utf-8") as file:
            header = ["turn", "session", "rater", "rater_kind", "pass", "construct", "value", "cannot_judge"]
            csv.writer(file).writerows([header, *annotations])
    (folder / "manifest.json").write_text(json.dumps(_manifest(folder, lines)), encoding="utf-8")


def read_turns(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "turns.jsonl").read_text(encoding="utf-8").splitlines()]


def _last_clients(scripts: list[Script], sessions: int) -> set[str]:
    clients: set[str] = set()
    for script in reversed(scripts):
        if sum(one.client.pseudonym in clients for one in scripts) >= sessions:
            break
        clients.add(script.client.pseudonym)
    return clients


def _line(
    folder: Path, session: str, script: Script, position: int, split: str, rng: np.random.Generator, n_frames: int
) -> dict[str, Any]:
    turn = script.turns[position]
    assert turn.truth is not None
    name = str(uuid.UUID(bytes=rng.bytes(16)))
    frames = [f"frames/{name}-{number}.png" for number in range(n_frames)]
    for frame in frames:
        _draw_frame(folder / frame, script, turn, rng)
    return {
        "turn": name,
        "session": session,
        "client": script.client.pseudonym,
        "position": position,
        "start_ms": turn.start_ms,
        "end_ms": turn.end_ms,
        "words": turn.text,
        "reply": script.turns[position + 1].text,
        "context": [
            {"role": before.role, "text": before.text} for before in script.turns[max(0, position - 4) : position]
        ],
        "frames": frames,
        "frame_missing": None,
        "face_box": list(FACE_BOX),
        "face_boxes": [list(FACE_BOX)] * n_frames,
        "labels": {
            "incongruence": turn.truth.incongruence,
            "direction": turn.truth.direction,
            "engagement": turn.truth.engagement,
            **_rated(turn.truth.words, "words", rng),
            **_rated(turn.truth.face, "face", rng),
        },
        "label_origin": {"incongruence": "consensus"},
        "split": split,
    }


def _draw_frame(path: Path, script: Script, turn: ScriptTurn, rng: np.random.Generator) -> None:
    assert turn.truth is not None
    left, top, width, height = FACE_BOX
    frame = np.full((240, 320, 3), script.client.identity.ground, np.uint8)
    frame[top : top + height, left : left + width] = draw_face(
        valence=turn.truth.face.valence,
        arousal=turn.truth.face.arousal,
        identity=script.client.identity,
        size=width,
        rng=rng,
    )
    Image.fromarray(frame).save(path, compress_level=1)


def _rated(affect: Affect, channel: str, rng: np.random.Generator) -> dict[str, float]:
    """Means of five ratings of 1 to 9, each a little off."""
    values = {"valence": affect.valence, "arousal": affect.arousal, "dominance": affect.dominance}
    return {
        f"{name}_{channel}": float(np.clip(np.round(5 + 4 * value + rng.normal(0, 0.7, 5)), 1, 9).mean())
        for name, value in values.items()
    }


def _annotations(line: dict[str, Any], turn: ScriptTurn, rng: np.random.Generator) -> list[list[str]]:
    assert turn.truth is not None
    rows = []
    for rater, skill in RATERS.items():
        value = turn.truth.incongruence if rng.random() < skill else str(rng.choice(KINDS))
        rows.append([line["turn"], line["session"], rater, "person", "together", "incongruence", value, ""])
    return rows


def _manifest(folder: Path, lines: list[dict[str, Any]]) -> dict[str, Any]:
    files = [
        {
            "path": path.relative_to(folder).as_posix(),
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
        }
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    ]
    told = sorted(f"{file['path']} {file['sha256']}" for file in files)
    sessions = {
        split: sorted({line["session"] for line in lines if line["split"] == split}) for split in ("train", "holdout")
    }
    return {
        "format": "attune-release/1",
        "study": "Synthetic",
        "number": 1,
        "frozen_at": "2025-01-01T00:00:00Z",
        "frozen_by": "lead",
        "codebook": {
            "name": "E-THER",
            "version": 1,
            "constructs": [{"key": "incongruence", "scale": "nominal", "levels": KINDS}],
        },
        "frame_rule": {"name": "onset_sharpest", "version": 1},
        "splits": sessions,
        "split_by": "person",
        "counsellors_on_both_sides": [],
        "counts": {"turns": len(lines)},
        "files": files,
        "approvals": [{"by": "steward", "role": "steward", "at": "2025-01-01T00:00:00Z", "alone": False}],
        "consent": {"scopes": ["train"], "persons": len({line["client"] for line in lines})},
        "content_hash": hashlib.sha256("\n".join(told).encode()).hexdigest(),
    }
