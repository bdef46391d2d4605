"""Importers: files of any known format in, sessions out."""

from collections.abc import Iterable, Iterator

from judging.importers import reading
from judging.importers.agentx_traces import AgentxTraces
from judging.importers.aider_history import AiderHistory
from judging.importers.anthropic_blocks import AnthropicBlocks
from judging.importers.braintrust_events import BraintrustEvents
from judging.importers.chat_messages import ChatMessages
from judging.importers.chatgpt_conversations import ChatgptConversations
from judging.importers.claude_code_jsonl import ClaudeCode
from judging.importers.codex_rollout import CodexRollout
from judging.importers.dialogflow_cx import DialogflowCx
from judging.importers.duplicates import settled
from judging.importers.exchange_lists import ExchangeLists
from judging.importers.gemini_cli import GeminiCli
from judging.importers.gemini_contents import GeminiContents
from judging.importers.genai_messages import GenAiMessages
from judging.importers.importer import (
    Found,
    Importer,
    Item,
    Record,
    Rejected,
    Skipped,
    Source,
)
from judging.importers.in_memory import session_of
from judging.importers.inspect_log import InspectLog
from judging.importers.intercom_conversations import IntercomConversations
from judging.importers.judging_sessions import JudgingSessions
from judging.importers.langchain_messages import LangChain
from judging.importers.langfuse_traces import LangfuseTraces
from judging.importers.langsmith_runs import LangSmithRuns
from judging.importers.long_table import LongTable
from judging.importers.mapped_records import MappedRecords
from judging.importers.mastra_messages import MastraMessages
from judging.importers.openai_responses import OpenAIResponses
from judging.importers.opik_traces import OpikTraces
from judging.importers.otlp_spans import OtlpSpans
from judging.importers.packed_transcripts import PackedTranscripts
from judging.importers.pair_table import PairTable
from judging.importers.phoenix_spans import PhoenixSpans
from judging.importers.plain_text import PlainText
from judging.importers.promptfoo_results import PromptfooResults
from judging.importers.pydantic_messages import PydanticMessages
from judging.importers.rasa_trackers import RasaTrackers
from judging.importers.rating_options import RatingOptions
from judging.importers.rating_rows import RatingRow, read_ratings
from judging.importers.request_logs import RequestLogs
from judging.importers.session_mapping import SessionMapping
from judging.importers.sharegpt import ShareGPT
from judging.importers.slack_days import SlackDays
from judging.importers.sources import sources
from judging.importers.stream_chunks import StreamChunks
from judging.importers.tau2_bench import Tau2Bench
from judging.importers.tau_bench import TauBench
from judging.importers.told import Told
from judging.importers.trajectories import Trajectories
from judging.importers.ui_messages import UiMessages
from judging.importers.weave_calls import WeaveCalls
from judging.importers.whatsapp_chats import WhatsappChats
from judging.importers.zendesk_tickets import ZendeskTickets

# In the order in which they are asked: what is plainest by its keys comes first.
ALL: tuple[Importer, ...] = (
    JudgingSessions(),
    InspectLog(),
    OtlpSpans(),
    PhoenixSpans(),
    LangfuseTraces(),
    LangSmithRuns(),
    WeaveCalls(),
    OpikTraces(),
    BraintrustEvents(),
    AgentxTraces(),
    ClaudeCode(),
    CodexRollout(),
    GeminiCli(),
    RasaTrackers(),
    DialogflowCx(),
    TauBench(),
    Tau2Bench(),
    PromptfooResults(),
    Trajectories(),
    RequestLogs(),
    ChatgptConversations(),
    MastraMessages(),
    UiMessages(),
    GenAiMessages(),
    PydanticMessages(),
    LangChain(),
    OpenAIResponses(),
    GeminiContents(),
    AnthropicBlocks(),
    StreamChunks(),
    IntercomConversations(),
    ZendeskTickets(),
    SlackDays(),
    ShareGPT(),
    ChatMessages(),
    ExchangeLists(),
    LongTable(),
    PairTable(),
    AiderHistory(),
    WhatsappChats(),
    PlainText(),
    PackedTranscripts(),
)


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  (the command's own word)
    mapping: SessionMapping | None = None,
) -> Iterator[Item]:
    """
    Yield the sessions of one file or archive in order, and what is rejected or skipped.

    Args:
        source: Whatever its bytes are; the format is told record by record.

        format: The name of the importer to use instead.

        mapping: Which list and columns of the file are what, instead of any importer.

    Raises:
        SessionFileError: If no importer is called `format`.
    """
    return _read([source], format, mapping, Told())


def read_all(
    sources: Iterable[Source],
    *,
    format: str | None = None,  # noqa: A002  (the command's own word)
    mapping: SessionMapping | None = None,
    told: Told | None = None,
) -> Iterator[Item]:
    """
    Yield the sessions of one import, no two of one id.

    Equal sessions are kept once; a different one of the same id gets `#2`, `#3`… and a warning.

    Args:
        sources: Files and archives, read in order.

        format: The name of the importer to use; by default each record's own.

        mapping: Which list and columns of the files are what, instead of any importer.

        told: What the files do not say themselves.

    Raises:
        SessionFileError: If no importer is called `format`.
    """
    told = told or Told()
    return settled(_read(sources, format, mapping, told))


def _read(
    sources: Iterable[Source],
    format: str | None,  # noqa: A002  (the command's own word)
    mapping: SessionMapping | None,
    told: Told,
) -> Iterator[Item]:
    if mapping is not None:
        return told.settled(reading.read_as(sources, MappedRecords(mapping, told.dates)))
    return told.settled(reading.read(sources, told.to(ALL), format))


__all__ = [
    "ALL",
    "Found",
    "Importer",
    "Item",
    "RatingOptions",
    "RatingRow",
    "Record",
    "Rejected",
    "SessionMapping",
    "Skipped",
    "Source",
    "Told",
    "read",
    "read_all",
    "read_ratings",
    "session_of",
    "sources",
]
