"""A revised text of one criterion, change by change."""

import pytest

from judging.rubrics import Criterion
from judging.rubrics.copied import Copied
from judging.rubrics.revision import LONGEST, Change, Part, Tag, revised

CRITERION = Criterion("goal_met", "Did it do it?", "It did.", "It did not.", examples=("x",))
NOTHING = Copied({}, [])


def change(part: Part, text: str) -> Change:
    return Change(part, Tag.DECIDES, text, "Because.")


def test_what_may_be_changed_is_and_the_rest_stays() -> None:
    found = revised(
        CRITERION, [change(Part.PASS_WHEN, " Done. "), change(Part.FAIL_WHEN, "Undone.")], NOTHING
    )

    assert (found.criterion.pass_when, found.criterion.fail_when) == ("Done.", "Undone.")
    assert (found.criterion.question, found.criterion.examples) == ("Did it do it?", ("x",))
    assert ([one.part for one in found.changes], found.refused) == (
        [Part.PASS_WHEN, Part.FAIL_WHEN],
        (),
    )


@pytest.mark.parametrize(
    ("part", "text", "reason"),
    [
        (Part.PASS_WHEN, "It did.", "changes nothing"),
        (Part.PASS_WHEN, "x" * (LONGEST + 1), "2,001 characters"),
        (Part.QUESTION, "  ", "no question"),
        (Part.FAIL_WHEN, "Where a parcel of Mrs Quill never came home.", "the session s1"),
    ],
)
def test_a_change_that_may_not_be_made_is_refused_with_the_reason(
    part: Part, text: str, reason: str
) -> None:
    copied = Copied({"s1": ["a parcel of Mrs Quill never came home"]}, [])

    found = revised(CRITERION, [change(part, text)], copied)

    assert (found.criterion, found.changes) == (CRITERION, ())
    [refused] = found.refused
    assert (refused.part, reason in refused.reason) == (part, True)


def test_only_the_first_change_of_a_part_is_made() -> None:
    found = revised(
        CRITERION, [change(Part.FAIL_WHEN, "One."), change(Part.FAIL_WHEN, "Two.")], NOTHING
    )

    assert found.criterion.fail_when == "One."
    assert "Another change" in found.refused[0].reason
