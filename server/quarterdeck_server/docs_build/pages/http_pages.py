"""Reference pages of the HTTP endpoints: one for each tag of the OpenAPI description, and one for schemas that no
message uses."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape

from quarterdeck_server.docs_build.pages import reference_parts as parts
from quarterdeck_server.docs_build.pages.layout import Page
from quarterdeck_server.docs_build.pages.reference_parts import Addresses, Document

ADDRESS = "/docs/http"
SHAPES = f"{ADDRESS}/shapes"


def http_pages(openapi: Document, shown: Addresses) -> Sequence[Page]:
    """Return the overview page of the HTTP endpoints, one page for each tag, and one of schemas. `shown` has the
    addresses of the schemas that the message pages describe."""
    schemas = openapi["components"]["schemas"]
    addresses = {name: shown.get(name) or f"{SHAPES}#{name}" for name in schemas}
    bodies: dict[str, list[str]] = defaultdict(list)
    links: dict[str, dict[str, str]] = defaultdict(dict)
    titles = {f"{ADDRESS}/{each['name']}": each["name"].capitalize() for each in openapi["tags"]} | {SHAPES: "Shapes"}
    about = {f"{ADDRESS}/{each['name']}": each["description"] for each in openapi["tags"]}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            page = f"{ADDRESS}/{operation['tags'][0]}"
            title = f"{method.upper()} {path}"
            bodies[page].append(_operation(title, operation, addresses))
            links[page][title] = f"{page}#{operation['operationId']}"
    for name in (name for name, address in addresses.items() if address.startswith(SHAPES)):
        bodies[SHAPES].append(parts.definition(name, schemas[name], addresses))
        links[SHAPES][name] = addresses[name]
    pages = [
        Page(page, title, _body(title, about.get(page, ""), links[page], bodies[page]))
        for page, title in titles.items()
        if bodies[page]
    ]
    contents = [parts.listed(each.title, each.address, links[each.address]) for each in pages]
    others = {name: address for name, address in shown.items() if name in schemas}
    moved = parts.listed("Shapes of messages", "/docs/messages", {name: f"{others[name]}" for name in others})
    return [Page(ADDRESS, "HTTP", "\n".join([parts.head(openapi), *contents, moved])), *pages]


def _body(title: str, about: str, links: Mapping[str, str], sections: Sequence[str]) -> str:
    head = f"<h1>HTTP: {escape(title)}</h1>"
    return "\n".join([head, parts.text(about), parts.on_this_page(links), *sections])


def _operation(title: str, operation: Document, addresses: Addresses) -> str:
    fields = "".join(
        parts.field(
            f"{one['name']} ({one['in']})",
            {**one["schema"], "description": one["description"]},
            one["required"],
            addresses,
        )
        for one in operation["parameters"]
    )
    body = operation.get("requestBody", {}).get("content", {})
    taken = "".join(f"<p>Takes {parts.kind(content['schema'], addresses)}.</p>" for content in body.values())
    status, answer = next(iter(operation["responses"].items()))
    answers = "".join(
        f"<p>Answers {status} with {_content(content, addresses)}, as <code>{media}</code>.</p>"
        for media, content in answer.get("content", {}).items()
    )
    name = f"<code>{escape(title)}</code>"
    listed = f"<dl>\n{fields}</dl>" if fields else ""
    return parts.section(operation["operationId"], name, operation["description"], listed, taken, answers)


def _content(content: Document, addresses: Addresses) -> str:
    return parts.kind(content["schema"], addresses) if content else "text"
