from django.urls import path

from annotator.studies import api

urlpatterns = [
    path("studies/", api.Studies.as_view()),
    path("studies/<slug:slug>/members/", api.Members.as_view()),
    path("studies/<slug:slug>/members/<int:member_id>/", api.MemberDetail.as_view()),
    path("studies/<slug:slug>/members/<int:member_id>/link/", api.MemberLink.as_view()),
    path("studies/<slug:slug>/restoration/", api.Restoration.as_view()),
    path("studies/<slug:slug>/raters/", api.Raters.as_view()),
]
