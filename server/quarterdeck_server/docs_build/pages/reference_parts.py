"""Parts of the reference pages: a section for each message, endpoint and schema, and lists of links to them."""

from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec

from quarterdeck_server.docs_build.pages.guides import markdown

Document = Mapping[str, Any]

Addresses = Mapping[str, str]
"""The address of each shape's section, by its name."""


def head(document: Document) -> str:
    """Return the title and the description of an OpenAPI or AsyncAPI description, as HTML."""
    about = document["info"]
    return f"<h1>{escape(about['title'])}</h1>\n{text(about['description'])}"


def section(anchor: str, title: str, description: str, *parts: str) -> str:
    """Return an HTML section whose heading is a link to itself."""
    content = "\n".join([text(description), *filter(None, parts)])
    return f'<section id="{anchor}">\n<h2><a href="#{anchor}">{title}</a></h2>\n{content}\n</section>'


def listed(title: str, page: str, links: Mapping[str, str]) -> str:
    """Return a part of a table of contents: links to sections of another page. Each link has the section's anchor as
    its id, because all sections were on this page until 29 November 2026."""
    items = "\n".join(
        f'<li id="{target.partition("#")[2]}"><a href="{target}"><code>{escape(name)}</code></a></li>'
        for name, target in links.items()
    )
    return f'<h2><a href="{page}">{escape(title)}</a></h2>\n<ul>\n{items}\n</ul>'


def on_this_page(links: Mapping[str, str]) -> str:
    """Return links to the sections of a page, by their texts, as HTML."""
    inner = " ".join(f'<a href="#{place.partition("#")[2]}">{escape(name)}</a>' for name, place in links.items())
    return f'<nav class="sections" aria-label="On this page">{inner}</nav>'


def definition(name: str, schema: Document, addresses: Addresses) -> str:
    """Return the HTML section that describes a schema."""
    return section(name, name, schema.get("description", ""), fields(schema, addresses))


def fields(schema: Document, addresses: Addresses) -> str:
    """Return the fields of a schema as HTML, or its type if it has no fields."""
    inner = schema.get("properties", {})
    required = schema.get("required", [])
    if not inner:
        return "" if "enum" in schema or schema.get("type") == "object" else f"<p>{kind(schema, addresses)}</p>"
    return f"<dl>\n{''.join(field(name, each, name in required, addresses) for name, each in inner.items())}</dl>"


def field(name: str, schema: Document, is_required: bool, addresses: Addresses) -> str:
    """Return the HTML of a schema field with its type, its default and its description."""
    default = "" if "default" not in schema else f", or else <code>{escape(_json(schema['default']))}</code>"
    needed = "needed" if is_required else "can be left out"
    return (
        f'<dt><code>{escape(name)}</code> <span class="kind">{kind(schema, addresses)}; {needed}{default}</span></dt>\n'
        f"<dd>{text(schema.get('description', ''))}</dd>\n"
    )


def kind(schema: Any, addresses: Addresses) -> str:
    """Return the type that a schema describes, in a few words."""
    match schema:
        case {"$ref": ref} | {"allOf": [{"$ref": ref}]}:
            return f'<a href="{addresses[last(ref)]}">{last(ref)}</a>'
        case {"const": value}:
            return f"<code>{escape(_json(value))}</code>"
        case {"enum": values}:
            return " or ".join(f"<code>{escape(_json(value))}</code>" for value in values)
        case {"anyOf": kinds}:
            return " or ".join(kind(each, addresses) for each in kinds)
        case {"type": "array", "items": dict() as inner}:
            return f"array of {kind(inner, addresses)}"
        case {"type": "array", "items": list() as inner}:
            return f"array of {', '.join(kind(each, addresses) for each in inner)}"
        case {"type": name}:
            words = {"minimum": "at least", "maximum": "at most", "minLength": "from", "maxLength": "up to"}
            units = {"minLength": " characters", "maxLength": " characters"}
            bounds = [f"{word} {schema[key]}{units.get(key, '')}" for key, word in words.items() if key in schema]
            return ", ".join([str(name), *bounds])
        case _:
            return "any JSON"


def text(source: str) -> str:
    """Return a Markdown description as HTML."""
    return str(markdown.render(source)) if source else ""


def last(ref: str) -> str:
    """Return the last part of a schema reference: the name of the schema."""
    return ref.rpartition("/")[2]


def formatted(value: Any) -> str:
    """Return a value as JSON with line breaks."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
