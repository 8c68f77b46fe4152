"""What REST framework refuses of an input, in sentences: fields by the pages' words, and no word of programs.

A message of ours is a sentence already and is left as it is.
"""

import re

_NAMES = {
    "ablations": "What the model is given",
    "accepted": "Consent",
    "at": "Moment",
    "holdout_share": "Hold-out share",
    "key": "Question",
    "non_field_errors": "What was sent",
    "pass_kind": "Pass",
    "raters": "Raters",
    "session_ids": "Sessions",
    "size": "Number of turns",
}
_UNIT = re.compile(r"_(ms|s|ids?)$")
_THEIRS: list[tuple[str, str]] = [
    (r"This field (is required|may not be (null|blank))\.", "{name} must be given."),
    (
        r"No file was submitted\.|The submitted data was not a file.*|The submitted file is empty\.",
        "{name} must be given.",
    ),
    (r"This (list|selection|dictionary) may not be empty\.", "{name}: choose at least one."),
    (r"A valid integer is required\.", "{name} needs a whole number."),
    (r"A valid number is required\.", "{name} needs a number."),
    (r"(Integer|String) value too large\.", "{name} is too large."),
    (r"Ensure this value is greater than or equal to ([-\d.]+)\.", "{name} must be {0} or more."),
    (r"Ensure this value is less than or equal to ([-\d.]+)\.", "{name} must be {0} or less."),
    (r"Ensure this field has no more than (\d+) characters\.", "{name} can have at most {0} characters."),
    (r"Ensure this field has at least (\d+) characters\.", "{name} needs at least {0} characters."),
    (r"Ensure this field has no more than (\d+) elements\.", "{name}: choose at most {0}."),
    (r"Ensure this field has at least (\d+) elements\.", "{name}: choose at least {0}."),
    (r"Not a valid string\.", "{name} needs text."),
    (r"Must be a valid boolean\.", "{name} is either yes or no."),
    (r"Date has wrong format\..*|Expected a date but got a datetime\.", "{name} needs a date, such as 2026-05-02."),
    (r"Datetime has wrong format\..*|Expected a datetime but got a date\.", "{name} needs a date and a time."),
    (r"\".*\" is not a valid choice\.", "{name}: choose one of those offered."),
    (r"Invalid pk .*|Object with .* does not exist\.|Must be a valid UUID\.", "{name} is not among those there are."),
    (r"Expected a (list|dictionary) of items but got type .*|Invalid data\. .*", "{name} cannot be read."),
    (r"Value must be valid JSON\.|Incorrect type\. .*|Not a valid .*", "{name} cannot be read."),
    (r"Null characters are not allowed\..*", "{name} has a character in it that no text can have."),
]


def sentence(field: str, message: str) -> str:
    """The message as a sentence about the field; a sentence of our own as it is."""
    for pattern, said in _THEIRS:
        if found := re.fullmatch(pattern, message, flags=re.DOTALL):
            return said.format(*map(_number, found.groups()), name=name_of(field))
    return message


def name_of(field: str) -> str:
    """`Hold-out share` of `holdout_share`."""
    plain = _UNIT.sub("", field).replace("_", " ").strip()
    return _NAMES.get(field) or (plain[:1].upper() + plain[1:]) or "This"


def _number(text: str | None) -> str:
    if text is None or not text.lstrip("-").isdigit():
        return text or ""
    return f"{int(text):,}"
