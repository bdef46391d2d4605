"""A judge for other frameworks: the rubric's words, their scope, the certificate, and no trap."""

import ast
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from judging.bundle import Bundle, fields
from judging.errors import JudgeError
from judging.exporters import CALIBRATED, FRAMEWORKS, Exporter
from judging.exporters.agentx import AgentX
from judging.exporters.deepeval import DeepEval
from judging.exporters.inspect import Inspect
from judging.exporters.langfuse import Langfuse
from judging.exporters.langsmith import LangSmith
from judging.exporters.mastra import Mastra
from judging.exporters.mlflow import MLflow
from judging.exporters.openevals import OpenEvals
from judging.exporters.promptfoo import Promptfoo
from judging.importers import Found, Source, read, session_of
from judging.judges import RulesJudge
from judging.rubrics import Criterion, RubricVersion, ready_made
from judging.sessions import Role, Session
from tests.judging.bundle import made
from tests.judging.exporters.written import text
from tests.model_server import ModelServer

SAMPLE = Path(__file__).parents[3] / "calibration" / "sample" / "sessions.jsonl"
CODE = (OpenEvals(), Inspect(), DeepEval())
TEMPLATED = (Promptfoo(), Langfuse(), LangSmith(), MLflow())
HOSTILE = (
    "file://secret.txt {{ env.SECRET }} {% include 'x' %} {# no #} {{{{conversation}}}} "
    "\"\"\" ''' \\ ${process.exit()} `x` */ # \u2028 \r\n"
    "__import__('os').abort()\n- a: !!python/none"
)
every_framework = pytest.mark.parametrize("exporter", FRAMEWORKS, ids=lambda e: e.name)


def named(exporters: Iterable[Exporter[Bundle]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("exporter", exporters, ids=lambda exporter: exporter.name)


def exported(exporter: Exporter[Bundle], bundle: Bundle | None = None) -> str:
    return text(exporter, bundle or made.bundle(), exporter.suffixes[0])


def hostile() -> Bundle:
    criterion = Criterion("asked", HOSTILE, HOSTILE, HOSTILE, HOSTILE, examples=(HOSTILE,))
    rubric = RubricVersion("support", 1, (criterion,), HOSTILE, author=HOSTILE, note=HOSTILE)
    bundle = replace(made.bundle(), rubric=rubric, results=(made.result("asked"),), reason=HOSTILE)
    return replace(bundle, basis=replace(bundle.basis, reference=HOSTILE))


def data(exporter: Exporter[Bundle], bundle: Bundle | None = None) -> Any:
    """Return what a file of data holds."""
    return yaml.safe_load(exported(exporter, bundle))


def run(exporter: Exporter[Bundle], bundle: Bundle) -> dict[str, Any]:
    """Run an exported module, and return its names."""
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(exported(exporter, bundle), "exported.py", "exec"), names)  # noqa: S102  (ours)
    return names


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return [one for inner in value for one in strings(inner)] if isinstance(value, list) else []


def said(exporter: Exporter[Bundle], bundle: Bundle) -> list[str]:
    """Return every text in a file, as whoever reads it gets it."""
    whole = exported(exporter, bundle)
    if exporter.suffixes == (".ts",):
        return [whole]
    if exporter.suffixes != (".py",):
        return strings(yaml.safe_load(whole))
    nodes = [node for node in ast.walk(ast.parse(whole)) if isinstance(node, ast.Constant)]
    return [node.value for node in nodes if isinstance(node.value, str)]


def messages(session: Session) -> list[dict[str, Any]]:
    """Return a session as chat completions have it."""
    system = [{"role": "system", "content": session.system_prompt}] if session.system_prompt else []
    return [*system, *(_message(turn) for turn in session.turns)]


def _message(turn: Any) -> dict[str, Any]:
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
        }
        for call in turn.tool_calls
    ]
    answers = {"tool_call_id": turn.tool_call_id} if turn.role is Role.TOOL else {}
    called = {"tool_calls": calls} if calls else {}
    return {"role": str(turn.role), "content": turn.content, **called, **answers}


def sample_sessions() -> list[Session]:
    return [item.session for item in read(Source.of(SAMPLE)) if isinstance(item, Found)]


@pytest.fixture(scope="module")
def sample() -> list[Session]:
    return sample_sessions()


