"""The sample: sessions, labels, a second rubric version and an example judge's verdicts."""

from pathlib import Path

from calibration.files import importing, label_files, verdict_files
from calibration.runs import planning, running
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.importers import RatingOptions, Source
from judging.judges import RulesJudge
from judging.rubrics import read_file
from storage import Project

FILES = Path(__file__).parent / "sample"
JUDGE = "example-judge"
VERSIONS = ("conversation@1", "conversation@2")


@access.needs(Right.IMPORT)
def add_to(project: Project) -> None:
    """
    Put the sample into a project, and run the rules judge over it.

    Adding it again changes nothing. The example judge's verdicts were written for the sample;
    the rules judge's are worked out here.
    """
    importing.import_sessions(project, [Source.of(FILES / "sessions.jsonl")])
    project.rubrics.add(read_file(FILES / "conversation-2.yaml"))
    labels = label_files.LabelOptions(RatingOptions())
    label_files.import_labels(project, Source.of(FILES / "labels.csv"), labels)
    rules = RulesJudge()
    running.run(project, planning.plan(project, "turn@1", rules), rules)
    for number, rubric in enumerate(VERSIONS, start=1):
        verdicts = verdict_files.VerdictOptions(RatingOptions(verdicts=True), JUDGE, rubric)
        source = Source.of(FILES / f"verdicts-{number}.jsonl")
        verdict_files.import_verdicts(project, source, verdicts)
        running.run(project, planning.plan(project, rubric, rules), rules)
