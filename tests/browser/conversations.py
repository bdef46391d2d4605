"""Sessions to look at: a plain one, a hostile one and long ones."""

from datetime import UTC, datetime, timedelta

from judging.facts import facts
from judging.ratings import Citation, Finding, Outcome, Problem, Verdict
from judging.rubrics import ready_made
from judging.sessions import GoalSource, Origin, Role, Session, ToolCall, Turn
from pages.parts.marks import Answer, Fact

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
RUBRIC = ready_made("conversation")
EVIL = (
    "<script>window.bad = 1</script><img src=x onerror='window.bad = 2'>"
    "![pixel](http://203.0.113.9/p.png) [go](javascript:alert(1)) file:///etc/passwd "
    "</article></div><style>*{display:none}</style> {{7*7}} \u202ereversed\u202c \ud800"
)


def refund() -> Session:
    """Return a support session with tools, an error, reasoning and a change of mind."""
    order = {"order": "88-2041", "items": [{"sku": "LAMP-3", "price": 41.5, "quantity": 2}]}
    turns = (
        said(1, Role.USER, "Hello, I'd like my money back for order 88-2041. Two lamps, broken."),
        Turn(
            2,
            Role.ASSISTANT,
            "I am sorry to hear that. Let me look the order up.",
            reasoning="They give an order number, so I need not ask for it. First the order, then "
            "the return policy: lamps may be returned within thirty days.",
            tool_calls=(ToolCall("c1", "get_order", {"order": "88-2041"}),),
            timestamp=START + timedelta(seconds=40),
        ),
        Turn(3, Role.TOOL, as_json(order), tool_call_id="c1", tool_name="get_order"),
        said(4, Role.ASSISTANT, "I found it: two lamps, $83.00 in all. Shall I refund $83.00?"),
        said(5, Role.USER, "Yes please, to the card I paid with, not as a voucher."),
        Turn(
            6,
            Role.ASSISTANT,
            tool_calls=(
                ToolCall(
                    "c2",
                    "refund_payment",
                    {
                        "order": "88-2041",
                        "amount": 83.0,
                        "method": "voucher",
                        "reason": "Both lamps arrived broken; photos were not asked for.",
                        "notify": {"channel": "email", "language": "en"},
                    },
                ),
            ),
        ),
        Turn(
            7,
            Role.TOOL,
            "Error 409: the card that was charged has expired",
            tool_call_id="c2",
            tool_name="refund_payment",
            is_error=True,
        ),
        said(8, Role.ASSISTANT, "Done: $80.00 will be on your card within three to five days."),
        said(9, Role.USER, "Wait, you said $83.00 before. Which one is it?"),
        said(10, Role.ASSISTANT, "You are right, I misspoke. It is $83.00 — as a voucher."),
        said(11, Role.USER, "But I asked for the card. Forget it."),
    )
    return Session(
        "refund-7",
        turns,
        title="Refund for two lamps",
        goal="Get $83.00 back on the card; the person does not accept a voucher.",
        goal_source=GoalSource.FILE,
        system_prompt="You are the support agent of a lighting shop. " * 30,
        agent_model="agent-2",
        origin=Origin.SIMULATED,
        started_at=START,
        warnings=("Turn 3 had no time.",),
    )


def said(number: int, role: Role, words: str) -> Turn:
    """Return a turn that only speaks."""
    return Turn(number, role, words, timestamp=START + timedelta(seconds=20 * number))


def as_json(value: object) -> str:
    """Return `value` as a tool would send it: long, and on one line."""
    return str({"found": 1, "order": value, "shop": "Lights & Co."}).replace("'", '"') + " " * 3


