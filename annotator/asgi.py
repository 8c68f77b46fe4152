"""What the web server serves: Django's synchronous views behind a gateway that keeps slow clients out of threads."""

from annotator.wsgi import application as views  # First, for it sets Django up.

from annotator.serving.authentication import is_logged_in  # isort: skip
from annotator.serving.gateway import Gateway  # isort: skip

application = Gateway(views, is_logged_in=is_logged_in)
