"""The demo study: made once from a seed, by the services that every study goes through."""

from collections.abc import Sequence

from django.utils import timezone

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.codebooks.services import default_codebook_version
from annotator.demonstration import people
from annotator.demonstration.log_ins import log_ins_file
from annotator.demonstration.raters import assign_raters, work_off
from annotator.demonstration.recordings import Tell, record_sessions
from annotator.studies.models import FaceFinder, Study
from annotator.studies.services import change_study, create_study
from demo.raters import RATERS
from demo.script import Script, write_script

NAME = "Demo study"
# Enough turns to learn from, and enough sessions that five clients can be held out, the fewest that allow an interval.
SESSIONS, TURNS, SEED = 12, 60, 7


def make_demo_study(*, sessions: int = SESSIONS, turns: int = TURNS, seed: int = SEED, tell: Tell) -> Study:
    """Make the demo study, or whatever of it is missing. One pass stays open, so that there is something to rate."""
    study = Study.objects.filter(is_demo=True).first() or _create()
    scripts = write_script(sessions=sessions, client_turns=turns, seed=seed)
    lead = people.make_lead()
    people.say_that_all_logged_in(now=timezone.now())
    for session in record_sessions(study, scripts, lead=lead):
        n_passes = _assign_and_rate(study, scripts, lead=lead, seed=seed)
        tell(f"{session.title}: filmed, imported, prepared; {n_passes} passes rated")
    _assign_and_rate(study, scripts, lead=lead, seed=seed)  # What an earlier start left.
    if not log_ins_file().exists():
        people.write_log_ins()
    return study


def rate_open_passes(study: Study, scripts: Sequence[Script], *, seed: int, but: Assignment | None = None) -> int:
    """Let the simulated raters finish what they have not, except the pass `but`; return how many passes that was."""
    open_passes = Assignment.objects.filter(session__study=study, done_at=None)
    if but is not None:
        open_passes = open_passes.exclude(pk=but.pk)
    waiting = list(open_passes.select_related("session__study", "rater__user").order_by("session__number", "pk"))
    work_off(waiting, scripts, seed=seed)
    return len(waiting)


def _assign_and_rate(study: Study, scripts: Sequence[Script], *, lead: User, seed: int) -> int:
    assign_raters(study, lead=lead)
    return rate_open_passes(study, scripts, seed=seed, but=_kept_open(study))


def _create() -> Study:
    now = timezone.now()
    lead = people.make_lead()
    study = create_study(
        name=NAME,
        description="Illustrated clients whose words and faces sometimes disagree. Everything here is invented.",
        codebook_version=default_codebook_version(now=now),
        creator=lead,
        has_channel_passes=True,
        raters_per_turn=2,  # Of words and face alone; both together go to three.
        is_demo=True,
        now=now,
    )
    # The camera shows drawn faces alone, in one place, which no detector can better.
    change_study(study=study, actor=lead, now=now, face_finder=FaceFinder.CLIENT_REGION)
    people.make_members(study, lead=lead, now=now)
    return study


def _kept_open(study: Study) -> Assignment | None:
    """The latest pass through both channels of the first rater, whose log-in is the first that a newcomer tries."""
    passes = Assignment.objects.filter(session__study=study, pass_kind=PassKind.TOGETHER)
    return passes.filter(rater__user__username=RATERS[0].name).order_by("-session__number").first()
