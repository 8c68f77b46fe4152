"""Addresses of codebooks."""

from django.urls import path

from annotator.codebooks import api

urlpatterns = [path("studies/<slug:slug>/codebook/", api.StudyCodebook.as_view(), name="study-codebook")]
