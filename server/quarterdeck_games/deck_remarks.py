"""Remarks in a deck text apart from its cards: comments, crossed-out lines, and words for a card's place.

Comments are for people, so commented-out cards are not in the deck. Cards that may or may not be in the deck (a
*maybeboard*, `~~4 alley-cat~~`, `2² alley-cat`) are never guessed: the line is refused.
"""

import re

SIDES = frozenset(["side", "sideboard", "beside"])
"""Names of zones or fields for the cards beside a deck."""

WORDS_OUTSIDE = frozenset(
    [
        *("maybe", "maybeboard", "maybes", "considering", "optional", "wishlist", "token", "tokens", "nodeck"),
        *("out", "cut", "cuts", "removed", "remove", "deleted", "del", "strike", "minus", "less", "banned", "ex"),
        *("not", "no", "without", "or", "instead", "replace", "replaced", "replaces", "swap", "swapped", "was"),
        *("vielleicht", "eventuell", "evtl", "optionen", "raus", "weg", "gestrichen", "entfernt", "nicht", "kein"),
        *("keine", "ohne", "oder", "statt", "anstatt", "ersetzt", "weniger", "war"),
    ]
)
"""Words that mark a card as not in the deck, or perhaps not."""

ZONES = SIDES | {"zone", "section", "board", "maybe", "maybeboard"}
"""Fields that name the zone of a card, or that say if it is in the zone after which they are named."""

MOST_COMMENTS = 400
LONGEST_LINE = 400
"""Maximum length of a line from which a card is read as a whole. A longer one is split first."""

_NAMES_OF_ZONES = frozenset(["zone", "section", "board"])
_YES = frozenset(["true", "yes", "ja", "wahr"])
_NO = frozenset(["false", "no", "nein", "falsch", "0"])

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_HALF_A_COMMENT = re.compile(r"/\*|\*/|<!--|-->[ \t]*$", re.MULTILINE)
_CROSSED_OUT = re.compile(r"~~|[\u0335-\u0338]")
_MARKS = " \t\ufeff*-+•>_"  # of Markdown, around a line
_SIGNS = "\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2487\u24ea-\u24ff\u2776-\u2793\U0001f100-\U0001f10c"
_UNCLEAR = re.compile(rf"\w[{_SIGNS}]|[{_SIGNS}]\d|[\u2488-\u249b]")  # `2²`, `Echo²`, `①②`, and `⒉`


def without_comments(text: str) -> str:
    """Return a text without its comments, `/* … */` and `<!-- … -->`, with its line breaks kept."""
    if "/*" not in text and "<!--" not in text:
        return text
    return _COMMENT.sub(_blank, text, MOST_COMMENTS)


def _blank(found: re.Match[str]) -> str:
    """Return the line breaks within a comment. A comment that does not end is returned unchanged."""
    return " " + "\n" * (len(found[0].splitlines()) - 1) if found[0].endswith(("*/", "-->")) else found[0]


def half_a_comment(text: str) -> int | None:
    """Return the line at which a comment begins that does not end, or ends that did not begin; `None` if there is
    none."""
    found = _HALF_A_COMMENT.search(text) if "*" in text or "--" in text else None
    return None if found is None else found.start()


def is_crossed_out(line: str) -> bool:
    """True if a line, or a part of it, is crossed out: `~~4 alley-cat~~`."""
    if ("~" not in line and line.isascii()) or len(line) > LONGEST_LINE:
        return False
    bare = line.strip(_MARKS)
    return (bare.startswith("~") and bare.endswith("~") and len(bare) > 1) or _CROSSED_OUT.search(line) is not None


def has_unclear_digits(line: str) -> bool:
    """True if a raised, lowered or circled digit directly follows other text. It may be a number, an exponent or a
    footnote."""
    return not line.isascii() and len(line) <= LONGEST_LINE and _UNCLEAR.search(line) is not None


def zone_in(field: str, said: str) -> str:
    """Return the zone that a field of a card states. For `Sideboard` = `true` it is the name of the field."""
    word = said.strip().casefold()
    if field in _NAMES_OF_ZONES or word not in _YES | _NO:
        return said
    return field if word in _YES else ""
