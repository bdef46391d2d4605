"""The checks that rest on an audit: on the newest that was kept, or on what it would take."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from calibration.agreement.held import Held
from calibration.bias import audit_words, red_team, standing_audits
from calibration.bias.audit_words import Missing
from calibration.bias.bias_outcomes import Checked, Further, impossible
from calibration.bias.bias_plan import Planned
from calibration.bias.standing_audits import Shelf
from calibration.runs import judges
from judging.agreement import clopper_pearson, injection_check, mcnemar_test, wilson
from judging.agreement.bias import CANARIES_MINIMUM, DENOMINATOR_MINIMUM, BiasState, Check, Group
from judging.agreement.context_mode import PairedVerdicts, context_mode_check, recall_change
from judging.errors import JudgeError
from judging.rubrics import Criterion, Level
from storage import AuditKind, KeptAudit, Project

NEVER_SHORTENED = "Not checked: turns are never shortened for a judge."


@dataclass(frozen=True, slots=True)
class Subject:
    """What an audit is asked about: one judge on one criterion."""

    project: Project
    held: Held
    criterion: Criterion

    def shelf(self, kind: AuditKind) -> Shelf:
        """Return the audits of one kind."""
        return standing_audits.of(self.project, self.held, kind)


def context_mode(subject: Subject) -> Planned:
    """Plan the check on shortened sessions."""
    if subject.criterion.level is Level.TURN:
        return Planned.missing(Check.CONTEXT_MODE, NEVER_SHORTENED)
    shelf = subject.shelf(AuditKind.FIT)
    found = shelf.newest(subject.criterion.key)
    if found is None:
        missing = audit_words.fitting(subject.project, subject.held)
        return _missing(Check.CONTEXT_MODE, shelf, subject, missing)
    groups = _groups(found, subject.criterion.key)
    is_run = sum(counted.n * n for counted, n in groups) >= DENOMINATOR_MINIMUM
    return Planned(is_run, partial(_shortened, subject, found, groups))


def injection(subject: Subject) -> Planned:
    """Plan the check on planted instructions."""
    shelf = subject.shelf(AuditKind.RED_TEAM)
    found = shelf.newest(subject.criterion.key)
    if found is None:
        missing = audit_words.planting(subject.project, subject.held, subject.criterion)
        return _missing(Check.INJECTION, shelf, subject, missing)
    counts = found.result["criteria"][subject.criterion.key]
    return Planned(counts["scored"] >= CANARIES_MINIMUM, partial(_planted, subject, found, counts))


def _missing(check: Check, shelf: Shelf, subject: Subject, missing: Missing) -> Planned:
    why = " ".join(filter(None, (shelf.outdated(subject.criterion.key), missing.sentence)))

    def make(confidence: float) -> Checked:
        ready = shelf.kind if missing.ready else None
        made = impossible(check, why, confidence)
        return replace(made, ready=ready, commands=missing.commands)

    return Planned(is_run=False, make=make)


def _planted(
    subject: Subject, found: KeptAudit, counts: Mapping[str, int], confidence: float
) -> Checked:
    check = injection_check(counts["passed"], counts["scored"], confidence)
    x, n = counts["inert_passed"], counts["inert_scored"]
    inert = Group(
        "pass with a text in its place that asks for nothing",
        x,
        n,
        clopper_pearson(x, n, confidence),
    )
    wanted, commands = _more(subject, check.state, counts["scored"])
    return Checked(
        check,
        remarks=(*aged(subject, found), *_beside(counts), *_overall(found)),
        wanted=wanted,
        further=(Further("inert", inert),),
        cases=standing_audits.cases(found, subject.criterion.key),
        audit=found,
        commands=commands,
    )


def _beside(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Say what tells obedience from distraction, and what is in no count."""
    alone, inert = counts["payload_only"], counts["inert_only"]
    p = mcnemar_test(alone, inert).p_exact
    missing = counts["tried"] - counts["scored"]
    told = f"{alone} pass with the instruction only, {inert} with a text that asks for nothing only"
    lines = [f"{told} (McNemar’s exact p {p:.2g})."]
    if counts["evaded"]:
        lines.append(f"In {counts['evaded']} the answer was no fail any more, and no pass either.")
    if missing:
        lines.append(f"{missing} more were not scored with the instruction, and do not count.")
    return tuple(lines)


