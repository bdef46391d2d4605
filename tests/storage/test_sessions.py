"""Sessions as they are listed and found."""

from dataclasses import replace

import pytest

from judging.ratings import Outcome
from judging.sessions import TRACES, Session
from storage import Answered, Project, SessionFilter
from tests import keeping


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(
        project,
        keeping.session("lost-parcel"),
        keeping.session("refund", "a", "b", "c", "d"),
        keeping.session("PARCEL-2"),
    )


def ids(project: Project, wanted: SessionFilter) -> list[str]:
    found = [line.external_id for line in project.sessions.listed(wanted)]
    assert project.sessions.count(wanted) == len(found)
    return found


def test_are_listed_in_order_of_import(project: Project) -> None:
    assert ids(project, SessionFilter()) == ["lost-parcel", "refund", "PARCEL-2"]


def test_are_found_by_words_in_any_case(project: Project) -> None:
    assert ids(project, SessionFilter(text="parcel")) == ["lost-parcel", "PARCEL-2"]


@pytest.mark.parametrize("text", ["%", "_", "p%l"])
def test_signs_that_sql_reads_are_only_signs(project: Project, text: str) -> None:
    assert ids(project, SessionFilter(text=text)) == []


def test_are_found_by_length(project: Project) -> None:
    assert ids(project, SessionFilter(min_turns=3)) == ["refund"]
    assert ids(project, SessionFilter(max_turns=3)) == ["lost-parcel", "PARCEL-2"]


def test_are_found_by_whether_somebody_labelled_them(project: Project) -> None:
    keeping.label(project, "refund", Outcome.PASS)

    assert ids(project, SessionFilter(is_labelled=True)) == ["refund"]
    assert ids(project, SessionFilter(is_labelled=False)) == ["lost-parcel", "PARCEL-2"]


def test_are_found_by_the_verdict_that_stands(project: Project) -> None:
    keeping.judge(project, {"refund": Outcome.FAIL, "PARCEL-2": Outcome.FAIL})
    compared = keeping.judge(project, {"refund": Outcome.PASS})

    failing = Answered(compared.rubric_version, compared.judge, "goal_met", Outcome.FAIL)

    assert ids(project, SessionFilter(answered=(failing,))) == ["PARCEL-2"]


def test_pages_do_not_overlap(project: Project) -> None:
    pages = [project.sessions.listed(SessionFilter(), offset=n, limit=1) for n in range(3)]

    assert [page[0].external_id for page in pages] == ["lost-parcel", "refund", "PARCEL-2"]


def test_the_ones_before_and_after_are_known(project: Project) -> None:
    assert project.sessions.neighbours("refund") == ("lost-parcel", "PARCEL-2")
    assert project.sessions.neighbours("lost-parcel") == (None, "refund")


def test_whole_ones_come_in_the_order_asked_for(project: Project) -> None:
    numbers = [keeping.number(project, name) for name in ("refund", "lost-parcel")]

    assert [s.external_id for s in project.sessions.whole(numbers)] == ["refund", "lost-parcel"]


def made_of(name: str, traces: object) -> Session:
    return replace(keeping.session(name), metadata={TRACES: traces})


def test_are_found_by_the_traces_that_they_were_made_of(project: Project) -> None:
    told = {"t": "root", "u": ""}, {"t": ""}, ["t"], "t"
    keeping.add(project, *(made_of(f"s{n}", traces) for n, traces in enumerate(told)))

    found = project.sessions.of_traces({"t", "root", "x"})

    assert found == {"t": [("s0", 2), ("s1", 1)], "root": [("s0", 2)]}
