"""Sessions, labels and verdicts whose texts do what they can to come back changed."""

from datetime import UTC

from hypothesis import strategies as st

from judging.exporters import JudgedVerdict, MeantLabel
from judging.ratings import Citation, Finding, Label, Maker, Outcome, Problem, Verdict
from judging.sessions import EndReason, GoalSource, Origin, Role, Session, ToolCall, Turn

TRAPS = (
    "=1+1",
    "+49",
    "-",
    "@me",
    "\ttab",
    "'",
    "''quoted",
    "'=1",
    '"',
    'a"b,c;d|e',
    "\r\n",
    "a\r\nb\rc\n",
    "two\u2028lines\u2029of\x85text\x0b\x0c\x1c",
    "\ufeff",
    "  spaced  ",
    "007",
    "1e5",
    "[1]",
    '{"a": 1}',
    "null",
    "yes",
    "NaN",
    "skip",
    "see turn 3",
    "\\u0000",
    "\\",
    "\x01\x08\x1b[0m\x7f",
    "json:",
    'json:"a"',
    "👩‍👧",
)
LETTERS = st.characters(codec="utf-8", exclude_characters="\0")
TEXTS = st.sampled_from(TRAPS) | st.text(LETTERS, max_size=20)
WORDS = TEXTS.filter(bool)
MAYBE = st.none() | WORDS
TIMES = st.none() | st.datetimes(timezones=st.just(UTC))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CALLS = st.builds(ToolCall, TEXTS, TEXTS, JSON)
TURNS = st.builds(
    Turn,
    st.just(0),
    st.sampled_from(Role),
    TEXTS,
    MAYBE,
    st.lists(CALLS, max_size=2).map(tuple),
    MAYBE,
    MAYBE,
    st.booleans(),
    TEXTS,
    MAYBE,
    TIMES,
    MAYBE,
)
CITATIONS = st.lists(st.builds(Citation, st.integers(1, 99), TEXTS), max_size=3).map(tuple)
MISSING = st.builds(Citation, st.integers(1, 99), missing=st.just(value=True))
EVIDENCE = st.tuples(CITATIONS, st.lists(MISSING, max_size=2)).map(lambda two: (*two[0], *two[1]))
ANSWERS = st.sampled_from([outcome for outcome in Outcome if outcome is not Outcome.NOT_SCORED])
PROBABILITIES = st.floats(min_value=0, max_value=1, exclude_min=True)


def _numbered(turns: list[Turn]) -> tuple[Turn, ...]:
    names = Turn.__dataclass_fields__
    return tuple(
        Turn(**{name: getattr(turn, name) for name in names} | {"number": number})
        for number, turn in enumerate(turns, start=1)
    )


SESSIONS = st.builds(
    Session,
    WORDS,
    st.lists(TURNS, min_size=1, max_size=4).map(_numbered),
    group=TEXTS,
    source_format=WORDS,
    source_file=st.sampled_from(["logs.jsonl", "all.zip/logs.json", "notes"]),
    title=MAYBE,
    goal=MAYBE,
    goal_source=st.none() | st.sampled_from(GoalSource),
    system_prompt=MAYBE,
    agent_model=MAYBE,
    agent_family=MAYBE,
    origin=st.sampled_from(Origin),
    started_at=TIMES,
    ended_at=TIMES,
    end_reason=st.sampled_from(EndReason),
    metadata=st.dictionaries(TEXTS, JSON, max_size=3),
    warnings=st.lists(TEXTS, max_size=2).map(tuple),
)
"""Any session; no two of a list need to have different ids."""


@st.composite
def labels(draw: st.DrawFn) -> MeantLabel:
    """Draw a label, by a reviewer or of a slot."""
    reviewer = draw(MAYBE)
    label = Label(
        session=draw(WORDS),
        criterion=draw(WORDS),
        outcome=draw(ANSWERS),
        reviewer=reviewer,
        turn=draw(st.integers(0, 99)),
        slot=0 if reviewer else draw(st.integers(1, 9)),
        made_by=draw(st.sampled_from(Maker)),
        rationale=draw(TEXTS),
        citations=draw(EVIDENCE),
        raw_value=draw(MAYBE),
        rubric=draw(MAYBE),
        blind=draw(st.none() | st.booleans()),
        stratum=draw(MAYBE),
        inclusion_prob=draw(st.none() | PROBABILITIES),
        seconds_spent=draw(st.none() | st.floats(min_value=0, allow_infinity=False)),
        adjudicated=draw(st.booleans()),
        created_at=draw(TIMES),
    )
    return MeantLabel(label, draw(st.integers(1, 9)))


@st.composite
def verdicts(draw: st.DrawFn) -> JudgedVerdict:
    """Draw a verdict, scored or with its problem."""
    problem = draw(st.none() | st.sampled_from(Problem))
    findings = st.builds(Finding, TEXTS, st.integers(0, 99), TEXTS)
    verdict = Verdict(
        session=draw(WORDS),
        criterion=draw(WORDS),
        outcome=Outcome.NOT_SCORED if problem else draw(ANSWERS),
        turn=draw(st.integers(0, 99)),
        problem=problem,
        rationale=draw(TEXTS),
        citations=draw(CITATIONS),
        findings=tuple(draw(st.lists(findings, max_size=2))),
        raw_value=draw(MAYBE),
    )
    return JudgedVerdict(verdict, draw(WORDS), draw(WORDS))
