"""The one Django app of the project."""

from importlib import import_module

from django.apps import AppConfig

# Each of these registers the long work that its domain can do.
DOMAINS_WITH_WORK = ["corpus", "agreement", "adjudication", "releases", "evaluations"]


class AnnotatorConfig(AppConfig):
    name = "annotator"

    def ready(self) -> None:
        # Web and commands send tasks too; without our application they would look for a broker that is not there.
        import_module("annotator.celery")
        # Whoever changes a transcript, by whichever way in, has the marked words follow.
        import_module("annotator.annotations.evidence")
        for domain in DOMAINS_WITH_WORK:
            import_module(f"annotator.{domain}.tasks")
