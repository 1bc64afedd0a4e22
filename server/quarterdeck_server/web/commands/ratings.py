"""Requests about ratings and standings of one client connection."""

from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.lobby.standings import (
    GetExport,
    GetHeadToHead,
    GetHistory,
    GetLadder,
    GetProfile,
    HeadToHead,
    History,
    Ladder,
    Profile,
)
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.export import MOST_IN_A_FRAME
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import EXPORT


async def get_profile(caller: Caller, message: GetProfile) -> Profile:
    asking = caller.player()
    account = await _meant(caller, message.player, message.name)
    return await caller.services.standings.profile(account, asking)


async def get_ladder(caller: Caller, message: GetLadder) -> Ladder:
    return await caller.services.standings.ladder(message.game, message.page, message.among)


async def get_history(caller: Caller, message: GetHistory) -> History:
    asking = caller.player()
    account = await _meant(caller, message.player)
    return await caller.services.standings.history(account, message.before, asking)


async def get_head_to_head(caller: Caller, message: GetHeadToHead) -> HeadToHead:
    asking = caller.player()
    account = await _meant(caller, message.player)
    return await caller.services.standings.head_to_head(account, message.other, message.before, asking)


async def get_export(caller: Caller, message: GetExport) -> Export:
    player = exporting(_oneself(caller.identity()), "$.type")
    with caller.services.quotas.taking(EXPORT, player):
        return await caller.services.exports.export(player, MOST_IN_A_FRAME)


async def _meant(caller: Caller, player: PlayerId | None, name: str | None = None) -> AccountRecord:
    """Return the account that a request names: without any name it is the sender's own."""
    if player is None and name is None:
        player = _oneself(caller.identity()).player.id
    return await caller.services.standings.find(player, name)


def exporting(identity: Identity, where: str) -> PlayerId:
    """Return the player whose data are exported. Raises `CommandRefused` for a program."""
    if identity.is_program:
        text = Text("A program's token cannot export its owner's data; sign in yourself for that.")
        raise CommandRefused(RefusalCode.MISSING_SCOPE, text, where)
    return identity.player.id


def _oneself(identity: Identity | None) -> Identity:
    if identity is None:
        raise CommandRefused(
            RefusalCode.NOT_SIGNED_IN, Text("Name a player, or sign in to ask about yourself."), "$.type"
        )
    return identity
