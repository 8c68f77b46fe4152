"""What a run refuses, in words for the person who started it."""


class RunRefused(Exception):
    """The run cannot go on, for reasons that a person can act on; `faults` lists all of them at once."""

    def __init__(self, message: str, faults: list[str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.faults = faults or [message]
