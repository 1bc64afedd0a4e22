"""The account commands of one client connection."""

from collections.abc import Sequence
from functools import partial

import msgspec
from quarterdeck_protocol.lobby.accounts import (
    AcceptTerms,
    AccountState,
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
from quarterdeck_protocol.lobby.sign_in.second_factor import (
    BeginSecondFactor,
    ConfirmSecondFactor,
    IdentityProved,
    ProveIdentity,
    RemoveSecondFactor,
    SecondFactorBegun,
)
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.lobby.accounts.identities import PROOF_MS, Identity
from quarterdeck_server.lobby.accounts.players import Admitted
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.lobby.admission.invite_records import registration_closed
from quarterdeck_server.lobby.collections import NOTHING
from quarterdeck_server.lobby.followed_players.follow_lists import parting
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import NEW_GUEST, REGISTER, SIGN_IN, TAKE_UP
from quarterdeck_server.web.scopes import admitted, not_approved


class AccountCommands:
    """The account commands of one connection. Each method has the name of its command."""

    __slots__ = ("_caller", "_last", "_quotas", "_services")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._services = caller.services
        self._quotas = caller.services.quotas
        self._last: str | None = None
        """The hash of the token that this connection sent last, valid or not."""

    async def sign_in(self, message: SignIn) -> None:
        if message.token is not None:
            self._last = hashed(message.token)
        with self._caller.belonging.signing_in():
            identity, token = await self._recognised(message)
            is_new = message.token is None and message.password is None
            await self._admit(identity, token, message.ref, is_new=is_new)

    async def recover_account(self, message: RecoverAccount) -> None:
        with self._caller.belonging.signing_in():
            with self._quotas.taking(SIGN_IN, self._caller.address):
                identity, token = await self._services.players.recover(
                    message.name, message.code, message.new_password, self._caller.address, message.second_factor
                )
            await self._services.inboxes.note_sign_in(identity.player.id, "password_changed")
            await self._admit(identity, token, message.ref, is_new=False)

    async def _admit(self, identity: Identity, token: Token, ref: Ref | None, *, is_new: bool) -> None:
        """Sign an identified player in on this connection."""
        self._last = identity.token
        if not is_new:  # else the commit of the account has done it
            await self._services.moderation.admit(identity, self._caller.address)
        if await self._services.sessions.note(identity, self._caller.belonging.client):
            await self._services.inboxes.note_sign_in(identity.player.id, "new_device")
        seats = () if is_new else await self._services.seats.at_tables(identity.player.id)
        await self._caller.belonging.become(identity)
        now = admitted(identity, self._services.site)
        due = now.owes_terms
        self._caller.send(
            SignedIn(
                player=identity.player,
                token=token,
                scopes=now.scopes,
                terms_due=due,
                state=identity.state,
                seats=seats,
                ref=ref,
            )
        )

    async def _recognised(self, message: SignIn) -> tuple[Identity, Token]:
        if message.token is not None:
            with self._quotas.taking(TAKE_UP, self._caller.address):
                return await self._services.players.recognise(message.token, self._caller.is_gone)
        if message.password is None:
            with self._quotas.taking(NEW_GUEST, self._caller.address):
                self._check_guests()
                entry = await self._services.moderation.guest_entry(self._caller.address)
                wish = None if self._services.site.admission.is_private else message.name
                return await self._services.players.welcome(wish, entry)  # no stranger learns which names exist
        if message.name is None:
            raise CommandRefused(
                RefusalCode.MALFORMED, Text("Send the name of the account with the password."), "$.name"
            )
        with self._quotas.taking(SIGN_IN, self._caller.address):
            return await self._services.players.sign_in(
                message.name, message.password, self._caller.address, message.code
            )

    def _check_guests(self) -> None:
        """Raise `CommandRefused` if a new guest could do nothing here, not even register."""
        admission = self._services.site.admission
        if admission.is_private and admission.registration is Registration.CLOSED:
            raise registration_closed()

    def resume_as(self, identity: Identity) -> None:
        """Store the token that this connection had at another process."""
        self._last = identity.token

    async def _part_again(self, message: SignOut | DeleteAccount) -> None:
        """Repeat the answer to a sign-out or deletion on a connection without a player, if that command was carried out
        before. Raises `CommandRefused`, `Unavailable`."""
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
        self._caller.send(SignedOut(ref=message.ref))

    async def get_account(self, identity: Identity, message: GetAccount) -> None:
        await self._show(identity.player.id, message.ref)

    async def accept_terms(self, identity: Identity, message: AcceptTerms) -> None:
        terms = self._services.site.terms
        if terms is not None:
            if message.terms != terms:
                text = Text("The terms of use in force have version {version}. Read them first.", version=terms)
                raise CommandRefused(RefusalCode.UNKNOWN_TERMS, text, "$.terms")
            await self._services.players.accept_terms(identity.player.id, terms)
            self._caller.belonging.note_accepted(identity, terms)
        await self._show(identity.player.id, message.ref)

    async def register(self, identity: Identity, message: Register) -> None:
        player = identity.player.id
        with self._quotas.taking(REGISTER, self._caller.address):
            codes = await self._services.players.register(
                player,
                message.name,
                None if message.ticket is not None else message.password,
                identity,
                self._sharer(identity),
                partial(self._admitted, message.invite, message.ticket),
            )
        now = self._caller.identity()
        if now is not None and now.player.id == player:
            registered = msgspec.structs.replace(now.player, kind=PlayerKind.PERSON)
            await self._services.sessions.note(
                msgspec.structs.replace(now, player=registered), self._caller.belonging.client
            )
        await self._show(player, message.ref, codes)

    async def _admitted(self, code: str | None, ticket: str | None, player: PlayerId) -> Admitted:
        registration = self._services.site.admission.registration
        beside = NOTHING
        if ticket is not None or self._services.providers_alone:
            beside = await self._services.identity_links.reserve(ticket, player)
        admitted = await self._services.newcomers.admit(player, code, registration, self._caller.address)
        return msgspec.structs.replace(admitted, beside=admitted.beside.plus(beside))

    async def make_recovery_codes(self, identity: Identity, message: MakeRecoveryCodes) -> None:
        player = identity.player.id
        with self._quotas.taking(SIGN_IN, self._caller.address):
            await self._services.players.second_factors.check_proof(identity)
            codes = await self._services.players.renew_codes(player, message.password, self._sharer(identity), identity)
        await self._services.inboxes.note_sign_in(player, "recovery_codes_made")
        await self._show(player, message.ref, codes)

    async def change_account(self, identity: Identity, message: ChangeAccount) -> None:
        if message.new_name is not None and identity.state is not AccountState.ACTIVE:
            raise not_approved(identity, "$.new_name")
        emails = await self._services.emails.of(identity.player.id)
        with self._quotas.taking(SIGN_IN, self._caller.address):  # a password is compared here as well as there
            await self._services.players.second_factors.check_proof(identity)
            await self._services.players.change(
                identity, message.password, message.new_name, message.new_password, self._sharer(identity)
            )
        if message.new_password is not None:
            await self._services.inboxes.note_sign_in(identity.player.id, "password_changed")
            if emails.verified or emails.waiting:  # a new password has removed them
                await self._services.inboxes.note_sign_in(identity.player.id, "email_removed")
        await self._show(identity.player.id, message.ref)

    async def avoid(self, identity: Identity, message: Avoid) -> None:
        player = identity.player.id
        await self._services.players.avoid(player, message.player, message.how, parting)
        if message.how is not Avoidance.NO:
            await self._services.trades.keep_apart(player, message.player)
        if message.how is Avoidance.BLOCK:
            await self._services.challenges.keep_apart(player, message.player)
        account = await self._services.players.find(player)
        bots = () if account is None else account.bots
        await self._services.tables.service.note_blocked((player, *bots))
        await self._show(player, message.ref)

    async def delete_account(self, message: DeleteAccount) -> None:
        identity = self._caller.identity()
        if identity is None:
            await self._part_again(message)
            return
        with self._quotas.taking(SIGN_IN, self._caller.address):
            await self._services.players.second_factors.check_proof(identity)
            deleted = await self._services.players.delete(
                identity.player.id, message.password, self._sharer(identity), identity
            )
        for each in deleted:
            await self._services.player_removal.leave(each)
        await self._leave(message.ref)

    async def sign_out(self, message: SignOut) -> None:
        identity = self._caller.identity()
        if identity is None:
            await self._part_again(message)
            return
        if message.everywhere:
            await self._services.players.end_sessions(identity.player.id)
        else:
            await self._services.players.sign_out(identity)
        await self._leave(message.ref)

    async def make_bot(self, identity: Identity, message: MakeBot) -> None:
        await self._services.bot_accounts.make_bot(identity.player.id, message.name, identity)
        await self._show(identity.player.id, message.ref)

    async def delete_bot(self, identity: Identity, message: DeleteBot) -> None:
        await self._services.bot_accounts.delete_bot(identity.player.id, message.bot, message.ref, identity)
        await self._services.player_removal.leave(message.bot)
        await self._show(identity.player.id, message.ref)

    async def make_token(self, identity: Identity, message: MakeToken) -> TokenMade:
        await self._services.players.check_proved(identity)
        token, made = await self._services.bot_accounts.make_token(
            identity.player.id,
            message.bot,
            message.scopes,
            message.label,
            message.days,
            message.overlay_delay,
            identity,
        )
        await self._services.inboxes.note_sign_in(identity.player.id, "token_made")
        return TokenMade(token=token, made=made)

    async def list_tokens(self, identity: Identity, message: ListTokens) -> Tokens:
        return await self._tokens(identity.player.id)

    async def revoke_token(self, identity: Identity, message: RevokeToken) -> Tokens:
        await self._services.bot_accounts.revoke(identity.player.id, message.id, message.ref)
        return await self._tokens(identity.player.id)

    async def begin_second_factor(self, identity: Identity, message: BeginSecondFactor) -> SecondFactorBegun:
        return await self._services.players.second_factors.begin(identity)

    async def confirm_second_factor(self, identity: Identity, message: ConfirmSecondFactor) -> None:
        with self._quotas.taking(SIGN_IN, self._caller.address):
            await self._services.players.second_factors.confirm(identity, message.code)
        await self._services.inboxes.note_sign_in(identity.player.id, "second_factor_added")
        await self._show(identity.player.id, message.ref)

    async def remove_second_factor(self, identity: Identity, message: RemoveSecondFactor) -> None:
        with self._quotas.taking(SIGN_IN, self._caller.address):
            await self._services.players.second_factors.remove(identity, message.code)
        await self._services.inboxes.note_sign_in(identity.player.id, "second_factor_removed")
        await self._show(identity.player.id, message.ref)

    async def prove_identity(self, identity: Identity, message: ProveIdentity) -> IdentityProved:
        with self._quotas.taking(SIGN_IN, self._caller.address):
            ticket, links = message.ticket, self._services.identity_links
            by_provider = None if ticket is None else partial(links.prove, ticket, identity.player.id)
            at = None if ticket is None else await self._services.passkeys.prove(identity, ticket)
            if at is None:
                at = await self._services.players.prove(
                    identity, message.password, message.code, self._sharer(identity), by_provider
                )
        self._caller.belonging.note_proved(identity, at)
        return IdentityProved(until=Milliseconds(at + PROOF_MS))

    def _sharer(self, identity: Identity) -> Sharer:
        return Sharer(self._caller.address, identity.player.id)

    async def _show(self, player: PlayerId, ref: Ref | None, codes: Sequence[str] = ()) -> None:
        shown = await self._services.players.shown(player)
        self._caller.send(msgspec.structs.replace(shown, recovery_codes=tuple(codes), ref=ref))

    async def _tokens(self, player: PlayerId) -> Tokens:
        return Tokens(tokens=await self._services.bot_accounts.tokens(player))

    async def _leave(self, ref: Ref | None) -> None:
        await self._caller.belonging.become(None)
        self._caller.send(SignedOut(ref=ref))


def not_signed_in() -> CommandRefused:
    return CommandRefused(
        RefusalCode.NOT_SIGNED_IN, Text('Sign in first: `{"type": "sign_in"}` makes you a guest.'), "$.type"
    )
