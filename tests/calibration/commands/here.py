"""The command, run in this process: on a store that is open, and without a second to start."""

from collections.abc import Callable

from calibration.commands import entry
from tests.calibration.commanded import Done

Command = Callable[..., Done]


def judging(read: Callable[[], tuple[str, str]], *words: object) -> Done:
    """Run the command, and have `read` say what it printed."""
    code = entry.run([*map(str, words)])
    return Done(code, *read())
