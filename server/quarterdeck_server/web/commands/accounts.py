"""Commands about who one is, as one connection gives them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import assert_never

import msgspec
from quarterdeck_protocol.accounts import (
    AccountCommand,
    Avoid,
    ChangeAccount,
    DeleteAccount,
    DeleteBot,
    GetAccount,
    ListTokens,
    MakeBot,
    MakeRecoveryCodes,
    MakeToken,
    RecoverAccount,
    Register,
    RevokeToken,
    SignedIn,
    SignedOut,
    SignIn,
    SignOut,
    TokenMade,
    Tokens,
)
from quarterdeck_protocol.names import PlayerId, Ref, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromServer, PlayerKind

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.player_removal import PlayerRemoval
from quarterdeck_server.web.rate_limit.quotas import NEW_GUEST, REGISTER, SIGN_IN, TAKE_UP, Quotas


class AccountCommands:
    """Obeys them for one connection."""

    __slots__ = (
        "_address",
        "_become",
        "_following_up",
        "_last",
        "_moderation",
        "_players",
        "_programs",
        "_quotas",
        "_say",
    )

    def __init__(
        self,
        players: Players,
        programs: BotAccounts,
        moderation: Moderation,
        following_up: PlayerRemoval,
        quotas: Quotas,
        address: str,
        say: Callable[[FromServer], None],
        become: Callable[[Identity | None], Awaitable[None]],
    ) -> None:
        self._players = players
        self._programs = programs
        self._moderation = moderation
        self._following_up = following_up
        self._quotas = quotas
        self._address = address
        self._say = say
        self._become = become
        self._last: str | None = None
        """The hash of the token that this connection has had last, good or not."""

    async def sign_in(self, message: SignIn | RecoverAccount) -> None:
        """Let the connection belong to somebody."""
        if isinstance(message, SignIn) and message.token is not None:
            self._last = hashed(message.token)
        who, token = await self._recognised(message)
        self._last = who.token
        await self._moderation.admit(who, self._address)
        await self._become(who)
        self._say(SignedIn(player=who.player, token=token, scopes=who.scopes, ref=message.ref))

    async def _recognised(self, message: SignIn | RecoverAccount) -> tuple[Identity, Token]:
        if isinstance(message, RecoverAccount):
            with self._quotas.taking(SIGN_IN, self._address):
                return await self._players.recover(message.name, message.code, message.new_password, self._address)
        if message.token is not None:
            with self._quotas.taking(TAKE_UP, self._address):
                who, token = await self._players.recognise(message.token)
                if who.player.kind is PlayerKind.GUEST:
                    await self._moderation.check_newcomer(self._address)
                return who, token
        if message.password is None:
            with self._quotas.taking(NEW_GUEST, self._address):
                await self._moderation.check_newcomer(self._address)
                return await self._players.welcome(message.name)
        if message.name is None:
            raise CommandRefused(RefusalCode.MALFORMED, "A password goes with the name of an account.", "$.name")
        with self._quotas.taking(SIGN_IN, self._address):
            return await self._players.sign_in(message.name, message.password, self._address)

    async def part_again(self, message: SignOut | DeleteAccount) -> None:
        """Answer a farewell on a connection that belongs to nobody as if it were carried out now, if it has been.
        Raises `CommandRefused`, `Unavailable`."""
        match message:
            case SignOut(everywhere=False):
                has_parted = True  # from this session, which is all that was asked
            case SignOut() | DeleteAccount() if self._last is not None:
                for_good = isinstance(message, DeleteAccount)
                has_parted = await self._players.has_parted(self._last, for_good=for_good)
            case _:
                has_parted = False
        if not has_parted:
            raise not_signed_in()
        self._say(SignedOut(ref=message.ref))

    async def obey(self, who: Identity, message: AccountCommand) -> None:
        """Obey somebody who is signed in. Raises `CommandRefused`, `Unavailable`."""
        player = who.player.id
        match message:
            case SignIn() | RecoverAccount():
                await self.sign_in(message)
            case GetAccount():
                await self._show(player, message.ref)
            case Register():
                with self._quotas.taking(REGISTER, self._address):
                    codes = await self._players.register(player, message.name, message.password, who)
                await self._show(player, message.ref, codes)
            case MakeRecoveryCodes():
                with self._quotas.taking(SIGN_IN, self._address):
                    codes = await self._players.renew_codes(player, message.password)
                await self._show(player, message.ref, codes)
            case ChangeAccount():
                with self._quotas.taking(SIGN_IN, self._address):  # a password is compared here as well as there
                    await self._players.change(who, message.password, message.new_name, message.new_password)
                await self._show(player, message.ref)
            case Avoid():
                await self._players.avoid(player, message.player, message.how)
                await self._show(player, message.ref)
            case DeleteAccount():
                with self._quotas.taking(SIGN_IN, self._address):
                    deleted = await self._players.delete(player, message.password)
                for each in deleted:
                    await self._following_up.leave(each)
                await self._leave(message.ref)
            case SignOut():
                await (self._players.end_sessions(player) if message.everywhere else self._players.sign_out(who))
                await self._leave(message.ref)
            case MakeBot():
                await self._programs.make_bot(player, message.name)
                await self._show(player, message.ref)
            case DeleteBot():
                await self._programs.delete_bot(player, message.bot, message.ref)
                await self._following_up.leave(message.bot)
                await self._show(player, message.ref)
            case MakeToken():
                token, made = await self._programs.make_token(
                    player, message.bot, message.scopes, message.label, message.days
                )
                self._say(TokenMade(token=token, made=made, ref=message.ref))
            case ListTokens():
                await self._show_tokens(player, message.ref)
            case RevokeToken():
                await self._programs.revoke(player, message.id, message.ref)
                await self._show_tokens(player, message.ref)
            case _:
                assert_never(message)

    async def _show(self, player: PlayerId, ref: Ref | None, codes: Sequence[str] = ()) -> None:
        shown = await self._players.shown(player)
        self._say(msgspec.structs.replace(shown, recovery_codes=tuple(codes), ref=ref))

    async def _show_tokens(self, player: PlayerId, ref: Ref | None) -> None:
        self._say(Tokens(tokens=await self._programs.tokens(player), ref=ref))

    async def _leave(self, ref: Ref | None) -> None:
        await self._become(None)
        self._say(SignedOut(ref=ref))


def not_signed_in() -> CommandRefused:
    return CommandRefused(
        RefusalCode.NOT_SIGNED_IN, 'Sign in first: `{"type": "sign_in"}` makes you a guest.', "$.type"
    )
