"""The families of models, by which a judge is told from a relative of the agent."""

import re
from functools import lru_cache

# Names that are also words are known by what follows them: command-r, phi-4, nova-pro.
NAMES = (
    # Distillations come first: they are called after the teacher and run on the other's weights.
    ("llama", r"deepseek-r1-distill-llama"),
    ("qwen", r"deepseek-r1-distill-qwen"),
    ("claude", r"claude|(?:opus|sonnet|haiku|fable|mythos)(?=-\d)"),
    ("gpt-neox", r"gpt-(?:j|neo|neox)(?=$|[-:@])"),
    ("gpt", r"gpt|chatgpt|o[1345](?=$|[-:@])|text-davinci|codex-mini"),
    ("gemini", r"gemini|(?:text|chat|code)-bison"),
    ("gemma", r"gemma|codegemma|medgemma|paligemma|shieldgemma"),
    ("llama", r"llama|codellama|vicuna|tinyllama"),
    ("mistral", r"mistral|mixtral|ministral|mathstral|magistral|codestral|devstral|pixtral"),
    ("mistral", r"voxtral|zephyr(?=-\d)"),
    ("qwen", r"qwen|qwq|qvq"),
    ("deepseek", r"deepseek"),
    ("grok", r"grok"),
    ("command", r"command(?=$|-(?:r|a|light|nightly)\b)|c4ai"),
    ("phi", r"phi(?=-?\d)"),
    ("nova", r"nova(?=-(?:micro|lite|pro|premier))"),
    ("kimi", r"kimi|moonshot"),
    ("glm", r"glm|chatglm"),
    ("granite", r"granite(?=-?\d)"),
    ("jamba", r"jamba"),
    ("smollm", r"smollm"),
    ("olmo", r"olmo|olmoe"),
    ("yi", r"yi(?=-(?:\d|large|medium|lightning|coder|vision))"),
    ("minimax", r"minimax|abab(?=\d)"),
    ("hunyuan", r"hunyuan"),
    ("ernie", r"ernie(?=-?\d|-(?:bot|speed|lite|x\d))"),
    ("doubao", r"doubao|seed-oss"),
    ("mimo", r"mimo(?=-(?:\d|v\d|vl))"),
    ("internlm", r"internlm|intern-s\d"),
    ("baichuan", r"baichuan"),
    ("step", r"step(?=-\d[ov]?-(?:\d+k|mini|flash))"),
    ("nemotron", r"nemotron"),
    ("exaone", r"exaone"),
    ("solar", r"solar(?=-(?:\d|pro|mini))"),
    ("falcon", r"falcon(?=-?(?:\d|h\d|e-|mamba))"),
    ("lfm", r"lfm(?=\d|-\d)"),
    ("dbrx", r"dbrx"),
    ("stablelm", r"stablelm"),
    ("starcoder", r"starcoder"),
)
FAMILIES = tuple(
    (family, re.compile(rf"(?<![a-z0-9])(?:{names})(?![a-z])")) for family, names in NAMES
)


@lru_cache(maxsize=1_024)
def family(model_id: str) -> str:
    """
    Return the family of the model, or an empty text if it is not known.

    Reads the name wherever it stands: after a provider, a region or a path
    (`us.anthropic.claude-…`, `openai/gpt-4o`), before a version, a size or a quantisation.

    Example:
        >>> family("us.anthropic.claude-sonnet-4-5-v1:0"), family("openai/o3-mini"), family("mine")
        ('claude', 'gpt', '')
    """
    name = model_id.casefold().replace("_", "-")
    return next((family for family, pattern in FAMILIES if pattern.search(name)), "")
