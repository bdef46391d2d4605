"""Whether the checks can read a session at all: they know English."""

import re

from judging.facts.reading import Reading
from judging.facts.vocabulary import word_set

WORD = re.compile(r"[^\W\d_]+")
# Words that are as common in other languages (an, in, is, me, no, of, on, so, was) are left out.
COMMON = word_set(
    "about again and any are be been but by can could did does for from get good great had has have"
    " hello help here hey hi how i if it just let like my need not okay one or our out please right"
    " see some sorry sure thank thanks that the their them then there they this to us want well"
    " were what when where which who why will with work would yes you your"
)
SHARE = 0.15
ENOUGH = 2_000


def reads_as_english(reading: Reading) -> bool:
    """
    Tell whether at least 15 % of the first 2,000 words spoken are common English ones.

    A session without words is not read as English.
    """
    words: list[str] = []
    for said in reading.sentences.values():
        for sentence in said:
            words += WORD.findall(sentence.plain)
        if len(words) >= ENOUGH:
            break
    return sum(word in COMMON for word in words[:ENOUGH]) > SHARE * len(words[:ENOUGH])
