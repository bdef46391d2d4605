"""`judging plan`: how many labels it takes."""

import pytest

from judging.agreement import labels_for_half_width, plan
from tests.calibration.commands.here import Command

GOOD = ("plan", "--kappa", "0.8", "--prevalence", "0.2")


def test_the_sentence_comes_first(command: Command) -> None:
    done = command(*GOOD)

    first, second, *_ = done.output.splitlines()
    assert done.code == 0
    assert first == (
        "About 222 labels, some 44 of them fails, put a kappa of 0.80 between 0.70 and 0.90."
    )
    assert second.startswith("With about 180 blind labels of the test split, some 36 of them fails")


def test_the_document_has_the_number_for_the_width_and_for_the_gate(command: Command) -> None:
    told = command(*GOOD, "--half-width", "0.15", "--json").document

    assert set(told) == {
        *("kappa", "prevalence", "half_width", "design_effect"),
        *("labels", "fails", "gate", "rows"),
    }
    assert (told["labels"], told["fails"]) == (labels_for_half_width(0.8, 0.2, 0.15), 20)
    assert told["gate"]["chance"] >= 0.8
    [row] = [row for row in told["rows"] if row["labels"] == 200]
    assert row == {
        name: getattr(plan(200, 0.8, 0.2), name)
        for name in ("labels", "fails", "half_width", "chance")
    }


def test_the_number_for_the_gate_is_the_smallest_that_will_do(command: Command) -> None:
    enough = command(*GOOD, "--json").document["gate"]["labels"]

    assert plan(enough - 20, 0.8, 0.2).chance < 0.8 <= plan(enough, 0.8, 0.2).chance


def test_clustering_takes_more_labels(command: Command) -> None:
    told = command(*GOOD, "--design-effect", "2", "--json").document

    assert told["labels"] == pytest.approx(2 * labels_for_half_width(0.8, 0.2, 0.1), abs=1)
    assert told["gate"]["labels"] > 180


@pytest.mark.parametrize(
    ("kappa", "said"), [("0.6", "No number of labels"), ("0.61", "Even 2,000 labels")]
)
def test_a_judge_that_cannot_clear_the_gate_is_told_so(
    command: Command, kappa: str, said: str
) -> None:
    words = ("plan", "--kappa", kappa, "--prevalence", "0.2")

    assert said in command(*words).output
    assert command(*words, "--json").document["gate"] is None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--kappa", "0.8", "--prevalence", "0"), "--prevalence is a share"),
        (("--kappa", "0.8", "--prevalence", "20"), "unlike 20"),
        (("--kappa", "0.8", "--prevalence", "0.2", "--half-width", "0"), "--half-width lies"),
        (("--kappa", "0.8", "--prevalence", "0.2", "--design-effect", "0.5"), "1 or more"),
        (("--kappa", "1.2", "--prevalence", "0.2"), "less than or equal to 1"),
    ],
)
def test_what_is_no_share_is_refused(
    command: Command, words: tuple[str, ...], problem: str
) -> None:
    done = command("plan", *words)

    assert (done.code, done.output) == (2, "")
    assert problem in done.errors
