"""Examples in a rubric: cases that people settled, told in a person's own words."""

from dataclasses import dataclass, replace

from calibration.labels.label_books import line_of
from calibration.rubrics import rubric_editing
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import RubricError
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level
from storage import Project, StoredVersion, examples

LONGEST = 1_000
WORDS = {Outcome.PASS: "Pass", Outcome.FAIL: "Fail"}


@dataclass(frozen=True, slots=True)
class NewExample:
    """
    An example that is to be put into a rubric.

    Attributes:
        criterion: The key of the criterion that it is of.

        session: The session that it is taken from, by name.

        text: The case and what decides it, in the author's words.
    """

    criterion: str
    session: str
    text: str
    author: str = ""


@access.needs(Right.EDIT_RUBRIC)
def add(project: Project, version: StoredVersion, new: NewExample) -> StoredVersion:
    """
    Put an example into the next version of a rubric, and mark its session for good.

    The example begins with what people settled. Its session is never in the test: one that is
    sealed is refused, and one that is in no split yet will be for looking only.

    Raises:
        RubricError: If the criterion asks of turns, the text is empty or longer than 1,000
            characters, or people have not settled on pass or fail.

        StoreError: If there is no such session, or it is one of the sealed test.
    """
    rubric, text = version.rubric, " ".join(new.text.split())
    criterion = rubric.criterion(new.criterion)
    _check(criterion, text)
    session = line_of(project, new.session).id
    kept = examples.of(project)
    outcome = kept.settled(session, criterion)
    if outcome not in WORDS:
        raise RubricError(
            f"People have not settled on pass or fail for {new.criterion}.",
            where=f"session {new.session}",
            fix="Label it, or settle its conflict, or take another session.",
        )
    kept.mark(session, criterion.key, new.author)
    changed = replace(criterion, examples=(*criterion.examples, f"{WORDS[outcome]}: {text}"))
    criteria = tuple(changed if one == criterion else one for one in rubric.criteria)
    return rubric_editing.save(
        project,
        replace(rubric, criteria=criteria),
        parent=rubric,
        author=new.author,
        note=f"An example for {criterion.name}, from session {new.session}.",
    )


@access.needs(Right.EDIT_RUBRIC)
def offered(project: Project, criterion: Criterion) -> dict[str, Outcome]:
    """Return the sessions that an example can be taken from, with what people settled on each."""
    return {} if criterion.level is Level.TURN else examples.of(project).offered(criterion)


def _check(criterion: Criterion, text: str) -> None:
    if criterion.level is Level.TURN:
        raise RubricError(
            f"{criterion.name} asks of single turns.",
            fix="Write its examples into the rubric as text.",
        )
    if not text or len(text) > LONGEST:
        raise RubricError(
            f"The example has {len(text):,} characters.",
            fix=f"Tell the case and what decides it in 1 to {LONGEST:,}.",
        )
