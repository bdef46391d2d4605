"""Who can be asked in batches, and what is said to somebody who waits for one."""

from collections.abc import Callable, Sequence
from datetime import datetime

from judging.errors import JudgeError
from judging.judges import Judge
from judging.judges.message_batches import BatchJudge
from storage import Batch, RunLine, RunStatus

USUALLY = "usually within an hour, at most 24"
RESTING = frozenset({RunStatus.PAUSED, RunStatus.PAUSING, RunStatus.FAILED})


def objection(judge: Judge) -> JudgeError | None:
    """Return why a judge cannot be asked in batches; None where it can."""
    if isinstance(judge, BatchJudge):
        return None
    name = judge.identity.name
    if not judge.identity.model:
        return JudgeError(
            f"The judge {name} asks no model: there is nothing to send in a batch.",
            fix="Run it without batches.",
        )
    return JudgeError(
        f"The judge {name} cannot be asked in batches: only those of Claude models can.",
        fix="Run it without batches, or use the judge claude:MODEL.",
    )


def check(judge: Judge) -> None:
    """
    Let a judge be asked in batches.

    Raises:
        JudgeError: If there is an objection.
    """
    if found := objection(judge):
        raise found


def heading(batches: Sequence[Batch]) -> str:
    """Say what is waited for: at least one batch."""
    what = "the batch" if len(batches) == 1 else f"{len(batches):,} batches"
    return f"Waiting for {what}: {_requests(batches)}"


def sentence(line: RunLine, batches: Sequence[Batch], said: Callable[[datetime], str]) -> str:
    """
    Say what is waited for, since when, and what comes next; how far it is, nobody knows.

    Args:
        line: The run.

        batches: At least one, oldest first.

        said: Tells a moment as it is read where the sentence stands.
    """
    at = said(batches[0].sent_at)
    if line.status in RESTING:
        what = "a batch" if len(batches) == 1 else f"{len(batches):,} batches"
        return f"Sent in {what}: {_requests(batches)}, at {at}. {next_step(line)}"
    return f"{heading(batches)}, sent at {at}. {next_step(line)}"


def _requests(batches: Sequence[Batch]) -> str:
    requests = sum(batch.requests for batch in batches)
    return "1 request" if requests == 1 else f"{requests:,} requests"


def next_step(line: RunLine) -> str:
    """Say what will come of the batches that a run has at the service."""
    if line.status is RunStatus.CANCELLING:
        return "The service is told to stop. What it has answered is paid for, and kept."
    if line.status in RESTING:
        return (
            "The service goes on with it, and it is paid for: resume the run to have the results "
            "read, or cancel it to have the service stop."
        )
    return f"The service answers {USUALLY} hours; then the results are read and verdicts written."
