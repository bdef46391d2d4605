"""Tables that several tests of the statistics draw from."""

from collections.abc import Sequence

from hypothesis import strategies as st

from judging.agreement import Cells, Clusters

COUNTS = st.integers(0, 60)
CELLS = st.builds(Cells, COUNTS, COUNTS, COUNTS, COUNTS)
MIXED_CELLS = st.builds(Cells, *[st.integers(1, 60)] * 4)

# Twelve sessions of turns, each with its own table.
SESSIONS: Sequence[tuple[int, int, int, int]] = (
    (2, 1, 0, 5),
    (0, 0, 1, 7),
    (3, 0, 0, 2),
    (0, 1, 0, 9),
    (1, 0, 2, 4),
    (0, 0, 0, 6),
    (4, 2, 0, 1),
    (0, 0, 1, 8),
    (1, 0, 0, 5),
    (0, 1, 0, 3),
    (2, 0, 0, 6),
    (0, 0, 0, 6),
)


def separate(cells: Cells) -> Clusters:
    """Take every unit as a group of its own."""
    return Clusters.independent(cells.counts)
