"""A piece of work as a part of a job that does several."""

from annotator.jobs.registry import Progress


class Part:
    """A Progress that tells its 0 to 1 as `since` to `until` of the whole."""

    def __init__(self, whole: Progress, *, since: float = 0.0, until: float = 1.0, what: str = "") -> None:
        self._whole = whole
        self._since, self._until = since, until
        self._what = f"{what}: " if what else ""

    def report(self, fraction: float, step: str) -> None:
        self._whole.report(self._since + (self._until - self._since) * fraction, self._what + step)

    def log(self, line: str) -> None:
        self._whole.log(self._what + line)

    def is_cancelled(self) -> bool:
        return self._whole.is_cancelled()
