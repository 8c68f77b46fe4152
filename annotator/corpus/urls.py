"""Addresses of the corpus."""

from django.urls import path

from annotator.corpus.api import (
    draft_media,
    drafts,
    faces,
    frames,
    media,
    persons,
    preparation,
    reimports,
    sessions,
    transcript,
    uploads,
)

urlpatterns = [
    path("import-limits/", drafts.ImportLimits.as_view(), name="import-limits"),
    path("studies/<slug:slug>/uploads/", uploads.Uploads.as_view(), name="uploads"),
    path("uploads/<uuid:upload_id>/", uploads.UploadDetail.as_view(), name="upload"),
    path("studies/<slug:slug>/drafts/", drafts.Drafts.as_view(), name="drafts"),
    path("drafts/<int:draft_id>/", drafts.DraftDetail.as_view(), name="draft"),
    path("drafts/<int:draft_id>/video/", draft_media.Original.as_view(), name="draft-video"),
    path("drafts/<int:draft_id>/still/", draft_media.Still.as_view(), name="draft-still"),
    path("drafts/<int:draft_id>/faces/", faces.DraftFaces.as_view(), name="draft-faces"),
    path("drafts/<int:draft_id>/confirm/", drafts.Confirmation.as_view(), name="draft-confirmation"),
    path("drafts/<int:draft_id>/comparison/", reimports.Comparison.as_view(), name="draft-comparison"),
    path("drafts/<int:draft_id>/revision/", reimports.Revision.as_view(), name="draft-revision"),
    path("studies/<slug:slug>/preparation/", preparation.Preparation.as_view(), name="preparation"),
    path(
        "studies/<slug:slug>/preparation/preview/", preparation.PreparationPreview.as_view(), name="preparation-preview"
    ),
    path("studies/<slug:slug>/sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("sessions/<int:session_id>/", sessions.SessionDetail.as_view(), name="session"),
    path("sessions/<int:session_id>/prepare/", sessions.Prepare.as_view(), name="session-preparation"),
    path("sessions/<int:session_id>/video/", media.Video.as_view(), name="session-video"),
    path("sessions/<int:session_id>/picture/", media.Picture.as_view(), name="session-picture"),
    path("sessions/<int:session_id>/thumbnails/", media.Thumbnails.as_view(), name="session-thumbnails"),
    path("sessions/<int:session_id>/transcript/", transcript.Transcript.as_view(), name="transcript"),
    path("sessions/<int:session_id>/transcript/drafts/", reimports.Reimports.as_view(), name="transcript-drafts"),
    path("sessions/<int:session_id>/transcript/undo/", transcript.Undo.as_view(), name="transcript-undo"),
    path("turns/<uuid:turn_id>/", transcript.TurnDetail.as_view(), name="turn"),
    path("turns/<uuid:turn_id>/split/", transcript.Split.as_view(), name="turn-split"),
    path("turns/<uuid:turn_id>/merge/", transcript.Merge.as_view(), name="turn-merge"),
    path("sessions/<int:session_id>/waveform/", media.Waveform.as_view(), name="session-waveform"),
    path("sessions/<int:session_id>/frame-table/", media.FrameTable.as_view(), name="session-frame-table"),
    path("sessions/<int:session_id>/faces/", faces.SessionFaces.as_view(), name="session-faces"),
    path("sessions/<int:session_id>/frames/", frames.ContactSheet.as_view(), name="contact-sheet"),
    path("frames/<int:frame_id>/", frames.FrameDetail.as_view(), name="frame"),
    path("frames/<int:frame_id>/image/", frames.FrameImage.as_view(), name="frame-image"),
    path("frames/<int:frame_id>/choice/", frames.FrameChoice.as_view(), name="frame-choice"),
    path("turns/<uuid:turn_id>/frame/", frames.TurnFrame.as_view(), name="turn-frame"),
    path("studies/<slug:slug>/persons/", persons.Persons.as_view(), name="persons"),
    path("persons/<int:person_id>/consents/", persons.Consents.as_view(), name="person-consents"),
    path("persons/<int:person_id>/withdraw/", persons.Withdrawal.as_view(), name="person-withdrawal"),
]
