"""The one exception that a recording itself can cause."""


class MediaRefused(Exception):
    """The recording can't be used; `message` says why and what would do, in words for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
