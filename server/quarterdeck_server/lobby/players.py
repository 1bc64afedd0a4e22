"""The players that are remembered: how somebody becomes one, comes back, changes and goes.

An account is a page, a name (by its skeleton) is a page that says whose it is, and so is every token. What belongs
together is committed together: a name never has two owners, and a deleted account leaves no token behind that works.
"""

import secrets
from collections.abc import Callable, Sequence

import msgspec
from quarterdeck_protocol.accounts import Account as AccountShown
from quarterdeck_protocol.accounts import Avoidance, Avoided, Scope
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_server.lobby import accounts, names
from quarterdeck_server.lobby.accounts import KeptAccount, NameOwner
from quarterdeck_server.lobby.attempts import Attempts
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.ledger import Change, Ledger, Listed, Page, Unchanged
from quarterdeck_server.lobby.passwords import Passwords
from quarterdeck_server.lobby.shelves import NOTHING, TRIES, Beside, Commit, Shelf, commit
from quarterdeck_server.lobby.telling import PlayerChanged, SessionsEnded, SessionTaken, told
from quarterdeck_server.lobby.tokens import EVERYTHING, SESSION_SECONDS, KeptToken, fresh, hashed, taken_up
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Conflict

ACCOUNTS = Shelf("account", KeptAccount)
NAMES = Shelf("name", NameOwner)
TOKENS = Shelf("token", KeptToken)

GUEST_SECONDS = SESSION_SECONDS
"""How long a guest is remembered who does not come back."""

GONE = "Somebody who has left"
"""What is shown of a player whose account was deleted."""

