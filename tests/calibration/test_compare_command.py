"""`judging compare`: what it prints, and how it ends."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from calibration.commands import entry, opened
from judging.ratings import Outcome
from storage import Project, Store
from tests import keeping
from tests.calibration.commanded import Done

PASS, FAIL = Outcome.PASS, Outcome.FAIL
JUDGES = ("conversation@1", "--judge", "first", "--judge", "second")
Command = Callable[..., Done]


@pytest.fixture
def compare(
    store: Store, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """Return a function that runs the command here: on a store that is closed in the end."""
    monkeypatch.setattr(opened, "store", lambda: store)

    def run(*words: object) -> Done:
        code = entry.run(["compare", *map(str, words)])
        return Done(code, *capfd.readouterr())

    return run


@pytest.fixture(autouse=True)
def _judged(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abcd"))
    for name, human in zip("abcd", (FAIL, FAIL, PASS, PASS), strict=True):
        keeping.label(project, name, human)
    keeping.judge(project, dict.fromkeys("abcd", PASS), name="first")
    keeping.judge(project, {"a": FAIL, "b": PASS, "c": FAIL, "d": PASS}, name="second")


def test_the_document_says_what_was_compared_and_lists_every_flip(compare: Command) -> None:
    done = compare(*JUDGES, "--json")

    told = done.document
    assert (done.code, done.errors) == (0, "")
    assert told["first"] == {
        "rubric": "conversation@1",
        "judge": "first",
        "usd_per_100_sessions": None,
    }
    assert (told["second"]["judge"], told["reference"]) == ("second", "person")
    goal_met = told["criteria"][0]
    assert [goal_met[name] for name in ("n", "groups", "fixed", "broken", "unchanged")] == [
        *(4, 4, 1, 1, 2)
    ]
    assert goal_met["mcnemar_p"] == 1
    assert goal_met["delta_tpr"]["value"] == pytest.approx(0.5)
    assert goal_met["flips"] == [
        {"session_id": "a", "turn": 0, "from": "pass", "to": "fail", "human": "fail"},
        {"session_id": "c", "turn": 0, "from": "pass", "to": "fail", "human": "pass"},
    ]


def test_what_is_undefined_is_null_with_its_reason(compare: Command) -> None:
    consistent = compare(*JUDGES, "--json").document["criteria"][1]

    assert consistent["n"] == 0
    assert consistent["delta_kappa"]["value"] is None
    assert consistent["delta_kappa"]["status"] == "undefined_empty"
    assert consistent["decision"] == "insufficient"


def test_people_read_a_line_a_criterion(compare: Command) -> None:
    done = compare(*JUDGES)

    lines = done.output.splitlines()
    assert lines[0] == "From first under conversation@1 to second under conversation@1."
    goal_met = next(line for line in lines if line.startswith("goal_met"))
    assert goal_met.split()[1:5] == ["4", "1", "1", "2"]


def test_two_versions_under_one_judge(compare: Command, project: Project) -> None:
    rubric = project.rubrics.get("conversation@1").rubric
    first, second = rubric.criteria[:2]
    project.rubrics.add(replace(rubric, criteria=(replace(first, meaning=2), second)))
    keeping.judge(project, dict.fromkeys("abcd", PASS), name="first", rubric="conversation@2")

    done = compare("conversation@1", "conversation@2", "--judge", "first")

    assert "goal_met: Its meaning was changed between the versions" in done.output
    assert "On one side only, and left out: no_reasking, correction_present" in done.output


def test_one_reviewer_can_be_the_reference(compare: Command, project: Project) -> None:
    keeping.label(project, "a", PASS, reviewer="jonas")

    told = compare(*JUDGES, "--reference", "jonas", "--json").document

    assert (told["reference"], told["criteria"][0]["n"]) == ("jonas", 1)


def test_nothing_to_compare_ends_with_3_and_says_so(compare: Command, project: Project) -> None:
    project.reviewers.named("nobody")

    done = compare(*JUDGES, "--reference", "nobody")

    assert done.code == 3
    assert "there is nothing to compare" in done.errors


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("conversation@1", "--judge", "first"), "Name two rubric versions"),
        (("conversation@1", "--judge", "first", "--judge", "first"), "Both sides are first"),
        (("conversation@9", "--judge", "first", "--judge", "second"), "no rubric 'conversation@9'"),
        (("conversation@1", "--judge", "first", "--judge", "third"), "a judge 'third'"),
        ((*JUDGES, "--reference", "ann"), "no reviewer 'ann'"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    compare: Command, words: tuple[str, ...], problem: str
) -> None:
    done = compare(*words)

    assert done.code == 2
    assert done.output == ""
    assert problem in done.errors
