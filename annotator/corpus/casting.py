"""Which role each speaker of a transcript has: refused where it doesn't add up to one client and whoever else."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.corpus.models import Turn
from annotator.errors import DomainError
from annotator.wording import listed

Json = dict[str, Any]


class ImportRefused(DomainError):
    """The plan doesn't fit the files; `code` says how, `fields` where."""

    status = 400

    def __init__(self, code: str, message: str, *, field: str) -> None:
        super().__init__(message, fields={field: [message]})
        self.code = code


def check_roles(
    speakers: Sequence[str], roles: Mapping[str, str], *, two_clients_are_one: bool, has_counsellor: bool
) -> None:
    """Refuse roles that leave a speaker out or name no client, or two, or a counsellor without a pseudonym.

    Raises:
        ImportRefused: they do.
    """
    if without_role := [speaker or "unknown speaker" for speaker in speakers if speaker not in roles]:
        raise ImportRefused(
            "role_missing",
            f"Say who {listed(without_role)} {'are' if len(without_role) > 1 else 'is'}.",
            field="roles",
        )
    clients = [speaker for speaker in speakers if roles[speaker] == Turn.Role.CLIENT]
    if not clients:
        raise ImportRefused("no_client", "Say which speaker is the client.", field="roles")
    if len(clients) > 1 and not two_clients_are_one:
        raise ImportRefused(
            "two_clients",
            f"{listed([speaker or 'unknown speaker' for speaker in clients])} are "
            f"{'both' if len(clients) == 2 else 'all'} clients. A session has one: give "
            f"{'one of them' if len(clients) == 2 else 'the others'} another role, or tick that they are one person.",
            field="roles",
        )
    if Turn.Role.COUNSELLOR in {roles[speaker] for speaker in speakers} and not has_counsellor:
        message = "Give the counsellor a pseudonym such as T-01, so that their consent can be kept."
        raise ImportRefused("no_counsellor", message, field="counsellor")


def with_roles(turn: Json, roles: Mapping[str, str]) -> Json:
    """A turn as it was read, with the role of its speaker and of whoever put something in."""
    heard = [{**each, "role": roles[each["speaker"]]} for each in turn["backchannels"]]
    return {**turn, "role": roles[turn["speaker"]], "backchannels": heard}
