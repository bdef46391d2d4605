"""What is kept of the texts that go to a model and come back, as the environment says."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from calibration import settings
from calibration.redaction import redacted
from judging.judges.attempts import Body
from storage import Age

Kept = Callable[[Body], Body | None]


def as_sent(request: Body) -> Body:
    """Keep a request as it is."""
    return request


def written() -> Kept:
    """
    Return what makes of a request what is written down of it: nothing where none are kept.

    Raises:
        JudgeError: If what is set makes no sense.
    """
    if settings.requests_kept() == 0:
        return lambda _: None
    kinds = settings.redacted_kinds()
    return (lambda request: redacted(request, kinds)) if kinds else as_sent


def age(requests: int | None = None, replies: int | None = None) -> Age:
    """Return since when texts are kept: for so many days; for ever where that is None."""
    return Age(_before(requests), _before(replies))


def set_age() -> Age:
    """
    Return since when texts are kept, as the environment says.

    Raises:
        JudgeError: If what is set makes no sense.
    """
    return age(settings.requests_kept(), settings.replies_kept())


def _before(days: int | None) -> datetime | None:
    return None if days is None else datetime.now(UTC) - timedelta(days=days)
