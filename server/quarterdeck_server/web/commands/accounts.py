"""Account commands of one connection."""

from collections.abc import Sequence
from typing import assert_never

import msgspec
from quarterdeck_protocol.lobby.accounts import (
    AccountCommand,
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
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import NEW_GUEST, REGISTER, SIGN_IN, TAKE_UP


class AccountCommands:
    """Obeys them for one connection."""

    __slots__ = ("_caller", "_last", "_quotas", "_services")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._services = caller.services
        self._quotas = caller.services.quotas
        self._last: str | None = None
        """The hash of the token that this connection has had last, good or not."""

    async def sign_in(self, message: SignIn | RecoverAccount) -> None:
        """Sign a player in on this connection."""
        if isinstance(message, SignIn) and message.token is not None:
            self._last = hashed(message.token)
        who, token = await self._recognised(message)
        self._last = who.token
        await self._services.moderation.admit(who, self._caller.address)
        is_new = isinstance(message, SignIn) and message.token is None and message.password is None
        seats = () if is_new else await self._services.seats.at_tables(who.player.id)
        await self._caller.belonging.become(who)
        self._caller.say(SignedIn(player=who.player, token=token, scopes=who.scopes, seats=seats, ref=message.ref))

    async def _recognised(self, message: SignIn | RecoverAccount) -> tuple[Identity, Token]:
        if isinstance(message, RecoverAccount):
            with self._quotas.taking(SIGN_IN, self._caller.address):
                return await self._services.players.recover(
                    message.name, message.code, message.new_password, self._caller.address
                )
        if message.token is not None:
            with self._quotas.taking(TAKE_UP, self._caller.address):
                who, token = await self._services.players.recognise(message.token, self._caller.is_gone)
                if who.player.kind is PlayerKind.GUEST:
                    await self._services.moderation.check_newcomer(self._caller.address)
                return who, token
        if message.password is None:
            with self._quotas.taking(NEW_GUEST, self._caller.address):
                await self._services.moderation.check_newcomer(self._caller.address)
                return await self._services.players.welcome(message.name)
        if message.name is None:
            raise CommandRefused(RefusalCode.MALFORMED, Text("A password goes with the name of an account."), "$.name")
        with self._quotas.taking(SIGN_IN, self._caller.address):
            return await self._services.players.sign_in(message.name, message.password, self._caller.address)

    def go_on_as(self, who: Identity) -> None:
        """Note the token that this connection had at another process."""
        self._last = who.token

    async def part_again(self, message: SignOut | DeleteAccount) -> None:
        """Answer a farewell on a connection without a player as if it were carried out now, if it has been. Raises
        `CommandRefused`, `Unavailable`."""
        match message:
            case SignOut(everywhere=False):
                has_parted = True  # from this session, which is all that was asked
            case SignOut() | DeleteAccount() if self._last is not None:
                for_good = isinstance(message, DeleteAccount)
                has_parted = await self._services.players.has_parted(self._last, for_good=for_good)
            case _:
                has_parted = False
        if not has_parted:
            raise not_signed_in()
        self._caller.say(SignedOut(ref=message.ref))

    async def obey(self, who: Identity, message: AccountCommand) -> None:
        """Obey a command of a signed-in player. Raises `CommandRefused`, `Unavailable`."""
        player = who.player.id
        sharer = Sharer(self._caller.address, player)
        match message:
            case SignIn() | RecoverAccount():
                await self.sign_in(message)
            case GetAccount():
                await self._show(player, message.ref)
            case Register():
                with self._quotas.taking(REGISTER, self._caller.address):
                    codes = await self._services.players.register(player, message.name, message.password, who, sharer)
                await self._show(player, message.ref, codes)
            case MakeRecoveryCodes():
                with self._quotas.taking(SIGN_IN, self._caller.address):
                    codes = await self._services.players.renew_codes(player, message.password, sharer)
                await self._show(player, message.ref, codes)
            case ChangeAccount():
                with self._quotas.taking(SIGN_IN, self._caller.address):  # a password is compared here as well as there
                    await self._services.players.change(
                        who, message.password, message.new_name, message.new_password, sharer
                    )
                await self._show(player, message.ref)
            case Avoid():
                await self._services.players.avoid(player, message.player, message.how)
                if message.how is not Avoidance.NO:
                    await self._services.trades.keep_apart(player, message.player)
                account = await self._services.players.find(player)
                bots = () if account is None else account.bots
                await self._services.tables.service.note_blocked((player, *bots))
                await self._show(player, message.ref)
            case DeleteAccount():
                with self._quotas.taking(SIGN_IN, self._caller.address):
                    deleted = await self._services.players.delete(player, message.password, sharer)
                for each in deleted:
                    await self._services.player_removal.leave(each)
                await self._leave(message.ref)
            case SignOut():
                await (
                    self._services.players.end_sessions(player)
                    if message.everywhere
                    else self._services.players.sign_out(who)
                )
                await self._leave(message.ref)
            case MakeBot():
                await self._services.bot_accounts.make_bot(player, message.name)
                await self._show(player, message.ref)
            case DeleteBot():
                await self._services.bot_accounts.delete_bot(player, message.bot, message.ref)
                await self._services.player_removal.leave(message.bot)
                await self._show(player, message.ref)
            case MakeToken():
                token, made = await self._services.bot_accounts.make_token(
                    player, message.bot, message.scopes, message.label, message.days
                )
                self._caller.say(TokenMade(token=token, made=made, ref=message.ref))
            case ListTokens():
                await self._show_tokens(player, message.ref)
            case RevokeToken():
                await self._services.bot_accounts.revoke(player, message.id, message.ref)
                await self._show_tokens(player, message.ref)
            case _:
                assert_never(message)

    async def _show(self, player: PlayerId, ref: Ref | None, codes: Sequence[str] = ()) -> None:
        shown = await self._services.players.shown(player)
        self._caller.say(msgspec.structs.replace(shown, recovery_codes=tuple(codes), ref=ref))

    async def _show_tokens(self, player: PlayerId, ref: Ref | None) -> None:
        self._caller.say(Tokens(tokens=await self._services.bot_accounts.tokens(player), ref=ref))

    async def _leave(self, ref: Ref | None) -> None:
        await self._caller.belonging.become(None)
        self._caller.say(SignedOut(ref=ref))


def not_signed_in() -> CommandRefused:
    return CommandRefused(
        RefusalCode.NOT_SIGNED_IN, Text('Sign in first: `{"type": "sign_in"}` makes you a guest.'), "$.type"
    )
