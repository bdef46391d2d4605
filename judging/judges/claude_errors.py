"""What the SDK of the Claude judge raises, as the reply that it stands for."""

import time
from typing import TYPE_CHECKING

from judging.judges import service
from judging.judges.outcomes import Fate, Reply

if TYPE_CHECKING:
    from anthropic import APIError


def failed(error: "APIError", seconds: float) -> Reply:
    """Return what `error` says, as a reply: without the request, which holds the key."""
    from anthropic import APIStatusError, APITimeoutError  # noqa: PLC0415  (takes seconds)
    from httpx2 import ConnectError, ConnectTimeout  # noqa: PLC0415  (comes with it)

    if isinstance(error, APIStatusError):
        return Reply(
            status=error.status_code,
            body=error.response.text,
            error=service.kind_of(error.type, error.status_code, error.response.text),
            request_id=error.request_id or "",
            retry_after=service.wait_asked(error.response.headers, time.time()),
            seconds=seconds,
        )
    if isinstance(error.__cause__, ConnectError | ConnectTimeout):
        return Reply(0, error=Fate.UNREACHABLE, seconds=seconds)
    what = "timeout" if isinstance(error, APITimeoutError) else "dropped"
    return Reply(0, error=what, seconds=seconds)
