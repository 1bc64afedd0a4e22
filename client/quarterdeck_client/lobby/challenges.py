"""Requests about challenges: one player asks another one for a match."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Raw
from quarterdeck_protocol.lobby.notices import Notice, Notices
from quarterdeck_protocol.lobby.social.challenges import (
    AcceptChallenge,
    AcceptChallengeLink,
    Bots,
    CancelChallenge,
    CancelChallengeLink,
    Challenge,
    ChallengeChanged,
    ChallengedBy,
    ChallengeId,
    ChallengeLink,
    Challenges,
    ChallengeStage,
    ChallengeToken,
    CreateChallenge,
    CreateChallengeLink,
    DeclareBot,
    DeclineChallenge,
    DeclineReason,
    GetChallengeLink,
    GetChallenges,
    ListBots,
    SetChallengers,
    WantedRatingBand,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.transport.answers import Ask, answered


class NoticeSource(Protocol):
    """Requests about notices, as far as challenges need them."""

    async def list(self) -> Notices:
        """Return the newest notices."""

    def follow(self, after: str | None = None) -> AsyncIterator[Notice]:
        """Yield the notices after this one, and each new notice."""


class ChallengeRequests:
    """Requests about challenges. All raise the errors of `Client.ask`. If the server has no challenges, nothing is
    sent, and requests raise `ClientError`. Answers of others arrive as notices (`client.notices`)."""

    def __init__(
        self,
        ask: Ask,
        welcome: Callable[[], Welcome],
        notices: NoticeSource,
        watch: Callable[[str], Awaitable[FollowedMatch]],
    ) -> None:
        self._ask = ask
        self._welcome = welcome
        self._notices = notices
        self._watch = watch

    @property
    def are_taken_here(self) -> bool:
        """True if this server has challenges."""
        return Capability.CHALLENGES in self._welcome().capabilities

    async def create(
        self,
        player: str,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        time_limit: int = 30_000,
        rated: bool = False,
        seat: int | None = None,
        deck: str | None = None,
    ) -> Challenge:
        """Challenge a player, by their id."""
        command = CreateChallenge(
            player=PlayerId(player),
            game=GameName(game),
            options=Raw(msgspec.json.encode(options or {})),
            time_limit=Milliseconds(time_limit),
            rated=rated,
            seat=seat,
            deck=deck,
        )
        return await self._challenge(command)

    async def accept(self, challenge: str, deck: str | None = None, *, only_rated: bool = False) -> Challenge:
        """Accept a challenge. Its match has begun: `client.watch_match` follows it from the player's seat. With
        `only_rated` it is refused as `would_be_unrated` if the match would not be rated."""
        return await self._challenge(
            AcceptChallenge(challenge=ChallengeId(challenge), deck=deck, only_rated=only_rated)
        )

    async def create_link(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        time_limit: int = 30_000,
        rated: bool = False,
        seat: int | None = None,
        deck: str | None = None,
    ) -> ChallengeLink:
        """Challenge the first player who accepts with the token of the answer."""
        command = CreateChallengeLink(
            game=GameName(game),
            options=Raw(msgspec.json.encode(options or {})),
            time_limit=Milliseconds(time_limit),
            rated=rated,
            seat=seat,
            deck=deck,
        )
        return await self._link(command)

    async def get_link(self, token: str) -> ChallengeLink:
        """Return the challenge of a link, without using it up."""
        return await self._link(GetChallengeLink(token=ChallengeToken(token)))

    async def accept_link(self, token: str, deck: str | None = None, *, only_rated: bool = False) -> Challenge:
        """Accept the challenge of a link. Its match has begun."""
        return await self._challenge(AcceptChallengeLink(token=ChallengeToken(token), deck=deck, only_rated=only_rated))

    async def cancel_link(self, link: str) -> ChallengeLink:
        """Cancel a link that this player has made, by its id."""
        return await self._link(CancelChallengeLink(link=ChallengeId(link)))

    async def decline(self, challenge: str, reason: DeclineReason = DeclineReason.GENERIC) -> Challenge:
        """Decline a challenge."""
        return await self._challenge(DeclineChallenge(challenge=ChallengeId(challenge), reason=reason))

    async def cancel(self, challenge: str) -> Challenge:
        """Cancel a challenge that this player has made."""
        return await self._challenge(CancelChallenge(challenge=ChallengeId(challenge)))

    async def received(self) -> AsyncIterator[Challenge]:
        """Yield the open challenges to this player, oldest first, and then each new one, also after a reconnect. A
        challenge that was answered or cancelled meanwhile is left out. Raises `LostError` when the connection is lost
        for good."""
        self._check()
        before = await self._notices.list()
        for challenge in reversed((await self.list()).received):
            yield challenge
        async for notice in self._notices.follow(before.notices[0].id if before.notices else before.read):
            if notice.challenge is not None and notice.challenge.stage is ChallengeStage.OPEN:
                for challenge in (await self.list()).received:
                    if challenge.id == notice.challenge.id:
                        yield challenge

    async def play(self, challenge: str, deck: str | None = None) -> FollowedMatch:
        """Accept a challenge and follow its match from the player's seat."""
        match = (await self.accept(challenge, deck)).match
        if match is None:
            raise ClientError("the server named no match of the accepted challenge")
        return await self._watch(match)

    async def answer(self, challenge: str) -> Challenge:
        """Wait for the answer to a challenge by this player, and return the challenge with it. Its stage is
        `expired` if nobody has answered in time. Raises `LostError` when the connection is lost for good."""
        self._check()
        before = await self._notices.list()
        known = [each.challenge for each in before.notices if each.challenge is not None]
        for each in known:
            if each.id == challenge and each.stage is not ChallengeStage.OPEN:
                return each
        async for notice in self._notices.follow(before.notices[0].id if before.notices else before.read):
            if notice.challenge is not None and notice.challenge.id == challenge:
                return notice.challenge
        raise ClientError("the notices have ended")

    async def declare_bot(self, games: Sequence[str], at_once: int = 1) -> Bots:
        """List this bot account as an opponent that plays these games; without games it is not listed any more."""
        self._check()
        return await answered(self._ask, DeclareBot(games=tuple(map(GameName, games)), at_once=at_once), Bots)

    async def list_bots(self, game: str | None = None) -> Bots:
        """Return the bots of players that take challenges; with `game` only those that play it."""
        self._check()
        return await answered(self._ask, ListBots(game=None if game is None else GameName(game)), Bots)

    async def list(self) -> Challenges:
        """Return the player's open challenges, and the group of players that may challenge them."""
        self._check()
        return await answered(self._ask, GetChallenges(), Challenges)

    async def set_challengers(
        self, by: ChallengedBy, rating_bands: Sequence[WantedRatingBand] | None = None, *, bot: str | None = None
    ) -> Challenges:
        """Set which players may challenge this one, or the `bot` of this one. Without `rating_bands`, those of ratings
        stay."""
        self._check()
        bands = None if rating_bands is None else tuple(rating_bands)
        return await answered(
            self._ask, SetChallengers(by=by, rating_bands=bands, bot=None if bot is None else PlayerId(bot)), Challenges
        )

    async def _link(self, command: FromClient) -> ChallengeLink:
        self._check()
        return await answered(self._ask, command, ChallengeLink)

    async def _challenge(self, command: FromClient) -> Challenge:
        self._check()
        return (await answered(self._ask, command, ChallengeChanged)).challenge

    def _check(self) -> None:
        if not self.are_taken_here:
            raise ClientError("this server has no challenges")
