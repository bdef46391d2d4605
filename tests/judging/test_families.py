"""Families of models, by their ids."""

import pytest

from judging.families import family


@pytest.mark.parametrize(
    ("expected", "ids"),
    [
        (
            "claude",
            (
                "claude-opus-4-8 anthropic/claude-3.5-sonnet claude-3-5-haiku@20241022 sonnet-5-5"
                " us.anthropic.claude-sonnet-4-5-20250929-v1:0 bedrock/anthropic.claude-v2"
            ),
        ),
        (
            "gpt",
            (
                "gpt-4o openai/gpt-4o GPT-4 gpt-oss:20b azure/gpt-35-turbo chatgpt-4o-latest o1"
                " o3-mini openai/o3 o4-mini-2025-04-16 ft:gpt-3.5-turbo:acme::1 text-davinci-003"
            ),
        ),
        ("gemini", "gemini-2.5-pro models/gemini-1.5-flash google/gemini-pro text-bison@001"),
        ("gemma", "google/gemma-2-9b-it gemma3:270m codegemma:7b"),
        (
            "llama",
            (
                "meta-llama/Llama-3.1-8B-Instruct llama3.2:3b meta.llama3-1-70b-instruct-v1:0"
                " codellama:7b deepseek-r1-distill-llama-70b"
            ),
        ),
        (
            "mistral",
            "mistralai/Mistral-7B-Instruct-v0.3 open-mixtral-8x22b ministral-8b codestral-latest",
        ),
        ("qwen", "Qwen/Qwen2.5-72B-Instruct qwen3:14b qwq-32b DeepSeek-R1-Distill-Qwen-32B"),
        ("deepseek", "deepseek-chat deepseek-ai/DeepSeek-V3 deepseek/deepseek-r1"),
        ("grok", "grok-4 xai/grok-beta"),
        ("command", "command-r-plus cohere.command-r-v1:0 cohere/command-a command"),
        ("phi", "microsoft/phi-4 Phi-3-mini-4k-instruct"),
        ("nova", "amazon.nova-pro-v1:0"),
        ("smollm", "smollm2-135m-instruct SmolLM2-135M-Instruct.Q4_1"),
        ("gpt-neox", "EleutherAI/gpt-j-6b gpt-neox-20b gpt-neo-1.3b"),
        ("nemotron", "nvidia/Nemotron-4-340B-Instruct nemotron-3-super:120b"),
        ("llama", "nvidia/llama-3.1-nemotron-70b-instruct TinyLlama-1.1B-Chat-v1.0"),
        ("mistral", "HuggingFaceH4/zephyr-7b-beta mistral-small:24b voxtral-mini"),
        ("yi", "01-ai/Yi-1.5-34B-Chat yi-large"),
        ("minimax", "MiniMax-M2 MiniMaxAI/MiniMax-Text-01 abab6.5s-chat"),
        ("glm", "zai-org/GLM-4.6 chatglm3-6b"),
        ("kimi", "moonshotai/Kimi-K2-Instruct moonshot-v1-8k"),
        ("hunyuan", "tencent/Hunyuan-A13B-Instruct"),
        ("ernie", "baidu/ERNIE-4.5-21B-A3B-PT ernie-bot-4 ernie-x1-turbo"),
        ("doubao", "doubao-1-5-pro-32k ByteDance-Seed/Seed-OSS-36B-Instruct"),
        ("internlm", "internlm/internlm2_5-7b-chat Intern-S1"),
        ("falcon", "tiiuae/falcon-7b-instruct Falcon3-10B-Instruct Falcon-H1-7B"),
        ("exaone", "LGAI-EXAONE/EXAONE-4.0-32B"),
        ("solar", "upstage/SOLAR-10.7B-Instruct-v1.0 solar-pro2"),
        ("step", "step-2-16k step-1v-8k"),
        ("mimo", "XiaomiMiMo/MiMo-7B-RL mimo-v2-flash"),
        ("lfm", "LiquidAI/LFM2-1.2B lfm-40b"),
    ],
)
def test_ids_are_read_whatever_stands_around_the_name(expected: str, ids: str) -> None:
    assert {model: family(model) for model in ids.split()} == dict.fromkeys(ids.split(), expected)


@pytest.mark.parametrize(
    "name",
    ["", "rules", "my judge", "house-judge-v2", "delphi-1", "foo3-mini", "demo1", "in"],
)
def test_other_names_have_no_family(name: str) -> None:
    assert family(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        "the commander",
        "supernova",
        "philosophy",
        "egpt",
        "allama",
        "step by step",
        "step-2",
        "falcon",
        "solar system",
        "seed 7",
        "yi",
    ],
)
def test_words_that_contain_a_name_are_not_taken_for_it(name: str) -> None:
    assert family(name) == ""
