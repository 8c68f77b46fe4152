"""Sharing out a study's passes among its raters, evenly by client turns."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from annotator.annotations.impressions import Impressions
from annotator.corpus.models import Session
from annotator.studies.models import Rater


def balanced(
    sessions: Sequence[Session],
    raters: Sequence[Rater],
    kinds_of: Callable[[Session], Sequence[str]],
    taken: Iterable[tuple[int, int, str]],
    *,
    impressions: Impressions,
    per_turn: int,
) -> list[tuple[Rater, Session, str]]:
    """Choose who rates what: first whoever has no other pass of the session, then whoever has the fewest turns."""
    turns_of = {session.pk: session.n_client_turns for session in sessions}  # type: ignore[attr-defined]  # Annotated.
    has = {(session, kind, rater) for rater, session, kind in taken}
    passes = Counter((session, rater) for session, _, rater in has)
    load: Counter[int] = Counter()
    for session_id, _, rater_id in has:
        load[rater_id] += turns_of.get(session_id, 0)
    wanted: list[tuple[Rater, Session, str]] = []
    for session in sessions:
        for kind in kinds_of(session):
            free = [rater for rater in raters if (session.pk, kind, rater.pk) not in has]
            n_missing = per_turn - (len(raters) - len(free))
            free = [rater for rater in free if not impressions.forbid(rater.pk, session.pk, kind)]
            # Then by their drawn pseudonyms: in the order of joining, who comes first would tell who is who.
            free.sort(key=lambda rater: (passes[session.pk, rater.pk], load[rater.pk], rater.pseudonym))
            for rater in free[: max(0, n_missing)]:
                wanted.append((rater, session, kind))
                passes[session.pk, rater.pk] += 1
                load[rater.pk] += turns_of[session.pk]
    return wanted
