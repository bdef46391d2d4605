"""Messages by OpenTelemetry's conventions for generative AI, without their spans."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judging.importers import span_attributes
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_text
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.payloads import has_typed_parts, spoken

# The first of each are the conventions' own; other names are other formats'.
ATTRIBUTES = (span_attributes.INPUTS[0], span_attributes.OUTPUTS[0])
SPOKEN = frozenset((*ATTRIBUTES, *span_attributes.PROMPTS))
MODELS = (*span_attributes.ANSWERING, *span_attributes.ASKED)


class GenAiMessages:
    """Sessions as messages of `parts` with `type` and `content`, or attributes that hold them."""

    name = "genai_messages"
    title = "OpenTelemetry GenAI messages"

    def recognises(self, record: Record) -> bool:
        value = record.value
        if isinstance(value, dict) and any(name in value for name in ATTRIBUTES):
            return True
        return any(map(has_typed_parts, _listed(value)[:2]))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        value = record.value
        if isinstance(value, dict) and any(name in value for name in ATTRIBUTES):
            rest = {name: item for name, item in value.items() if name not in SPOKEN}
            return conversation(
                replace(record, value=rest),
                span_attributes.model_call(value),
                self.name,
                agent_model=as_text(span_attributes.first_of(value, MODELS)),
            )
        if not _listed(value):
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, spoken(_listed(value), "user"), self.name)


def _listed(value: Any) -> list[Any]:
    held = value.get("messages") if isinstance(value, dict) else value
    return held if isinstance(held, list) else []
