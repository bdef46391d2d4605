"""The view of the Agreement page on cited turns and first failing turns, without a browser."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level, RubricVersion
from storage import Project
from tests import citing, keeping
from tests.pages.test_pages import HOSTILE, opened

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
SAID = ("Where is it?", "It left.", "And now?", "On Monday.", "Sure?", "Yes.")
BEHIND, FIRST = "agreement_evidence_goal_met", "agreement_first_turn_pass"
RAW = re.compile(r"(?<!\\)(<script|!\[|:red\[)")


def shown(**address: str) -> AppTest:
    page = opened("agreement.py", **({"view": "evidence"} | address))
    assert not page.exception
    return page


def said(page: AppTest) -> str:
    drawn = [*page.markdown, *page.info, *page.caption]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def behind(page: AppTest, key: str) -> Sequence[str]:
    """Return the counts that can be opened."""
    return list(page.button_group(key=key).options)


def plot(page: AppTest) -> list[dict[str, Any]]:
    """Return the layers of the view's own plot."""
    *_, chart = page.get("vega_lite_chart")
    layers: list[dict[str, Any]] = json.loads(chart.proto.spec)["layer"]
    return layers


def cited(project: Project, sessions: dict[str, tuple[Sequence[int], Sequence[int]]]) -> None:
    """Put in sessions that both sides fail, with what the labels and the verdicts cite."""
    keeping.add(project, *(keeping.session(name, *SAID) for name in sessions))
    for name, (human, _) in sessions.items():
        citing.label(project, name, FAIL, *human)
    citing.judge(project, {name: (FAIL, judge) for name, (_, judge) in sessions.items()})


def turned(project: Project, sessions: dict[str, tuple[str, str]]) -> None:
    """Put in sessions with a letter for each answer on the turns 2, 4 and 6."""
    letters = {"p": PASS, "f": FAIL, "x": MISSING}
    keeping.add(project, *(keeping.session(name, *SAID) for name in sessions))
    judged = {}
    for name, sides in sessions.items():
        human, judged[name] = (
            dict(zip((2, 4, 6), map(letters.__getitem__, side), strict=True)) for side in sides
        )
        citing.label_turns(project, name, human)
    citing.judge_turns(project, judged)


def test_a_turn_in_common_is_told_from_another_reason(project: Project) -> None:
    cited(project, {"a": ([2, 4], [4]), "b": ([4], [4]), "c": ([1], [6]), "d": ([1], [5])})

    page = shown()

    assert (
        "On 2 of 4 sessions that both fail and cite turns for, judge and people cite a turn in "
        "common. On the other 2 they rest the same answer on other turns: the judge may be right "
        "for another reason."
    ) in said(page)
    assert behind(page, BEHIND) == ["No turn in common: 2", "A turn in common: 2"]
    assert "○ the share, with its 95 % interval, wider than ±0.20" in said(page)


@pytest.mark.parametrize(
    ("sessions", "sentence"),
    [
        (
            {"a": ([4], [4]), "b": ([1], [2])},
            "On the other they rest the same answer on other turns, though next to each other.",
        ),
        (
            {"a": ([1], [2]), "b": ([1], [2])},
            "On all 2 they rest the same answer on other turns, though each time next to it.",
        ),
        (
            {"a": ([1], [2]), "b": ([1], [6])},
            "for another reason; on 1 of them the turns are neighbours.",
        ),
        ({"a": ([1], [6])}, "On it they rest the same answer on other turns: the judge may be"),
    ],
)
def test_neighbouring_turns_are_told_apart(
    project: Project, sessions: dict[str, tuple[Sequence[int], Sequence[int]]], sentence: str
) -> None:
    cited(project, sessions)

    assert sentence in said(shown())


def test_who_cites_nothing_is_said_to_be_left_out(project: Project) -> None:
    cited(project, {"a": ([2], [2]), "b": ([], [2]), "c": ([2], []), "d": ([], [])})

    told = said(shown())

    assert "On 1 of 1 session that both fail and cite turns for" in told
    assert "Left out, since a side cites no turn: 3 (the judge on 2, people on 2)." in told


def test_the_sessions_behind_a_count_are_listed_with_the_judges_turn(project: Project) -> None:
    cited(project, {"a": ([2], [2]), "b": ([1], [6, 4])})
    page = shown()
    tables = len(page.dataframe)

    page.button_group(key=BEHIND).set_value("No turn in common").run()

    assert len(page.dataframe) == tables + 1
    listed = next(t.value for t in page.dataframe if "Id" in t.value.columns)
    assert listed[["Id", "Turn"]].to_numpy().tolist() == [["b", 4]]


