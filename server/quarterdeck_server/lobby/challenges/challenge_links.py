"""Challenge links: whoever has the token accepts the challenge, once.

The token is in the answer to the challenger alone. The store has its hash, so neither a reader of the store nor a log
can use a link. Showing a link changes nothing, so a preview does not use it up. Accepting it is the same commit as
that of a challenge to a named player, together with the stage of the link.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.social.challenges import (
    HOURS_OF_A_LINK,
    MOST_LINKS,
    AcceptChallengeLink,
    Challenge,
    ChallengeId,
    ChallengeLink,
    ChallengeStage,
    ChallengeToken,
    CreateChallengeLink,
    OpenChallengeLink,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.challenges.challenge_acceptance import Acceptance, Found
from quarterdeck_server.lobby.challenges.challenge_records import (
    ANYBODY,
    CHALLENGE_COUNTS,
    CHALLENGERS,
    HOUR,
    NEW,
    NONE_MADE,
    SECONDS_KEPT,
    ChallengeRecord,
    check_room,
    over,
    unknown_challenge,
)
from quarterdeck_server.lobby.challenges.new_challenges import new_challenge
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, ExtraWrites, again
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexEntry
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.tables.composition import LobbyTables

BYTES_OF_A_TOKEN = 24
EXPIRING_LINKS = "open_challenge_links"
"""Name of the index of open links, by the time at which they expire."""

SECONDS_OF_A_LINK = (HOURS_OF_A_LINK + 24) * 60 * 60
"""How long a link is kept: a day longer than it can be accepted, so that a late player is told that it is over."""


class LinkRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a challenge link."""

    challenge: ChallengeRecord
    """The challenge, to `ANYBODY` until a player accepts it."""

    def stage_at(self, now: Milliseconds) -> ChallengeStage:
        """Return the stage of a link at this time."""
        is_late = self.challenge.stage is ChallengeStage.OPEN and now >= self.expires_at
        return ChallengeStage.EXPIRED if is_late else self.challenge.stage

    @property
    def expires_at(self) -> Milliseconds:
        return Milliseconds(self.challenge.made_at + HOURS_OF_A_LINK * HOUR)


LINKS = Collection("challenge_link", LinkRecord)
"""Links by the hash of their token."""


