"""The documents as pages: static HTML without a script, which loads nothing from other servers."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

import msgspec
from markdown_it.token import Token

from quarterdeck_server.cards.rule_book_page import anchored_markdown
from quarterdeck_server.docs_build.protocol_pages import headings, slug

Document = Mapping[str, Any]

STYLE = """:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { font: 100%/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
nav a { margin-right: 1rem; }
h1 { line-height: 1.2; }
h2, h3 { margin-top: 2.5rem; }
h2 a, h3 a { color: inherit; text-decoration: none; }
section { border-top: 1px solid #8888; }
dt { margin-top: .6rem; }
dd { margin-left: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid #8888; border-radius: .3rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8888; padding: .1rem .6rem; text-align: left; vertical-align: top; }
td, th { overflow-wrap: break-word; }
td { min-width: 8rem; }
summary { cursor: pointer; padding: .4rem 0; }
.kind { opacity: .85; }
:target { outline: .15rem solid; outline-offset: .3rem; }
"""

NAVIGATION = {
    "/docs": "Overview",
    "/docs/quickstart": "Quick start",
    "/docs/protocol": "Protocol",
    "/docs/errors": "Refusals",
    "/docs/fairness": "Fairness",
    "/docs/messages": "Messages",
    "/docs/http": "HTTP",
    "/docs/changes": "Changes",
}

OVERVIEW = """# Quarterdeck, for whoever writes a client

- [Quick start](/docs/quickstart): from nothing to a finished match, on one page.
- [Refusals](/docs/errors): what each code means, and what a client does then.
- [Fairness](/docs/fairness): how anybody verifies a match, and what that proves.
- [Protocol](/docs/protocol): the contract, one page a topic, from the first frame to the end of a match.
- [Messages](/docs/messages) has every message of the socket with every field and a recorded frame; for programs
  the same is [`/v1/asyncapi.json`](/v1/asyncapi.json).
- [HTTP](/docs/http) has every path; the same for programs is [`/v1/openapi.json`](/v1/openapi.json).
- JSON Schema: [what clients send](/v1/schema/from-client.json), [what servers send](/v1/schema/from-server.json),
  [a file with a transcript](/v1/schema/transcript.json), and
  [everything that travels](/v1/schema). What a game says is in `/v1/games/<game>`, as `schema`.
- [Changes](/docs/changes) of the protocol, by date.
- [The games of this server](/v1/games).
"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav aria-label="Documents">{navigation}</nav>
<main>
{body}
</main>
</body>
</html>
"""

_markdown = anchored_markdown()

GUIDES = {
    "QUICKSTART.md": "/docs/quickstart",
    "PROTOCOL.md": "/docs/protocol",
    "ERRORS.md": "/docs/errors",
    "FAIRNESS.md": "/docs/fairness",
    "CHANGELOG.md": "/docs/changes",
}
"""The addresses of documents, by their paths below the protocol folder. The pages of the protocol are below that of
PROTOCOL.md."""


def pages(openapi: Document, asyncapi: Document, guides: Mapping[str, str]) -> Mapping[str, str]:
    """Return every page, and their style, by its path below `/docs`; the guides are Markdown, by the paths of their
    files."""
    addresses = {path: address_of(path) for path in guides}
    return {
        "index.html": _page("Quarterdeck's documents", "/docs", _markdown.render(OVERVIEW)),
        **{
            f"{addresses[path].removeprefix('/docs/')}.html": _page(
                NAVIGATION.get(addresses[path]) or headings(guide)[0],
                addresses[path],
                _guide(path, guide, addresses, has_codes=path == "ERRORS.md"),
            )
            for path, guide in guides.items()
        },
        "messages.html": _page("Messages", "/docs/messages", "\n".join(_messages(asyncapi))),
        "http.html": _page("HTTP", "/docs/http", "\n".join(_paths(openapi))),
        "style.css": STYLE,
    }


def address_of(document: str) -> str:
    """Return the address of a document, by its path below the protocol folder."""
    return GUIDES.get(document) or f"{GUIDES['PROTOCOL.md']}/{PurePosixPath(document).stem}"


def _page(title: str, path: str, body: str) -> str:
    navigation = " ".join(
        f'<a href="{address}"{" aria-current=page" if address == path else ""}>{text}</a>'
        for address, text in NAVIGATION.items()
    )
    return _PAGE.format(title=escape(title), navigation=navigation, body=body)


def _guide(path: str, guide: str, addresses: Mapping[str, str], *, has_codes: bool = False) -> str:
    """Return the guide as HTML, its headings with the anchors that its own links lead to; on the page of refusals, each
    code's row has one, too."""
    tokens = _markdown.parse("\n".join(line for line in guide.splitlines() if not line.startswith("<!--")))
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrs["id"] = slug(content.content)
    for row, code in _rows_of_codes(tokens) if has_codes else ():
        row.attrs["id"] = code
    for link in (each for token in tokens for each in token.children or () if each.type == "link_open"):
        link.attrs["href"] = _link_target(path, str(link.attrs["href"]), addresses)
    return str(_markdown.renderer.render(tokens, _markdown.options, {}))


def _link_target(document: str, link: str, addresses: Mapping[str, str]) -> str:
    """Return the address of a link in a document. Raises `LookupError` for a file that is not served."""
    if link.startswith(("/", "#")):
        return link
    path, mark, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
    if target not in addresses:
        raise LookupError(f"{document} links to {link}, which is not served below /docs")
    return f"{addresses[target]}{mark}{anchor}"


def _rows_of_codes(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """Return the table rows whose first cell is a word of the protocol, a refusal code, each with that word. Each word
    is returned once."""
    found: set[str] = set()
    for row, cell, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and cell.type == "td_open":
            words = [each for each in content.children or () if each.type != "text" or each.content.strip()]
            if len(words) == 1 and words[0].type == "code_inline" and words[0].content not in found:
                found.add(words[0].content)
                yield row, words[0].content


def _messages(asyncapi: Document) -> Iterator[str]:
    yield _head(asyncapi)
    messages, schemas = asyncapi["components"]["messages"], asyncapi["components"]["schemas"]
    replies = {
        name: [_last(answer["$ref"]) for answer in each["reply"]["messages"]]
        for name, each in asyncapi["operations"].items()
        if "reply" in each
    }
    shown = {_last(each["payload"]["$ref"]) for each in messages.values()}
    parts = [name for name in schemas if name not in shown]
    yield _contents("What clients send", {name: name for name in messages if name in replies})
    yield _contents("What the server sends", {name: name for name in messages if name not in replies})
    yield _contents("What they are made of", {name: name for name in parts})
    for name, message in messages.items():
        kind = _last(message["payload"]["$ref"])
        fields = f'<span id="{kind}"></span>{_fields(schemas[kind])}'
        answers = ", ".join(f'<a href="#{each}"><code>{each}</code></a>' for each in replies.get(name, []))
        answered = f"<p>Answered by {answers}.</p>" if answers else ""
        frame = escape(_formatted(message["examples"][0]["payload"]))
        recorded = f"<details><summary>A recorded frame</summary><pre><code>{frame}</code></pre></details>"
        yield _section(name, f"<code>{name}</code>", message["description"], answered, fields, recorded)
    for name in parts:
        yield _definition(name, schemas[name])


def _paths(openapi: Document) -> Iterator[str]:
    yield _head(openapi)
    asked = {
        f"{method.upper()} {path}": each
        for path, methods in openapi["paths"].items()
        for method, each in methods.items()
    }
    schemas = openapi["components"]["schemas"]
    yield _contents("Paths", {title: each["operationId"] for title, each in asked.items()})
    yield _contents("What they are made of", {name: name for name in schemas})
    for title, each in asked.items():
        yield _operation(title, each)
    for name, schema in schemas.items():
        yield _definition(name, schema)


def _operation(title: str, operation: Document) -> str:
    fields = "".join(
        _field(f"{one['name']} ({one['in']})", {**one["schema"], "description": one["description"]}, one["required"])
        for one in operation["parameters"]
    )
    body = operation.get("requestBody", {}).get("content", {})
    taken = "".join(f"<p>Takes {_kind(content['schema'])}.</p>" for content in body.values())
    status, answer = next(iter(operation["responses"].items()))
    answers = "".join(
        f"<p>Answers {status} with {_kind(content['schema']) if content else 'text'}, as <code>{kind}</code>.</p>"
        for kind, content in answer.get("content", {}).items()
    )
    name = f"<code>{escape(title)}</code>"
    listed = f"<dl>\n{fields}</dl>" if fields else ""
    return _section(operation["operationId"], name, operation["description"], listed, taken, answers)


def _head(document: Document) -> str:
    about = document["info"]
    return f"<h1>{escape(about['title'])}</h1>\n{_text(about['description'])}"


def _section(anchor: str, title: str, text: str, *parts: str) -> str:
    content = "\n".join([_text(text), *filter(None, parts)])
    return f'<section id="{anchor}">\n<h3><a href="#{anchor}">{title}</a></h3>\n{content}\n</section>'


def _contents(title: str, anchors: Mapping[str, str]) -> str:
    links = "\n".join(
        f'<li><a href="#{anchor}"><code>{escape(text)}</code></a></li>' for text, anchor in anchors.items()
    )
    return f"<details><summary>{escape(title)} ({len(anchors)})</summary>\n<ul>\n{links}\n</ul></details>"


def _definition(name: str, schema: Document) -> str:
    return _section(name, name, schema.get("description", ""), _fields(schema))


def _fields(schema: Document) -> str:
    fields = schema.get("properties", {})
    required = schema.get("required", [])
    if not fields:
        return "" if "enum" in schema or schema.get("type") == "object" else f"<p>{_kind(schema)}</p>"
    return f"<dl>\n{''.join(_field(name, field, name in required) for name, field in fields.items())}</dl>"


def _field(name: str, schema: Document, is_required: bool) -> str:
    default = "" if "default" not in schema else f", or else <code>{escape(_json(schema['default']))}</code>"
    needed = "needed" if is_required else "can be left out"
    return (
        f'<dt><code>{escape(name)}</code> <span class="kind">{_kind(schema)}; {needed}{default}</span></dt>\n'
        f"<dd>{_text(schema.get('description', ''))}</dd>\n"
    )


def _kind(schema: Any) -> str:
    """Return the type of a value in a few words."""
    match schema:
        case {"$ref": ref} | {"allOf": [{"$ref": ref}]}:
            return f'<a href="#{_last(ref)}">{_last(ref)}</a>'
        case {"const": value}:
            return f"<code>{escape(_json(value))}</code>"
        case {"enum": values}:
            return " or ".join(f"<code>{escape(_json(value))}</code>" for value in values)
        case {"anyOf": kinds}:
            return " or ".join(_kind(each) for each in kinds)
        case {"type": "array", "items": dict() as inner}:
            return f"array of {_kind(inner)}"
        case {"type": "array", "items": list() as inner}:
            return f"array of {', '.join(_kind(each) for each in inner)}"
        case {"type": kind}:
            words = {"minimum": "at least", "maximum": "at most", "minLength": "from", "maxLength": "up to"}
            units = {"minLength": " characters", "maxLength": " characters"}
            bounds = [f"{word} {schema[key]}{units.get(key, '')}" for key, word in words.items() if key in schema]
            return ", ".join([str(kind), *bounds])
        case _:
            return "any JSON"


def _text(markdown: str) -> str:
    return str(_markdown.render(markdown)) if markdown else ""


def _last(ref: str) -> str:
    return ref.rpartition("/")[2]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _formatted(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