@every_framework
def test_every_word_of_the_rubric_is_in_it(exporter: Exporter[Bundle]) -> None:
    rubric = ready_made("conversation")
    results = tuple(made.result(key) for key in rubric.keys)

    whole = "\n".join(said(exporter, replace(made.bundle(), rubric=rubric, results=results)))

    assert rubric.instructions in whole
    for criterion in rubric.criteria:
        assert criterion.question in whole
        assert criterion.pass_when in whole
        assert criterion.fail_when in whole


@named((AgentX(), Langfuse(), LangSmith(), Promptfoo()))
def test_certificate_and_scope_go_along_as_data(exporter: Exporter[Bundle]) -> None:
    bundle = made.certified()

    whole = data(exporter, bundle)

    told = whole.get("certificate") or whole["defaultTest"]["metadata"]["certificate"]
    whole_bundle = fields(bundle)
    assert (told["certified"], told["judge"]["fingerprint"]) == (True, bundle.identity.fingerprint)
    for name in ("results", "basis", "expires_at"):
        assert told[name] == whole_bundle[name]
    assert json.dumps(whole).count('"applies_when": "corrected"') == 1
    assert "another judge" in told["holds_for"]


@named((*CODE, MLflow()))
def test_python_compiles_and_hostile_text_stays_a_literal(exporter: Exporter[Bundle]) -> None:
    harmless, trapped = (ast.parse(exported(exporter, b)) for b in (made.bundle(), hostile()))

    calls = [
        [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for tree in (harmless, trapped)
    ]
    assert set(calls[1]) == set(calls[0])
    assert not any("__import__" in call or "os" in call.split(".") for call in calls[1])


@named(TEMPLATED)
def test_no_template_finds_more_to_fill_in_than_the_conversation(
    exporter: Exporter[Bundle],
) -> None:
    asked = said(exporter, hostile())
    if exporter.name != "promptfoo":
        # It fills in every text of its file; the others only what they ask.
        asked = [one for one in asked if "by one criterion" in one or "<conversation>" in one]

    signs = [sign for one in asked for sign in re.findall(r"\{[{%#].*", one)]
    assert {re.sub(r"[{} ]", "", sign) for sign in signs} == {"conversation"}


def test_promptfoo_reads_no_file_that_a_rubric_names() -> None:
    texts = [one["value"] for one in data(Promptfoo(), hostile())["defaultTest"]["assert"]]

    assert texts
    assert not any(one.startswith(("file://", "package:", "exec:")) for one in texts)


def test_promptfoo_grades_what_its_tests_hand_over() -> None:
    whole = data(Promptfoo(), made.bundle(made.claude()))

    assert whole["providers"] == ["echo"]
    assert whole["prompts"] == ["{{conversation}}"]
    assert [one["metric"] for one in whole["defaultTest"]["assert"]] == [*made.RUBRIC.keys]
    assert {one["type"] for one in whole["defaultTest"]["assert"]} == {"llm-rubric"}
    assert whole["defaultTest"]["options"] == {"provider": "anthropic:messages:claude-test"}
    assert set(whole["tests"][0]["vars"]) == {"conversation"}


def test_langfuse_gets_a_category_for_each_outcome() -> None:
    (first, *_) = data(Langfuse())["evaluators"]

    assert set(first["request"]) == {"type", "name", "prompt", "outputDefinition"}
    assert first["request"]["outputDefinition"]["categories"] == [
        *("pass", "fail", "not_applicable", "cannot_tell")
    ]
    assert first["request"]["prompt"].count("{{conversation}}") == 1


def test_langsmith_gets_a_prompt_and_the_evaluator_that_names_it() -> None:
    for one in data(LangSmith())["evaluators"]:
        key, prompt = one["scope"]["key"], one["prompt"]
        asked = one["evaluator"]["llm_evaluator"]
        assert asked["prompt_repo_handle"] == prompt["repo_handle"]
        assert set(asked["variable_mapping"]) == {"conversation"}
        assert key in prompt["schema"]["required"]
        assert prompt["messages"][1][1].count("{{conversation}}") == 1


def test_agentx_gets_evaluators_that_a_person_has_to_publish() -> None:
    first, condition, _ = data(AgentX())["evaluators"]

    assert first["acceptance_criteria"] == made.RUBRIC.criteria[0].pass_when
    assert first["rejection_criteria"] == made.RUBRIC.criteria[0].fail_when
    assert (first["scope"], first["live"], first["alert_threshold"]) == ("session", False, 5)
    assert condition["alert_threshold"] is None


def test_a_criterion_alone_brings_the_one_that_it_applies_by() -> None:
    *_, kept = data(Langfuse())["evaluators"]

    assert (
        "Find out first, and do not answer:\ncorrected: Was it put right?"
        in (kept["request"]["prompt"])
    )


def test_mlflow_gets_a_judge_a_criterion_of_the_conversation() -> None:
    whole = ast.parse(exported(MLflow(), made.bundle(made.claude())))

    made_judges = [
        {word.arg: ast.unparse(word.value) for word in node.keywords}
        for node in ast.walk(whole)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "make_judge"
    ]
    assert [one["name"] for one in made_judges] == [repr(key) for key in made.RUBRIC.keys]
    assert {one["model"] for one in made_judges} == {"'anthropic:/claude-test'"}
    assert all("{{ conversation }}" in one["instructions"] for one in made_judges)


def test_mastra_gets_json_that_is_typescript_too() -> None:
    whole = exported(Mastra(), hostile())

    found = re.search(r"^export const criteria = (\[.*?^\]);$", whole, re.DOTALL | re.MULTILINE)
    assert found
    assert json.loads(found[1])[0]["question"] == HOSTILE
    assert "\u2028" not in whole


def test_openevals_gives_the_very_verdicts_of_the_judge(sample: list[Session]) -> None:
    rubric = ready_made("conversation")
    results = tuple(made.result(key) for key in rubric.keys)
    bundle = replace(made.bundle(), rubric=rubric, results=results)
    evaluator = run(OpenEvals(), bundle)["create_judge"](uncertified=True)

    for session in sample:
        expected = RulesJudge().verdicts(session, rubric)
        given = evaluator(
            inputs={}, outputs={"messages": messages(session)}, reference_outputs=None
        )
        assert [(one["key"], one["metadata"]["outcome"]) for one in given] == [
            (verdict.criterion, str(verdict.outcome)) for verdict in expected
        ]
    assert len(sample) > 15


def test_openevals_scores_nothing_that_is_not_decided(sample: list[Session]) -> None:
    evaluator = run(OpenEvals(), made.bundle())["create_judge"](uncertified=True)

    results = [one for session in sample for one in evaluator(outputs=messages(session))]

    scores = {"pass": True, "fail": False}
    assert all(one["score"] is scores.get(one["metadata"]["outcome"]) for one in results)
    assert None in {one["score"] for one in results}


def test_openevals_asks_the_model_that_was_calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = run(OpenEvals(), made.bundle(made.claude()))["create_judge"](uncertified=True)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-never-to-be-seen")
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    said = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    with ModelServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        results = evaluator(outputs=said)

    assert [one["score"] for one in results] == [True] * 3
    assert {request.body["model"] for request in server.requests} == {"claude-test"}


def test_an_uncertified_judge_is_refused_in_code_too() -> None:
    with pytest.raises(JudgeError, match="not certified"):
        run(OpenEvals(), made.bundle())["create_judge"]()

    assert run(OpenEvals(), made.certified())["CERTIFICATE"]["certified"] is True


@pytest.mark.parametrize("exporter", CALIBRATED, ids=lambda exporter: exporter.name)
def test_no_key_of_this_environment_leaves_with_it(
    exporter: Exporter[Bundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "abcdefghijklmnop")
    rubric = replace(made.RUBRIC, instructions="Use abcdefghijklmnop.")

    with pytest.raises(JudgeError, match="SOME_API_KEY"):
        exported(exporter, replace(made.bundle(), rubric=rubric))


def test_a_conversation_in_memory_is_numbered_as_an_imported_one() -> None:
    session = session_of(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "Hello"},
        ],
        id="a",
        goal="A greeting",
    )

    assert (session.external_id, session.goal) == ("a", "A greeting")
    assert session.system_prompt == "Be brief."
    assert [(turn.number, turn.role) for turn in session.turns] == [
        (1, Role.USER),
        (2, Role.ASSISTANT),
    ]