MOST_TOKENS = 32
"""How many tokens for programs one player has."""


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody is on one connection, and what they may do there."""

    player: Player
    token: str
    """The hash of the token that was given last."""

    session: str
    turn: int = 1
    scopes: tuple[Scope, ...] = EVERYTHING
    is_program: bool = False
    roles: tuple[str, ...] = ()
    avoided: tuple[tuple[PlayerId, Avoidance], ...] = ()

    def as_of(self, account: KeptAccount) -> "Identity":
        """Give this with what the account says now."""
        return msgspec.structs.replace(self, player=account.player, roles=account.roles, avoided=account.avoided)


class Players:
    """The players of this server."""

    def __init__(self, ledger: Ledger, passwords: Passwords | None = None, chance: Chance = secrets) -> None:
        self._ledger = ledger
        self._passwords = Passwords() if passwords is None else passwords
        self._chance = chance
        self._attempts = Attempts(ledger)

    # Coming

    async def welcome(self, name: str | None) -> tuple[Identity, Token]:
        """Make a guest of this name, or of a made-up one. Raises `Refusing`, `Unavailable`, as all that follow."""
        called = f"Guest {self._chance.randbelow(9000) + 1000}" if name is None else names.checked(name)
        now = await self._ledger.now()
        account = KeptAccount(id=PlayerId(self._chance.token_hex(8)), name=called, kind=PlayerKind.GUEST, made_at=now)
        alike = NAMES.key(names.skeleton(called))

        def decide(pages: list[Page | None]) -> Commit[tuple[Identity, Token]]:
            if name is not None and pages[0] is not None:
                raise taken(called)
            identity, token, kept = self._session(account, now)
            return Commit((identity, token), [_kept(account, None), kept])

        return await commit(self._ledger, [alike], decide)

    async def recognise(self, token: Token) -> tuple[Identity, Token]:
        """Give who has this token, and the one to use from now on. A session has a new one each time, and then belongs
        to the connection that asked last."""
        for _ in range(TRIES):
            try:
                return await self._taken_up(token, hashed(token))
            except Conflict:  # somebody else has just taken it up: what stands before and after it is another
                continue
        raise Refusing(Refusal.UNAVAILABLE, "Too many take this session up at the same time; try again in a moment.")

    async def _taken_up(self, token: Token, name: str) -> tuple[Identity, Token]:
        now = await self._ledger.now()
        first = TOKENS.of((await self._ledger.read([TOKENS.key(name)]))[0])
        if first is None:
            raise unknown_token()
        neighbours = [first.before or "", first.after or ""]
        keys = [TOKENS.key(name), ACCOUNTS.key(first.player), *map(TOKENS.key, neighbours)]

        def decide(pages: list[Page | None]) -> Commit[tuple[Identity, Token]]:
            kept, account = TOKENS.of(pages[0]), ACCOUNTS.of(pages[1])
            if kept is None or account is None or kept.until <= now or kept.era < account.era:
                raise unknown_token()
            if kept.is_for_program:
                return Commit((_identity(account, kept, name), token))
            if [kept.before or "", kept.after or ""] != neighbours:
                raise Conflict
            new = fresh(self._chance)
            given, following = taken_up(kept, name, hashed(new), now)
            changes = [
                TOKENS.put(name, pages[0], given, SESSION_SECONDS),
                TOKENS.put(hashed(new), None, following, SESSION_SECONDS),
                _kept(account, pages[1]),
                *(TOKENS.drop(each, page) for each, page in zip(neighbours, pages[2:], strict=True) if page),
            ]
            taken = told(SessionTaken(account.id, kept.session, following.turn))
            return Commit((_identity(account, following, hashed(new)), new), changes, told=taken)

        return await commit(self._ledger, keys, decide)

    async def holder(self, token: Token) -> Identity:
        """Give who has this token, as often as asked: a question over HTTP takes no session up."""
        name = hashed(token)
        kept = (await TOKENS.read(self._ledger, [name]))[0]
        now = await self._ledger.now()
        account = None if kept is None else await self.find(kept.player)
        if kept is None or account is None or kept.until <= now or kept.era < account.era:
            raise unknown_token()
        return _identity(account, kept, name)

    async def sign_in(self, name: str, password: str, address: str) -> tuple[Identity, Token]:
        """Give who has this name and password, in a new session. Whether the name or the password is wrong is not told,
        not even by how long it takes; who has been wrong often has to wait."""
        skeleton = names.skeleton(name)
        await self._attempts.check(skeleton, address)
        now = await self._ledger.now()
        owner = NAMES.of((await self._ledger.read([NAMES.key(skeleton)]))[0])
        account = None if owner is None else await self.find(owner.player)
        if not await self._passwords.fits(None if account is None else account.password, password) or account is None:
            await self._attempts.failed(skeleton, address)
            raise _wrong_password("There is no account with this name and password.")
        await self._attempts.succeeded(skeleton, address)
        identity, token, kept = self._session(account, now)
        await self._ledger.commit([kept])
        return identity, token

    # Staying

    async def find(self, player: PlayerId) -> KeptAccount | None:
        """Give a player's account, or `None` if there is none any more."""
        return (await self.find_all([player]))[0]

    async def find_all(self, players: Sequence[PlayerId]) -> list[KeptAccount | None]:
        """Give the accounts of these players, in one round trip."""
        return await ACCOUNTS.read(self._ledger, players)

    async def named(self, name: str) -> KeptAccount | None:
        """Give the account that has this name, or one that looks like it."""
        owner = (await NAMES.read(self._ledger, [names.skeleton(name)]))[0]
        return None if owner is None else await self.find(owner.player)

    async def shown(self, player: PlayerId) -> AccountShown:
        """Give a player's account as they see it themselves."""
        account = await self.find(player)
        if account is None:
            raise unknown_token()
        others = [*account.bots, *(other for other, _ in account.avoided)]
        found = dict(zip(others, await self.find_all(others), strict=True)) if others else {}
        return AccountShown(
            player=account.player,
            since=account.made_at,
            roles=account.roles,
            bots=tuple(shown_as(bot, found[bot]) for bot in account.bots),
            avoided=tuple(Avoided(player=shown_as(other, found[other]), how=how) for other, how in account.avoided),
        )

    async def register(self, player: PlayerId, name: str, password: str) -> None:
        """Let a guest keep their account, under a name that is theirs alone."""
        called = names.checked(name)
        account = await self.find(player)
        if account is not None and account.name == called and await self._passwords.fits(account.password, password):
            return  # the same command again, because its answer was lost
        kept = await self._passwords.hashed(password)
        await self._rename(player, called, lambda account: accounts.registered(account, called, kept))

    async def change(self, who: Identity, password: str, new_name: str | None, new_password: str | None) -> None:
        """Change name or password. With a new password every other session ends."""
        account = await self._with_password(who.player.id, password)
        kept = None if new_password is None else await self._passwords.hashed(new_password, "$.new_password")
        called = account.name if new_name is None else names.checked(new_name, "$.new_name")

        def change(account: KeptAccount) -> KeptAccount:
            changed = msgspec.structs.replace(account, name=called)
            return changed if kept is None else msgspec.structs.replace(changed, password=kept)

        await self._rename(who.player.id, called, change)
        if kept is not None:
            await self.end_sessions(who.player.id, but=who)

    async def rename(self, player: PlayerId, name: str, beside: Beside = NOTHING) -> None:
        """Give a player another name, as moderators may; a guest's is not theirs alone."""
        called = names.checked(name)
        await self._rename(player, called, lambda account: msgspec.structs.replace(account, name=called), beside)

    async def set_roles(self, player: PlayerId, roles: tuple[str, ...], beside: Beside = NOTHING) -> None:
        """Let a player have these roles and no others."""
        await self._changed(player, lambda account: msgspec.structs.replace(account, roles=roles), beside)

    async def avoid(self, player: PlayerId, other: PlayerId, how: Avoidance) -> None:
        """Note how a player keeps away from another."""
        if how is not Avoidance.NO and await self.find(other) is None:
            raise Refusing(Refusal.UNKNOWN_PLAYER, f"There is no player `{other}`, or not any more.", "$.player")
        await self._changed(player, lambda account: accounts.avoiding(account, other, how))

    # Going

    async def sign_out(self, who: Identity) -> None:
        """End one session."""

        def decide(pages: list[Page | None]) -> Commit[None]:
            drops = [TOKENS.drop(who.token, pages[0])] if pages[0] else []
            return Commit(None, drops, told=told(SessionsEnded(who.player.id, only=who.session)))

        kept = (await TOKENS.read(self._ledger, [who.token]))[0]
        if kept is not None and kept.before is not None:  # the one that was used to come here is good no longer
            await self._dropped(kept.before)
        await commit(self._ledger, [TOKENS.key(who.token)], decide)

    async def end_sessions(self, player: PlayerId, but: Identity | None = None) -> None:
        """End all sessions of a player, or all but one. Tokens made for programs stay."""
        staying = "" if but is None else but.token

        def decide(pages: list[Page | None]) -> Commit[None]:
            account, token = ACCOUNTS.of(pages[0]), TOKENS.of(pages[1])
            if account is None:
                return Commit(None)
            era = account.era + 1
            changes = [_kept(msgspec.structs.replace(account, era=era), pages[0])]
            if token is not None:
                changes.append(TOKENS.put(staying, pages[1], msgspec.structs.replace(token, era=era), SESSION_SECONDS))
            return Commit(None, changes, told=told(SessionsEnded(player, but=None if but is None else but.session)))

        await commit(self._ledger, [ACCOUNTS.key(player), TOKENS.key(staying)], decide)

    async def delete(self, player: PlayerId, password: str | None) -> None:
        """Delete an account and those of its bots; their names are free again."""
        account = await self.find(player)
        if account is not None and account.password is not None:
            account = await self._with_password(player, password or "")
        if account is None:
            return
        for bot in account.bots:
            await self.remove(bot)
        await self.remove(player)

    async def let_bot_go(self, owner: PlayerId, bot: PlayerId) -> None:
        """Delete the account of somebody's own bot."""
        await self._changed(owner, lambda account: accounts.without_bot(account, bot))
        await self.remove(bot)

    async def remove(self, player: PlayerId) -> None:
        """Remove an account with its name and its tokens."""
        account = await self.find(player)
        if account is None:
            return
        made = await self._ledger.listed(tokens_of(player), most=MOST_TOKENS)
        hashes = [name for name, _ in made]
        skeleton = names.skeleton(account.name)
        keys = [ACCOUNTS.key(player), NAMES.key(skeleton), *map(TOKENS.key, hashes)]

        def decide(pages: list[Page | None]) -> Commit[None]:
            owner = NAMES.of(pages[1])
            changes = [ACCOUNTS.drop(player, pages[0])] if pages[0] else []
            if owner is not None and owner.player == player:
                changes.append(NAMES.drop(skeleton, pages[1]))
            changes += [TOKENS.drop(name, page) for name, page in zip(hashes, pages[2:], strict=True) if page]
            gone = [Listed(tokens_of(player), name, None) for name in hashes]
            return Commit(None, changes, gone, told(SessionsEnded(player, programs=True)))

        await commit(self._ledger, keys, decide)

    # What is common

    def _session(self, account: KeptAccount, now: Milliseconds) -> tuple[Identity, Token, Change]:
        """Give a new session of this account, its token, and how that is kept."""
        token = fresh(self._chance)
        kept = KeptToken(
            player=account.id,
            session=self._chance.token_hex(8),
            era=account.era,
            made_at=now,
            until=Milliseconds(now + SESSION_SECONDS * 1000),
        )
        return _identity(account, kept, hashed(token)), token, TOKENS.put(hashed(token), None, kept, SESSION_SECONDS)

    async def _with_password(self, player: PlayerId, password: str) -> KeptAccount:
        account = await self.find(player)
        if account is None or account.password is None:
            text = "This account has no password: `register` first."
            raise Refusing(Refusal.NOT_REGISTERED, text, "$.password")
        await self._attempts.check(player, "")
        if not await self._passwords.fits(account.password, password):
            await self._attempts.failed(player, "")
            raise _wrong_password("This is not the password of your account.")
        return account

    async def _rename(
        self, player: PlayerId, name: str, change: Callable[[KeptAccount], KeptAccount], beside: Beside = NOTHING
    ) -> None:
        """Change an account that is called so from now on."""
        account = await self.find(player)
        before = "" if account is None else names.skeleton(account.name)
        after = names.skeleton(name)

        def decide(pages: list[Page | None]) -> Commit[None]:
            account, owner, had = ACCOUNTS.of(pages[0]), NAMES.of(pages[1]), NAMES.of(pages[2])
            if account is None:
                raise unknown_token()
            changed = change(account)
            if owner is not None and owner.player != player:
                raise taken(name)
            changes: list[Change | Unchanged] = [_kept(changed, pages[0])]
            if changed.kind is not PlayerKind.GUEST and owner is None:
                changes.append(NAMES.put(after, None, NameOwner(player)))
            if before != after and had is not None and had.player == player:
                changes.append(NAMES.drop(before, pages[2]))
            return Commit(None, [*changes, *beside.changes], beside.indexed, told(PlayerChanged(player)))

        keys = [ACCOUNTS.key(player), NAMES.key(after), NAMES.key(before)]
        await commit(self._ledger, keys, decide)

    async def _changed(
        self, player: PlayerId, change: Callable[[KeptAccount], KeptAccount], beside: Beside = NOTHING
    ) -> None:
        def decide(pages: list[Page | None]) -> Commit[None]:
            account = ACCOUNTS.of(pages[0])
            if account is None:
                raise unknown_token()
            changed = change(account)
            if changed == account and beside == NOTHING:
                return Commit(None)
            changes = [_kept(changed, pages[0]), *beside.changes]
            return Commit(None, changes, beside.indexed, told(PlayerChanged(player)))

        await commit(self._ledger, [ACCOUNTS.key(player)], decide)

    async def _dropped(self, token: str) -> None:
        def decide(pages: list[Page | None]) -> Commit[None]:
            return Commit(None, [TOKENS.drop(token, pages[0])] if pages[0] else [])

        await commit(self._ledger, [TOKENS.key(token)], decide)


