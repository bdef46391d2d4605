"""What a project holds, out to files: sessions, labels and verdicts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from typing import TextIO, TypeVar

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.exporters import LABELS, SESSIONS, VERDICTS, Exporter, JudgedVerdict, MeantLabel
from judging.ratings import Maker
from storage import Project, StoredJudge, StoredVersion, exports
from storage.kept_labels import KeptLabel
from storage.kept_verdicts import KeptVerdict

Kept = TypeVar("Kept")
Judged = tuple[StoredVersion, StoredJudge]
EARLIER_MEANING = "labels of an earlier meaning, which no longer count"
NO_PLACE = "answers that this format has no place for"
SEALED = "verdicts on sessions of the sealed test"
HANDED_OUT = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """How many things an export wrote, and how many of which kind it left out."""

    count: int
    left_out: Mapping[str, int] = field(default_factory=dict)


@access.needs(Right.EXPORT)
def write_sessions(project: Project, out: TextIO, suffix: str) -> Written:
    """Write every session, whole, in order of import."""
    sessions = project.sessions.whole(project.sessions.ids())
    return Written(SESSIONS.write(sessions, out, suffix))


@access.needs(Right.EXPORT)
def write_labels(
    project: Project,
    out: TextIO,
    suffix: str,
    *,
    exporter: Exporter[Iterable[MeantLabel]] = LABELS,
    viewer: str | None = None,
) -> Written:
    """
    Write the labels that count, and the settlements.

    Args:
        project: Whose labels.

        out: Where to.

        suffix: One of the exporter's.

        exporter: As which; by default as what imports again unchanged.

        viewer: The visitor to whom they are handed, which is written down; empty for one without
            a name, None where nobody looks.
    """
    left_out: Counter[str] = Counter()
    kept = exports.of(project).labels()
    shown = _shown(kept, lambda some: _expose_labels(project, viewer, some))
    return _written(exporter, _meant(project, shown, left_out), out, suffix, left_out)


@access.needs(Right.EXPORT)
def write_verdicts(
    project: Project,
    out: TextIO,
    suffix: str,
    *,
    of: Sequence[Judged] | None = None,
    exporter: Exporter[Iterable[JudgedVerdict]] = VERDICTS,
    viewer: str | None = None,
) -> Written:
    """
    Write the verdicts that stand, but none on a session of the sealed test.

    Args:
        project: Whose verdicts.

        out: Where to.

        suffix: One of the exporter's.

        of: The rubric versions and judges; None for all that have verdicts.

        exporter: As in `write_labels`.

        viewer: As in `write_labels`.
    """
    left_out: Counter[str] = Counter()
    pairs = judged(project) if of is None else of
    kept = exports.of(project).verdicts([(version.id, judge.id) for version, judge in pairs])
    open_ = _unsealed(kept, left_out)
    shown = _shown(open_, lambda some: _expose_verdicts(project, viewer, some))
    return _written(exporter, _named(shown, pairs), out, suffix, left_out)


@access.needs(Right.EXPORT)
def lacking(project: Project) -> dict[str, str]:
    """Return why there are no labels or no verdicts to take out, by the exporter's name."""
    nothing = {
        LABELS.name: "Nobody has labelled a session yet." if not project.labels.count() else "",
        VERDICTS.name: "No judge has answered yet." if not project.verdicts.pairs() else "",
    }
    return {name: reason for name, reason in nothing.items() if reason}


def judged(project: Project, *, rubric: str = "", judge: str = "") -> list[Judged]:
    """
    Return the rubric versions with their judges that have verdicts, in order of their names.

    Args:
        project: Whose.

        rubric: One rubric or version of it, as commands name it; empty for all.

        judge: One judge, by its name or the start of its fingerprint; empty for all.

    Raises:
        StoreError: If the project has no such rubric or judge.
    """
    versions = {v.id: v for v in project.rubrics.versions()}
    judges = {j.id: j for j in project.judges.listed()}
    wanted_version = project.rubrics.get(rubric).id if rubric else None
    wanted_judge = project.judges.get(judge).id if judge else None
    pairs = [
        (versions[v], judges[j])
        for v, j in project.verdicts.pairs()
        if wanted_version in (None, v) and wanted_judge in (None, j)
    ]
    return sorted(pairs, key=_pair_order)


def _written(
    exporter: Exporter[Iterable[Kept]],
    subject: Iterable[Kept],
    out: TextIO,
    suffix: str,
    left_out: Counter[str],
) -> Written:
    """Write what is handed over, and count what the exporter has no place for."""
    offered = count()
    written = exporter.write((one for one, _ in zip(subject, offered, strict=False)), out, suffix)
    if without_place := next(offered) - written:
        left_out[NO_PLACE] += without_place
    return Written(written, left_out)


def _meant(
    project: Project, labels: Iterable[KeptLabel], left_out: Counter[str]
) -> Iterator[MeantLabel]:
    meanings = project.rubrics.meanings()
    for kept in labels:
        if kept.meaning == meanings[kept.label.criterion].number:
            yield MeantLabel(kept.label, kept.meaning)
        else:
            left_out[EARLIER_MEANING] += 1


def _unsealed(verdicts: Iterable[KeptVerdict], left_out: Counter[str]) -> Iterator[KeptVerdict]:
    for kept in verdicts:
        if kept.is_sealed:
            left_out[SEALED] += 1
        else:
            yield kept


def _named(verdicts: Iterable[KeptVerdict], pairs: Sequence[Judged]) -> Iterator[JudgedVerdict]:
    judges = {judge.id: judge for _, judge in pairs}
    names = Counter(judge.identity.name for judge in judges.values())
    words = {j.id: _word(j, is_shared=names[j.identity.name] > 1) for j in judges.values()}
    rubrics = {version.id: version.rubric.label for version, _ in pairs}
    for kept in verdicts:
        yield JudgedVerdict(
            kept.verdict,
            words[kept.judge],
            rubrics[kept.rubric_version],
            Maker.PROGRAM if judges[kept.judge].identity.provider == "rules" else Maker.MODEL,
        )


def _word(judge: StoredJudge, *, is_shared: bool) -> str:
    """Return a judge's name, with the start of its fingerprint where another has the name too."""
    return f"{judge.identity.name} {judge.fingerprint[:8]}" if is_shared else judge.identity.name


def _pair_order(pair: Judged) -> tuple[str, int, str, str]:
    version, judge = pair
    return version.rubric.name, version.rubric.number, judge.identity.name, judge.fingerprint


def _shown(kept: Iterable[Kept], write_down: Callable[[Sequence[Kept]], None]) -> Iterator[Kept]:
    """Yield what is kept, some at a time, once it is written down who is handed it."""
    left = iter(kept)
    while some := list(islice(left, HANDED_OUT)):
        write_down(some)
        yield from some


def _expose_labels(project: Project, viewer: str | None, labels: Sequence[KeptLabel]) -> None:
    if viewer is not None:
        reader = access.who(project, viewer).id
        others = [(k.session, k.id) for k in labels if k.id is not None and k.reviewer != reader]
        exports.of(project).expose(reader, labels=others)


def _expose_verdicts(project: Project, viewer: str | None, verdicts: Sequence[KeptVerdict]) -> None:
    if viewer is not None:
        reader = access.who(project, viewer).id
        shown = [(kept.session, kept.id) for kept in verdicts]
        exports.of(project).expose(reader, verdicts=shown)
