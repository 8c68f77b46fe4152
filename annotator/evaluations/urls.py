from django.urls import path

from annotator.evaluations import api

urlpatterns = [
    path("studies/<slug:slug>/runs/", api.Runs.as_view()),
    path("runs/<int:run_id>/", api.RunDetail.as_view()),
    path("runs/<int:run_id>/predictions/", api.RunPredictions.as_view()),
    path("runs/<int:run_id>/predictions.csv", api.PredictionTable.as_view()),
    path("runs/<int:run_id>/report.html", api.RunReport.as_view()),
]
