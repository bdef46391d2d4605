"""The page of disagreements, without a browser: what it lists, hands out, and saves."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.testing.v1 import AppTest

from calibration.agreement.held import Held
from calibration.revision import disagreeing, disagreement_groups
from judging.ratings import Label, Outcome
from storage import NewLabel, Project, Reference, SecondLook, View
from tests import keeping
from tests.pages.test_pages import HOSTILE, opened

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
FOUR = [(FAIL, PASS), (PASS, FAIL), (FAIL, PASS), (PASS, PASS)]
PAGE = "disagreements.py"


def said(page: AppTest) -> str:
    """Return all that the page says outside its components."""
    assert not page.exception
    drawn = [*page.title, *page.markdown, *page.info, *page.success]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def shown(page: AppTest) -> dict[str, Any]:
    """Return what the list, the rail and the transcript were given."""
    parts = page.get("bidi_component")
    data = {part.proto.component_name.split(".")[-1]: part.proto.json for part in parts}
    return {name.removeprefix("judging_"): json.loads(text) for name, text in data.items()}


def titles(page: AppTest) -> list[str]:
    groups = shown(page)["disagreements"]["groups"]
    return [item["title"] for group in groups for item in group["items"]]


def here(page: AppTest) -> list[Any]:
    place: list[Any] = shown(page)["disagreements"]["here"]
    return place


def choose(page: AppTest, unit: object) -> AppTest:
    """Click in the list, which a browser would turn into this."""
    [part] = [p for p in page.get("bidi_component") if "disagreements" in p.proto.component_name]
    states = page._tree.get_widget_states()  # noqa: SLF001  (there is no public way)
    widget = states.widgets.add()
    widget.id = _make_trigger_id(part.proto.id, "events")
    widget.json_trigger_value = json.dumps([{"event": "chosen", "value": unit}])
    return page._run(states)  # noqa: SLF001


def question(page: AppTest) -> Any:
    """Return the choice among the three answers."""
    [group] = [g for g in page.button_group if str(g.key).endswith("_view")]
    return group


def looks(project: Project) -> list[SecondLook]:
    version, [judge] = project.rubrics.get("conversation@1"), project.judges.listed()
    found = disagreeing.listed(project, version, judge, Reference())
    return [look for one in found for look in one.looks]


def exposed(project: Project, reviewer: str, session: str) -> bool:
    who = project.reviewers.named(reviewer)
    return project.exposures.count(who.id, keeping.number(project, session)) > 0


def test_the_count_comes_first(project: Project) -> None:
    keeping.many(project, FOUR)

    page = opened(PAGE)

    assert "**3 disagreements**: 2 missed failures, 1 false alarm; 0 looked at." in said(page)
    assert titles(page) == ["s0", "s1", "s2"]


def test_a_condition_is_neither_missed_nor_falsely_raised(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    key = "correction_present"
    keeping.label(project, "a", FAIL, criterion=key)
    keeping.label(project, "b", PASS, criterion=key)
    keeping.judge(project, {"a": PASS, "b": FAIL}, criterion=key)

    page = opened(PAGE)

    assert "1 condition seen by the judge alone, 1 condition unseen" in said(page)


@pytest.mark.parametrize(
    ("address", "listed"),
    [
        ({"direction": "false_alarm"}, ["s1"]),
        ({"direction": "missed_failure"}, ["s0", "s2"]),
        ({"criterion": "goal_met"}, ["s0", "s1", "s2"]),
        ({"reference": "jonas"}, ["s3"]),
        ({"look": "none"}, ["s1", "s2"]),
        ({"look": "judge_wrong"}, ["s0"]),
        ({"look": "nonsense"}, ["s0", "s1", "s2"]),
    ],
)
def test_the_address_says_which_are_listed(
    project: Project, address: dict[str, str], listed: list[str]
) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s3", FAIL, reviewer="jonas")
    version, [judge] = project.rubrics.get("conversation@1"), project.judges.listed()
    one = disagreeing.listed(project, version, judge, Reference())[0]
    disagreeing.look_again(project, version, judge, one, viewer="ann", view=View.JUDGE_WRONG)

    assert titles(opened(PAGE, **address)) == listed


def test_a_filter_goes_into_the_address(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE)

    page.selectbox(key="direction").select("false_alarm").run()

    assert page.query_params["direction"] == "false_alarm"
    assert titles(page) == ["s1"]


def test_both_sides_stand_beside_the_list(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s1", PASS, reviewer="jonas")

    page = opened(PAGE, session="s1")

    [card] = shown(page)["rail"]["criteria"]
    assert [(answer["by"], answer["chip"]["word"]) for answer in card["answers"]] == [
        ("example", "Fail"),
        ("maya", "Pass"),
        ("jonas", "Pass"),
    ]
    assert shown(page)["transcript"]["session"] == str(keeping.number(project, "s1"))


def test_the_other_criteria_wait_behind_a_fold(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.judge(project, {"s0": PASS}, criterion="consistent")
    page = opened(PAGE)
    assert "Consistent" not in str(shown(page)["rail"])

    page.session_state["disagreements_others"] = True
    page.run()

    assert "Consistent" in page.get("bidi_component")[2].proto.json


def test_what_settled_it_and_what_came_later_say_so(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s1", FAIL, blind=False)
    settled = Label(
        session="s1", criterion="goal_met", outcome=PASS, reviewer="jonas", adjudicated=True
    )
    project.labels.add([NewLabel(keeping.number(project, "s1"), 1, settled)])

    [card] = shown(opened(PAGE, session="s1"))["rail"]["criteria"]

    assert [(answer["by"], answer["chip"]["word"]) for answer in card["answers"]] == [
        ("example", "Fail"),
        ("maya", "Pass"),
        ("settled by jonas", "Pass"),
        ("maya, later", "Fail"),
    ]


def test_next_leads_on_and_the_address_with_it(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE)
    assert page.button(key="disagreements_previous").disabled

    page.button(key="disagreements_next").click().run()

    assert here(page) == ["goal_met", "s1", 0]
    assert (page.query_params["session"], page.query_params["on"]) == ("s1", "goal_met")
    page.button(key="disagreements_next").click().run()
    assert page.button(key="disagreements_next").disabled
    assert "3 of 3" in said(page)


def test_a_click_in_the_list_opens_that_one(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE)

    choose(page, ["goal_met", "s2", 0])

    assert here(page) == ["goal_met", "s2", 0]
    assert page.query_params["session"] == "s2"


@pytest.mark.parametrize("sent", [None, "s2", ["goal_met"], [1, 2, 3], {"session": "s2"}])
def test_what_no_list_would_send_changes_nothing(project: Project, sent: object) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE)

    choose(page, sent)

    assert not page.exception
    assert here(page) == ["goal_met", "s0", 0]


def test_an_address_of_what_is_no_disagreement_opens_the_first(project: Project) -> None:
    keeping.many(project, FOUR)

    assert here(opened(PAGE, session="s3", at="x")) == ["goal_met", "s0", 0]


def test_the_turn_that_is_looked_at_is_no_part_of_its_name(project: Project) -> None:
    keeping.many(project, FOUR)
    # What the browser makes of the address when its reader chooses a turn.
    page = opened(PAGE, session="s2", on="goal_met", turn="2")
    assert here(page) == ["goal_met", "s2", 0]
    assert shown(page)["transcript"]["focus"] == 2

    page.button(key="disagreements_previous").click().run()

    assert here(page) == ["goal_met", "s1", 0]
    assert "turn" not in page.query_params


def test_a_view_is_saved_at_once_and_the_reason_after_it(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, reviewer="ann")

    question(page).select(View.RULE_UNCLEAR).run()
    page.text_area[0].input("What is a hand-off?").run()

    [look] = looks(project)
    assert (look.reviewer, look.view, look.why) == (
        "ann",
        View.RULE_UNCLEAR,
        "What is a hand-off?",
    )
    assert "1 looked at." in said(page)
    assert "1 of 3; saved" in said(page)
    assert here(page) == ["goal_met", "s0", 0]


def test_a_reason_goes_with_the_unit_that_it_was_typed_beside(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, reviewer="ann")

    # The field is left by clicking on the button: both come in together.
    page.text_area[0].input("Not here.")
    page.button(key="disagreements_next").click().run()

    [look] = looks(project)
    assert look.session == keeping.number(project, "s0")
    assert page.text_area[0].value == ""


def test_what_was_looked_at_stays_until_its_reader_leaves_it(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, look="none", session="s0")

    question(page).select(View.JUDGE_WRONG).run()
    stays = titles(page)
    page.button(key="disagreements_next").click().run()

    assert stays == ["s0", "s1", "s2"]
    assert titles(page) == ["s1", "s2"]


def test_the_first_one_is_in_the_address_too_and_so_it_stays(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, look="none")
    assert page.query_params["session"] == "s0"

    question(page).select(View.JUDGE_WRONG).run()

    assert here(page) == ["goal_met", "s0", 0]


def test_another_filter_lets_go_of_what_does_not_fit(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, session="s0")

    page.selectbox(key="direction").select("false_alarm").run()
    gone = titles(page)
    page.selectbox(key="direction").select("all").run()

    assert gone == ["s1"]
    assert here(page) == ["goal_met", "s1", 0]


def test_a_look_comes_back_with_its_reason(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, reviewer="ann")
    question(page).select(View.JUDGE_WRONG).run()
    page.text_area[0].input("It read turn 1 only.").run()

    again = opened(PAGE, reviewer="ann")
    other = opened(PAGE, reviewer="ben")

    assert (question(again).value, again.text_area[0].value) == (
        View.JUDGE_WRONG,
        "It read turn 1 only.",
    )
    assert (question(other).value, other.text_area[0].value) == (None, "")
    assert "**ann** says judge is wrong: It read turn 1 only." in said(other)


def test_who_gave_the_label_can_say_that_they_slipped(project: Project) -> None:
    keeping.many(project, FOUR)

    mine, others = opened(PAGE, reviewer="maya"), opened(PAGE)

    assert "I slipped" in question(mine).options
    assert "Label is wrong" in question(others).options


def test_opening_one_is_written_down(project: Project) -> None:
    keeping.many(project, FOUR)

    opened(PAGE, reviewer="ann", session="s1")
    opened(PAGE)

    assert exposed(project, "ann", "s1")
    assert not exposed(project, "ann", "s0")
    assert exposed(project, "unnamed visitor", "s0")


def test_a_reviewer_sees_what_they_have_labelled_until_they_ask_for_more(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s1", UNSURE, reviewer="jonas", criterion="consistent")
    page = opened(PAGE, reviewer="jonas")
    assert titles(page) == ["s1"]
    assert not exposed(project, "jonas", "s0")

    page.toggle(key="disagreements_all").set_value(True).run()

    assert titles(page) == ["s0", "s1", "s2"]


def test_a_reviewer_who_has_labelled_other_sessions_is_warned_first(project: Project) -> None:
    keeping.many(project, FOUR)
    keeping.label(project, "s3", PASS, reviewer="jonas")
    page = opened(PAGE, reviewer="jonas")
    assert "cannot label blind" in said(page)
    assert page.get("bidi_component") == []

    page.toggle(key="disagreements_all").set_value(True).run()

    assert len(titles(page)) == 3


def test_a_name_is_taken_and_kept(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE)

    page.text_input(key="second_look_viewer_name").input("  ann   lee ").run()

    assert page.query_params["reviewer"] == "ann lee"
    assert exposed(project, "ann lee", "s0")


def test_agreement_leads_here_with_what_was_chosen_there(project: Project) -> None:
    keeping.many(project, FOUR)
    agreement = opened("agreement.py", reference="maya", blind="true")

    [link] = [
        link.proto
        for link in agreement.get("page_link")
        if link.proto.label == "Look into 3 disagreements"
    ]

    address = dict(parse_qsl(link.query_string))
    assert address == {
        "rubric": "conversation@1",
        "judge": "example",
        "reference": "maya",
        "criterion": "goal_met",
        "blind": "true",
    }
    page = opened(PAGE, **address)
    assert titles(page) == ["s0", "s1", "s2"]
    assert page.toggle(key="blind").value


def test_without_verdicts_the_next_step_is_a_judge(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    assert "No judge has answered yet." in said(opened(PAGE))


def test_without_labels_the_next_step_is_labels(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})

    assert "There are no labels by this reference" in said(opened(PAGE))


def test_labels_elsewhere_are_no_agreement(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.judge(project, {"a": PASS})
    keeping.label(project, "b", PASS)

    page = opened(PAGE)

    assert "example has passed or failed nothing that these labels pass or fail." in said(page)
    assert "agree on all" not in said(page)


def test_agreement_throughout_says_on_how_much(project: Project) -> None:
    keeping.many(project, [(PASS, PASS)] * 3)

    assert "example and the labels agree on all 3 answers of both." in said(opened(PAGE))


def test_filters_that_leave_nothing_can_be_cleared(project: Project) -> None:
    keeping.many(project, FOUR)
    page = opened(PAGE, criterion="consistent", look="none")
    assert "No disagreement fits these filters. Without them there are 3." in said(page)

    page.button(key="disagreements_clear").click().run()

    assert len(titles(page)) == 3
    assert "criterion" not in page.query_params


def test_of_many_the_part_around_the_one_at_hand_is_sent(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)] * 203)

    first, last = opened(PAGE), opened(PAGE, session="s201")

    assert (len(titles(first)), titles(last)) == (200, ["s200", "s201", "s202"])
    assert shown(first)["disagreements"]["after"] == [["goal_met", "s200", 0]]
    assert shown(last)["disagreements"]["before"] == [["goal_met", "s199", 0]]
    assert "203 disagreements" in said(first)


def test_hostile_words_reach_no_markdown(project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: PASS}, name=HOSTILE)
    page = opened(PAGE, reviewer=HOSTILE)
    page.text_area[0].input(HOSTILE).run()

    other = opened(PAGE, reviewer="ann")

    assert not other.exception
    for one in (page, other):
        drawn = [*one.markdown, *one.title, *one.info, *one.success]
        assert [text.value for text in drawn if "![x](" in text.value] == []


def test_similar_ones_can_be_listed_alone(project: Project) -> None:
    keeping.many(project, FOUR)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    groups = disagreement_groups.of(project, Held(version, judge, Reference()))

    page = opened(PAGE, group=groups[1].id)

    assert titles(page) == ["s1"]
    assert groups[1].suggested_fix in [one.value.replace("\\", "") for one in page.caption]


def test_a_group_that_is_no_more_leaves_all_of_them(project: Project) -> None:
    keeping.many(project, FOUR)

    assert titles(opened(PAGE, group="00000000")) == ["s0", "s1", "s2"]
