"""Links of accounts elsewhere, such as those of Discord, with players of this server.

A link names the token that the player has allowed (`device_codes.py`), by its hash. It ends with the token: the player
revokes it among the tokens of programs, or unlinks it where the other account is. An account without a link may play
as a guest, if the host lets guests play. The link then names the session of the guest.
"""

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import ProgramLinkRecord
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.documents import PROGRAM_LINKS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.tokens import SESSION_SECONDS, hashed
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore


class ProgramLinks:
    """The links of accounts elsewhere. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, players: Players, bot_accounts: BotAccounts) -> None:
        self._documents = documents
        self._players = players
        self._bot_accounts = bot_accounts

    async def holder(self, name: str) -> Identity | None:
        """Return the player that is linked under this name; `None` if there is none, or no longer."""
        (record,) = await PROGRAM_LINKS.read(self._documents, [name])
        if record is None:
            return None
        try:
            return await self._players.holder_of(record.token)
        except CommandRefused:  # the token was revoked, or it has expired
            return None

    async def guest(self, name: str) -> Identity:
        """Return the player that is linked under this name, or else a new guest."""
        return await again(lambda: self._guest(name))

    async def _guest(self, name: str) -> Identity:
        (document,) = await self._documents.read([PROGRAM_LINKS.key(name)])
        known = await self.holder(name)
        if known is not None:
            return known
        identity, token = await self._players.welcome(None)
        record = ProgramLinkRecord(player=identity.player.id, token=hashed(token))
        await self._documents.commit([PROGRAM_LINKS.put(name, document, record, SESSION_SECONDS)])
        return identity

    async def unlink(self, name: str) -> bool:
        """End a link and its token. False if there is none."""
        return await again(lambda: self._unlinked(name))

    async def _unlinked(self, name: str) -> bool:
        (document,) = await self._documents.read([PROGRAM_LINKS.key(name)])
        record = PROGRAM_LINKS.of(document)
        if record is None:
            return False
        identity = await self.holder(name)
        if identity is not None and identity.is_program:
            await self._bot_accounts.revoke(identity.player.id, identity.session)
        else:
            await self._documents.commit([PROGRAM_LINKS.drop(name, document)])
        return identity is not None
