"""What stands for the parts of a long session, asked for before the questions that rest on it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from judging.judges.attempts import Call
from judging.judges.evidence import checked
from judging.judges.fitting import ACCOUNT_ROOM
from judging.judges.question import Question
from judging.judges.reply import Given
from judging.judges.shortening import Account
from judging.ratings import Citation
from judging.rubrics import Sees
from judging.sessions import Session

# The view and the criteria of a part's question, which part, and which answer to it.
Part = tuple[Sees, tuple[str, ...], int, int]


class Accounts:
    """
    Puts questions of one session, each after the parts that it rests on.

    A part is summarised once for all questions that see the same turns, and judged once for
    those of the same criteria; another sample has one of its own. One that comes to nothing
    ends it: then no question that needs it is put, nor a further part.
    """

    def __init__(self, session: Session, ask: Callable[[Question], Call]) -> None:
        self._session, self._ask = session, ask
        self._calls: dict[Part, Call] = {}

    def put(self, question: Question) -> tuple[Question, Call]:
        """Return the question as it was put and its call; without an account, that one's call."""
        accounts = []
        for part in question.of_parts(self._session):
            call = self._told(part)
            found = account(call, part, self._session)
            if found is None:
                return question, call
            accounts.append(found)
        whole = replace(question, accounts=tuple(accounts))
        return whole, self._ask(whole)

    def _told(self, part: Question) -> Call:
        key = place(part)
        if key not in self._calls:
            self._calls[key] = self._ask(part)
        return self._calls[key]


def place(part: Question) -> Part:
    """Return what two questions share that are one and the same call about a part."""
    return part.sees, part.keys, part.part, part.sample


def longest(part: Question) -> Account:
    """Return an account as long as it may be, for what is yet to be asked."""
    text = "x" * ACCOUNT_ROOM
    if not part.keys:
        return Account(text, 0)
    given = {"verdict": "cannot_tell", "reason": text, "cited_turns": [], "quote": text}
    return Account(dict.fromkeys(part.keys, given), 0)


def expected(question: Question, session: Session) -> tuple[Question, ...]:
    """Return what will be asked for `question`, with accounts as long as they may be."""
    parts = question.of_parts(session)
    return (*parts, replace(question, accounts=tuple(map(longest, parts))))


def account(call: Call, part: Question, session: Session) -> Account | None:
    """Return what was answered of a part; None where nothing was."""
    if call.answer is None:
        return None
    if not part.keys:
        return Account(call.answer.summary, call.answer.turns_seen)
    said = {key: _said(given, part, session) for key, given in call.answer.given.items()}
    return Account(said, call.answer.turns_seen)


def _said(given: Given, part: Question, session: Session) -> dict[str, object]:
    """Return an answer as the next call is told it: without what does not stand in the part."""
    found = part.fitted(session)
    assert found
    numbers = {turn.number for turn in found.parts[part.part - 1]}
    cited = [turn for turn in dict.fromkeys(given.cited_turns) if turn in numbers]
    is_said = any(_is_said(given.quote, cited, part.sees, session))
    return {
        "verdict": given.verdict,
        "reason": given.reason,
        "cited_turns": cited,
        "quote": given.quote if is_said else "",
    }


def _is_said(quote: str, cited: list[int], sees: Sees, session: Session) -> Iterator[bool]:
    """Yield of each turn cited whether it has the words."""
    for one in checked(session, [Citation(turn, quote) for turn in cited], sees=sees):
        yield one.is_verified
