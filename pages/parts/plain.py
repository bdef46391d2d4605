"""Other people's words, where Streamlit would read Markdown."""

import re

MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str) -> str:
    """
    Return `text` so that it shows as it is wherever Streamlit reads Markdown.

    Session content, ids and file names go through here before they enter a label or a
    message: an image or a link in them would otherwise become one.
    """
    return MARKUP.sub(r"\\\1", text).replace("\n", " ")
