"""The Import page: what it says of where answers go."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from storage import Project
from tests import keeping
from tests.pages.test_pages import opened


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, keeping.session("a"))


def stored(page: AppTest, name: str, row: str) -> AppTest:
    """Drop a file of one label and store it."""
    content = f"session_id,criterion,value\n{row}\n".encode()
    page.file_uploader[0].set_value((name, content, "text/csv")).run()
    return page.button(key="import_labels_store").click().run()


def test_a_second_nameless_file_is_kept_beside_the_first_and_the_page_says_so(
    project: Project,
) -> None:
    page = opened("import_.py", what="labels")
    stored(page, "first.csv", "a,goal_met,pass")

    stored(page, "second.csv", "a,goal_met,fail")

    assert not page.exception
    found = project.labels.of_session(keeping.number(project, "a"))
    assert [one.label.slot for one in found] == [1, 2]
    assert "1 unit had anonymous answers before" in page.info[0].value


ODD = (
    b'{"tickets": [{"no": 7, "log": [{"by": "K", "said": "Where is it?"},'
    b' {"by": "S", "said": "Here."}]}]}'
)


def choose(page: AppTest, label: str, value: str) -> None:
    next(box for box in page.selectbox if box.label == label).set_value(value).run()


def test_a_file_that_no_importer_knows_is_read_by_the_columns_that_are_chosen(
    project: Project,
) -> None:
    page = opened("import_.py", what="sessions")
    page.file_uploader[0].set_value([("odd.json", ODD, "application/json")]).run()
    assert "No known format has the keys tickets" in page.warning[0].value
    assert not [one for one in page.button if one.key == "import_sessions_store"]

    choose(page, "The list of messages", "tickets.log")
    choose(page, "Session's id", "no")
    choose(page, "Who speaks", "by")
    choose(page, "What is said", "said")
    choose(page, "Who is K?", "user")
    choose(page, "Who is S?", "assistant")
    page.button(key="import_sessions_store").click().run()

    assert not page.exception
    turns = project.sessions.get("7").turns
    assert [(str(turn.role), turn.content) for turn in turns] == [
        ("user", "Where is it?"),
        ("assistant", "Here."),
    ]


def test_the_mapping_that_is_shown_is_the_one_that_the_command_takes() -> None:
    page = opened("import_.py", what="sessions")
    page.file_uploader[0].set_value([("odd.json", ODD, "application/json")]).run()
    choose(page, "The list of messages", "tickets.log")
    choose(page, "Who speaks", "by")
    choose(page, "What is said", "said")

    assert "judging import odd.json --mapping mapping.yaml" in [one.value for one in page.code]


def columns(page: AppTest, how: str) -> None:
    page.segmented_control(key="import_labels_columns").set_value(how).run()


def test_labels_columns_and_the_meaning_of_their_values_are_chosen_from_lists(
    project: Project,
) -> None:
    page = opened("import_.py", what="labels")
    content = b"conv,frage,urteil\na,goal_met,gut\n"
    page.file_uploader[0].set_value(("odd.csv", content, "text/csv")).run()
    columns(page, "Choose them")
    assert "Choose the session's id" in page.info[0].value

    choose(page, "Session's id", "conv")
    choose(page, "Criterion", "frage")
    choose(page, "Answer", "urteil")
    assert "judging labels import odd.csv --mapping mapping.yaml" in [c.value for c in page.code]
    choose(page, "gut (1 times)", "pass")
    page.button(key="import_labels_store").click().run()

    assert not page.exception
    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert (str(kept.label.outcome), kept.label.raw_value) == ("pass", "gut")


def test_a_scale_of_numbers_is_asked_for_its_direction_and_its_threshold(project: Project) -> None:
    keeping.add(project, *map(keeping.session, ("b", "c")))
    page = opened("import_.py", what="labels")
    content = b"conv,q,v\na,goal_met,1\nb,goal_met,2\nc,goal_met,5\n"
    page.file_uploader[0].set_value(("odd.csv", content, "text/csv")).run()
    columns(page, "Choose them")
    for label, column in {"Session's id": "conv", "Criterion": "q", "Answer": "v"}.items():
        choose(page, label, column)

    page.segmented_control(key="import_labels_form__direction").set_value("low").run()
    page.number_input[0].set_value(2).run()

    assert "**2 pass** and **1 fail**." in [one.value for one in page.markdown]
    page.button(key="import_labels_store").click().run()
    kept = [project.labels.of_session(keeping.number(project, name)) for name in "abc"]
    assert [str(one.label.outcome) for [one] in kept] == ["pass", "pass", "fail"]


def test_labels_in_columns_of_other_names_come_in_by_a_mapping(project: Project) -> None:
    page = opened("import_.py", what="labels")
    page.file_uploader[0].set_value(("odd.csv", b"conv,urteil\na,gut\n", "text/csv")).run()
    assert not [one for one in page.button if one.key == "import_labels_store"]
    choose(page, "Criterion, if the file names none", "goal_met")
    columns(page, "By a mapping file")

    page.file_uploader[1].set_value(("m.yaml", b"value: urteil", "text/yaml")).run()
    assert "The mapping is not complete" in page.warning[0].value
    mapping = b"session_id: conv\nvalue: urteil\npass: gut\n"
    page.file_uploader[1].set_value(("m.yaml", mapping, "text/yaml")).run()
    page.button(key="import_labels_store").click().run()

    assert not page.exception
    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert (str(kept.label.outcome), kept.label.raw_value) == ("pass", "gut")


def chats(*dates: str, names: tuple[str, str] = ("Ana", "Bo")) -> bytes:
    said = (f"{date}, 09:0{n} - {names[n % 2]}: Text {n}." for n, date in enumerate(dates))
    return "\n".join(said).encode()


def dropped(*files: bytes) -> AppTest:
    page = opened("import_.py", what="sessions")
    told = [(f"chat{n}.txt", content, "text/plain") for n, content in enumerate(files)]
    return page.file_uploader[0].set_value(told).run()


def asked(page: AppTest) -> list[str]:
    return [one.value for one in page.markdown if one.value.startswith("**W")]


def test_who_the_agent_is_and_how_dates_stand_is_asked_and_the_preview_follows(
    project: Project,
) -> None:
    page = dropped(chats("01/10/2026", "01/10/2026", "02/10/2026"))
    assert asked(page) == [
        "**Who is the agent?** The names here do not tell it.",
        (
            "**Which day is 01/10/2026?** The dates of 1 session can be read in two ways."
            " Until you choose, it has no times."
        ),
    ]
    assert page.multiselect[0].options == ["Ana · 2 turns", "Bo · 1 turn"]

    page.multiselect[0].select("Bo").run()
    page.segmented_control(key="import_sessions_dates").select("month-first").run()
    assert asked(page), "The questions stay, so that an answer can be changed."
    page.button(key="import_sessions_store").click().run()

    assert not page.exception
    stored = project.sessions.get("chat0")
    assert [str(turn.role) for turn in stored.turns] == ["user", "assistant", "user"]
    assert stored.started_at is not None
    assert (stored.started_at.month, stored.started_at.day) == (1, 10)
    assert stored.warnings == ()


def test_answers_to_one_file_are_not_those_to_the_next() -> None:
    page = dropped(chats("01/10/2026", "01/10/2026"))
    page.multiselect[0].select("Bo").run()

    told = [("other.txt", chats("13/10/2026", names=("Cy", "Di")), "text/plain")]
    page.file_uploader[0].set_value(told).run()

    assert not page.exception
    assert page.multiselect[0].value == []


def test_a_file_that_says_all_is_asked_nothing() -> None:
    assert asked(dropped(chats("13/10/2026", "13/10/2026", names=("Ana", "Bot")))) == []


def test_calls_of_other_agents_are_offered_as_sessions_of_their_own(project: Project) -> None:
    said = (("Be kind.", "a", "b"), ("Rate it.", "c", "d"))
    calls = [
        {
            "session_id": "s",
            "system": prompt,
            "messages": [{"role": "user", "content": asked}],
            "output": answer,
        }
        for prompt, asked, answer in said
    ]
    page = opened("import_.py", what="sessions")
    content = "\n".join(map(json.dumps, calls)).encode()
    page.file_uploader[0].set_value([("log.jsonl", content, "application/jsonl")]).run()
    assert any("**1 call of other agents** stands" in one.value for one in page.markdown)

    page.checkbox(key="import_sessions_others").check().run()
    page.button(key="import_sessions_store").click().run()

    assert not page.exception
    assert project.sessions.listed_ids() == ["a", "s", "s/agent-2"]