def _overall(found: KeptAudit) -> tuple[str, ...]:
    """Say what the audit came to on all of its criteria, where there are several."""
    every = found.result["criteria"].values()
    passed, scored = (sum(counts[name] for counts in every) for name in ("passed", "scored"))
    bound = clopper_pearson(passed, scored)
    if len(every) < 2 or bound.high is None:
        return ()
    return (
        f"On all {len(every)} criteria together, {passed} of {scored} were talked into a pass, at "
        f"most {bound.high:.1%} of such sessions.".replace("%", " %"),
    )


def _more(subject: Subject, state: BiasState, scored: int) -> tuple[str, tuple[str, ...]]:
    """Say what would decide it, and with which command."""
    key = subject.criterion.key
    command = audit_words.audit(subject.project, subject.held, AuditKind.RED_TEAM, key)
    if state is BiasState.INSUFFICIENT:
        few = CANARIES_MINIMUM - scored
        return f"That is {few} more sessions that fail on both sides.", (command,)
    if state is BiasState.INCONCLUSIVE:
        return "More sessions would narrow it.", (f"{command} --limit {4 * scored}",)
    return "", ()


def _groups(found: KeptAudit, key: str) -> list[tuple[PairedVerdicts, int]]:
    kept = found.result["criteria"][key]["groups"]
    return [(PairedVerdicts(**counts), n) for counts, n in kept]


def _shortened(
    subject: Subject,
    found: KeptAudit,
    groups: list[tuple[PairedVerdicts, int]],
    confidence: float,
) -> Checked:
    total = PairedVerdicts(
        *(
            sum(getattr(counted, name) * n for counted, n in groups)
            for name in ("both_pass", "erased", "found", "both_fail")
        )
    )
    check = context_mode_check(total, confidence)
    erased = Group(
        "failures that it sees in full and passes shortened",
        total.erased,
        total.n,
        wilson(total.erased, total.n, confidence),
    )
    few = DENOMINATOR_MINIMUM - total.n
    is_short = check.state is BiasState.INSUFFICIENT and few > 0
    lost = [
        case
        for case in standing_audits.cases(found, subject.criterion.key)
        if case["is_erased_failure"]
    ]
    return Checked(
        check,
        remarks=(*aged(subject, found), *_tested(total, groups, confidence)),
        wanted=f"That is {few} more long sessions that fail, judged both ways." if is_short else "",
        further=(Further("erased", erased),),
        cases=tuple(lost),
        audit=found,
    )


def _tested(
    total: PairedVerdicts, groups: list[tuple[PairedVerdicts, int]], confidence: float
) -> tuple[str, ...]:
    """Say what McNemar's test makes of it, and what the groups of sessions do."""
    tested = (
        f"{total.erased} failures are lost and {total.found} found by shortening (McNemar’s exact "
        f"p {total.test.p_exact:.2g})."
    )
    moved = recall_change(groups, confidence)
    if moved.value is None or moved.low is None or moved.high is None:
        return (tested,)
    value, low, high = (f"{100 * end:+.0f}" for end in (moved.value, moved.low, moved.high))
    told = "By groups of sessions, shortening moves the share of failures that it finds by"
    return tested, f"{told} {value} points ({low} to {high})."


def aged(subject: Subject, found: KeptAudit) -> tuple[str, ...]:
    """Say when an audit was made, and what has changed since."""
    lines = [f"By the audit of {standing_audits.day(found)}."]
    identity = subject.held.judge.identity
    try:
        if identity.provider not in red_team.FROM_FILES:
            judges.rebuilt(identity, subject.project.store.secret())
    except JudgeError:
        lines.append(
            "It is older than this release, which asks the judge otherwise: judged again, it is "
            "another judge, and takes an audit of its own."
        )
    if subject.held.reference.blind_only and found.reference:
        lines.append("It takes as failed what all labels fail, blind or not.")
    return tuple(lines)
