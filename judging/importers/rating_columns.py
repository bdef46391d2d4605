"""Which columns of a file of labels or verdicts are what, and which hold the answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from judging.importers.columns import plain
from judging.importers.importer import UnreadableError

NAMES = {
    "session": "session_id sessionid session external_id target_id transcript_id conversation_id"
    " conversationid chat_id thread_id dialog_id sample_id ticket trace_id traceid id",
    # Not names that files have: what readers of other tools' answers say.
    "step": "of_step",
    "base": "counted_from",
    "criterion": "criterion criterion_key criteria metric dimension question_key name key",
    "turn": "turn turn_number turn_no turn_idx turn_index turn_id",
    "reviewer": "reviewer rater annotator labeler labeller coder author reviewer_name user_name",
    "cited": "cited_turns citations cited evidence_turns",
    "note": "note notes reason rationale comment explanation justification critique evidence",
    "made_by": "made_by maker annotator_kind",
    "source": "source source_type",
    "blind": "blind",
    "stratum": "stratum",
    "inclusion_prob": "inclusion_prob inclusion_probability",
    "adjudicated": "adjudicated",
    "created_at": "created_at createdat timestamp date time",
    "judge": "judge judge_name judge_model",
    "findings": "findings",
    "quotes": "quotes",
    "rubric": "rubric rubric_version",
}
FIELDS = {name: field for field, names in NAMES.items() for name in names.split()}
# Whose answer a column holds, where it says so; the other side's is never taken for it.
HUMAN = ("human_label", "human_value", "human_pass", "human_verdict", "human_outcome", "human")
JUDGED = (
    "judge_label",
    "judge_value",
    "judge_pass",
    "judge_verdict",
    "judge_outcome",
    "prediction",
)
ANSWERS = ("value", "outcome", "label", "verdict", "pass", "passed", "target")
# Answers only where the criterion is told besides.
WEAK = ("answer", "rating", "score", "result", "reward")
# What is never a criterion of its own.
OTHERS = "input output model split project text content message messages goal run problem"
OTHERS += " raw_value slot sample seconds_spent title turns n_turns metadata"
TAKEN = frozenset((*FIELDS, *HUMAN, *JUDGED, *ANSWERS, *WEAK, *OTHERS.split()))
# Columns that name a criterion in some exports, and in others something else.
UNSURE_NAMES = ("name", "key")
JUDGE, PEOPLE = "judge", "human"
SHOWN = 12
# The criterion of a file that only says which turns pass.
TURN_PASS = "turn_pass"  # noqa: S105  (a criterion, not a password)


NO_CRITERION = (
    "The file does not say which criterion its answers are of."
    " Name it, with --criterion or in a column `criterion`."
)
NO_ANSWERS = "Among {}, no column holds answers. Name one `value`, or give each criterion a column."


@dataclass(frozen=True, slots=True)
class Layout:
    """
    Where a row's fields and answers are.

    Attributes:
        fields: The column of each known field.

        answers: The criterion of each column that may hold an answer; empty where the column
            of the field `criterion` names it.

        is_sure: Whether the columns' names tell that they hold answers. Else what stands in
            them must.
    """

    fields: Mapping[str, str]
    answers: Mapping[str, str]
    is_sure: bool = True


@lru_cache(maxsize=64)
def layout_of(columns: tuple[str, ...], criterion: str, side: str) -> Layout:
    """
    Return the layout of a row with `columns`.

    Args:
        columns: Their names, in order.

        criterion: The only criterion, where it is told; else empty.

        side: Whose answers are wanted: JUDGE or PEOPLE.

    Raises:
        UnreadableError: If no column may hold an answer, or none tells the criterion.
    """
    names = {plain(column): column for column in reversed(columns)}
    fields = _fields(names)
    if criterion and plain(fields.get("criterion", "")) in UNSURE_NAMES:
        del fields["criterion"]
    own = names.get(plain(criterion), "")
    if own and plain(own) not in TAKEN:
        return Layout(fields, {own: criterion})
    told = bool(criterion) or "criterion" in fields
    if not (answer := _answer_column(names, side, is_told=told)):
        answers = {} if criterion else _wide(columns, side)
        if not answers:
            is_unnamed = not criterion and not names.keys().isdisjoint(WEAK)
            shown = ", ".join(columns[:SHOWN])
            raise UnreadableError(NO_CRITERION if is_unnamed else NO_ANSWERS.format(shown))
        return Layout(fields, answers, is_sure=False)
    if told:
        return Layout(fields, {answer: "" if "criterion" in fields else criterion})
    if "turn" in fields and plain(answer) in ("pass", "passed"):
        return Layout(fields, {answer: TURN_PASS})
    raise UnreadableError(NO_CRITERION)


def _fields(names: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, field in FIELDS.items():
        if name in names:
            found.setdefault(field, names[name])
    return found


def _answer_column(names: Mapping[str, str], side: str, *, is_told: bool) -> str:
    own = JUDGED if side == JUDGE else HUMAN
    last = (JUDGE,) if side == JUDGE and is_told else ()
    wanted = (*own, *ANSWERS, *(WEAK if is_told else ()), *last)
    return next((names[name] for name in wanted if name in names), "")


def _wide(columns: tuple[str, ...], side: str) -> dict[str, str]:
    other = PEOPLE if side == JUDGE else JUDGE
    return {
        column: _criterion(column.strip(), side)
        for column in columns
        if (name := plain(column)) not in TAKEN
        and not name.startswith(f"{other}_")
        and not name.endswith(f"_{other}")
    }


def _criterion(column: str, side: str) -> str:
    """Return the criterion that a column is named after: `goal_met_human` and `label_goal_met`."""
    for prefix in (f"{side}_", "label_", "target_"):
        column = column.removeprefix(prefix)
    return column.removesuffix(f"_{side}").removesuffix("_label")