def test_a_choice_that_another_judge_has_nothing_for_is_forgotten(project: Project) -> None:
    cited(project, {"a": ([2], [2]), "b": ([1], [6])})
    citing.judge(project, {"a": (FAIL, [2])}, name="other")
    page = shown(judge="example")
    page.button_group(key=BEHIND).set_value("No turn in common").run()

    page.selectbox(key="judge").select("other").run()

    assert not page.exception
    assert behind(page, BEHIND) == ["A turn in common: 1"]


def test_each_share_is_drawn_with_counts_and_chance(project: Project) -> None:
    cited(project, {f"s{n}": ([n % 5 + 1], [n % 5 + 1, 6]) for n in range(50)})

    page = shown()

    drawn = {layer["encoding"].get("x", {}).get("field") for layer in plot(page)}
    assert {"chance", "value", "low"} <= drawn
    *_, chart = page.get("vega_lite_chart")
    assert "Cited by the judge, also by people: 0.50 [" in chart.proto.alt
    assert "50 of 100 turns; Cited by people, also by the judge: 1.00" in chart.proto.alt
    assert "● the share, with its 95 % interval · ❘ the overlap if the judge cited" in said(page)


def test_every_measure_stands_beside_that_of_all_decided_sessions(project: Project) -> None:
    cited(project, {"a": ([2], [2, 9])})
    keeping.add(project, keeping.session("p", *SAID))
    citing.label(project, "p", PASS, 2)
    citing.judge(project, {"p": (PASS, [4])})

    page = shown()

    measures = page.expander[0].dataframe[0].value.set_index("Measure")
    assert list(measures.columns) == ["Both fail", "Both decided"]
    assert list(measures.loc["Sessions with turns cited by both"]) == ["1 of 1", "2 of 2"]
    assert list(measures.loc["F1 of precision and recall"]) == ["1.00", "0.50"]
    assert "Of 3 turns that the judge cites, 1 is not there, or comes after" in said(page)


def test_of_a_condition_what_is_present_is_compared(project: Project) -> None:
    sample_project.add_to(project)

    page = shown(rubric="conversation@2", judge="example-judge", criterion="correction_present")

    assert "On 10 of 10 sessions that both call present and cite turns for" in said(page)


@pytest.mark.parametrize(
    ("sessions", "sentence"),
    [
        (
            {"a": ([], [2]), "b": ([], [])},
            "Of the 2 sessions that both fail, people cite a turn for none",
        ),
        ({"a": ([2], [])}, "Of the 1 session that both fail, the judge cites a turn for none."),
        ({"a": ([2], []), "b": ([], [2])}, "there is none for which both sides cite a turn."),
    ],
)
def test_without_evidence_on_both_sides_it_says_whose_is_missing(
    project: Project, sessions: dict[str, tuple[Sequence[int], Sequence[int]]], sentence: str
) -> None:
    cited(project, sessions)

    page = shown()

    told, is_of_labels = said(page), any(not human for human, _ in sessions.values())
    assert sentence in told
    assert ("press `e`" in told) == is_of_labels
    assert ("Label" in [link.proto.label for link in page.get("page_link")]) == is_of_labels


def test_without_sessions_that_both_fail_or_labels_it_says_so(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, PASS)])

    differing, unlabelled = shown(), shown(criterion="consistent")

    assert "There is no session yet that judge and people both fail." in said(differing)
    assert "There is no label by people on this criterion yet." in said(unlabelled)


def test_first_failing_turns_are_compared_in_words_and_counts(project: Project) -> None:
    turned(
        project,
        {
            "same": ("pfp", "pfp"),
            "late": ("fpp", "ppf"),
            "none": ("ppp", "ppp"),
            "missed": ("pfp", "ppp"),
            "open": ("pfp", "xfp"),
        },
    )

    page = shown()

    assert (
        "In 2 of 4 sessions, judge and people find the same first failing turn, or none. Where "
        "both find one (2), it is the same turn in 1; the judge is later in 1 and earlier in 0. "
        "Left out: 1. There a turn without a pass or fail could be an earlier first: one of the "
        "judge’s in 1, of people in 0."
    ) in said(page)
    measures = page.dataframe[1].value.set_index("Measure")
    assert measures.loc["Judge later", "Count"] == "1 of 2"
    mean = str(measures.loc["Turns that the judge is late, mean", "Estimate [95 %]"])
    assert mean.startswith("+1.00 [")
    assert behind(page, FIRST) == [
        "Judge later: 1",
        "Judge finds none: 1",
        "Same turn: 1",
        "None on either side: 1",
        "Uncertain: 1",
    ]


