"""How the verdicts of a run come about."""

from enum import StrEnum


class Mode(StrEnum):
    """
    How the verdicts of a run come about.

    LIVE asks for each by itself, BATCH has the service answer many within a day; IMPORT is of
    verdicts that were given elsewhere.
    """

    LIVE = "live"
    BATCH = "batch"
    IMPORT = "import"
