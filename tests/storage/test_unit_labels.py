"""The labels behind what the reference says of each unit."""

import pytest

from judging.ratings import Maker, Outcome
from storage import Compared, Project, Reference, unit_labels
from storage.engine import opened
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def found(project: Project, url: str, reference: Reference) -> list[tuple[Outcome, bool | None]]:
    """Return the outcome of each label of session a that counts, and whether it was blind."""
    compared = keeping.judge(project, {"a": FAIL})
    session = keeping.number(project, "a")
    engine = opened(url)
    with engine.connect() as connection:
        asked = Compared(compared.criterion, 1, compared.rubric_version, compared.judge, reference)
        labels = unit_labels.of(connection, [session], asked)
    engine.dispose()
    return [(label["outcome"], label["blind"]) for label in labels.get((session, 0), [])]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        (Reference(), [(PASS, True), (FAIL, False)]),
        (Reference(blind_only=True), [(PASS, True)]),
        (Reference(reviewer="jonas"), [(FAIL, False)]),
        (Reference(Maker.PROGRAM), [(FAIL, True)]),
    ],
)
def test_only_what_counts_for_the_reference_is_there(
    project: Project,
    database_url: str,
    reference: Reference,
    expected: list[tuple[Outcome, bool | None]],
) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL)
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", FAIL, blind=False)
    keeping.label(project, "a", FAIL, reviewer="jonas", blind=False)
    keeping.label(project, "a", PASS, reviewer="ann")
    keeping.label(project, "a", None, reviewer="ann")
    keeping.label(project, "a", PASS, criterion="consistent")
    keeping.label(project, "a", FAIL, reviewer="code", made_by=Maker.PROGRAM)

    assert found(project, database_url, reference) == expected
