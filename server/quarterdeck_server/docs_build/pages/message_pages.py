"""Reference pages of the WebSocket messages: one page for each topic, as in the modules of the protocol package."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import get_args, get_origin

from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.schema.definitions import classes_of

from quarterdeck_server.docs_build.pages import reference_parts as parts
from quarterdeck_server.docs_build.pages.layout import Page
from quarterdeck_server.docs_build.pages.reference_parts import Document, last

ADDRESS = "/docs/messages"
MATCHES = "matches"
TOPICS: Mapping[str, str] = {"messages": MATCHES, "follow_lists": "following", "owned_copies": "collection"}
"""Topics of modules with another name. They are addresses of pages."""

TITLES: Mapping[str, str] = {MATCHES: "Connections and matches"}
"""Better titles for topics with an unclear name."""

SHARED = "shared"
"""The page of types from modules without messages."""


def topics_of_classes() -> Mapping[str, str]:
    """Return the topic of each message and schema class, by the name of the class. The topic is its module, if that
    contains messages."""
    messages = {(get_origin(kind) or kind).__module__ for kind in (*get_args(AnyFromClient), *get_args(AnyFromServer))}
    return {
        each.__name__: _topic(each.__module__) if each.__module__ in messages else SHARED
        for each in classes_of([AnyFromClient, AnyFromServer])
    }


def addresses_of(asyncapi: Document) -> dict[str, str]:
    """Return the address of each schema, by its name. The address of a message is its page with the message type as
    anchor."""
    topics = topics_of_classes()
    tags = {_shape(each): tag for tag, each in asyncapi["components"]["messages"].items()}
    return {
        name: f"{ADDRESS}/{topics.get(name, SHARED)}#{tags.get(name, name)}"
        for name in asyncapi["components"]["schemas"]
    }


def message_pages(asyncapi: Document) -> Sequence[Page]:
    """Return the overview page of the messages, and one page for each topic."""
    messages, schemas = asyncapi["components"]["messages"], asyncapi["components"]["schemas"]
    addresses = addresses_of(asyncapi)
    replies = {
        name: [last(answer["$ref"]) for answer in each["reply"]["messages"]]
        for name, each in asyncapi["operations"].items()
        if "reply" in each
    }
    places = {tag: addresses[_shape(each)] for tag, each in messages.items()}
    shown = set(map(_shape, messages.values()))
    shapes = {name: addresses[name] for name in schemas if name not in shown}
    bodies: dict[str, list[str]] = defaultdict(list)
    links: dict[str, dict[str, str]] = defaultdict(dict)
    for tag, message in messages.items():
        page = places[tag].partition("#")[0]
        bodies[page].append(
            _message(tag, message, schemas, addresses, [(each, places[each]) for each in replies.get(tag, [])])
        )
        links[page][tag] = places[tag]
    for name, place in shapes.items():
        page = place.partition("#")[0]
        bodies[page].append(parts.definition(name, schemas[name], addresses))
        links[page][name] = place
    pages = [Page(page, _title(page), _body(page, links[page], bodies[page])) for page in bodies]
    contents = (parts.listed(each.title, each.address, links[each.address]) for each in pages)
    return [Page(ADDRESS, "Messages", "\n".join([parts.head(asyncapi), *contents])), *pages]


def _message(
    tag: str, message: Document, schemas: Document, addresses: Mapping[str, str], replies: Sequence[tuple[str, str]]
) -> str:
    kind = _shape(message)
    fields = f'<span id="{kind}"></span>{parts.fields(schemas[kind], addresses)}'
    answers = ", ".join(f'<a href="{place}"><code>{each}</code></a>' for each, place in replies)
    answered = f"<p>Answered by {answers}.</p>" if answers else ""
    frame = escape(parts.formatted(message["examples"][0]["payload"]))
    recorded = f"<details><summary>A recorded frame</summary><pre><code>{frame}</code></pre></details>"
    return parts.section(tag, f"<code>{tag}</code>", message["description"], answered, fields, recorded)


def _body(page: str, links: Mapping[str, str], sections: Sequence[str]) -> str:
    title = f"<h1>Messages: {escape(_title(page))}</h1>"
    return "\n".join([title, parts.on_this_page(links), *sections])


def _shape(message: Document) -> str:
    return last(message["payload"]["$ref"])


def _topic(module: str) -> str:
    name = module.rpartition(".")[2]
    return TOPICS.get(name) or name.replace("_", "-")


def _title(page: str) -> str:
    topic = last(page)
    return TITLES.get(topic) or topic.replace("-", " ").capitalize()
