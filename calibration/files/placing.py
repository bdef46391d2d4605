"""Finding the place in a project of each row of a file of labels or verdicts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from calibration.files.session_places import SessionPlaces
from calibration.rubrics import rubric_editing
from judging.importers import RatingOptions, RatingRow, Rejected, Skipped, Source, read_ratings
from judging.ratings import Citation, Outcome
from judging.rubrics import Level
from storage import Meaning, Project, SessionLine


class RatingFileOptions(Protocol):
    """What a file of labels and one of verdicts are both told."""

    @property
    def reading(self) -> RatingOptions:
        """Value map, turn base and the criterion of files with a single value column."""
        ...

    @property
    def add_criteria(self) -> str | None:
        """The rubric that takes up criteria the project lacks; None rejects them."""
        ...

    @property
    def dry_run(self) -> bool:
        """Whether to store nothing."""
        ...


@dataclass
class RatingReport:
    """
    What an import of ratings did, or would do.

    Attributes:
        imported: How many were kept that were not there before; None of them on a dry run.

        unchanged: How many were there already, equal in all.

        outcomes: How many rows of each criterion have each outcome, for a look at the polarity.
    """

    imported: int = 0
    unchanged: int = 0
    outcomes: Counter[tuple[str, Outcome]] = field(default_factory=Counter)
    skipped: list[Skipped] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    stored: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A row whose session, criterion and turns were found in the project."""

    row: RatingRow
    session: SessionLine
    criterion: str
    turn: int
    citations: tuple[Citation, ...]


def placed(
    project: Project,
    source: Source,
    options: RatingFileOptions,
    report: RatingReport,
) -> list[Placed]:
    """
    Read a file and find each row's session, criterion and turns in the project.

    Rows that have no place go to the report, and so do the outcomes of those that have one.
    Criteria that the options let in are added to their rubric, unless on a dry run.
    """
    rows: list[RatingRow] = []
    for item in read_ratings(source, options.reading):
        if isinstance(item, Rejected):
            report.rejected.append(item)
        else:
            rows.append(item)
    meanings = _take_up(project, rows, options, report)
    sessions = SessionPlaces(project, rows)
    turns: dict[int, Mapping[str, int]] = {}
    found: list[Placed] = []
    for row in rows:
        place = _place(project, row, sessions, meanings, turns)
        if isinstance(place, Placed):
            found.append(place)
            report.outcomes[place.criterion, row.outcome or Outcome.NOT_SCORED] += 1
        elif place:
            report.rejected.append(Rejected(row.where, place))
    report.warnings += sessions.notes
    return found


def _take_up(
    project: Project,
    rows: Iterable[RatingRow],
    options: RatingFileOptions,
    report: RatingReport,
) -> Mapping[str, Meaning]:
    """Return the criteria that rows may be about, those added that the options allow."""
    meanings = project.rubrics.meanings()
    unknown: Counter[str] = Counter()
    levels: dict[str, Level] = {}
    for row in rows:
        key = rubric_editing.key_of(row.criterion)
        if key not in meanings:
            unknown[key] += 1
            levels[key] = Level.TURN if row.turn or row.external_turn else Level.SESSION
    if unknown and options.add_criteria is None:
        reason = "No rubric has it ({} rows). Add it with --add-criteria RUBRIC."
        report.rejected += [
            Rejected(f"criterion {key}", reason.format(n)) for key, n in unknown.items()
        ]
    elif unknown and options.add_criteria and not options.dry_run:
        saved = rubric_editing.add_criteria(project, options.add_criteria, levels)
        report.warnings.append(f"{', '.join(unknown)} added to {saved.rubric.label}.")
    if options.add_criteria is None:
        return meanings
    known = {rubric_editing.key_of(row.criterion) for row in rows} & meanings.keys()
    report.warnings += _elsewhere(project, options.add_criteria.partition("@")[0], sorted(known))
    return meanings | {key: Meaning(key, 1, level) for key, level in levels.items()}


def _elsewhere(project: Project, name: str, keys: Iterable[str]) -> list[str]:
    """Say which of `keys` do not become criteria of the rubric `name`: others have them already."""
    holders: dict[str, str] = {}
    rubrics = [version.rubric for version in project.rubrics.versions()]
    for key in keys:
        with_it = [rubric for rubric in rubrics if key in rubric.keys]
        if all(rubric.name != name for rubric in with_it):
            holders[key] = with_it[-1].label
    if not holders:
        return []
    told = ", ".join(f"{key} ({label})" for key, label in holders.items())
    lacking = "has none of them" if name in {rubric.name for rubric in rubrics} else "was not made"
    said = f"Another rubric has these criteria, and takes the answers: {told}."
    return [f"{said} The rubric {name} {lacking}: to have them there, rename them in the file."]


def _place(
    project: Project,
    row: RatingRow,
    sessions: SessionPlaces,
    meanings: Mapping[str, Meaning],
    turns: dict[int, Mapping[str, int]],
) -> "Placed | str":
    """Return the row with its session, criterion and turns, or why it has no place."""
    key = rubric_editing.key_of(row.criterion)
    meaning = meanings.get(key)
    if meaning is None:
        return ""  # named once with its count, not row by row
    session = sessions.find(row)
    if isinstance(session, str):
        return session
    if session.id not in turns and (row.external_turn or row.external_citations):
        turns[session.id] = project.sessions.external_turns(session.id)
    mapped = turns.get(session.id, {})
    turn = mapped.get(row.external_turn, -1) if row.external_turn else row.turn
    if not 0 <= turn <= session.n_turns:
        return f"The session {session.external_id} has no turn {row.external_turn or row.turn}."
    if (meaning.level is Level.TURN) != (turn > 0):
        wanted = "needs a turn" if turn == 0 else "is about the session: leave the turn out"
        return f"The criterion {key} {wanted}."
    cited = [mapped[e] for e in row.external_citations if e in mapped] or row.cited_turns
    quotes = [*row.quotes, *[""] * len(cited)]
    citations = [Citation(t, q) for t, q in zip(cited, quotes, strict=False)]
    citations += [Citation(turn, missing=True) for turn in row.missing_after]
    return Placed(row, session, key, turn, tuple(citations))
