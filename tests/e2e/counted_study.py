"""Import films into a study of their own, in the data folder that the environment names, for Asha to rate.

`python -m tests.e2e.counted_study STUDY FOLDER NAME...` prints, for each film, the assignment and the stored frames as
JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

import django

Json = dict[str, Any]


def import_films(study_name: str, folder: Path, names: list[str]) -> dict[str, Json]:
    """By the film's name: the assignment's id, and of each client turn where its frame lies and when it is shown."""
    from django.utils import timezone

    from annotator.accounts.models import User
    from annotator.codebooks.services import default_codebook_version
    from annotator.studies.services import add_member, create_study, draw_numbers

    now = timezone.now()
    chi = User.objects.get(username="chi")
    study = create_study(name=study_name, codebook_version=default_codebook_version(now=now), creator=chi, now=now)
    study.frame_rule = "turn_start"
    study.save()
    add_member(study=study, username="asha", role="rater", actor=chi, now=now)
    draw_numbers(study=study, actor=chi, now=now)
    return {name: _import(study, chi, folder / name, folder / f"{name}.vtt") for name in names}


def _import(study: Any, chi: Any, video: Path, transcript: Path) -> Json:
    from django.utils import timezone

    from annotator.annotations.services import assign
    from annotator.codebooks.models import PassKind
    from annotator.corpus import drafts, execution, files, services
    from annotator.corpus.files import Upload
    from annotator.corpus.models import Frame
    from annotator.demonstration.recordings import Unheard

    now, consent = timezone.now(), services.ConsentGiven(("view", "annotate"), basis="drawn, not recorded")
    draft = drafts.start_draft(
        study=study, transcript=Upload.of(transcript), video=Upload.of(video), actor=chi, now=now
    )
    plan = services.ImportPlan(
        roles={"Ana": "client", "Kim": "counsellor"},
        client="C-01",
        counsellor="T-01",
        client_consent=consent,
        counsellor_consent=consent,
        title=video.name,
    )
    session = services.confirm_draft(draft=draft, plan=plan, actor=chi, now=now, prepare=False)
    execution.prepare_session(Unheard(), session_id=session.pk)
    raters = [study.raters.get(user__username="asha")]
    (assignment,) = assign(
        study=study, sessions=[session], raters=raters, pass_kind=PassKind.TOGETHER, actor=chi, now=now
    )
    frames = Frame.objects.filter(turn__session=session).select_related("turn").order_by("turn__position")
    return {
        "assignment": assignment.pk,
        "frames": [
            {"start_ms": each.turn.start_ms, "shown_ms": each.presentation_ms, "path": str(files.absolute(each.path))}
            for each in frames
        ],
    }


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(import_films(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])))
