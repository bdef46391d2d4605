"""The states of a run on the screen: a glyph, a word and a colour each, and what they mean."""

from collections.abc import Mapping

from calibration.runs import batch_waiting
from calibration.runs.run_progress import Pace, spoken
from calibration.runs.watching import Watched
from judging.judges import JudgeIdentity
from judging.ratings import Problem
from judging.rubrics import Level
from judging.wording import counted
from pages.parts import run_batch
from pages.parts.outcome import Chip, Tone
from storage import RunLine, RunStatus

CHIPS: Mapping[RunStatus, Chip] = {
    RunStatus.QUEUED: Chip("○", "Queued", Tone.GRAY),
    RunStatus.RUNNING: Chip("●", "Running", Tone.BLUE),
    RunStatus.PAUSING: Chip("◐", "Pausing", Tone.YELLOW),
    RunStatus.PAUSED: Chip("‖", "Paused", Tone.YELLOW),
    RunStatus.CANCELLING: Chip("◐", "Cancelling", Tone.GRAY),
    RunStatus.CANCELLED: Chip("–", "Cancelled", Tone.GRAY),
    RunStatus.FAILED: Chip("✗", "Failed", Tone.ORANGE),
    RunStatus.DONE: Chip("✓", "Done", Tone.BLUE),
}
STOPPING = (
    "Nothing more is sent. The requests that are on their way are paid for, so their replies are "
    "let in first."
)
AGAIN = "What is judged stays, and is not paid for again."
MEND = (
    "Mend that, then resume. The key and the address come from the server's environment: it reads "
    f"them when it starts. {AGAIN}"
)


CONTEXTS = {
    "fit": "the middle of long sessions summarised",
    "chunks": "the middle of long sessions judged in parts",
}


def noun(level: Level) -> str:
    """Return what a run at this level counts, in the singular."""
    return "session" if level == Level.SESSION else "assistant turn"


def settings(judge: JudgeIdentity) -> str:
    """Return what sets a judge apart from others of its name; empty where nothing does."""
    per_call = {"all": "all criteria in one call", "one": "one criterion a call"}
    effort, majority = judge.settings.get("effort"), judge.settings.get("majority")
    words = [
        f"effort {effort}" if effort else "",
        per_call.get(str(judge.settings.get("criteria_per_call")), ""),
        CONTEXTS.get(str(judge.settings.get("context")), ""),
        f"the majority of {majority} answers" if majority else "",
    ]
    return ", ".join(filter(None, words))


def heading(watched: Watched) -> str:
    """Return the number that matters first."""
    line = watched.line
    if run_batch.is_waiting(watched):
        return batch_waiting.heading(watched.waiting)
    of_all = f"of {counted(line.units, noun(line.level))}"
    match line.status:
        case RunStatus.QUEUED:
            return f"{counted(line.left, noun(line.level))} waiting"
        case RunStatus.DONE:
            return f"{line.scored:,} {of_all} scored"
        case RunStatus.PAUSED | RunStatus.CANCELLED | RunStatus.FAILED:
            return f"Stopped at {watched.judged:,} {of_all}"
    return f"{watched.judged:,} {of_all} judged"


def sentence(watched: Watched, pace: Pace) -> str:
    """Return what the state means, and what comes next."""
    line = watched.line
    if watched.is_stranded:
        return _stranded(watched)
    if batch := run_batch.sentence(watched):
        before = {RunStatus.PAUSED: line.reason or "It was paused.", RunStatus.FAILED: MEND}
        return f"{before.get(line.status, '')} {batch}".strip()
    said = {
        RunStatus.QUEUED: "A worker takes it up within seconds.",
        RunStatus.RUNNING: _speed(line, pace),
        RunStatus.PAUSING: STOPPING,
        RunStatus.PAUSED: f"{line.reason or 'It was paused.'} {AGAIN}",
        RunStatus.CANCELLING: STOPPING,
        RunStatus.CANCELLED: f"It was cancelled, and can be resumed. {AGAIN}",
        RunStatus.FAILED: AGAIN if line.provider == "rules" else MEND,
        RunStatus.DONE: _outcome(watched),
    }
    return said[line.status]


def problem(kind: Problem) -> str:
    """Return a problem as a heading says it: `Parse failed`."""
    return str(kind).replace("_", " ").capitalize()


def problems(counts: Mapping[Problem, int]) -> str:
    """Return counts by problem in words: `3 refused, 1 deferred`."""
    return ", ".join(f"{n:,} {problem(kind).lower()}" for kind, n in counts.items())


def _speed(line: RunLine, pace: Pace) -> str:
    rate, seconds = pace.per_minute, pace.seconds_for(line.left)
    if rate is None:
        return "Seeing how fast it goes…"
    if seconds is None:
        return f"Nothing has come back for {pace.seconds:.0f} seconds; it goes on by itself."
    some = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
    return f"{spoken(seconds).capitalize()} left, at {some} a minute."


def _stranded(watched: Watched) -> str:
    if watched.has_keeper:
        return "No worker is at work. This server starts one by itself within seconds."
    return "No worker is at work: start one with the command below. The run then goes on."


def _outcome(watched: Watched) -> str:
    if watched.line.is_imported:
        return "These verdicts were imported from a file."
    if not watched.problems:
        return "Every one has an outcome on every criterion."
    return f"Not scored: {problems(watched.problems)}. That counts as unknown, never as a fail."
