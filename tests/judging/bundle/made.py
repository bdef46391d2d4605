"""A bundle to read and write, made without a project."""

from dataclasses import replace
from datetime import UTC, datetime

from judging.bundle import Basis, Bundle, CriterionResult, Figure, HumanCeiling
from judging.judges import ClaudeJudge, JudgeIdentity, RulesJudge
from judging.rubrics import Criterion, Kind, Level, RubricVersion, Sees

NO_FIGURE = Figure(None, None, None, 0.95, "", "undefined_single_class")
RUBRIC = RubricVersion(
    name="support",
    number=3,
    criteria=(
        Criterion("goal_met", "Was it done?\n", " It was. ", "It was not.", examples=("One.",)),
        Criterion("corrected", "Was it put right?", kind=Kind.CONDITION, meaning=2),
        Criterion(
            "kept",
            "Did it hold?",
            applies_when="corrected",
            sees=Sees.ASSISTANT_ONLY,
            level=Level.SESSION,
        ),
    ),
    instructions="Judge <as> ünbiased & \u2028 calm.",
    author="Ida",
    note="Third.",
    parent=2,
)


def result(criterion: str) -> CriterionResult:
    """Return what could be known of a judge on one criterion."""
    return CriterionResult(
        criterion=criterion,
        level="session",
        n=40,
        sessions=40,
        cells={"tp": 10, "fn": 2, "fp": 3, "tn": 25},
        kappa=Figure(0.71, 0.45, 0.88, 0.95, "zou_donner", "ok"),
        tpr=Figure(0.83, 0.55, 0.95, 0.95, "wilson", "ok"),
        tnr=NO_FIGURE,
        not_scored=1,
    )


def bundle(identity: JudgeIdentity | None = None) -> Bundle:
    """Return a bundle of the rules judge, or of another one."""
    return Bundle(
        rubric=RUBRIC,
        identity=identity or RulesJudge().identity,
        basis=Basis("person", blind_only=False, split="all", labels=44, decided=40, label_set="ab"),
        results=tuple(result(key) for key in RUBRIC.keys),
        made_with="judging 0.1.0",
        made_at=datetime(2026, 11, 30, 9, 0, 0, 1, tzinfo=UTC),
    )


def certified(*, until: datetime | None = None) -> Bundle:
    """Return a bundle that has passed a gate."""
    return replace(bundle(), certified=True, reason="", expires_at=until)


def held_to_people() -> Bundle:
    """Return a bundle whose first criterion the gate has held to what people reach."""
    people = Figure(0.52, 0.41, 0.62, 0.9, "zou_donner", "ok")
    judge = Figure(0.55, 0.44, 0.65, 0.9, "zou_donner", "ok")
    difference = Figure(0.03, -0.05, 0.11, 0.9, "linearised", "ok")
    ceiling = HumanCeiling(140, people, judge, difference, 0.1, 0.4, 0.6)
    first, *others = bundle().results
    return replace(bundle(), results=(replace(first, ceiling=ceiling), *others))


def claude() -> JudgeIdentity:
    """Return the identity of a Claude judge that is not asked as usual."""
    return ClaudeJudge("claude-test", effort=None, criteria_per_call="one").identity
