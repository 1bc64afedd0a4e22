"""Requests of a client over HTTP: games, cards, transcripts, replays and packs."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Raw
from quarterdeck_protocol.catalogue import Catalogue, RawCatalogue
from quarterdeck_protocol.http.card_search import RawCardPage
from quarterdeck_protocol.http.lessons import Lesson
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, PackOdds, PackOpened
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.transcripts.replay import RawReplay, Replay
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_client.errors import FalsePackError
from quarterdeck_client.game_types import types_of, with_cards
from quarterdeck_client.transport.answers import read_body
from quarterdeck_client.verification.pack_check import check_pack


class TournamentFile(StrEnum):
    """Forms in which a tournament can be saved."""

    JSON = "json"
    """The whole tournament."""

    STANDINGS = "standings"
    """The standings as CSV."""

    PAIRINGS = "pairings"
    """The pairings as CSV."""

    TRF = "trf"
    """The report of FIDE in its format of 2016."""

    TRF26 = "trf26"
    """The same in its format of 2026."""

    ARCHIVE = "archive"
    """All of a tournament that has ended, with its log and the transcripts of its matches."""


class _Event(msgspec.Struct):
    type: str
    match: str | None = None
    results: tuple[tuple[int, int], ...] = ()


class _Logged(msgspec.Struct):
    log: tuple[_Event, ...]


class HttpRequests(ABC):
    """Base class of `Client` with the requests that a server answers over HTTP."""

    @abstractmethod
    async def _get(self, path: str, *, signed: bool = False) -> bytes:
        """Return the answer to a GET request for a path; if `signed`, with this player's token."""

    async def transcript(self, match: str) -> Transcript:
        """Return the transcript of a match that has ended. Only its players can fetch the transcript of a closed
        match."""
        return read_body(await self._get(f"/v1/matches/{match}", signed=True), Transcript)

    async def replay(self, match: str, seat: Seat | None = None) -> Replay[Any, Any, Any]:
        """Return the replay of a match that has ended, as a seat or the spectators saw it. Only its players can fetch
        the replay of a closed match."""
        query = "" if seat is None else f"?seat={seat}"
        replay = read_body(await self._get(f"/v1/matches/{match}/replay{query}", signed=True), RawReplay)
        return types_of(replay.game).replay(replay)

    async def tournament_file(self, tournament: str, form: TournamentFile) -> bytes:
        """Return a tournament as a file for other programs."""
        if form is TournamentFile.ARCHIVE:
            return await self._tournament_archive(tournament)
        return await self._get(f"/v1/tournaments/{tournament}?as={form}")

    async def _tournament_archive(self, tournament: str) -> bytes:
        body = await self._get(f"/v1/tournaments/{tournament}?as=log")
        events = read_body(body, _Logged).log
        whole = msgspec.json.decode(body, type=dict[str, Raw])
        matches = [each.match for each in events if each.type == "scored" and each.match is not None]
        matches += [f"{tournament}-a{match}" for each in events for match, _ in each.results]  # of an arena
        transcripts = [Raw(await self._get(f"/v1/matches/{match}", signed=True)) for match in matches]
        return msgspec.json.encode({**whole, "transcripts": transcripts})

    async def game(self, name: str, *, rules: int | None = None) -> dict[str, Any]:
        """Return a game's description with its phrases and schema. `rules` is a version of the rules, as in
        `Update.rules`."""
        return read_body(await self._get(f"/v1/games/{name}{_of_rules(rules)}"), dict[str, Any])

    async def lesson(self, game: str) -> Lesson:
        """Return the lesson of a game, a guided first match. Raises `RefusedError` if the game has none."""
        return read_body(await self._get(f"/v1/games/{game}/lesson"), Lesson)

    async def cards(self, game: str, *, rules: int | None = None) -> Catalogue[Any]:
        """Return the card catalogue of a game; each card has its printed fields as attributes. Raises `RefusedError` if
        the game has no catalogue."""
        return with_cards(await self.raw_cards(game, rules=rules))

    async def raw_cards(self, game: str, *, rules: int | None = None) -> RawCatalogue:
        """Return the card catalogue of a game, with each card as raw JSON."""
        return read_body(await self._get(f"/v1/games/{game}/cards{_of_rules(rules)}"), RawCatalogue)

    async def find_cards(self, text: str = "", *, page: int = 1, **facets: str | int | Sequence[str]) -> RawCardPage:
        """Search the cards of all games, or of the `game` facet, and return a page of those that match all conditions.
        Each card is raw JSON. The `facets` of a page list the possible conditions. Raises `RefusedError`."""
        asked = urlencode({"q": text, "page": page, **facets}, doseq=True, errors="backslashreplace")
        return read_body(await self._get(f"/v1/cards?{asked}"), RawCardPage)

    async def pack_odds(self) -> PackOdds:
        """Return the odds of packs, the card lists from which packs are drawn, and how often each card came in all
        packs opened so far."""
        return read_body(await self._get("/v1/packs/odds"), PackOdds)

    async def check_pack(self, pack: Pack, opened: PackOpened, entropy: str | None = None) -> None:
        """Raise `FalsePackError` unless the cards of a pack follow from the server's commitment in `pack`, as
        `collection.packs` returned it before opening, and from the player's own `entropy`, if given."""
        pools = [each.lists for each in (await self.pack_odds()).pools if each.pool == pack.pool]
        if not pools:
            raise FalsePackError(pack.id, "the server does not publish the card lists that it committed to")
        check_pack(pack, opened, pools[0], entropy)


def _of_rules(rules: int | None) -> str:
    return "" if rules is None else f"?rules={rules}"
