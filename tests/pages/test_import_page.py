"""The Import page: what it says of where answers go."""

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