def hash_of(token: ChallengeToken) -> str:
    """Return the hash under which the link of a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class ChallengeLinks:
    """The challenge links of this server's players. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        games: Mapping[str, AnyGame],
        tables: LobbyTables,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._games = games
        self._open = OpenChallenges(documents, now)
        self._acceptance = Acceptance(documents, games, tables, now, chance)
        self._eligibility = EligibilityChecks(documents)
        self._now = now
        self._chance = chance

    async def create(self, player: PlayerId, message: CreateChallengeLink) -> ChallengeLink:
        """Make a link. If the same command is repeated, there is still only one, and its token is not told again."""
        token = ChallengeToken(self._chance.token_hex(BYTES_OF_A_TOKEN))
        made = new_challenge((player, ANYBODY), message, self._games, self._now(), self._chance)

        async def step() -> ChallengeLink:
            permit = await self._eligibility.of([player], made.made_at)
            if player not in permit.playing:
                raise unknown_token()
            person = permit.playing[player].owner or player
            page, counted = await self._documents.read([CHALLENGERS.key(player), CHALLENGE_COUNTS.key(person)])
            own, counts = (CHALLENGERS.of(page) or NEW).at(made.made_at), CHALLENGE_COUNTS.of(counted) or NONE_MADE
            if made.id in own.links:
                link, _ = await self._stored(own.links[made.id][0])
                if link is None or link.challenge.order != made.order:
                    text = Text("You have already used this `ref` for another challenge.")
                    raise CommandRefused(RefusalCode.REF_REUSED, text, "$.ref")
                return await self._shown(link, player)
            if len(own.links) >= MOST_LINKS:
                text = Text("You have {count|# open link|# open links}: cancel one first.", count=MOST_LINKS)
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", remaining=0)
            lately = counts.at(made.made_at)
            check_room(lately, ANYBODY, made.made_at)
            link = LinkRecord(challenge=msgspec.structs.replace(made, people=(person, ANYBODY)))
            links = {**own.links, made.id: (hash_of(token), made.made_at)}
            lately = msgspec.structs.replace(lately, lately=(*lately.lately, (ANYBODY, made.made_at)))
            await self._documents.commit(
                [
                    LINKS.put(hash_of(token), None, link, SECONDS_OF_A_LINK),
                    CHALLENGERS.put(player, page, msgspec.structs.replace(own, links=links)),
                    CHALLENGE_COUNTS.put(person, counted, lately, SECONDS_KEPT),
                    *permit.while_unchanged,
                ],
                [IndexEntry(EXPIRING_LINKS, hash_of(token), link.expires_at)],
            )
            return msgspec.structs.replace(await self._shown(link, player), token=token)

        return await again(step)

    async def get(self, player: PlayerId, token: ChallengeToken) -> ChallengeLink:
        """Return the challenge of a link, without using it up."""
        link, _ = await self._found(token)
        return await self._shown(link, player)

    async def accept(
        self, player: PlayerId, message: AcceptChallengeLink, terms: str | None = None, *, guests_play: bool = True
    ) -> Challenge:
        """Accept the challenge of a link, if nobody else has: its match begins."""

        async def found() -> Found:
            link, document = await self._found(message.token)
            record = link.challenge
            if record.players[0] == player:
                raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot challenge yourself."), "$.token")
            if record.stage is ChallengeStage.ACCEPTED and record.players[1] == player:
                return Found(record, None)
            if link.stage_at(self._now()) is not ChallengeStage.OPEN:
                raise over("$.token")
            accepted = msgspec.structs.replace(record, players=(record.players[0], player))
            used = LinkRecord(challenge=msgspec.structs.replace(accepted, stage=ChallengeStage.ACCEPTED, deck=None))
            put = LINKS.put(hash_of(message.token), document, used, SECONDS_OF_A_LINK)
            ended = IndexEntry(EXPIRING_LINKS, hash_of(message.token), None)
            return Found(accepted, None, ExtraWrites((put,), (ended,)))

        return await self._acceptance.begin(player, found, message, terms, guests_play=guests_play)

    async def cancel(self, player: PlayerId, link_id: ChallengeId) -> ChallengeLink:
        """Cancel a link of this player. Nobody can accept it any more."""

        async def step() -> ChallengeLink:
            (page,) = await self._documents.read([CHALLENGERS.key(player)])
            own = (CHALLENGERS.of(page) or NEW).at(self._now())
            if link_id not in own.links:
                raise unknown_challenge("$.link")
            name = own.links[link_id][0]
            link, document = await self._stored(name)
            if link is None:
                raise unknown_challenge("$.link")
            ended = msgspec.structs.replace(link.challenge, stage=ChallengeStage.CANCELLED, deck=None)
            links = {id_: each for id_, each in own.links.items() if id_ != link_id}
            after = LinkRecord(challenge=ended)
            await self._documents.commit(
                [
                    LINKS.put(name, document, after, SECONDS_OF_A_LINK),
                    CHALLENGERS.put(player, page, msgspec.structs.replace(own, links=links)),
                ],
                [IndexEntry(EXPIRING_LINKS, name, None)],
            )
            return await self._shown(after, player)

        return await again(step)

    async def listed(self, player: PlayerId) -> tuple[OpenChallengeLink, ...]:
        """Return the open links of a player, newest first."""
        (own,) = await CHALLENGERS.read(self._documents, [player])
        names = [name for name, _ in (own or NEW).at(self._now()).links.values()]
        links = [link for link in await LINKS.read(self._documents, names) if link is not None]
        return tuple([(await self._shown(link, player)).link for link in reversed(links)])

    async def _stored(self, name: str) -> tuple[LinkRecord | None, Document | None]:
        (document,) = await self._documents.read([LINKS.key(name)])
        return LINKS.of(document), document

    async def _found(self, token: ChallengeToken) -> tuple[LinkRecord, Document]:
        link, document = await self._stored(hash_of(token))
        if link is None or document is None:
            text = Text("There is no challenge under this link. It may have been withdrawn.")
            raise CommandRefused(RefusalCode.UNKNOWN_CHALLENGE, text, "$.token")
        return link, document

    async def _shown(self, link: LinkRecord, player: PlayerId) -> ChallengeLink:
        """Return a link as any player sees it. Nothing of it tells who has accepted it."""
        record = link.challenge
        challenger = record.players[0]
        accounts = await ACCOUNTS.read(self._documents, [challenger, player])
        known = {id_: shown_as(id_, each) for id_, each in zip((challenger, player), accounts, strict=True)}
        shown = OpenChallengeLink(
            id=record.id,
            challenger=known[challenger],
            game=record.game,
            options=msgspec.json.decode(record.options),
            time_limit=record.time_limit,
            rated=record.rated,
            seat=record.seat,
            has_deck=record.deck is not None,
            unrated=None if player == challenger else await self._open.unrated_between(record, player, known),
            stage=link.stage_at(self._now()),
            made_at=record.made_at,
            expires_at=link.expires_at,
        )
        return ChallengeLink(link=shown)
