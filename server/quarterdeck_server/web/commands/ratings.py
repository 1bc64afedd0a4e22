"""Questions about how players stand, as one connection asks them."""

from collections.abc import Callable
from typing import assert_never

import msgspec
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer
from quarterdeck_protocol.standings import GetExport, GetHeadToHead, GetHistory, GetLadder, GetProfile, StandingCommand

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.export import MOST_IN_A_FRAME, Exports
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.web.rate_limit.quotas import EXPORT, Quotas


class RatingCommands:
    """Answers them for one connection."""

    __slots__ = ("_exports", "_quotas", "_say", "_standings")

    def __init__(
        self, standings: Standings, exports: Exports, quotas: Quotas, say: Callable[[FromServer], None]
    ) -> None:
        self._standings = standings
        self._exports = exports
        self._quotas = quotas
        self._say = say

    async def obey(self, who: Identity | None, message: StandingCommand) -> None:
        """Answer somebody, signed in or not. Raises `CommandRefused`, `Unavailable`."""
        standings = self._standings
        answer: FromServer
        match message:
            case GetProfile():
                answer = await standings.profile(await self._meant(who, message.player, message.name))
            case GetLadder():
                answer = await standings.ladder(message.game, message.page)
            case GetHistory():
                answer = await standings.history(await self._meant(who, message.player), message.before)
            case GetHeadToHead():
                account = await self._meant(who, message.player)
                answer = await standings.head_to_head(account, message.other, message.before)
            case GetExport():
                player = exporting(_oneself(who), "$.type")
                with self._quotas.taking(EXPORT, player):
                    answer = await self._exports.export(player, MOST_IN_A_FRAME)
            case _:
                assert_never(message)
        self._say(msgspec.structs.replace(answer, ref=message.ref))

    async def _meant(self, who: Identity | None, player: PlayerId | None, name: str | None = None) -> AccountRecord:
        if player is None and name is None:
            player = _oneself(who).player.id
        return await self._standings.find(player, name)


def exporting(who: Identity, where: str) -> PlayerId:
    """Return whose export this is. Raises `CommandRefused` for a program."""
    if who.is_program:
        text = "A token made for a program does not reach everything about its owner; sign in yourself for that."
        raise CommandRefused(RefusalCode.MISSING_SCOPE, text, where)
    return who.player.id


def _oneself(who: Identity | None) -> Identity:
    if who is None:
        raise CommandRefused(
            RefusalCode.NOT_SIGNED_IN, "Say which player is meant, or sign in to be meant yourself.", "$.type"
        )
    return who
