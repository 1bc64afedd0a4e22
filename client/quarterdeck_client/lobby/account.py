"""Requests about a player's account: register, change or delete it, create tokens and bot accounts for programs, block
other players."""

from collections.abc import Sequence

from quarterdeck_protocol.lobby.accounts import (
    AcceptTerms,
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
        """Return the account with the fields that only its owner can see."""
        return await answered(self._ask, GetAccount(), Account)

    async def register(self, name: str, password: str, *, invite: str | None = None) -> Account:
        """Register the guest's account under a name and a password, and with the code of an `invite` where the host
        asks for one (`welcome.site.registration`). The answer contains the recovery codes, which the server shows only
        once. If its `state` is `waiting`, a moderator has to approve the account."""
        return await answered(self._ask, Register(name=name, password=password, invite=invite), Account)

    async def accept_terms(self, version: str) -> Account:
        """Accept the host's terms of use in this version, which `welcome.site.terms` names."""
        return await answered(self._ask, AcceptTerms(terms=version), Account)

    async def make_recovery_codes(self, password: str) -> tuple[str, ...]:
        """Return new recovery codes. The earlier codes become invalid."""
        return (await answered(self._ask, MakeRecoveryCodes(password=password), Account)).recovery_codes

    async def change(self, password: str, *, new_name: str | None = None, new_password: str | None = None) -> Account:
        """Change the account's name or password."""
        command = ChangeAccount(password=password, new_name=new_name, new_password=new_password)
        return await answered(self._ask, command, Account)

    async def delete(self, password: str | None = None) -> None:
        """Delete the account. A guest has no password."""
        await answered(self._ask, DeleteAccount(password=password), SignedOut)

    async def sign_out(self, *, everywhere: bool = False) -> None:
        """End this session, or all sessions of the player. Close the client afterwards: it cannot send further
        commands."""
        await answered(self._ask, SignOut(everywhere=everywhere), SignedOut)

    async def avoid(self, player: PlayerId, how: Avoidance) -> Account:
        """Mute or block a player, or undo that."""
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
        """Create a token for a program. Only this answer contains the secret."""
        command = MakeToken(scopes=tuple(scopes), label=label, bot=bot, days=days)
        return await answered(self._ask, command, TokenMade)

    async def tokens(self) -> tuple[TokenOffered, ...]:
        """Return the tokens made for programs, newest first, without their secrets."""
        return (await answered(self._ask, ListTokens(), Tokens)).tokens

    async def revoke(self, token_id: str) -> tuple[TokenOffered, ...]:
        """Revoke a token, and return the tokens that are left."""
        return (await answered(self._ask, RevokeToken(id=token_id), Tokens)).tokens
