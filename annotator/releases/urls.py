from django.urls import path

from annotator.releases import api

urlpatterns = [
    path("studies/<slug:slug>/release-preview/", api.ReleasePreview.as_view()),
    path("studies/<slug:slug>/releases/", api.Releases.as_view()),
    path("releases/<int:release_id>/", api.ReleaseDetail.as_view()),
    path("releases/<int:release_id>/approve/", api.ApproveRelease.as_view()),
    path("releases/<int:release_id>/download/", api.DownloadRelease.as_view()),
]
