"""Replays of ended matches: their sources, and the conversion of replay frames to updates."""

from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import quote

import aiohttp
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import GameName, MatchId, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.replay import RawReplay

from quarterdeck_client.errors import LostError, RefusedError
from quarterdeck_client.phrases import Phrases, read_phrases
from quarterdeck_client.transport.answers import read_body, refused_in
from quarterdeck_client.transport.server_addresses import checked
from quarterdeck_client.words.card_texts import Book, read_book

SECONDS_TO_FETCH = 30.0


class ReplaySource(Protocol):
    """Source of one match's replays, one for each seat and one for spectators."""

    async def replay(self, seat: Seat | None) -> RawReplay:
        """Return the replay as a seat saw the match; with `None`, as spectators saw it. Raises `ClientError`."""
        ...

    async def phrases(self, game: GameName) -> Phrases:
        """Return the game's phrases. Raises `ClientError`."""
        ...

    async def book(self, game: GameName) -> Book:
        """Return the printed texts of the game's cards; an empty mapping if the game has no catalogue. Raises
        `ClientError`."""
        ...


class ServerReplays:
    """Replays from a server, fetched over HTTP. No session is needed, so the player can play meanwhile."""

    def __init__(self, url: str, match: MatchId, *, token: str | None = None, language: str | None = None) -> None:
        """Read the replay of a match from a server. `token` is the reader's token: the replay of a match at a closed
        table is shown only to its players."""
        self._url = url
        self._match = match
        self._token = token
        self._language = language
        self._query = ""
        """The URL query with the match's version of the rules; empty if it is the version of new matches."""

    async def replay(self, seat: Seat | None) -> RawReplay:
        path = f"/v1/matches/{_segment(self._match)}/replay{'' if seat is None else f'?seat={seat}'}"
        try:
            body = await self._get(path)
        except RefusedError as refused:
            if self._token is None or refused.code is not RefusalCode.UNKNOWN_TOKEN:
                raise
            self._token = None  # it is not valid any more; a public match needs none
            body = await self._get(path)
        replay = read_body(body, RawReplay)
        self._query = f"?rules={replay.rules}" if replay.rules else ""
        return replay

    async def phrases(self, game: GameName) -> Phrases:
        described = read_body(await self._get(f"/v1/games/{_segment(game)}{self._query}"), dict[str, Any])
        return read_phrases(described["phrases"], self._language)

    async def book(self, game: GameName) -> Book:
        return await read_book(self._cards, game)

    async def _cards(self, game: str) -> RawCatalogue:
        return read_body(await self._get(f"/v1/games/{_segment(game)}/cards{self._query}"), RawCatalogue)

    async def _get(self, path: str) -> bytes:
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        if self._language is not None:
            headers["Accept-Language"] = self._language
        url, timeout = checked(self._url), aiohttp.ClientTimeout(total=SECONDS_TO_FETCH)
        try:
            async with aiohttp.ClientSession(timeout=timeout) as http, http.get(url + path, headers=headers) as answer:
                body, status = await answer.read(), answer.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise LostError(f"the server at {url} cannot be reached: {str(error) or type(error).__name__}") from error
        if status != 200:
            raise RefusedError(refused_in(body, status))
        return body


def updates_of(replay: RawReplay) -> Sequence[RawUpdate]:
    """Convert the frames of a replay to updates. They have no chain links: only the transcript contains the links."""
    updates: list[RawUpdate] = []
    for number, frame in enumerate(replay.frames, 1):
        updates.append(
            RawUpdate(
                match=replay.match,
                game=replay.game,
                version=frame.version,
                since=updates[-1].version if updates else Version(0),
                at=frame.at,
                now=frame.at,
                seat=replay.seat,
                players=replay.players,
                waiting=frame.waiting,
                link="",
                result=replay.result if number == len(replay.frames) else None,
                events=frame.events,
                view=frame.view,
                choices=frame.choices,
            )
        )
    return updates


def taken_after(replay: RawReplay, at: int) -> bytes | None:
    """Return the action that the viewer's own seat took after frame `at` (counted from 0), as JSON; `None` if it took
    none."""
    after = replay.frames[at + 1].cause if at + 1 < len(replay.frames) else None
    return None if after is None or bytes(after.action) == b"null" else bytes(after.action)


def _segment(name: str) -> str:
    """Return a name percent-encoded as one segment of a URL path."""
    return quote(name, safe="", errors="backslashreplace")
