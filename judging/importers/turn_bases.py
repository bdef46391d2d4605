"""From where a file of labels or verdicts counts turns."""

# From 0, from 1 as we do, or as the sessions' own source does.
ZERO, ONE, SOURCE = TURN_BASES = ("0", "1", "source")