def test_each_distance_is_drawn(project: Project) -> None:
    turned(project, {"a": ("pfp", "pfp"), "b": ("fpp", "ppf"), "c": ("ppf", "fpp")})

    page = shown()

    *_, chart = page.get("vega_lite_chart")
    assert chart.proto.alt == (
        "the judge 2 turns earlier: 1 session; the same turn: 1 session; "
        "the judge 2 turns later: 1 session"
    )
    assert "on the mean by +0.00 [" in said(page)


def test_a_session_opens_at_the_first_failing_turn_of_the_labels(project: Project) -> None:
    turned(project, {"late": ("pfp", "ppf"), "alarm": ("ppp", "fpp")})
    page = shown()

    page.button_group(key=FIRST).set_value("Judge later").run()
    late = next(t.value for t in page.dataframe if "Id" in t.value.columns)
    page.button_group(key=FIRST).set_value("Judge alone finds one").run()
    alarm = next(t.value for t in page.dataframe if "Id" in t.value.columns)

    assert late[["Id", "Turn"]].to_numpy().tolist() == [["late", 4]]
    assert alarm[["Id", "Turn"]].to_numpy().tolist() == [["alarm", 2]]


def test_where_nothing_is_certain_it_says_what_would_help(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))
    citing.label_turns(project, "a", {2: PASS})
    citing.judge_turns(project, {"a": {2: PASS, 4: PASS}})

    page = shown()

    assert "Judge and people both have answers on 1 session; in none is the first failing" in said(
        page
    )
    assert "Label every turn of the assistant up to the first that fails." in said(page)
    assert behind(page, FIRST) == ["Uncertain: 1"]


def test_citing_what_comes_after_the_turn_is_shown(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))
    citing.label_turns(project, "a", {2: PASS, 4: FAIL})
    citing.judge_turns(project, {"a": {2: PASS, 4: FAIL}}, cited=6)

    page = shown()

    assert "Of 2 turns that the judge cites, 2 are not there, or come after the turn" in said(page)
    assert "Cites what comes later: 2" in behind(page, FIRST)


def test_turns_without_verdicts_or_labels_say_which_are_missing(project: Project) -> None:
    other = Criterion("other", "Was it other?", "It was.", "It was not.", level=Level.TURN)
    asked = Criterion("asked", "Was it asked?", kind=Kind.CONDITION, level=Level.TURN)
    passes = project.rubrics.get("turn@1").rubric.criteria
    project.rubrics.add(RubricVersion("three", 1, (*passes, other, asked)))
    keeping.add(project, keeping.session("a", *SAID), keeping.session("b", *SAID))
    citing.judge_turns(project, {"a": {2: FAIL}}, rubric="three@1")
    citing.label_turns(project, "b", {2: FAIL})

    apart = shown(rubric="three@1", criterion="turn_pass")
    unjudged = shown(rubric="three@1", criterion="other")
    condition = shown(rubric="three@1", criterion="asked")

    assert "There is no session on whose turns judge and people both have answers." in said(apart)
    assert "The judge has judged no turn on this criterion yet." in said(unjudged)
    assert "never a failure" in said(condition)


def test_turns_that_are_not_labelled_say_so(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))
    citing.judge_turns(project, {"a": {2: FAIL}}, rubric="turn@1")
    other = Criterion("other", "Was it other?", "It was.", "It was not.", level=Level.TURN)
    passes = project.rubrics.get("turn@1").rubric.criteria
    project.rubrics.add(RubricVersion("two", 1, (*passes, other)))
    citing.judge_turns(project, {"a": {2: FAIL}}, criterion="other", rubric="two@1")
    citing.label_turns(project, "a", {2: FAIL})

    page = shown(rubric="two@1", criterion="other")

    assert "There is no label by people on a turn yet." in said(page)


def test_hostile_names_stay_text(project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, *SAID))
    citing.label(project, HOSTILE, FAIL, 2, reviewer=HOSTILE)
    citing.judge(project, {HOSTILE: (FAIL, [6])})
    citing.label_turns(project, HOSTILE, {2: FAIL}, reviewer=HOSTILE)
    citing.judge_turns(project, {HOSTILE: {2: FAIL}})

    evidence = shown(rubric="conversation@1", reference=HOSTILE)
    evidence.button_group(key=BEHIND).set_value("No turn in common").run()
    turns = shown(rubric="turn@1", reference=HOSTILE)
    turns.button_group(key=FIRST).set_value("Same turn").run()

    for page in (evidence, turns):
        assert not page.exception
        drawn = [*page.markdown, *page.caption, *page.info]
        assert [one.value for one in drawn if RAW.search(one.value)] == []
