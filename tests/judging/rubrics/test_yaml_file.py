"""Rubric files."""

from pathlib import Path

import pytest

from judging.errors import RubricError
from judging.rubrics import READY_MADE, Kind, Level, Sees, read, read_file, ready_made, written

WHOLE = """
name: manners
note: First.
instructions: Read all of it.
author: maya
criteria:
  - key: thanked
    question: Does the user say thanks?
    kind: condition
  - key: welcomed
    name: Welcomed
    question: Does the agent answer it?
    pass_when: It does.
    fail_when: It does not.
    sees: assistant_only
    applies_when: thanked
    examples: [You are welcome.]
    meaning: 2
"""


def test_every_field_is_read() -> None:
    rubric = read(WHOLE)

    thanked, welcomed = rubric.criteria
    assert (rubric.name, rubric.number, rubric.author) == ("manners", 0, "maya")
    assert (thanked.kind, thanked.name, thanked.level) == (Kind.CONDITION, "Thanked", Level.SESSION)
    assert (welcomed.sees, welcomed.applies_when) == (Sees.ASSISTANT_ONLY, "thanked")
    assert (welcomed.examples, welcomed.meaning) == (("You are welcome.",), 2)


@pytest.mark.parametrize("text", [WHOLE, *(written(ready_made(name)) for name in READY_MADE)])
def test_what_is_written_reads_back_the_same(text: str) -> None:
    rubric = read(text)

    assert read(written(rubric)) == rubric


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: [", "not YAML"),
        ("- a", "named fields"),
        ("name: x", "a list of criteria"),
        ("name: x\ncriteria: []", "no criteria"),
        ("name: x\ncriteria: [3]", "criterion 1"),
        ("name: x\ncriteria: [{key: a}]", "a key and a question"),
        ("name: x\ncriteria: [{key: a, question: b, colour: c}]", "colour"),
        ("name: x\ncriteria: [{key: a, question: 3}]", "as text"),
        ("name: x\ncriteria: [{key: a, question: b, kind: odd}]", "quality or condition"),
        ("name: x\ncriteria: [{key: a, question: b, examples: c}]", "no list"),
        ("name: x\ncriteria: [{key: a, question: b, meaning: 0}]", "no count"),
        ("name: x\ncriteria: [{key: a, question: b, meaning: true}]", "no count"),
        ("name: x\nnote: 3\ncriteria: [{key: a, question: b}]", "quotes"),
        ("name: x\nwhat: y\ncriteria: [{key: a, question: b}]", "what"),
        ("name: x\ncriteria: [{key: A b, question: b}]", "'A b'"),
        ("name: X y\ncriteria: [{key: a, question: b}]", "'X y'"),
        ("name: x\ncriteria: [{key: a, question: ' '}]", "asks nothing"),
        ("name: x\ncriteria: [{key: a, question: b}, {key: a, question: c}]", "twice"),
        ("name: x\ncriteria: [{key: a, question: b, applies_when: z}]", "'z'"),
        ("name: x\ncriteria: [{key: a, question: b, applies_when: a}]", "'a'"),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str) -> None:
    with pytest.raises(RubricError) as refusal:
        read(text, where="rubric.yaml")

    assert said in str(refusal.value)


def test_the_line_that_is_no_yaml_is_named() -> None:
    with pytest.raises(RubricError) as refusal:
        read("name: x\ncriteria: [\n", where="rubric.yaml")

    assert refusal.value.where.startswith("rubric.yaml, line ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RubricError, match=r"none\.yaml"):
        read_file(tmp_path / "none.yaml")


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "rubric.yaml"
    file.write_text(WHOLE, encoding="utf-8-sig")

    assert read_file(file).name == "manners"


def test_yaml_that_would_run_something_is_refused() -> None:
    with pytest.raises(RubricError):
        read("!!python/object/apply:os.system ['true']")
