"""What a bundle's file holds, and what it never does."""

import json

import pytest

from judging.bundle import read, written
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from tests.judging.bundle import made

CANARY = "sk-ant-never-to-be-seen-4711"


def test_holds_everything_under_a_format_of_its_own() -> None:
    fields = json.loads(written(made.bundle()))

    assert fields["format"] == "judging/bundle@1"
    assert fields["made_with"] == "judging 0.1.0"
    assert fields["made_at"] == "2026-11-30T09:00:00.000001Z"
    assert (fields["certified"], fields["expires_at"]) == (False, None)
    assert fields["reason"] == "no gate has been passed"
    assert fields["rubric"]["content_hash"] == made.RUBRIC.content_hash
    assert fields["judge"]["fingerprint"] == made.bundle().identity.fingerprint
    assert fields["basis"]["label_set"] == "ab"
    assert [result["criterion"] for result in fields["results"]] == [*made.RUBRIC.keys]
    assert fields["results"][0]["tnr"]["value"] is None


def test_says_in_words_and_figures_that_the_judge_was_held_to_people() -> None:
    held = made.held_to_people()

    first, *others = json.loads(written(held))["results"]

    assert [one["ceiling"] for one in others] == [None, None]
    assert first["ceiling"]["people"]["value"] == 0.52
    assert first["ceiling"]["sentence"] == (
        "Held to what people reach among themselves, not to a kappa of 0.60: two people reach "
        "0.52 [0.41 to 0.62] with each other, and the judge with one of them 0.55 [0.44 to 0.65] "
        "(Scott’s pi, on 140 units that two people labelled blind). It is 0.03 above "
        "[-0.05 to +0.11]; it may be at most 0.10 below, and people must reach 0.40."
    )
    assert read(written(held)) == held


def test_a_file_of_before_is_read_as_one_without_it() -> None:
    fields = json.loads(written(made.bundle()))
    for result in fields["results"]:
        del result["ceiling"]

    assert read(json.dumps(fields)) == made.bundle()


def test_has_no_key_of_the_environment_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)

    assert CANARY not in written(made.bundle(made.claude()))


@pytest.mark.parametrize("name", ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MY_TOKEN", "db_password"])
def test_is_not_written_if_a_key_has_got_into_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, CANARY)
    leaking = JudgeIdentity("mine", "rules", settings={"headers": {"x": CANARY}})

    with pytest.raises(JudgeError, match=name) as refused:
        written(made.bundle(leaking))

    assert CANARY not in str(refused.value)


def test_short_words_of_the_environment_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "rules")

    assert "rules" in written(made.bundle())
