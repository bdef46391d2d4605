"""The page for a lead: what it answers, and that no text in it becomes markup."""

from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from judging.bundle import Bundle, Figure
from judging.errors import JudgeError
from judging.exporters.report import Report
from judging.exporters.report_plot import plot
from judging.rubrics import Criterion, RubricVersion
from tests.judging.bundle import made
from tests.judging.exporters.written import text

UNTIL = datetime(2027, 5, 30, tzinfo=UTC)
HOSTILE = "</style></svg><script>alert(1)</script><img src=//x.test/a onerror=go()>\" ' & {{7*7}}"
VOID = {"meta"}


class Read(HTMLParser):
    """Every element of a page, its attributes, and the text in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def names(self) -> set[str]:
        """The tags that stand in it."""
        return {tag for tag, _ in self.elements}


def page(bundle: Bundle) -> str:
    return text(Report(), bundle, ".html")


def gated(bundle: Bundle, *answers: str) -> Bundle:
    pairs = zip(bundle.results, answers, strict=True)
    return replace(bundle, results=tuple(replace(one, gate=answer) for one, answer in pairs))


def hostile() -> Bundle:
    criterion = Criterion("asked", HOSTILE, HOSTILE, HOSTILE, HOSTILE, examples=(HOSTILE,))
    rubric = RubricVersion("support", 1, (criterion,), HOSTILE, author=HOSTILE, note=HOSTILE)
    bundle = made.bundle()
    basis = replace(bundle.basis, reference=HOSTILE, split=HOSTILE, label_set=HOSTILE)
    figure = Figure(None, None, None, 0.95, HOSTILE, HOSTILE)
    result = replace(made.result("asked"), kappa=figure, gate=HOSTILE)
    return replace(bundle, rubric=rubric, basis=basis, results=(result,), reason=HOSTILE)


def test_the_answer_comes_first_where_every_criterion_may_run() -> None:
    shown = Read(page(made.certified(until=UNTIL)))

    told = shown.text[shown.text.index("May this judge run unwatched?") :]
    assert told.startswith(
        "May this judge run unwatched?Yes: rules may run unwatched under support@3, on all 3 "
        "criteria, until 30 May 2027.It was held against 44 labels by people"
    )


def test_a_judge_that_has_passed_nothing_is_refused_with_the_reason() -> None:
    told = Read(page(made.bundle())).text

    assert "No: rules has not shown that it may run unwatched under support@3." in told
    assert "It is not certified: no gate has been passed." in told


def test_criteria_that_passed_are_named_where_others_did_not() -> None:
    answers = ("deployable", "insufficient_evidence", "not_deployable")

    told = Read(page(gated(made.bundle(), *answers))).text

    assert "may run unwatched on Goal met, on 1 of 3 criteria" in told
    assert "not enough is known" in told
    assert "must not run unwatched" in told


def test_it_says_beside_the_answer_that_the_judge_was_held_to_people() -> None:
    held = made.held_to_people()

    told, usual = Read(page(held)).text, Read(page(made.bundle())).text

    [ceiling] = [one.ceiling for one in held.results if one.ceiling]
    assert f"Goal met: {ceiling.sentence}" in told
    assert "held to what people reach" in told[told.index("The criteria") :]
    assert "what people reach" not in usual


def test_figures_stand_with_their_intervals_and_undefined_ones_with_why() -> None:
    told = Read(page(made.bundle())).text

    assert "0.71 [0.45 to 0.88]" in told
    assert "83% [55% to 95%]" in told
    assert "undefined: all labels say the same" in told
    assert "nan" not in told.lower().split()


def test_what_it_rests_on_and_the_whole_rubric_are_in_it() -> None:
    bundle = made.bundle()

    told = Read(page(bundle)).text

    assert bundle.identity.fingerprint in told
    assert bundle.basis.label_set in told
    assert bundle.rubric.instructions in told
    for criterion in bundle.rubric.criteria:
        assert criterion.question.strip() in told
        assert criterion.fail_when in told


def test_no_text_becomes_markup() -> None:
    shown = Read(page(hostile()))

    assert shown.open == []
    assert not {"script", "img"} & shown.names()
    assert not any(name.startswith("on") for _, own in shown.elements for name in own)
    assert shown.text.count("<script>alert(1)</script>") >= 7


def test_it_asks_nobody_for_anything() -> None:
    shown = Read(page(made.bundle()))

    assert not {"script", "link", "img", "iframe", "object", "a", "form"} & shown.names()
    assert not any({"src", "href", "srcset"} & set(own) for _, own in shown.elements)
    assert "url(" not in shown.text
    assert "@import" not in shown.text


def test_a_key_of_this_environment_does_not_leave_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "abcdefghijklmnop")
    rubric = replace(made.RUBRIC, instructions="Use abcdefghijklmnop.")

    with pytest.raises(JudgeError, match="SOME_API_KEY"):
        page(replace(made.bundle(), rubric=rubric))


def test_an_interval_is_drawn_from_its_lower_to_its_upper_end() -> None:
    drawn = ET.fromstring(plot(made.bundle()))  # noqa: S314  (ours)

    first = next(line for line in drawn.iter("line") if line.get("class") == "interval")
    (dot, *_) = drawn.iter("circle")
    ends = float(first.get("x1", 0)), float(dot.get("cx", 0)), float(first.get("x2", 0))
    assert ends == (488.0, 602.4, 677.2)
    assert len(list(drawn.iter("circle"))) == 6


def test_a_kappa_below_nought_is_on_the_scale() -> None:
    bundle = made.bundle()
    low = Figure(-0.31, -0.52, 0.1, 0.95, "zou_donner", "ok")
    results = tuple(replace(one, kappa=low) for one in bundle.results)

    drawn = ET.fromstring(plot(replace(bundle, results=results)))  # noqa: S314  (ours)

    marks = [text.text for text in drawn.iter("text") if text.get("class") == "mark"]
    assert marks[0] == "-0.6"
    assert all(float(line.get("x1", 0)) >= 290 for line in drawn.iter("line"))
