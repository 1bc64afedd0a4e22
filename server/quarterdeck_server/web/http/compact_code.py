"""JavaScript and styles without the text that is only for people: comments, indentation, and spaces that separate
nothing.

Names, strings, templates and regular expressions stay as they were written, and so does the meaning. The tests compare
the parsed form of each served file before and after.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|//[^\n]*|/\*.*?\*/)
      | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<word>[\w$]+)
      | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_BEFORE_PATTERN = frozenset("([{,;=:?!&|+-*%~^<>")
"""A slash after one of these begins a regular expression, and divides elsewhere."""
_WORDS_BEFORE_PATTERN = frozenset({"case", "in", "of", "return", "typeof", "yield"})

_OPENS, _CLOSES = frozenset("([,"), frozenset(")]")
"""Behind or before one of these no line ends a statement."""
_ENDS = frozenset(";{}")
"""Behind one of these the formatter leaves no statement that only the end of a line would end."""

_STYLE_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<space>(?:\s|/\*.*?\*/)+)|.""", re.DOTALL
)

_STYLE_ENDS = frozenset("{};")


def compact_script(source: str) -> str:
    """Return a JavaScript module without comments, needless spaces and trailing commas. Statements at the outermost
    level stay on separate lines, so that line numbers in a browser's errors are useful. Raises `ValueError` if the
    source cannot be parsed."""
    parts: list[str] = []
    space, depth = "", 0
    for kind, token in _tokens(source):
        if kind == "space":
            space += token
            continue
        if parts:
            parts.append(_between(parts[-1], space, token, is_outermost=depth == 0))
        if token in (")", "]", "}") and parts[-2:-1] == [","] and parts[-4:-3] not in ([","], ["["]):
            parts[-2:] = []
        depth += {"{": 1, "}": -1}.get(token, 0)
        parts.append(token)
        space = ""
    return "".join(parts) + "\n"


def compact_styles(source: str) -> str:
    """Return a style sheet without comments and needless space."""
    parts: list[str] = []
    space = False
    for match in _STYLE_TOKEN.finditer(source):
        if match.lastgroup == "space":
            space = True
            continue
        token = match.group()
        if space and parts and parts[-1] not in _STYLE_ENDS and token not in _STYLE_ENDS:
            parts.append(" ")
        parts.append(token)
        space = False
    return "".join(parts) + "\n"


def _between(before: str, space: str, after: str, *, is_outermost: bool) -> str:
    """Return the separator between two tokens of JavaScript that had this space between them."""
    if "\n" in space and before not in _OPENS and after not in _CLOSES and (is_outermost or before not in _ENDS):
        return "\n"
    parts = _is_word(before[-1]) and _is_word(after[0])
    doubles = before[-1] == after[0] and after[0] in "+-/"
    fraction = before[-1].isdigit() and after[0] == "."
    return " " if space and (parts or doubles or fraction) else ""


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_$#@"


def _tokens(source: str) -> Iterator[tuple[str, str]]:
    at, before = 0, ";"
    while at < len(source):
        begin = at
        if source[at] == "`":
            at = _end_of_template(source, at)
            kind = "text"
        elif source[at] == "/" and source[at + 1 : at + 2] not in ("/", "*") and _begins_pattern(before):
            match = _PATTERN.match(source, at)
            if match is None:
                raise ValueError(f"a regular expression in JavaScript does not end: {source[at : at + 40]!r}")
            at = match.end()
            kind = "text"
        else:
            match = _TOKEN.match(source, at)
            at, kind = (match.end(), match.lastgroup or "") if match else (at + 1, "sign")
        token = source[begin:at]
        if kind != "space":
            before = token
        yield kind, token


def _begins_pattern(before: str) -> bool:
    return before in _BEFORE_PATTERN or before in _WORDS_BEFORE_PATTERN


def _end_of_template(source: str, at: int) -> int:
    """Return the end position of the template literal that begins here. It may contain other template literals."""
    at += 1
    while at < len(source):
        if source[at] == "`":
            return at + 1
        if source.startswith("${", at):
            at = _end_of_code(source, at + 2)
        else:
            at += 2 if source[at] == "\\" else 1
    raise ValueError("a template literal in JavaScript does not end")


def _end_of_code(source: str, at: int) -> int:
    """Return the position after the brace that ends the code that begins here."""
    depth = 1
    for _, token in _tokens(source[at:]):
        at += len(token)
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth == 0:
            return at
    raise ValueError("the code in a template literal of JavaScript does not end")
