from django.urls import path

from annotator.audit import api

urlpatterns = [
    path("studies/<slug:slug>/log/", api.StudyLog.as_view()),
    path("studies/<slug:slug>/log.csv", api.StudyLogFile.as_view()),
]
