"""The rules, each with a session that it decides and one that it must not."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.judges import RULES, RulesJudge
from judging.judges.rule import DECIDING
from judging.ratings import Outcome, Verdict
from judging.rubrics import Criterion, Level, RubricVersion, Sees, ready_made
from judging.sessions import Role, Session, ToolCall, Turn
from tests.judging.said import calls, session

ROOT = Path(__file__).parents[3]
CONVERSATION, TURN = ready_made("conversation"), ready_made("turn")
PASS, FAIL, CANNOT_TELL = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
NOT_APPLICABLE = Outcome.NOT_APPLICABLE

ASKED = ("user: Hello, please cancel my order 4711.", "assistant: Of course, I can do that.")
CANCEL = calls("cancel_order", id=4711)
CLAIM = "assistant: I have cancelled your order."
ID_GIVEN = "user: My user ID is mia_li_3668, and I want an upgrade please."
CORRECTED = "user: That's wrong, I said order 4712 to LAS, not LAX."


Table = dict[str, tuple[Outcome, tuple[str | Turn, ...]]]


def judged(criterion: str, *told: str | Turn) -> Verdict:
    """Return the verdict on `criterion` of a session of `told`."""
    verdicts = RulesJudge().verdicts(session(*told), CONVERSATION)
    return next(verdict for verdict in verdicts if verdict.criterion == criterion)


def turn_judged(*told: str | Turn) -> Outcome:
    """Return the outcome of `turn_pass` for the last assistant turn of a session of `told`."""
    return RulesJudge().verdicts(session(*told), TURN)[-1].outcome


GOAL_MET: Table = {
    "gave up": (FAIL, ("user: That did not help.",)),
    "unanswered": (FAIL, ("user: And what about the refund?",)),
    "thanks": (CANNOT_TELL, ("user: Thanks, bye!",)),
    "promise": (FAIL, ("assistant: Please hold on a moment.",)),
    "open question": (FAIL, ("assistant: Which order is it?",)),
    "open question after a result": (CANNOT_TELL, (CANCEL, "tool: {}", CLAIM, "assistant: Why?")),
    "idle question": (CANNOT_TELL, ("assistant: Is there anything else?",)),
    "silence": (CANNOT_TELL, ("assistant: It is on its way to you.",)),
    "repeated failure": (
        FAIL,
        (CANCEL, "tool: Error: shipped", CANCEL, "tool: Error: shipped", "user: Thanks, bye!"),
    ),
    "a failure mended": (
        CANNOT_TELL,
        (CANCEL, "tool: Error: shipped", calls("cancel_order", id=4), "tool: {}", "user: Thanks!"),
    ),
    "unresolved error": (FAIL, (CANCEL, "tool: Error: shipped", "user: Thanks, bye!")),
    "an error told": (
        CANNOT_TELL,
        (CANCEL, "tool: Error: shipped", "assistant: Sorry, it has shipped.", "user: Ok, thanks."),
    ),
    "unsupported claim": (FAIL, (calls("get_order", id=1), "tool: {}", CLAIM, "user: Thanks!")),
    "supported claim": (CANNOT_TELL, (CANCEL, "tool: {}", CLAIM, "user: Thanks!")),
    "hand-off": (PASS, (calls("transfer_to_human_agents"), "tool: Transfer successful")),
    "hand-off that failed": (
        CANNOT_TELL,
        (calls("transfer_to_human_agents"), "tool: Error: sorry", "assistant: Sorry, nobody."),
    ),
    "worked": (PASS, ("user: That worked, thank you!",)),
    "hoped to work": (CANNOT_TELL, ("user: I hope that worked, thank you!",)),
}


@pytest.mark.parametrize(("expected", "told"), GOAL_MET.values(), ids=GOAL_MET.keys())
def test_goal_met(expected: Outcome, told: tuple[str | Turn, ...]) -> None:
    assert judged("goal_met", *ASKED, *told).outcome is expected


CONSISTENT: Table = {
    "another figure": (
        FAIL,
        ("assistant: The total price is $5.", "user: I see.", "assistant: The total price is $7."),
    ),
    "another figure explained": (
        CANNOT_TELL,
        ("assistant: The total price is $5.", "user: Add 1.", "assistant: The total price is $7."),
    ),
    "unsupported claim": (FAIL, (calls("get_order", id=1), "tool: {}", CLAIM)),
    "supported claim": (PASS, (CANCEL, "tool: {}", CLAIM)),
    "claim without calls": (CANNOT_TELL, (CLAIM,)),
    "one of two supported": (FAIL, (CANCEL, "tool: {}", CLAIM, "assistant: I have booked it.")),
}


@pytest.mark.parametrize(("expected", "told"), CONSISTENT.values(), ids=CONSISTENT.keys())
def test_consistent(expected: Outcome, told: tuple[str | Turn, ...]) -> None:
    assert judged("consistent", *ASKED, *told).outcome is expected


@pytest.mark.parametrize(
    ("expected", "said"),
    [(FAIL, "Please provide your user ID."), (PASS, "Your user ID is mia_li_3668, right?")],
)
def test_no_reasking(expected: Outcome, said: str) -> None:
    told = (ID_GIVEN, "assistant: Sure.", "user: Go on.", f"assistant: {said}")

    assert judged("no_reasking", *told).outcome is expected


@pytest.mark.parametrize(
    ("expected", "said"), [(PASS, "That's not what I asked."), (FAIL, "Actually, make it two.")]
)
def test_correction_present(expected: Outcome, said: str) -> None:
    assert judged("correction_present", *ASKED, f"user: {said}").outcome is expected


HONOURED: Table = {
    "no correction": (NOT_APPLICABLE, ("user: Thanks, bye!",)),
    "made again": (FAIL, (CORRECTED, "assistant: Hm.", CORRECTED)),
    "gone against": (FAIL, (CORRECTED, calls("book_flight", to="LAX"))),
    "taken up": (PASS, (CORRECTED, calls("book_flight", to="LAS", order="4712"))),
    "half taken up": (CANNOT_TELL, (CORRECTED, calls("book_flight", to="LAS"))),
    "nothing to follow": (CANNOT_TELL, ("user: That's wrong.", "assistant: I see.")),
}


@pytest.mark.parametrize(("expected", "told"), HONOURED.values(), ids=HONOURED.keys())
def test_correction_honoured(expected: Outcome, told: tuple[str | Turn, ...]) -> None:
    assert judged("correction_honoured", *ASKED, *told).outcome is expected


TURNS: Table = {
    "re-asking": (FAIL, (ID_GIVEN, "assistant: Please provide your user ID.")),
    "asking": (CANNOT_TELL, (ID_GIVEN, "assistant: Please provide your phone number.")),
    "contradiction": (
        FAIL,
        ("assistant: The total price is $5.", "user: I see.", "assistant: The total price is $7."),
    ),
    "saying it again": (
        CANNOT_TELL,
        ("assistant: The total price is $5.", "user: I see.", "assistant: The total price is $5."),
    ),
    "unsupported claim": (FAIL, (calls("get_order", id=1), "tool: {}", CLAIM)),
    "supported claim": (PASS, (CANCEL, "tool: {}", CLAIM)),
    "repeated failure": (FAIL, (CANCEL, "tool: Error: shipped", CANCEL)),
    "tried again after a time-out": (CANNOT_TELL, (CANCEL, "tool: Error: timed out", CANCEL)),
    "a call that is about to fail": (CANNOT_TELL, (CANCEL, "tool: Error: shipped")),
}


@pytest.mark.parametrize(("expected", "told"), TURNS.values(), ids=TURNS.keys())
def test_turn_pass(expected: Outcome, told: tuple[str | Turn, ...]) -> None:
    assert turn_judged(*ASKED, *told) is expected


def test_every_rule_decides_a_session_above() -> None:
    reasked = PASS, (ID_GIVEN, "assistant: Please provide your user ID.")
    tables = [
        *GOAL_MET.values(),
        *CONSISTENT.values(),
        *HONOURED.values(),
        *TURNS.values(),
        reasked,
    ]
    rationales = [
        verdict.rationale.lower()
        for _, told in tables
        for rubric in (CONVERSATION, TURN)
        for verdict in RulesJudge().verdicts(session(*ASKED, *told), rubric)
    ]

    unused = [rule.sentence for rule in DECIDING if rule.kind]
    unused = [s for s in unused if not any(s.lower().rstrip(".") in said for said in rationales)]
    assert unused == []


def test_what_is_not_found_is_only_told_of_sessions_that_read_as_english() -> None:
    told = ("user: Ich möchte meine Bestellung stornieren.", "assistant: Gerne, welche ist es?")

    assert judged("no_reasking", *told).outcome is CANNOT_TELL
    assert judged("correction_present", *told).outcome is CANNOT_TELL
    assert judged("correction_honoured", *told).outcome is CANNOT_TELL


def test_a_session_without_an_agent_cannot_be_told_of() -> None:
    verdicts = RulesJudge().verdicts(session("user: Hello, please help me."), CONVERSATION)

    assert {verdict.outcome for verdict in verdicts} == {CANNOT_TELL}


def one(criterion: Criterion, *more: Criterion) -> RubricVersion:
    """Return a rubric that asks `criterion` and `more`."""
    return RubricVersion("mine", 0, (criterion, *more))


@pytest.mark.parametrize(
    "criterion",
    [
        Criterion("politeness", "Is the agent polite?"),
        replace(CONVERSATION.criterion("goal_met"), meaning=2),
        replace(CONVERSATION.criterion("goal_met"), level=Level.TURN),
    ],
    ids=["another key", "another meaning", "another level"],
)
def test_a_criterion_without_a_rule_is_one_it_cannot_tell(criterion: Criterion) -> None:
    (verdict,) = RulesJudge().verdicts(session(*ASKED, "user: That worked!"), one(criterion))

    assert verdict.outcome is CANNOT_TELL
    assert verdict.rationale.startswith(f"The rules judge has no rule for {criterion.key}")


def test_a_criterion_that_hides_the_users_turns_is_not_judged_by_them() -> None:
    hidden = replace(CONVERSATION.criterion("goal_met"), sees=Sees.ASSISTANT_ONLY)

    (verdict,) = RulesJudge().verdicts(session(*ASKED, "user: That worked!"), one(hidden))

    assert verdict.outcome is CANNOT_TELL


def test_a_criterion_of_ones_own_does_not_apply_where_its_condition_is_absent() -> None:
    own = Criterion("apology", "Does it apologise?", applies_when="correction_present")
    rubric = one(own, CONVERSATION.criterion("correction_present"))

    verdict = RulesJudge().verdicts(session(*ASKED), rubric)[0]

    assert verdict.outcome is NOT_APPLICABLE


def test_conditions_that_hang_on_each_other_end() -> None:
    first = Criterion("goal_met", "Met?", applies_when="consistent")
    second = Criterion("consistent", "Consistent?", applies_when="goal_met")

    verdicts = RulesJudge().verdicts(session(*ASKED), one(first, second))

    assert [verdict.outcome for verdict in verdicts] == [CANNOT_TELL, CANNOT_TELL]


def test_answers_every_criterion_once_and_every_assistant_turn_once() -> None:
    told = session(*ASKED, CANCEL, "tool: {}", CLAIM, "user: Thanks!")

    whole = RulesJudge().verdicts(told, CONVERSATION)
    turns = RulesJudge().verdicts(told, TURN)

    assert [(v.criterion, v.turn) for v in whole] == [(key, 0) for key in CONVERSATION.keys]
    assert [v.turn for v in turns] == [2, 3, 5]


def test_names_the_rule_and_cites_both_turns_of_a_repeated_question() -> None:
    verdict = judged(
        "no_reasking", ID_GIVEN, "assistant: Sure.", "assistant: Please provide your user ID."
    )

    assert [(cited.turn, cited.quote) for cited in verdict.citations] == [
        (1, ID_GIVEN.removeprefix("user: ")),
        (3, "Please provide your user ID."),
    ]
    assert "(rule: fails if the agent asks for a detail" in verdict.rationale
    assert [(finding.tag, finding.turn) for finding in verdict.findings] == [("reasking", 3)]


def test_points_at_six_findings_at_most() -> None:
    told = (CANCEL, "tool: Error: shipped") * 9

    verdict = judged("goal_met", *ASKED, *told)

    assert len(verdict.findings) == 6
    assert len(verdict.citations) == 6


LINES: tuple[str | Turn, ...] = (
    *ASKED,
    CANCEL,
    CLAIM,
    ID_GIVEN,
    CORRECTED,
    "assistant: Please provide your user ID.",
    "assistant: The total price is $5.",
    "assistant: The total price is $7.",
    "user: I see.",
    "user: That worked, thanks!",
    "tool: {}",
    "tool: Error: shipped",
    calls("book_flight", to="LAX"),
    calls("transfer_to_human_agents"),
    "system: Ende.",
)
told = st.lists(st.sampled_from(LINES), max_size=20).map(lambda lines: session(*lines))


@given(told, st.integers(0, 20))
@settings(max_examples=200, deadline=None)
def test_turns_added_later_change_no_verdict_on_a_turn(whole: Session, last: int) -> None:
    part = replace(whole, turns=whole.turns[:last])

    before = RulesJudge().verdicts(part, TURN)

    assert RulesJudge().verdicts(whole, TURN)[: len(before)] == before


@given(told)
@settings(max_examples=200, deadline=None)
def test_every_quote_cited_stands_in_its_turn(whole: Session) -> None:
    for rubric in (CONVERSATION, TURN):
        for verdict in RulesJudge().verdicts(whole, rubric):
            for cited in verdict.citations:
                assert cited.quote in whole.turns[cited.turn - 1].content


def test_its_identity_is_the_same_for_all_and_has_no_model() -> None:
    identity = RulesJudge().identity

    assert (identity.name, identity.provider, identity.model) == ("rules", "rules", "")
    assert identity.fingerprint == RulesJudge().identity.fingerprint


def test_the_document_states_the_rules_word_for_word_in_their_order() -> None:
    document = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    part = document.split("### For every criterion")[1].split("### Why these")[0]
    stated: list[tuple[str, str]] = []
    key = "*"
    for line in part.splitlines():
        if heading := re.fullmatch(r"### `(\w+)`", line):
            key = heading[1]
        elif item := re.fullmatch(r"(?:-|\d+\.) (.+)", line):
            stated.append((key, item[1]))

    assert tuple(stated) == RULES


def test_the_document_tells_of_every_kind_of_fact_what_the_program_tells() -> None:
    from judging.facts import PRECISION, FactKind  # noqa: PLC0415

    document = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")

    for kind in FactKind:
        row = re.search(rf"^\| `{kind}` \|.*$", document, re.MULTILINE)
        assert row is not None
        assert PRECISION.get(kind, "| fact |") in row[0]


AIRLINE = ROOT.parent / "shared" / "data" / "taubench" / "gpt-4o-airline.json"


def airline(recorded: dict[str, object], number: int) -> Session:
    """Return one tau-bench trajectory as a session."""
    messages = [m for m in recorded["traj"] if m["role"] != "system"]  # type: ignore[attr-defined]
    turns = tuple(
        Turn(
            at,
            Role(message["role"]),
            message.get("content") or "",
            tool_calls=tuple(
                ToolCall(
                    call["id"], call["function"]["name"], json.loads(call["function"]["arguments"])
                )
                for call in message.get("tool_calls") or ()
            ),
            tool_call_id=message.get("tool_call_id"),
            tool_name=message.get("name"),
        )
        for at, message in enumerate(messages, start=1)
    )
    return Session(str(number), turns)


@pytest.mark.skipif(not AIRLINE.exists(), reason="needs the shared data beside the project")
def test_the_figures_in_the_document_are_those_of_tau_bench_airline() -> None:
    recorded = json.loads(AIRLINE.read_text(encoding="utf-8"))
    cells: dict[tuple[Outcome, bool], int] = {}
    for number, one_of in enumerate(recorded):
        verdict = RulesJudge().verdicts(airline(one_of, number), CONVERSATION)[0]
        key = verdict.outcome, one_of["reward"] == 1
        cells[key] = cells.get(key, 0) + 1

    told = cells[CANNOT_TELL, True] + cells[CANNOT_TELL, False]
    row = (told, cells[PASS, True], cells[FAIL, False], cells[PASS, False], cells[FAIL, True])
    document = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    assert f"| tau-bench airline | 200 | {' | '.join(map(str, row))} |" in document
