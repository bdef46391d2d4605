"""promptfoo's results: each prompt with the reply and what its assertions found."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers.conversation import conversation, each
from judging.importers.fields import as_dict, as_id, as_list, as_text, first
from judging.importers.importer import Found, Item, Record, Rejected, Unit, UnreadableError
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.payloads import spoken
from judging.sessions import Origin

NO_RESULTS = "The file has no results. Export the evaluation with its table or its results."
# Where a simulated user kept the whole conversation.
HISTORIES = ("redteamHistory", "messages")
LONGEST = 100


class PromptfooResults:
    """Sessions as the `results` of an evaluation, or lines with a `gradingResult`."""

    name = "promptfoo_results"
    title = "promptfoo results"

    def recognises(self, record: Record) -> bool:
        return _is_result(record.value) or _is_file(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for record in records:
            if _is_result(record.value):
                yield from each([record], self._session)
                continue
            results = _results(record.value)
            if not results:
                yield Rejected(record.where, NO_RESULTS)
            for number, result in enumerate(results, 1):
                where = f"{record.where}, result {number}"
                inner = replace(record, where=where, value=result, number=number, unit=Unit.ITEM)
                yield from each([inner], self._session)

    def _session(self, record: Record) -> Found:
        value = record.value
        if not isinstance(value, dict):
            raise UnreadableError(f"Here stands {value!r:.40}, not a result.")
        return conversation(
            replace(record, value={}),
            _messages(value),
            self.name,
            external_id=as_id(value.get("id")) or record.stand_in,
            group=_group(record),
            agent_model=_provider(value),
            origin=Origin.SIMULATED if _history(value) else None,
            metadata=_metadata(value),
        )


def _is_result(value: Any) -> bool:
    return isinstance(value, dict) and "gradingResult" in value


def _is_file(value: Any) -> bool:
    results = value.get("results") if isinstance(value, dict) else None
    return isinstance(results, dict) and (
        isinstance(results.get("results"), list) or isinstance(results.get("table"), dict)
    )


def _results(value: Any) -> list[Any]:
    """Return the results of a file; an old one may hold them only as a table."""
    if not _is_file(value):
        return []
    results = value["results"].get("results")
    return results if isinstance(results, list) else list(_of_table(value["results"]["table"]))


def _of_table(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    head = as_dict(table.get("head"))
    prompts, names = as_list(head.get("prompts")), as_list(head.get("vars"))
    for number, row in enumerate(map(as_dict, as_list(table.get("body")))):
        values = dict(zip(map(as_id, names), as_list(row.get("vars")), strict=False))
        for prompt, output in zip(map(as_dict, prompts), as_list(row.get("outputs")), strict=False):
            told = as_dict(output)
            yield {
                **told,
                "prompt": {"raw": first(told, ("prompt",)) or prompt.get("raw")},
                "response": {"output": told.get("text")},
                "provider": first(told, ("provider",)) or prompt.get("provider"),
                "success": told.get("pass"),
                "vars": values,
                "testIdx": number,
            }


def _messages(value: Mapping[str, Any]) -> list[Message]:
    if history := _history(value):
        return history
    prompt, response = value.get("prompt"), value.get("response")
    asked = prompt.get("raw") if isinstance(prompt, dict) else prompt
    came = response.get("output") if isinstance(response, dict) else response
    return [*spoken(asked, "user"), *spoken(came, "assistant")]


def _history(value: Mapping[str, Any]) -> list[Message]:
    about = {
        **as_dict(as_dict(value.get("response")).get("metadata")),
        **as_dict(value.get("metadata")),
    }
    entries = container(first(about, HISTORIES))
    said: list[Message] = []
    for entry in as_list(entries):
        if isinstance(entry, dict) and "role" not in entry:
            said += spoken(entry.get("prompt"), "user") + spoken(entry.get("output"), "assistant")
        else:
            said += spoken([entry], "user")
    return said


def _group(record: Record) -> str:
    test = as_id(record.value.get("testIdx"))
    return f"{record.source.stem}-test{test}" if test else ""


def _provider(value: Mapping[str, Any]) -> str | None:
    provider = value.get("provider")
    return as_text(provider.get("id") if isinstance(provider, dict) else provider)


def _metadata(value: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: value.get(name) for name in ("success", "score")}
    stated = {"vars": as_dict(value.get("vars")), "checks": dict(_checks(value))}
    return {n: v for n, v in known.items() if v is not None} | {
        n: v for n, v in stated.items() if v
    }


def _checks(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what each assertion found, by its metric or its type and value."""
    for found in map(as_dict, as_list(as_dict(value.get("gradingResult")).get("componentResults"))):
        assertion = as_dict(found.get("assertion"))
        kind, expected = as_id(assertion.get("type")), as_id(assertion.get("value"))
        stated = ": ".join(filter(None, (kind, expected)))
        if name := as_id(assertion.get("metric")) or stated:
            yield name[:LONGEST], found.get("pass")
