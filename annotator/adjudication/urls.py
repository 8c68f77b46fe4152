from django.urls import path

from annotator.adjudication import api

urlpatterns = [
    path("studies/<slug:slug>/review-samples/", api.ReviewSamples.as_view()),
    path("review-samples/<int:sample_id>/items/", api.ReviewItems.as_view()),
    path("review-items/<int:item_id>/verdict/", api.ItemVerdict.as_view()),
    path("review-items/<int:item_id>/opening/", api.ItemOpening.as_view()),
    path("studies/<slug:slug>/disagreements/", api.Disagreements.as_view()),
    path("studies/<slug:slug>/disagreements/tally/", api.DisagreementTally.as_view()),
    path("studies/<slug:slug>/turns/", api.FoundTurns.as_view()),
    path("turns/<uuid:turn_id>/labels/", api.TurnLabels.as_view()),
    path("turns/<uuid:turn_id>/gold-label/", api.TurnGoldLabel.as_view()),
    path("studies/<slug:slug>/gold-labels/accept-consensus/", api.AcceptConsensus.as_view()),
]
