"""Documents of 0.1.0 keep their stored names and bytes, although the code has other names for them."""

from typing import Any

import pytest
from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.accounts.login_throttle import LOGIN_ATTEMPTS
from quarterdeck_server.lobby.chat.service import CHAT_LINES
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.lobby.matchmaking.repository import LAST_ROUNDS
from quarterdeck_server.lobby.moderation.audit import AUDIT_ENTRIES
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tables.seat_limits import SEATED_TABLES
from quarterdeck_server.storage import keys

STORED: dict[str, tuple[Collection[Any], bytes]] = {
    "qd:{lobby}:document:wave:a": (LAST_ROUNDS, b'{"number":7,"at":1700000000000,"steady_since":1699999000000}'),
    "qd:{lobby}:document:sittings:a": (SEATED_TABLES, b'{"tables":["t-1","t-2"]}'),
    "qd:{s202}:document:attempts:a": (LOGIN_ATTEMPTS, b'{"failed":6,"until":1700000000000}'),
    "qd:{lobby}:document:line:a": (
        CHAT_LINES,
        (
            b'{"id":"l-1","place":{"where":"table","id":"t-1","audience":"everybody","opening":""},'
            b'"player":{"id":"p-ada","name":"Ada","kind":"person","bot":null},"text":"Hi","phrase":null,"at":1,'
            b'"withheld":["p-bob"],"told_from":5,"told_at_once":["p-ada"]}'
        ),
    ),
    "qd:{lobby}:document:played:a": (
        MATCH_RESULTS,
        (
            b'{"match":"m-1","game":"tiny","seats":[{"player":"p-ada","bot":null,"place":1,"before":null,"after":null,'
            b'"hidden":[]}],"reason":"won","unrated":null,"began":1,"ended":2,"entries":3,"rewound":false,'
            b'"archived":false,"told_from":9}'
        ),
    ),
    "qd:{lobby}:document:audit:a": (
        AUDIT_ENTRIES,
        b'{"id":"d-1","at":1,"by":"p-mo","what":"mute","whom":"p-ada","why":"spam","until":null,"detail":"","order":""}',
    ),
}
"""Keys and contents as commit 5df9cd8b wrote them, the last one before the names in the code changed."""


@pytest.mark.parametrize("key", STORED)
def test_a_document_of_the_former_version_is_read_and_written_unchanged(key: str) -> None:
    collection, content = STORED[key]
    assert keys.document(collection.key("a")) == key
    document = Document(collection.key("a"), 3, content)
    record = collection.of(document)
    assert record is not None
    change = collection.put("a", document, record)
    assert (change.body, change.seen) == (content, 3)


def test_visibility_of_a_stored_chat_line_is_read() -> None:
    line = CHAT_LINES.of(Document(CHAT_LINES.key("a"), 1, STORED["qd:{lobby}:document:line:a"][1]))
    assert line is not None
    assert (line.visibility.insiders, line.visibility.others_from) == (("p-ada",), 5)


def test_the_golden_documents_cover_every_historic_kind() -> None:
    historic = {value for name, value in vars(stored_kinds).items() if name.isupper()}
    assert {key.split(":")[3] for key in STORED} == historic
