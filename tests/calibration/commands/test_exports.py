"""`judging export`, and `export` of sessions, labels and verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest

import judging
from calibration import sample_project
from calibration.commands import entry
from judging import exporters
from judging.ratings import Outcome
from storage import Project
from tests import keeping

BUNDLE = ("export", "bundle", "--rubric", "conversation@1", "--judge", "rules")


@pytest.fixture
def sample(project: Project) -> Project:
    sample_project.add_to(project)
    return project


@pytest.fixture
def small(project: Project) -> Project:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.FAIL)
    keeping.judge(project, {"a": Outcome.PASS})
    return project


def document(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("what", ["sessions", "labels", "verdicts"])
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_the_files_name_says_its_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, form: str
) -> None:
    path = tmp_path / f"out.{form.upper()}"

    code = entry.run([what, "export", str(path), "--json"])

    assert code == 0
    assert document(capsys) == {
        "exported": 1,
        "file": str(path),
        "format": form,
        "left_out": [],
    }
    assert path.read_text(encoding="utf-8-sig").startswith("{" if form == "jsonl" else "format,")


@pytest.mark.usefixtures("small")
def test_the_option_overrules_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.txt"

    refused = entry.run(["labels", "export", str(path)])
    done = entry.run(["labels", "export", str(path), "--format", "csv"])

    assert (refused, done) == (2, 0)
    captured = capsys.readouterr()
    assert "neither jsonl nor csv" in captured.err
    assert captured.out == f"1 labels written to {path}.\n"


@pytest.mark.usefixtures("small")
def test_a_dash_is_standard_output_and_nothing_else_is_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = entry.run(["verdicts", "export", "-"])

    captured = capsys.readouterr()
    assert code == 0
    assert json.loads(captured.out)["format"] == "judging/verdict@1"
    assert captured.err == "1 verdicts written to -.\n"


@pytest.mark.usefixtures("small")
def test_two_things_on_standard_output_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code = entry.run(["labels", "export", "-", "--json"])

    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")


@pytest.mark.usefixtures("small")
def test_a_file_is_replaced_by_force_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text("mine", encoding="utf-8")

    refused = entry.run(["labels", "export", str(path)])
    kept = path.read_text(encoding="utf-8")
    forced = entry.run(["labels", "export", str(path), "--force"])

    assert (refused, kept, forced) == (2, "mine", 0)
    assert "to fix: Name another one, or say --force" in capsys.readouterr().err
    assert "judging/label@1" in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("small")
def test_a_judge_that_is_not_there_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = entry.run(["verdicts", "export", str(tmp_path / "v.jsonl"), "--judge", "nobody"])

    assert code == 2
    assert "nobody" in capsys.readouterr().err
    assert list(tmp_path.glob("v*")) == []


@pytest.mark.usefixtures("sample")
def test_a_bundle_is_written_with_its_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.judge.json"

    code = entry.run([*BUNDLE, "-o", str(path), "--json"])

    told = document(capsys)
    bundle = judging.load(path, uncertified=True)
    assert code == 0
    assert (told["rubric"], told["judge"], told["criteria"]) == ("conversation@1", "rules", 5)
    assert (told["labels"], told["certified"]) == (bundle.basis.labels, False)
    assert told["fingerprint"] == bundle.identity.fingerprint


@pytest.mark.usefixtures("sample")
def test_a_bundle_is_said_not_to_be_certified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = entry.run([*BUNDLE, "-o", str(tmp_path / "rules.json")])

    assert code == 0
    assert "Not certified: no gate has been passed." in capsys.readouterr().out


@pytest.mark.usefixtures("sample")
def test_without_labels_by_the_reference_there_is_insufficient_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.json"

    code = entry.run([*BUNDLE, "-o", str(path), "--reference", "model"])

    assert code == 3
    assert "--reference" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.usefixtures("sample")
def test_a_recorded_judge_and_an_unknown_format_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.json"
    recorded = [*BUNDLE[:-1], "example-judge", "-o", str(path)]
    unknown = ["export", "poem", *BUNDLE[2:], "-o", str(path)]

    assert (entry.run(recorded), entry.run(unknown)) == (2, 2)

    errors = capsys.readouterr().err
    assert "came from a file" in errors
    assert "no format 'poem': bundle" in errors
    assert not path.exists()


def test_the_formats_are_listed_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    code = entry.run(["formats", "--json"])

    told = document(capsys)
    assert code == 0
    assert told["importers"][0]["name"] == "judging_sessions"
    assert [(e["name"], e["suffixes"]) for e in told["exporters"]] == [
        (exporter.name, [*exporter.suffixes]) for exporter in exporters.ALL
    ]


def test_the_formats_are_listed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    entry.run(["formats"])

    printed = capsys.readouterr().out
    assert "Chat messages" in printed
    assert "Labels and settlements" in printed


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("what", ["labels", "verdicts"])
def test_answers_go_out_as_another_tool_takes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    path = tmp_path / "out.jsonl"

    code = entry.run([what, "export", str(path), "--as", "phoenix_annotations", "--json"])

    assert (code, document(capsys)["exported"]) == (0, 1)
    assert json.loads(path.read_text(encoding="utf-8"))["session_id"] == "a"


@pytest.mark.usefixtures("small")
def test_what_the_other_tool_has_no_place_for_is_counted(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keeping.label(project, "a", Outcome.CANNOT_TELL, criterion="consistent")
    path = tmp_path / "out.csv"

    assert entry.run(["labels", "export", str(path), "--as", "scout_validation", "--json"]) == 0

    told = document(capsys)
    assert told["exported"] == 1
    assert told["left_out"] == [{"reason": "answers that this format has no place for", "count": 1}]
    assert path.read_text(encoding="utf-8") == "id,target\na,false\n"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["labels", "export", "out.jsonl", "--as", "excel"], "langfuse_scores"),
        (["verdicts", "export", "out.csv", "--as", "scout_validation"], "no format"),
        (["labels", "export", "out.csv", "--as", "langfuse_scores"], "does not say jsonl"),
    ],
)
def test_a_shape_that_there_is_not_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert entry.run(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("sample")
def test_a_judge_goes_out_in_every_form(tmp_path: Path) -> None:
    for exporter in exporters.CALIBRATED:
        path = tmp_path / f"{exporter.name}{exporter.suffixes[0]}"

        code = entry.run(["export", exporter.name, *BUNDLE[2:], "-o", str(path)])

        assert code == 0
        assert judging.RulesJudge().identity.fingerprint in path.read_text(encoding="utf-8")