def verdicts(session: str) -> tuple[Verdict, ...]:
    """Return what a judge said of the refund: each kind of outcome once."""
    return (
        Verdict(
            session=session,
            criterion="goal_met",
            outcome=Outcome.FAIL,
            rationale="The card was asked for, a voucher was tried, and the refund failed.",
            citations=(
                Citation(7, "the card that was charged has expired"),
                Citation(8, "will be on  your card"),
                Citation(11),
            ),
            findings=(Finding("false_claim", 8, "Nothing was refunded."), Finding("gave_up", 0)),
        ),
        Verdict(
            session=session,
            criterion="consistent",
            outcome=Outcome.FAIL,
            rationale="$83.00 becomes $80.00.",
            citations=(Citation(4, "Shall I refund $83.00?"), Citation(8, "$80.00")),
        ),
        Verdict(session=session, criterion="no_reasking", outcome=Outcome.PASS),
        Verdict(session=session, criterion="correction_present", outcome=Outcome.PASS),
        Verdict(
            session=session,
            criterion="correction_honoured",
            outcome=Outcome.NOT_SCORED,
            problem=Problem.PARSE_FAILED,
            raw_value='{"verdict": "mostly"}',
        ),
    )


def answers(session: Session) -> tuple[Answer, ...]:
    """Return the judge's verdicts beside their criteria."""
    given = verdicts(session.external_id)
    return tuple(Answer(RUBRIC.criterion(verdict.criterion), verdict) for verdict in given)


def turn_answers(session: Session) -> tuple[Answer, ...]:
    """Return a verdict for each turn of the assistant: one failed, one unread, the others fine."""
    criterion = ready_made("turn").criterion("turn_pass")
    turns = [turn.number for turn in session.turns if turn.role is Role.ASSISTANT]
    outcomes = {8: Outcome.FAIL, 10: Outcome.NOT_SCORED}
    return tuple(
        Answer(
            criterion,
            Verdict(
                session=session.external_id,
                criterion=criterion.key,
                turn=turn,
                outcome=outcomes.get(turn, Outcome.PASS),
                problem=Problem.REFUSED if turn == 10 else None,
                rationale="It says what did not happen." if turn == 8 else "",
                citations=(Citation(7),) if turn == 8 else (),
            ),
        )
        for turn in turns
    )


def found(session: Session) -> tuple[Fact, ...]:
    """Return what code finds in `session`."""
    return tuple(map(Fact.of, facts(session)))


def hostile() -> tuple[Session, tuple[Answer, ...]]:
    """Return a session, and answers, in which every text tries to be more than text."""
    calls = (ToolCall(EVIL, EVIL, {EVIL: EVIL}), ToolCall("c2", "raw", EVIL))
    turns = (
        Turn(1, Role.USER, EVIL, speaker=EVIL),
        Turn(2, Role.ASSISTANT, EVIL, reasoning=EVIL, tool_calls=calls, model=EVIL),
        Turn(3, Role.TOOL, EVIL, tool_call_id=EVIL, tool_name=EVIL, is_error=True),
        Turn(4, Role.TOOL, "[" * 5_000, tool_name="deep"),
    )
    session = Session(EVIL, turns, title=EVIL, goal=EVIL, system_prompt=EVIL, warnings=(EVIL,))
    verdict = Verdict(
        session=EVIL,
        criterion="goal_met",
        outcome=Outcome.FAIL,
        rationale=EVIL,
        citations=(Citation(1, EVIL), Citation(99, EVIL)),
        findings=(Finding(EVIL, 1, EVIL), Finding(EVIL, 99, EVIL)),
    )
    return session, (Answer(RUBRIC.criterion("goal_met"), verdict, EVIL),)


def long(length: int) -> Session:
    """Return a session of `length` turns, no two alike, some of them tall."""
    roles = (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    turns = tuple(
        said(
            number, roles[number % 4], f"This is turn {number}. " + "More is said. " * (number % 37)
        )
        for number in range(1, length + 1)
    )
    return Session(f"long-{length}", turns, title=f"A session of {length} turns")


def cited(session: Session, *turns: int) -> tuple[Answer, ...]:
    """Return an answer that cites the first words of `turns`."""
    verdict = Verdict(
        session=session.external_id,
        criterion="goal_met",
        outcome=Outcome.FAIL,
        citations=tuple(Citation(turn, f"This is turn {turn}.") for turn in turns),
    )
    return (Answer(RUBRIC.criterion("goal_met"), verdict),)
