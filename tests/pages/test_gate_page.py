"""The page of the gate, without a browser."""

from streamlit.testing.v1 import AppTest

from calibration import sample_project
from calibration.gate import gating
from judging.ratings import Outcome
from storage import Project, Split, label_queues, looks, splits
from tests import keeping, splitting
from tests.calibration.gate.test_drifting import later
from tests.calibration.gate.test_gate_ceiling import twice
from tests.calibration.gate.test_gating import judged, sealed
from tests.pages.test_pages import opened

PAGE = "gate.py"


def said(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(one.value for one in [*page.header, *page.markdown, *page.caption])


def test_sessions_are_sealed_once_it_is_said_why(project: Project) -> None:
    sample_project.add_to(project)

    page = opened(PAGE)
    first = said(page)
    page.button(key="gate_seal").click().run()

    assert "No session is sealed yet" in first
    assert "a test that nobody sees" in first
    assert splits.of(project).counts()[Split.TEST].sessions in (13, 14, 15)
    assert "The test is sealed for this judge and rubric" in said(page)


def test_labels_that_would_count_are_shown_and_nothing_that_the_judge_said(
    project: Project,
) -> None:
    sample_project.add_to(project)
    opened(PAGE).button(key="gate_seal").click().run()

    page = opened(PAGE)

    table = page.dataframe[1].value
    assert list(table["Fails"]) == [0] * 5
    assert list(table["More fails needed"]) == [20] * 5
    assert all(n > 0 for n in table["Do not count"])
    assert not [button for button in page.button if button.key == "gate_look"]
    assert looks.of(project).listed() == []


def test_the_cost_of_a_look_is_told_and_the_look_decides(project: Project) -> None:
    sealed(project)

    page = opened(PAGE)
    before = said(page)
    page.button(key="gate_look").click().run()

    assert "look 1, kappa's lower bound at 97.5%" in before
    assert len(looks.of(project).listed()) == 1
    after = said(page)
    assert "May run unwatched on 1 of 1 criterion" in after
    assert "✓ May run unwatched" in after
    assert list(page.dataframe[0].value["Found"])[1] == "0.91"


def test_what_was_answered_is_shown_again_without_a_look(project: Project) -> None:
    held = sealed(project)
    gating.gate(project, held)

    page = opened(PAGE)

    assert "Look 1" in said(page)
    assert not [button for button in page.button if button.key == "gate_look"]
    assert len(looks.of(project).listed()) == 1


def test_sessions_of_the_test_are_drawn_and_come_first(project: Project) -> None:
    keeping.add(project, *(keeping.session(f"s{n}") for n in range(30)))
    splitting.seal(project, *(f"s{n}" for n in range(20)))
    judged(project, {f"s{n}": Outcome.PASS for n in range(30)}, "conversation@1")

    page = opened(PAGE)
    page.button(key="gate_draw").click().run()

    assert "**Draw 1**: 0 of 20 sessions labelled" in said(page)
    assert [(one.sessions, one.design) for one in label_queues.of(project).draws()] == [
        (20, "random")
    ]


def test_what_a_judge_went_through_stands_before_a_look(project: Project) -> None:
    sealed(project, [(Outcome.PASS, Outcome.PASS)] * 4)

    page = opened(PAGE)

    assert page.expander[0].label == "Before a look: 2 of 6 trials are ready"
    table = page.dataframe[0].value
    assert list(table["State"]) == [
        "✓ Ready",
        "○ Cannot be told",
        "○ Cannot be told",
        "✓ Ready",
        "○ Cannot be told",
        "○ Cannot be told",
    ]
    assert table["Done"].iloc[0] == "4 of 4"


def test_labels_since_the_certificate_are_held_against_it(project: Project) -> None:
    held = sealed(project)
    gating.gate(project, held)
    before = said(opened(PAGE))
    later(project, [(Outcome.FAIL, Outcome.PASS)] * 30 + [(Outcome.PASS, Outcome.PASS)] * 60)

    page = opened(PAGE)

    assert "Too few labels since to tell whether it still holds" in before
    assert "The judge has drifted on 1 of 1 criterion" in said(page)
    table = page.dataframe[1].value
    assert list(table["State"]) == ["✗ Has drifted", "✓ Has held"]
    assert list(table["Labels"]) == [30, 60]


def test_people_s_agreement_is_shown_and_may_be_what_a_look_asks_for(project: Project) -> None:
    twice(project)

    page = opened(PAGE)
    table = page.dataframe[1].value
    page.toggle(key="gate_ceiling").set_value(True).run()
    page.button(key="gate_look").click().run()

    assert table["People agree"].iloc[0].endswith("on 140")
    assert "Look 1, against the human ceiling" in said(page)
    assert "Agreement, less that of people (pi)" in list(page.dataframe[0].value["Condition"])
