"""Input that a person can mend."""


class InputRefusedError(Exception):
    """What is wrong with an input, one plain sentence a problem, each with its file and line."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems
