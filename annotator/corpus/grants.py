"""Permissions that hold for the many ranges of one file that a player asks for.

The first request is decided in full, by `annotator/access`, and leaves its entry in the log. What was permitted then is
permitted again, for a minute and within the hour of that entry, while nothing that it was decided by has changed: two
queries, one for the login and one for all of these grounds. Where anything has, it is decided anew.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest

from annotator import sql

HELD_FOR_S = 60

# Each row begins with what it is of. The person is parameter 1, the session 2, the moment 3.
_GROUNDS = """
WITH s AS (SELECT id, study_id, client_id, counsellor_id, state FROM annotator_session WHERE id = %(session)s)
SELECT 'session', CAST(study_id AS TEXT), CAST(client_id AS TEXT), CAST(counsellor_id AS TEXT), state FROM s
UNION ALL SELECT 'person', password, CAST(is_active AS TEXT), CAST(is_superuser AS TEXT), ''
    FROM annotator_user WHERE id = %(person)s
UNION ALL SELECT 'role', m.role, '', '', '' FROM annotator_membership m JOIN s ON s.study_id = m.study_id
    WHERE m.user_id = %(person)s
UNION ALL SELECT 'pass', CAST(a.id AS TEXT), a.pass_kind, CAST(a.done_at AS TEXT), CAST(a.position AS TEXT)
    FROM annotator_assignment a JOIN annotator_rater r ON r.id = a.rater_id JOIN s ON s.id = a.session_id
    WHERE r.user_id = %(person)s
UNION ALL SELECT DISTINCT 'review', CAST(t.retired_by_id IS NULL AS TEXT), '', '', ''
    FROM annotator_reviewitem i JOIN annotator_turn t ON t.id = i.turn_id JOIN s ON s.id = t.session_id
UNION ALL SELECT 'consent', CAST(c.id AS TEXT), c.scope, '', '' FROM annotator_consent c
    JOIN s ON c.person_id IN (s.client_id, s.counsellor_id)
    WHERE c.given_at <= %(moment)s AND (c.withdrawn_at IS NULL OR c.withdrawn_at > %(moment)s)
    AND (c.replaced_at IS NULL OR c.replaced_at > %(moment)s) AND (c.expires_at IS NULL OR c.expires_at > %(moment)s)
UNION ALL SELECT 'study', CAST(y.blurred_roles AS TEXT), CAST(y.is_pitch_shifted AS TEXT),
    CAST(y.engineers_see_frames AS TEXT), CAST(y.restored_as_of AS TEXT)
    FROM annotator_study y JOIN s ON s.study_id = y.id
UNION ALL SELECT 'recording', r.proxy_path, r.small_path, r.picture_only_path, CAST(r.id AS TEXT)
    FROM annotator_recording r JOIN s ON s.id = r.session_id
UNION ALL SELECT 'camera', r.proxy_path, r.small_path, r.picture_only_path, CAST(r.id AS TEXT)
    FROM annotator_counsellorrecording r JOIN s ON s.id = r.session_id
UNION ALL SELECT 'blurred', v.video_path, v.picture_only_path, CAST(v.is_pitch_shifted AS TEXT), CAST(v.id AS TEXT)
    FROM annotator_blurredview v LEFT JOIN annotator_recording r ON r.id = v.recording_id
    LEFT JOIN annotator_counsellorrecording k ON k.id = v.counsellor_recording_id
    JOIN s ON s.id = COALESCE(r.session_id, k.session_id)
"""


@dataclass(frozen=True)
class Grant:
    """What was permitted: the file, whose login it was, and what it was decided by."""

    path: str
    person_id: int
    login: tuple[str, str]
    grounds: str

    @classmethod
    def held(cls, request: HttpRequest, session_id: int, *, now: datetime) -> Self | None:
        """What the same login was permitted at this address, if it still is."""
        key = _key(request, now)
        grant: Self | None = cache.get(key) if key else None
        if grant is None or _login(request) != grant.login:
            return None
        return grant if grounds_of(grant.person_id, session_id, now=now) == grant.grounds else None

    def hold(self, request: HttpRequest, *, now: datetime) -> None:
        """Permit the same for the next minute, at the same address to the same login."""
        if key := _key(request, now):
            cache.set(key, self, HELD_FOR_S)

    @classmethod
    def of(cls, request: HttpRequest, path: str, *, person_id: int, grounds: str) -> Self:
        """What `request` is permitted, by grounds that were read before it was decided."""
        return cls(path, person_id, _login(request), grounds)


def grounds_of(person_id: int, session_id: int, *, now: datetime) -> str:
    """What tells apart all that decides what a person may be sent of a session's recording."""
    told = {"person": person_id, "session": session_id, "moment": sql.moment_parameter(now)}
    with connection.cursor() as cursor:
        cursor.execute(_GROUNDS, told)
        rows = sorted(str(row) for row in cursor.fetchall())
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _login(request: HttpRequest) -> tuple[str, str]:
    """Whose it is, and by which password; empty for none."""
    return request.session.get(SESSION_KEY, ""), request.session.get(HASH_SESSION_KEY, "")


def _key(request: HttpRequest, now: datetime) -> str:
    """Of this login, address and hour; empty where somebody is known by a token instead."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if not cookie or "Authorization" in request.headers:
        return ""
    told = "\n".join((cookie, request.get_full_path(), now.strftime("%Y-%m-%d %H")))
    return f"grant-{hashlib.sha256(told.encode()).hexdigest()}"
