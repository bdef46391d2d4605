"""Zendesk's tickets with their comments: the requester is the user, who answers the assistant."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers.content import files_in, joined
from judging.importers.conversation import FOR_TEAM, NO_MESSAGES, conversation, each, noted
from judging.importers.fields import as_id, as_text, dicts_in, first
from judging.importers.html_text import html_text
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant
from judging.sessions import Role

CUSTOMERS = frozenset(("end-user", "end_user"))


class ZendeskTickets:
    """Sessions as a `ticket` beside its `comments`, or a ticket that holds them."""

    name = "zendesk_tickets"
    title = "Zendesk tickets"

    def recognises(self, record: Record) -> bool:
        return _ticket(record.value) is not None

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        ticket = _ticket(record.value)
        if ticket is None:
            raise UnreadableError(NO_MESSAGES)
        comments = dicts_in(record.value["comments"])
        public = [comment for comment in comments if comment.get("public") is not False]
        customers = _customers(record.value, ticket)
        return conversation(
            noted(replace(record, value=ticket), FOR_TEAM, len(comments) - len(public)),
            [_message(comment, customers) for comment in public],
            self.name,
            goal=as_text(ticket.get("subject")),
        )


def _ticket(value: Any) -> Mapping[str, Any] | None:
    """Return the ticket of a record that has comments by authors; None if it is of another kind."""
    comments = value.get("comments") if isinstance(value, dict) else None
    if not isinstance(comments, list):
        return None
    stated = value.get("ticket")
    ticket = stated if isinstance(stated, dict) else value
    is_theirs = "requester_id" in ticket and all(
        isinstance(comment, dict) and "author_id" in comment for comment in comments
    )
    return ticket if is_theirs else None


def _customers(value: Mapping[str, Any], ticket: Mapping[str, Any]) -> frozenset[str]:
    """Return the ids of the requester, and of all whom the export calls customers."""
    users = dicts_in(value.get("users"))
    named = {as_id(user.get("id")) for user in users if as_id(user.get("role")) in CUSTOMERS}
    return frozenset(named | {as_id(ticket.get("requester_id"))})


def _message(comment: Mapping[str, Any], customers: frozenset[str]) -> Message:
    is_customer = as_id(comment.get("author_id")) in customers
    return Message(
        "requester" if is_customer else "agent",
        _text(comment),
        timestamp=instant(comment.get("created_at")),
        external=as_id(comment.get("id")) or None,
        role=Role.USER if is_customer else Role.ASSISTANT,
    )


def _text(comment: Mapping[str, Any]) -> str:
    plain = as_text(first(comment, ("plain_body", "body")))
    html = comment.get("html_body")
    text = plain or (html_text(html) if isinstance(html, str) else "")
    return joined(filter(None, (text, *files_in(comment.get("attachments")))))
