"""What a person reads where the database refused a second row of its kind, because two acted at once.

Services look before they write, and lock what they decided on. Where two create the same thing there is no row to lock
yet, and a unique constraint decides: whoever came second reads its sentence. A constraint without one has a general
sentence; `tests/annotator/api/test_clashes.py` asks that each has its own.
"""

import re
import sqlite3
from collections.abc import Mapping

from django.apps import apps
from django.db import DatabaseError, models

SENTENCES: Mapping[str, str] = {
    # By the constraint's name, or table and column of a field that is unique by itself.
    "one_entry_per_opening_and_hour": "This was noted in the log at the same moment.",
    "annotator_user.username": "Somebody already has this user name. Choose another.",
    "annotator_study.name": "A study already has this name. Choose another.",
    "annotator_study.slug": "A study already has a very similar name. Choose another.",
    "one_membership_per_study_user_and_role": "This person was given that role at the same moment.",
    "one_rater_per_pseudonym": "Another rater was given this number at the same moment. Try again.",
    "one_rater_per_user_and_study": "This person was made a rater of the study at the same moment.",
    "annotator_codebook.name": "A codebook already has this name. Choose another.",
    "one_codebook_version_per_number": "The codebook got another new version at the same moment. Look at it first.",
    "one_construct_per_key": "Two constructs of a codebook can't have the same key.",
    "one_level_per_value": "Two levels of a construct can't have the same value.",
    "one_level_per_key": "Two levels of a construct can't have the same key.",
    "one_person_per_pseudonym": "The study already has a person with this pseudonym.",
    "one_standing_consent_per_scope": "Somebody else recorded this consent at the same moment. Look at it first.",
    "one_session_per_number": "Another session was added to the study at the same moment. Try again.",
    "annotator_draft.upload_id": "This upload already became a session, or is becoming one.",
    "annotator_recording.session_id": "The session was given a recording at the same moment.",
    "annotator_counsellorrecording.session_id": "The session was given a second recording at the same moment.",
    "one_revision_per_number": "Somebody else changed the transcript at the same moment. Look at it first.",
    "annotator_transcriptrevision.undoes_id": "This change was undone already.",
    "one_turn_per_position": "Somebody else changed the order of the turns at the same moment. Look at it first.",
    "one_change_per_revision_and_turn": "Somebody else changed this turn at the same moment. Look at it first.",
    "one_frame_per_turn_and_number": "This turn was given a frame at the same moment. Look at it first.",
    "one_standing_change_per_frame": "Somebody else chose this frame at the same moment. Look at it first.",
    "annotator_blurredview.recording_id": "The blurred copy of this recording is being made already.",
    "annotator_blurredview.counsellor_recording_id": "The blurred copy of this recording is being made already.",
    "one_assignment_per_pass": "This pass was assigned to the same rater at the same moment.",
    "one_annotation_per_turn_rater_and_pass": "This turn was answered in another window at the same moment. Try again.",
    "one_score_per_construct": "This question was answered in another window at the same moment. Try again.",
    "annotator_annotationevent.client_key": "This change's key already names another change.",
    "one_current_consensus_round": "The consensus was computed by somebody else at the same moment.",
    "one_consensus_per_turn_and_round": "The consensus was computed by somebody else at the same moment.",
    "one_agreement_per_pass_and_page": "The figures were computed by somebody else at the same moment.",
    "one_review_sample_per_number": "Another review was drawn at the same moment. Look at it first.",
    "one_review_item_per_turn": "A turn can be in a review only once.",
    "one_verdict_per_number": "You judged this turn at the same moment, in another window perhaps. Look at it first.",
    "one_current_verdict_per_expert": "You judged this turn at the same moment, in another window perhaps.",
    "one_opening_per_expert": "You opened this turn at the same moment, in another window perhaps.",
    "one_verdict_label_per_construct": "A verdict has one label for each question.",
    "one_current_gold_label_per_construct": "Somebody else decided on this turn at the same moment. Look at it first.",
    "one_release_per_number": "Another release was frozen at the same moment. Try again.",
    "one_release_turn_per_turn": "A turn can be in a release only once.",
    "annotator_approval.release_id": "Somebody else approved this release at the same moment.",
    "annotator_adapter.run_id": "The adapter of this run is there already.",
    "one_prediction_per_turn": "The predictions of this run are there already.",
    "annotator_evaluation.run_id": "This run was evaluated already.",
    "one_reply_score_per_name": "The scores of this run are there already.",
    "annotator_passwordlink.user_id": "Another link was made for this person at the same moment. Make a new one.",
    "annotator_passwordlink.digest": "Another link was made at the same moment. Try again.",
    "annotator_apitoken.digest": "Another token was made at the same moment. Try again.",
}
GENERAL = (
    "Somebody else changed the same thing at the same moment, so nothing was changed here. Look at it, then try again."
)
GONE = "What this belongs to was taken away at the same moment, so nothing was changed here."

_UNIQUE, _FOREIGN_KEY = "23505", "23503"  # Of PostgreSQL's error codes.
_BUSY = {"40001", "40P01", "55P03", "57014"}  # Serialization failure, deadlock, lock or statement timed out.


def sentence_of(error: DatabaseError) -> str | None:
    """What to tell whoever came second. None where the database refused for another reason, which is a bug."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        if name in {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"}:
            return SENTENCES.get(_of_columns(str(cause).rpartition("failed: ")[2]), GENERAL)
        return GONE if name == "SQLITE_CONSTRAINT_FOREIGNKEY" else None
    state, diagnostics = getattr(cause, "sqlstate", None), getattr(cause, "diag", None)
    if state == _UNIQUE and diagnostics is not None:
        columns = re.search(r"\((.+?)\)=\(", diagnostics.message_detail or "")
        field = f"{diagnostics.table_name}.{columns[1]}" if columns else ""
        return SENTENCES.get(diagnostics.constraint_name or "") or SENTENCES.get(field, GENERAL)
    return GONE if state == _FOREIGN_KEY else None


def is_busy(error: DatabaseError) -> bool:
    """Whether the database gave up waiting for another, so that the same request may well succeed a moment later."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    return getattr(cause, "sqlstate", None) in _BUSY


def unique_keys() -> set[str]:
    """Every name that a sentence can have: of each unique constraint of ours, and of each field unique by itself."""
    return {key for model in apps.get_app_config("annotator").get_models() for key in _keys_of(model).values()}


def _of_columns(columns: str) -> str:
    """SQLite names no constraint but columns, `table.a, table.b`."""
    table = columns.partition(".")[0]
    models_there = [model for model in apps.get_models() if model._meta.db_table == table]
    names = tuple(column.strip().rpartition(".")[2] for column in columns.split(","))
    return next((keys[names] for model in models_there if names in (keys := _keys_of(model))), columns)


def _keys_of(model: type[models.Model]) -> dict[tuple[str, ...], str]:
    """The keys of a model's sentences by the columns that are unique together."""
    meta = model._meta
    keys: dict[tuple[str, ...], str] = {}
    columns = {field.name: str(field.column) for field in meta.local_concrete_fields}
    for field in meta.local_concrete_fields:
        if field.unique and not field.primary_key:
            keys[columns[field.name],] = f"{meta.db_table}.{field.column}"
    for constraint in meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            keys[tuple(columns[name] for name in constraint.fields)] = constraint.name
    return keys
