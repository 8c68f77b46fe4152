"""The address a request came from, where proxies of ours stand between."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The address that the outermost of our proxies saw; the connection's own where there is none.

    Each proxy adds the address it saw at the end of X-Forwarded-For, so what a client wrote there itself lies further
    to the front and is never read. The log-in counts wrong passwords by this address.
    """
    direct: str | None = request.META.get("REMOTE_ADDR")
    if not settings.TRUSTED_PROXIES:
        return direct
    seen = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    outermost = seen[-settings.TRUSTED_PROXIES] if len(seen) >= settings.TRUSTED_PROXIES else ""
    return outermost if _is_address(outermost) else direct


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
