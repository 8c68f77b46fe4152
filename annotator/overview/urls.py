from django.urls import path

from annotator.overview import api

urlpatterns = [path("studies/<slug:slug>/", api.StudyDetail.as_view())]
