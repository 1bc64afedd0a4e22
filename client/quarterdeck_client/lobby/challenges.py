"""Requests about challenges: one player asks another one for a match."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.lobby.challenges import (
    AcceptChallenge,
    CancelChallenge,
    Challenge,
    ChallengeChanged,
    ChallengedBy,
    ChallengeId,
    Challenges,
    CreateChallenge,
    DeclineChallenge,
    DeclineReason,
    GetChallenges,
    SetChallengers,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class ChallengeRequests:
    """Requests about challenges. All raise the errors of `Client.ask`. If the server has no challenges, nothing is
    sent, and requests raise `ClientError`. Answers of others arrive as notices (`client.notices`)."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

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

    async def accept(self, challenge: str, deck: str | None = None) -> Challenge:
        """Accept a challenge. Its match has begun: `client.watch_match` follows it from the player's seat."""
        return await self._challenge(AcceptChallenge(challenge=ChallengeId(challenge), deck=deck))

    async def decline(self, challenge: str, reason: DeclineReason = DeclineReason.GENERIC) -> Challenge:
        """Decline a challenge."""
        return await self._challenge(DeclineChallenge(challenge=ChallengeId(challenge), reason=reason))

    async def cancel(self, challenge: str) -> Challenge:
        """Cancel a challenge that this player has made."""
        return await self._challenge(CancelChallenge(challenge=ChallengeId(challenge)))

    async def list(self) -> Challenges:
        """Return the player's open challenges, and the group of players that may challenge them."""
        self._check()
        return await answered(self._ask, GetChallenges(), Challenges)

    async def set_challengers(self, by: ChallengedBy) -> Challenges:
        """Set which players may challenge this one."""
        self._check()
        return await answered(self._ask, SetChallengers(by=by), Challenges)

    async def _challenge(self, command: FromClient) -> Challenge:
        self._check()
        return (await answered(self._ask, command, ChallengeChanged)).challenge

    def _check(self) -> None:
        if not self.are_taken_here:
            raise ClientError("this server has no challenges")
