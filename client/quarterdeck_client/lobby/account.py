"""Requests about a player's account: register, change or delete it, create tokens and bot accounts for programs, block
other players."""

from collections.abc import Sequence

from quarterdeck_protocol.lobby import accounts as messages
from quarterdeck_protocol.lobby.sign_in import programs
from quarterdeck_protocol.lobby.sign_in.email_address import (
    ChooseMails,
    Email,
    EmailAddress,
    GetEmail,
    MailNotice,
    SetEmail,
)
from quarterdeck_protocol.lobby.sign_in.second_factor import (
    BeginSecondFactor,
    ConfirmSecondFactor,
    IdentityProved,
    ProveIdentity,
    RemoveSecondFactor,
    SecondFactorBegun,
)
from quarterdeck_protocol.lobby.sign_in.sessions import EndOtherSessions, EndSession, ListSessions, OwnSession, Sessions
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Scope

from quarterdeck_client.transport.answers import Ask, answered


class AccountRequests:
    """Requests of a client about its own player. All raise the errors of `Client.ask`."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def get(self) -> messages.Account:
        """Return the account with the fields that only its owner can see."""
        return await answered(self._ask, messages.GetAccount(), messages.Account)

    async def register(
        self, name: str, password: str, *, invite: str | None = None, ticket: str | None = None
    ) -> messages.Account:
        """Register the guest's account under a name and a password, and with the code of an `invite` where the host
        asks for one (`welcome.site.registration`). The answer contains the recovery codes, which the server shows only
        once. `ticket` is that of a provider of identities. If its `state` is `waiting`, a moderator has to approve the
        account."""
        return await answered(
            self._ask, messages.Register(name=name, password=password, invite=invite, ticket=ticket), messages.Account
        )

    async def accept_terms(self, version: str) -> messages.Account:
        """Accept the host's terms of use in this version, which `welcome.site.terms` names."""
        return await answered(self._ask, messages.AcceptTerms(terms=version), messages.Account)

    async def make_recovery_codes(self, password: str) -> tuple[str, ...]:
        """Return new recovery codes. The earlier codes become invalid."""
        return (
            await answered(self._ask, messages.MakeRecoveryCodes(password=password), messages.Account)
        ).recovery_codes

    async def change(
        self, password: str, *, new_name: str | None = None, new_password: str | None = None
    ) -> messages.Account:
        """Change the account's name or password."""
        command = messages.ChangeAccount(password=password, new_name=new_name, new_password=new_password)
        return await answered(self._ask, command, messages.Account)

    async def delete(self, password: str | None = None) -> None:
        """Delete the account. A guest has no password."""
        await answered(self._ask, messages.DeleteAccount(password=password), messages.SignedOut)

    async def sign_out(self, *, everywhere: bool = False) -> None:
        """End this session, or all sessions of the player. Close the client afterwards: it cannot send further
        commands."""
        await answered(self._ask, messages.SignOut(everywhere=everywhere), messages.SignedOut)

    async def avoid(self, player: PlayerId, how: messages.Avoidance) -> messages.Account:
        """Mute or block a player, or undo that."""
        return await answered(self._ask, messages.Avoid(player=player, how=how), messages.Account)

    async def make_bot(self, name: str) -> messages.Account:
        """Create a bot account for one of the player's programs."""
        return await answered(self._ask, messages.MakeBot(name=name), messages.Account)

    async def delete_bot(self, bot: PlayerId) -> messages.Account:
        """Delete the account of one of the player's bots."""
        return await answered(self._ask, messages.DeleteBot(bot=bot), messages.Account)

    async def make_token(
        self,
        scopes: Sequence[Scope],
        *,
        label: str = "",
        bot: PlayerId | None = None,
        days: int = 366,
        overlay_delay: int | None = None,
    ) -> messages.TokenMade:
        """Create a token for a program. Only this answer contains the secret. An overlay is `overlay_delay` seconds
        behind."""
        command = messages.MakeToken(scopes=tuple(scopes), label=label, bot=bot, days=days, overlay_delay=overlay_delay)
        return await answered(self._ask, command, messages.TokenMade)

    async def tokens(self) -> tuple[messages.TokenOffered, ...]:
        """Return the tokens made for programs, newest first, without their secrets."""
        return (await answered(self._ask, messages.ListTokens(), messages.Tokens)).tokens

    async def revoke(self, token_id: str) -> tuple[messages.TokenOffered, ...]:
        """Revoke a token, and return the tokens that are left."""
        return (await answered(self._ask, messages.RevokeToken(id=token_id), messages.Tokens)).tokens

    async def sessions(self) -> tuple[OwnSession, ...]:
        """Return the sessions of the player, last used first."""
        return (await answered(self._ask, ListSessions(), Sessions)).sessions

    async def end_session(self, session_id: str) -> tuple[OwnSession, ...]:
        """End a session, and return the others."""
        return (await answered(self._ask, EndSession(id=session_id), Sessions)).sessions

    async def end_other_sessions(self) -> tuple[OwnSession, ...]:
        """End all sessions but this one, which is returned."""
        return (await answered(self._ask, EndOtherSessions(), Sessions)).sessions

    async def email(self) -> EmailAddress:
        """Return the e-mail addresses of the account."""
        return (await answered(self._ask, GetEmail(), Email)).email

    async def set_email(self, address: str | None, language: str = "en") -> EmailAddress:
        """Set the e-mail address of the account, which gets a link to confirm it; `None` removes all."""
        return (await answered(self._ask, SetEmail(address=address, language=language), Email)).email

    async def choose_mails(self, notices: Sequence[MailNotice]) -> EmailAddress:
        """Choose the notices that come by mail too. Needs a confirmed address."""
        return (await answered(self._ask, ChooseMails(notices=tuple(notices)), Email)).email

    async def begin_second_factor(self) -> SecondFactorBegun:
        """Return the secret of a second factor, which the player enters into an app. `confirm_second_factor` turns it
        on."""
        return await answered(self._ask, BeginSecondFactor(), SecondFactorBegun)

    async def confirm_second_factor(self, code: str) -> messages.Account:
        """Turn the second factor on with a code of the app."""
        return await answered(self._ask, ConfirmSecondFactor(code=code), messages.Account)

    async def remove_second_factor(self, code: str) -> messages.Account:
        """Turn the second factor off with a code of the app or a recovery code."""
        return await answered(self._ask, RemoveSecondFactor(code=code), messages.Account)

    async def prove_identity(
        self, *, password: str | None = None, code: str | None = None, ticket: str | None = None
    ) -> IdentityProved:
        """Prove that the player is the owner of the account: with the password, with the ticket of a provider of
        identities, or with a code if there is a second factor."""
        return await answered(self._ask, ProveIdentity(password=password, code=code, ticket=ticket), IdentityProved)

    async def device_request(self, code: str) -> programs.DeviceRequest:
        """Return the request of a program that has shown this code. Show it to the player before you answer."""
        return await answered(self._ask, programs.GetDeviceRequest(code=code), programs.DeviceRequest)

    async def answer_device_request(self, code: str, *, allow: bool) -> programs.DeviceRequest:
        """Allow or deny the request of a program. Its token is then among `tokens`."""
        command = programs.AnswerDeviceRequest(code=code, allow=allow)
        return await answered(self._ask, command, programs.DeviceRequest)