def tokens_of(player: PlayerId) -> str:
    """Give the index of the tokens made for a player's programs, by when they end."""
    return f"tokens:{player}"


def shown_as(id_: PlayerId, account: KeptAccount | None) -> Player:
    """Give a player as everybody may know them; one who is gone keeps no name."""
    return Player(id=id_, name=GONE, kind=PlayerKind.GUEST) if account is None else account.player


def _identity(account: KeptAccount, kept: KeptToken, token: str) -> Identity:
    return Identity(
        player=account.player,
        token=token,
        session=kept.session,
        turn=kept.turn,
        scopes=kept.scopes,
        is_program=kept.is_for_program,
        roles=account.roles,
        avoided=account.avoided,
    )


def _kept(account: KeptAccount, page: Page | None) -> Change:
    """Keep an account: a guest's for a while, anybody else's for ever."""
    is_guest = account.kind is PlayerKind.GUEST
    return ACCOUNTS.put(account.id, page, account, GUEST_SECONDS if is_guest else None)


def taken(name: str) -> Refusing:
    return Refusing(Refusal.NAME_TAKEN, f"“{name}” belongs to somebody, or looks like a name that does.", "$.name")


def unknown_token() -> Refusing:
    return Refusing(Refusal.UNKNOWN_TOKEN, "Nobody has this token, or not any more; sign in anew.", "$.token")


def _wrong_password(text: str) -> Refusing:
    return Refusing(Refusal.WRONG_PASSWORD, text, "$.password")
