from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import lines, session, sessions

TICKET = {"id": 5, "subject": "Late", "requester_id": 1, "created_at": "2026-10-01T09:00:00Z"}


def comment(author: int, body: str = "a", **fields: Any) -> dict[str, Any]:
    return {"author_id": author, "body": body, "public": True, **fields}


def test_the_requester_is_the_user_and_the_subject_the_goal() -> None:
    found = session({"ticket": TICKET, "comments": [comment(1), comment(7, "b")]})

    assert found.roles == (Role.USER, Role.ASSISTANT)
    assert (found.external_id, found.goal) == ("5", "Late")
    assert found.started_at is not None


def test_other_customers_are_users_where_the_export_says_so() -> None:
    users = [{"id": 2, "role": "end-user"}, {"id": 7, "role": "agent"}]

    found = session({"ticket": TICKET, "comments": [comment(2), comment(7)], "users": users})

    assert found.roles == (Role.USER, Role.ASSISTANT)


def test_what_only_the_team_saw_is_left_out_and_counted() -> None:
    found = session({"ticket": TICKET, "comments": [comment(1), comment(7, public=False)]})

    assert len(found.turns) == 1
    assert "Left out: 1 that only the team saw." in found.warnings


def test_a_ticket_a_line_may_hold_its_comments() -> None:
    (found,) = sessions(lines({**TICKET, "comments": [comment(1)]}))

    assert found.external_id == "5"


def test_html_is_read_where_there_is_nothing_else_and_files_leave_a_mark() -> None:
    first = {"author_id": 1, "html_body": "<p>a</p><p>b</p>"}
    second = comment(7, "c", attachments=[{"file_name": "label.pdf"}])

    found = session({"ticket": TICKET, "comments": [first, second]})

    assert [turn.content for turn in found.turns] == ["a\nb", "c [file label.pdf]"]
