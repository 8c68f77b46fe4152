"""What a log-in name looks like, and what no password may be made of, besides what Django knows."""

import re

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError

LOG_IN_NAME = r"^[\w.@+-]{2,150}$"
LOG_IN_NAME_RULE = "A log-in name has 2 to 150 letters, digits or . @ + - _ and no blank."
_LEAST_BESIDE_A_NAME = 8
_SHORTEST_TOLD = 4  # `al` is in many a good password; `emeka` is in one for emeka alone.


class NotTheNameValidator:
    """Refuses `emekaemeka` for emeka: a password that holds a name of the person, or is little but short ones."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raises ValidationError where the password is made of the person's names."""
        names = _names_of(user)
        rest = password.casefold()
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, "")
        has_long_name = any(len(name) >= _SHORTEST_TOLD and name in password.casefold() for name in names)
        has_names = rest != password.casefold()
        if has_long_name or (has_names and len(rest) < _LEAST_BESIDE_A_NAME):
            raise ValidationError(self.get_help_text(), code="password_holds_name")

    def get_help_text(self) -> str:
        return "Your password can't contain your own name."


def _names_of(user: AbstractBaseUser | None) -> set[str]:
    """The user name, and each word of it and of the name that pages show."""
    told = [user.get_username(), getattr(user, "display_name", "")] if user else []
    words = [word for text in told for word in (text, *re.split(r"[\W_\d]+", text))]
    return {word.casefold() for word in words if len(word) >= 2}
