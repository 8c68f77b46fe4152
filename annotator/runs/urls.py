from django.urls import path

from annotator.runs import api

urlpatterns = [
    path("releases/<int:release_id>/preflight/", api.RunPreflight.as_view()),
    path("releases/<int:release_id>/runs/", api.ReleaseRuns.as_view()),
    path("runs/<int:run_id>/cancel/", api.CancelRun.as_view()),
    path("runs/<int:run_id>/resume/", api.ResumeRun.as_view()),
    path("runs/<int:run_id>/adapter/", api.RunAdapter.as_view()),
]
