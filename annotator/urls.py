"""Every address: the API, and the front end for all the rest."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from annotator.front_end import front_end

API_DOMAINS = [
    "accounts",
    "audit",
    "jobs",
    "studies",
    "codebooks",
    "corpus",
    "annotations",
    "agreement",
    "adjudication",
    "releases",
    "runs",
    "evaluations",
    "overview",
]

urlpatterns = [
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    *[path("api/v1/", include(f"annotator.{domain}.urls")) for domain in API_DOMAINS],
    re_path(r"^(?!api/|static/).*$", front_end),
]

handler400 = "annotator.api.failures.bad_request"
handler404 = "annotator.api.failures.not_found"
handler500 = "annotator.api.failures.server_error"
