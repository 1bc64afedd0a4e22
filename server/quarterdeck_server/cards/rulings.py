"""Finds the rules of a rule book that mention a card by its name."""

import re
from collections.abc import Iterator, Sequence

from quarterdeck_protocol.http.card_search import Ruling

_ANCHORS = re.compile(r'(?:<a id="([^"]+)"></a>\s*)+')
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
_END = re.compile(r"\n(?=#)|\n\s*\n(?=\S)")
"""The end of the text of a rule: at a heading, or at a paragraph that is not set in below it."""


def rules_in(markdown: str) -> Iterator[Ruling]:
    """Return the rules of a rule book, each with its first anchor and its text."""
    anchors = list(_ANCHORS.finditer(markdown))
    ends = [*(found.start() for found in anchors[1:]), len(markdown)]
    for found, end in zip(anchors, ends, strict=True):
        first = _ANCHOR.match(found[0])
        text = _END.split(markdown[found.end() : end], maxsplit=1)[0]
        words = " ".join(text.split()).removesuffix(" -").strip()
        if first is not None and words:
            yield Ruling(rule=first[1], text=words)


def rulings_citing(names: Sequence[str], rules: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """Return the rules that mention a card by one of these names, as whole words with the same capital letters."""
    called = [re.escape(name) for name in names if name]
    if not called:
        return ()
    cited = re.compile(rf"(?<!\w)(?:{'|'.join(called)})(?!\w)")
    return tuple([rule for rule in rules if cited.search(rule.text)])
