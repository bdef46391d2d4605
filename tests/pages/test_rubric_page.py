"""The Rubric page: what is weak in the wording stands beside the criteria."""

from dataclasses import replace

from streamlit.testing.v1 import AppTest

from judging.ratings import Outcome
from judging.rubrics import Criterion, RubricVersion
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import BY_ONE, TWO
from tests.calibration.rubrics.test_renewal import EDITED
from tests.model_server import ModelServer
from tests.pages.test_pages import opened

HOSTILE = "Is the ![x](https://a.test/b.png) reply correct and polite?"


def said(page: AppTest) -> str:
    assert not page.exception
    return " ".join(text.value for text in page.markdown)


def test_a_weak_spot_stands_with_its_criterion(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    tone = Criterion("tone", HOSTILE, "It is appropriate.", "It is rude.")
    project.rubrics.add(RubricVersion("support", 1, (tone,)))

    page = opened("rubric.py", rubric="support@1")

    assert "2 weak spots, in one criterion" in page.info[0].value
    assert "**Passes** (appropriate)" in said(page)
    assert "![x]" not in said(page)


def test_a_clean_rubric_is_shown_without_a_word_of_it(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    page = opened("rubric.py", rubric="conversation@1")

    assert said(page)
    assert not page.info


def tabbed(page: AppTest, tab: str) -> AppTest:
    page.session_state["rubric_tab"] = tab
    return page.run()


def test_changes_are_itemised_from_any_version_with_who_and_why(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    project.rubrics.add(TWO)
    named = replace(EDITED, author="maya", note="Rude is worse.")
    project.rubrics.add(named)
    project.rubrics.add(replace(TWO, number=3, instructions="Be strict."))

    page = tabbed(opened("rubric.py", rubric="two@3"), "Changes")
    from_second = said(page)
    page.selectbox(key="rubric_from").select("two@1").run()
    from_first = said(page)

    assert "two@1 → two@2 (maya: Rude is worse.) → two@3" in from_second.replace("\\", "")
    assert "1 of 2 criteria differ" in from_second.replace("\\", "")
    assert "No criterion differs" in from_first
    assert "The instructions were changed" in from_first


def test_what_an_edit_makes_stale_stands_beside_its_price(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b", "c")
    judged.run(project, TWO, BY_ONE)
    project.rubrics.add(EDITED)

    page = tabbed(opened("rubric.py", rubric="two@2"), "Changes")

    text = said(page).replace("\\", "")
    assert "verdicts on 1 of 2 criteria carry over; the rest of 3 sessions takes 3 calls" in text
    assert "about $" in text
    table = page.dataframe[0].value
    assert list(table.iloc[:, 1]) == ["carries over", "stale"]
    assert server.received == 6


def test_labels_of_another_meaning_are_said_to_count_no_more(project: Project) -> None:
    judged.add(project, "a", "b")
    keeping.label(project, "a", Outcome.PASS)
    keeping.label(project, "a", Outcome.PASS, criterion="polite")
    project.rubrics.add(TWO)
    goal_met, polite = TWO.criteria
    project.rubrics.add(replace(TWO, number=2, criteria=(goal_met, replace(polite, meaning=2))))

    page = tabbed(opened("rubric.py", rubric="two@2"), "Changes")

    text = said(page).replace("\\", "")
    assert "1 label by people count on. 1 label on" in text
    assert "Meaning changed" in text


def test_an_edit_as_text_makes_the_next_version_and_a_slip_says_where(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    stored = project.rubrics.add(TWO)
    text = f"rubric_{stored.id}_text"

    page = tabbed(opened("rubric.py", rubric="two@1"), "Edit")
    page.toggle(key=f"rubric_{stored.id}_as_text").set_value(True).run()
    given = page.text_area(key=text).value or ""
    page.text_area(key=text).set_value("criteria: [")
    page.button[0].click().run()
    slip = page.error[0].value
    page.text_area(key=text).set_value(given.replace("Was it polite?", "Was it kind?"))
    page.button[0].click().run()

    assert "This is not YAML" in slip
    assert project.rubrics.get("two").rubric.criterion("polite").question == "Was it kind?"
    assert project.rubrics.get("two").rubric.number == 2


def test_an_example_is_taken_from_what_people_settled(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", Outcome.FAIL)
    stored = project.rubrics.get("conversation@1")
    key = f"rubric_{stored.id}_example"

    page = tabbed(opened("rubric.py", rubric="conversation@1"), "Examples")
    offered = page.selectbox(key=f"{key}_session_goal_met").options
    page.button(key=f"{key}_save").click().run()
    empty = page.error[0].value
    page.text_area(key=f"{key}_text_goal_met").set_value(HOSTILE)
    page.button(key=f"{key}_save").click().run()

    assert offered == ["a: ✗ Fail"]
    assert "The example has 0 characters" in empty
    assert project.rubrics.get("conversation").rubric.criteria[0].examples == (f"Fail: {HOSTILE}",)
    assert "![x]" not in said(page)
