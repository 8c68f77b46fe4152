"""The time zones that can be named: those of the IANA database, `Europe/Berlin`."""

from zoneinfo import available_timezones

# Lie among the zones and are none: what this computer is set to, and what one says that was never set.
_NO_ZONES = frozenset({"localtime", "posixrules", "Factory"})
_OTHER_CLOCKS = ("posix/", "right/")  # The same zones once more, `right/` with leap seconds.


def is_time_zone(name: str) -> bool:
    """Whether the name means the same on every computer."""
    return name in available_timezones() - _NO_ZONES and not name.startswith(_OTHER_CLOCKS)
