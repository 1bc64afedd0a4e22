"""Rating and standings requests of one connection."""

from typing import assert_never

import msgspec
from quarterdeck_protocol.lobby.standings import (
    GetExport,
    GetHeadToHead,
    GetHistory,
    GetLadder,
    GetProfile,
    StandingCommand,
)
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.export import MOST_IN_A_FRAME
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import EXPORT


class RatingCommands:
    """Answers them for one connection."""

    __slots__ = ("_caller",)

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def obey(self, who: Identity | None, message: StandingCommand) -> None:
        """Answer a request from any client, signed in or not. Raises `CommandRefused`, `Unavailable`."""
        standings = self._caller.services.standings
        answer: FromServer
        asking = None if who is None else who.player.id
        match message:
            case GetProfile():
                answer = await standings.profile(await self._meant(who, message.player, message.name), asking)
            case GetLadder():
                answer = await standings.ladder(message.game, message.page)
            case GetHistory():
                answer = await standings.history(await self._meant(who, message.player), message.before, asking)
            case GetHeadToHead():
                account = await self._meant(who, message.player)
                answer = await standings.head_to_head(account, message.other, message.before, asking)
            case GetExport():
                player = exporting(_oneself(who), "$.type")
                with self._caller.services.quotas.taking(EXPORT, player):
                    answer = await self._caller.services.exports.export(player, MOST_IN_A_FRAME)
            case _:
                assert_never(message)
        self._caller.say(msgspec.structs.replace(answer, ref=message.ref))

    async def _meant(self, who: Identity | None, player: PlayerId | None, name: str | None = None) -> AccountRecord:
        if player is None and name is None:
            player = _oneself(who).player.id
        return await self._caller.services.standings.find(player, name)


def exporting(who: Identity, where: str) -> PlayerId:
    """Return the player to export. Raises `CommandRefused` for a program."""
    if who.is_program:
        text = Text("A token made for a program does not reach everything about its owner; sign in yourself for that.")
        raise CommandRefused(RefusalCode.MISSING_SCOPE, text, where)
    return who.player.id


def _oneself(who: Identity | None) -> Identity:
    if who is None:
        raise CommandRefused(
            RefusalCode.NOT_SIGNED_IN, Text("Say which player is meant, or sign in to be meant yourself."), "$.type"
        )
    return who
