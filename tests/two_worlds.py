"""Two databases that hold the same but for what judges said of the sealed test: the other way."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from calibration import projects
from judging.judges import ClaudeJudge
from judging.ratings import Citation, Outcome, Verdict
from judging.rubrics import Level
from judging.sessions import Role, Session, Turn
from storage import Answer, NewRun, Project, Store
from tests import keeping, splitting

PASS, FAIL = Outcome.PASS, Outcome.FAIL
FIRST, SECOND = ClaudeJudge("first"), ClaudeJudge("second")
JUDGES = (FIRST, SECOND, replace(FIRST, hindsight=True), replace(FIRST, context="fit"))
RUBRICS = (("conversation", Level.SESSION, (0,)), ("turn", Level.TURN, (2, 4)))


@dataclass(frozen=True)
class World:
    """A project, and the folder that it is in, with room for more files."""

    project: Project
    folder: Path


def session(n: int) -> Session:
    said = [f"Where is parcel {n}?", "It left today.", "Really?", f"It left on day {n}."]
    roles = (Role.USER, Role.ASSISTANT)
    turns = tuple(Turn(i, roles[(i - 1) % 2], text) for i, text in enumerate(said, 1))
    return Session(f"s{n}", turns, agent_model="gpt-4o", agent_family="gpt")


def verdict(n: int, judge: str, *, is_flipped: bool, turn: int = 0, sample: int = 1) -> Verdict:
    sealed = n % 2 == 0
    differs = (judge == SECOND.identity.name and n % 5 == 0) or (sample == 2 and n % 7 == 0)
    passes = (n % 3 > 0) ^ differs ^ (is_flipped and sealed)
    return Verdict(
        session=f"s{n}",
        criterion="turn_pass" if turn else "goal_met",
        turn=turn,
        outcome=PASS if passes else FAIL,
        rationale=f"{'Good' if passes else 'Bad'} {is_flipped if sealed else ''}",
        citations=(Citation(4 if passes else 2),),
        sample=sample,
    )


def filled(project: Project, *, is_flipped: bool) -> None:
    """Put sessions in, every second of them sealed, with labels and two judges' verdicts."""
    numbers = range(40)
    keeping.add(project, *map(session, numbers))
    splitting.seal(project, *(f"s{n}" for n in numbers if n % 2 == 0))
    humans = [(f"s{n}", PASS if n % 4 else FAIL) for n in numbers]
    splitting.label(project, humans)
    ids = project.sessions.numbers([f"s{n}" for n in numbers])
    for rubric, level, turns in RUBRICS:
        version = project.rubrics.get(f"{rubric}@1")
        for judge in JUDGES:
            name, kept = judge.identity.name, project.judges.kept(judge.identity)
            run = project.runs.start(
                NewRun(kept.id, version.id, level, units=len(numbers), samples=2)
            )
            given = {
                ids[f"s{n}"].id: [
                    verdict(n, name, is_flipped=is_flipped, turn=turn, sample=sample)
                    for turn in turns
                    for sample in (1, 2)
                ]
                for n in numbers
            }
            project.verdicts.add(Answer(run, version.id, kept.id), given)
            project.runs.finish(run)


@contextmanager
def both(folder: Path, migrated: Path) -> Iterator[list[World]]:
    """Fill two databases that differ in sealed verdicts alone, and lend them."""
    made = []
    for name in ("one", "other"):
        place = folder / name
        place.mkdir()
        (place / "judging.db").write_bytes(migrated.read_bytes())
        project = projects.new_or_existing(Store(f"sqlite:///{place}/judging.db"), "default")
        filled(project, is_flipped=name == "other")
        made.append(World(project, place))
    yield made
    for world in made:
        world.project.store.close()
