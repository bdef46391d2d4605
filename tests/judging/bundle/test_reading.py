"""Bundles from their files, or the reason why not."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import judging
from judging.bundle import Bundle, load, loads, read, written
from judging.errors import JudgeError
from tests.judging.bundle import made

Edit = Callable[[dict[str, Any]], object]


def edited(edit: Edit) -> str:
    fields = json.loads(written(made.bundle()))
    edit(fields)
    return json.dumps(fields)


def refusal(text: str) -> JudgeError:
    with pytest.raises(JudgeError) as refused:
        read(text, where="my.json")
    return refused.value


@pytest.mark.parametrize("identity", [None, made.claude()], ids=["rules", "claude"])
def test_what_was_written_is_read_again(identity: Any) -> None:
    bundle = made.bundle(identity)

    assert read(written(bundle)) == bundle


def test_written_again_it_is_the_same_to_the_byte() -> None:
    text = written(made.bundle())

    assert written(read(text)) == text


def test_an_uncertified_one_is_refused_unless_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_text(written(made.bundle()), encoding="utf-8")

    with pytest.raises(judging.JudgingError, match="no gate has been passed") as refused:
        judging.load(path)

    assert (refused.value.where, "uncertified=True" in refused.value.fix) == (str(path), True)
    assert judging.load(str(path), uncertified=True) == made.bundle()


def test_a_certified_one_is_taken(tmp_path: Path) -> None:
    bundle = made.certified(until=datetime.now(UTC) + timedelta(days=1))
    path = tmp_path / "my.json"
    path.write_text(written(bundle), encoding="utf-8")

    assert load(path) == bundle


def test_an_expired_one_is_refused_unless_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    bundle = made.certified(until=datetime(2026, 1, 1, tzinfo=UTC))
    path.write_text(written(bundle), encoding="utf-8")

    with pytest.raises(JudgeError, match="it expired at 2026-01-01"):
        load(path)

    assert load(path, uncertified=True) == bundle


def test_a_newer_one_is_refused() -> None:
    problem = refusal(edited(lambda fields: fields.update(format="judging/bundle@2")))

    assert "newer release" in problem.what
    assert problem.fix == "Update Judging."


@pytest.mark.parametrize(
    "change",
    [
        {"instructions": "Be kind."},
        {"summary_instructions": "Be short."},
        {"criteria": []},
    ],
)
def test_a_rubric_that_was_changed_is_refused(change: dict[str, Any]) -> None:
    problem = refusal(edited(lambda fields: fields["rubric"].update(change)))

    assert problem.where == "my.json, rubric"


def test_a_criterion_that_was_changed_is_refused() -> None:
    text = edited(lambda fields: fields["rubric"]["criteria"][0].update({"fail_when": "Never."}))

    assert "was changed after the bundle was made" in refusal(text).what


def test_a_judge_that_was_changed_is_refused() -> None:
    problem = refusal(edited(lambda fields: fields["judge"].update(template="0")))

    assert "rules was changed" in problem.what
    assert problem.where == "my.json, judge, fingerprint"


def test_a_judge_that_this_release_asks_otherwise_is_refused() -> None:
    identity = replace(made.bundle().identity, template="0")

    problem = refusal(written(made.bundle(identity)))

    assert "This release cannot ask rules as it was asked then" in problem.what
    assert problem.where == f"my.json, judge, fingerprint {identity.fingerprint[:12]}"


@pytest.mark.parametrize(
    ("edit", "where", "what"),
    [
        (lambda f: f.pop("judge"), "my.json", "judge is missing"),
        (lambda f: f.update(judge=[]), "my.json, judge", "an object"),
        (lambda f: f.update(results={}), "my.json, results", "a list"),
        (lambda f: f.update(certified="no"), "my.json, certified", "true or false"),
        (lambda f: f.update(made_at="today"), "my.json, made_at", "a time"),
        (lambda f: f.update(made_at="2026-01-01T00:00"), "my.json, made_at", "its zone"),
        (lambda f: f["results"][1].update(n=-1), "my.json, results, 2, n", "a whole number"),
        (lambda f: f["results"][0]["kappa"].update(low="x"), "results, 1, kappa, low", "a number"),
        (lambda f: f["rubric"]["criteria"][0].update(kind="x"), "criteria, 1, kind", "quality"),
        (lambda f: f["rubric"]["criteria"][0].update(examples="x"), "1, examples", "of texts"),
        (lambda f: f["judge"].update(model=None), "my.json, judge, model", "text"),
    ],
)
def test_a_field_that_is_not_as_it_should_be_is_named(edit: Edit, where: str, what: str) -> None:
    problem = refusal(edited(edit))

    assert where in problem.where
    assert what in problem.what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "not JSON"),
        ('{"format": ', "not JSON"),
        ("[" * 100_000, "no bundle"),
        ("[]", "an object"),
        ("{}", "no bundle"),
        ('{"format": "judging/session@1"}', "no bundle"),
    ],
)
def test_what_is_no_bundle_is_said_to_be_none(text: str, what: str) -> None:
    problem = refusal(text)

    assert what in problem.what
    assert problem.where.startswith("my.json")


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")

    for path, what in ((tmp_path / "none.json", "cannot be opened"), (binary, "no text")):
        with pytest.raises(JudgeError, match=what) as refused:
            load(path)
        assert refused.value.where == str(path)


def test_loading_one_loads_no_statistics_and_no_sdk(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_text(written(made.bundle(made.claude())), encoding="utf-8")
    code = (
        "import sys, judging; judging.load(sys.argv[1], uncertified=True);"
        " print({'numpy', 'scipy', 'sklearn', 'pandas', 'anthropic'} & set(sys.modules))"
    )

    out = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )

    assert out.stdout.strip() == "set()"


@pytest.mark.parametrize(
    "changed",
    [
        replace(made.bundle(), certified=True),
        replace(
            made.certified(),
            results=tuple(replace(one, gate="not_deployable") for one in made.certified().results),
        ),
    ],
    ids=["reason", "gate"],
)
def test_one_that_is_called_certified_beside_why_it_is_not_is_refused(changed: Bundle) -> None:
    with pytest.raises(judging.JudgingError, match="holds what says that it is not"):
        loads(written(changed))
