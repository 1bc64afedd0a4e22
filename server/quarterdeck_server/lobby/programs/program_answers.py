"""Answers to requests of other services that may arrive twice: the first answer is stored, and is given again."""

import msgspec

from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.store_errors import Conflict


class AnswerRecord(msgspec.Struct, frozen=True):
    """The stored answer to an interaction, for its repetition."""

    body: str


ANSWERS = Collection("program_answer", AnswerRecord)
SECONDS_KEPT = 15 * 60


async def first_answer(documents: DocumentStore, name: str, body: str) -> str:
    """Store an answer if there is none under this name, and return the one that was first."""
    try:
        await documents.commit([ANSWERS.put(name, None, AnswerRecord(body), SECONDS_KEPT)])
    except Conflict:
        (there,) = await ANSWERS.read(documents, [name])
        return body if there is None else there.body
    return body


async def answer_before(documents: DocumentStore, name: str) -> str | None:
    """Return the answer that was stored under this name; `None` if there is none."""
    (there,) = await ANSWERS.read(documents, [name])
    return None if there is None else there.body
