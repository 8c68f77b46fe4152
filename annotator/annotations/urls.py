"""Addresses of assignments and annotations."""

from django.urls import path

from annotator.annotations import api

urlpatterns = [
    path("studies/<slug:slug>/assignments/", api.Assignments.as_view(), name="assignments"),
    path("studies/<slug:slug>/assignments/distribute/", api.Distribute.as_view(), name="distribute"),
    path("studies/<slug:slug>/assignments/exclusions/", api.Exclusions.as_view(), name="exclusions"),
    path("assignments/<int:assignment_id>/", api.AssignmentDetail.as_view(), name="assignment"),
    path("assignments/<int:assignment_id>/workspace/", api.Workspace.as_view(), name="workspace"),
    path("assignments/<int:assignment_id>/media/", api.Media.as_view(), name="assignment-media"),
    path("assignments/<int:assignment_id>/done/", api.Done.as_view(), name="assignment-done"),
    path("assignments/<int:assignment_id>/reopen/", api.Reopen.as_view(), name="assignment-reopen"),
    path(
        "assignments/<int:assignment_id>/turns/<uuid:turn_id>/annotation/",
        api.TurnAnnotation.as_view(),
        name="annotation",
    ),
    path(
        "assignments/<int:assignment_id>/turns/<uuid:turn_id>/confirm/",
        api.TurnConfirmation.as_view(),
        name="turn-confirmation",
    ),
    path(
        "assignments/<int:assignment_id>/turns/<uuid:turn_id>/history/", api.TurnHistory.as_view(), name="turn-history"
    ),
]
