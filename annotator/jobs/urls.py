from django.urls import path

from annotator.jobs import api

urlpatterns = [
    path("studies/<slug:slug>/jobs/", api.StudyJobs.as_view()),
    path("jobs/<uuid:uuid>/", api.JobDetail.as_view()),
    path("jobs/<uuid:uuid>/cancel/", api.CancelJob.as_view()),
]
