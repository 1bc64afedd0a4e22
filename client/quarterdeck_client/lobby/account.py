"""Requests about a player's account: keep it, change it, allow programs to play for it, block other players."""

from collections.abc import Sequence

from quarterdeck_protocol.lobby.accounts import (
    Account,
    Avoid,
    Avoidance,
    ChangeAccount,
    DeleteAccount,
    DeleteBot,
    GetAccount,
    ListTokens,
    MakeBot,
    MakeRecoveryCodes,
    MakeToken,
    Register,
    RevokeToken,
    SignedOut,
    SignOut,
    TokenMade,
    TokenOffered,
    Tokens,
)
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Scope

from quarterdeck_client.transport.answers import Ask, answered


class AccountRequests:
    """Requests of a client about its own player. All raise the errors of `Client.ask`."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def get(self) -> Account:
        """Return the account as only its owner sees it."""
        return await answered(self._ask, GetAccount(), Account)

    async def register(self, name: str, password: str) -> Account:
        """Keep a guest's account under a name and a password. Only this answer shows its recovery codes."""
        return await answered(self._ask, Register(name=name, password=password), Account)

    async def make_recovery_codes(self, password: str) -> tuple[str, ...]:
        """Return new recovery codes, of which those of before are worth nothing any more."""
        return (await answered(self._ask, MakeRecoveryCodes(password=password), Account)).recovery_codes

    async def change(self, password: str, *, new_name: str | None = None, new_password: str | None = None) -> Account:
        """Take another name or password."""
        command = ChangeAccount(password=password, new_name=new_name, new_password=new_password)
        return await answered(self._ask, command, Account)

    async def delete(self, password: str | None = None) -> None:
        """Delete the account; a guest's has no password."""
        await answered(self._ask, DeleteAccount(password=password), SignedOut)

    async def sign_out(self, *, everywhere: bool = False) -> None:
        """End this session, or all of them. The client can only be closed afterwards."""
        await answered(self._ask, SignOut(everywhere=everywhere), SignedOut)

    async def avoid(self, player: PlayerId, how: Avoidance) -> Account:
        """Keep away from a player, or no longer."""
        return await answered(self._ask, Avoid(player=player, how=how), Account)

    async def make_bot(self, name: str) -> Account:
        """Create a bot account for one of the player's programs."""
        return await answered(self._ask, MakeBot(name=name), Account)

    async def delete_bot(self, bot: PlayerId) -> Account:
        """Delete the account of one of the player's bots."""
        return await answered(self._ask, DeleteBot(bot=bot), Account)

    async def make_token(
        self, scopes: Sequence[Scope], *, label: str = "", bot: PlayerId | None = None, days: int = 366
    ) -> TokenMade:
        """Make a token for a program; this is the only time that it is shown."""
        command = MakeToken(scopes=tuple(scopes), label=label, bot=bot, days=days)
        return await answered(self._ask, command, TokenMade)

    async def tokens(self) -> tuple[TokenOffered, ...]:
        """Return the tokens made for programs, newest first, without their secrets."""
        return (await answered(self._ask, ListTokens(), Tokens)).tokens

    async def revoke(self, token_id: str) -> tuple[TokenOffered, ...]:
        """Make a token worthless; gives those that are left."""
        return (await answered(self._ask, RevokeToken(id=token_id), Tokens)).tokens
