from django.urls import path

from annotator.agreement import api

urlpatterns = [
    path("studies/<slug:slug>/agreement/", api.Agreement.as_view()),
    path("studies/<slug:slug>/agreement/<slug:construct>/", api.ConstructAgreement.as_view()),
    path("studies/<slug:slug>/agreement.csv", api.AgreementTable.as_view()),
    path("studies/<slug:slug>/annotations.csv", api.AnnotationTable.as_view()),
    path("studies/<slug:slug>/answers.csv", api.AnswerTable.as_view()),
    path("studies/<slug:slug>/consensus/", api.StudyConsensus.as_view()),
]
