#!/usr/bin/env python
"""Django's command line: `python manage.py help` lists what Attune adds."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:  # A setting that makes no sense says so itself; where it was read is noise.
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"Attune can't start: {fault}")
