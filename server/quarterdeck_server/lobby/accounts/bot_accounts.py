"""Accounts for a player's bots, and tokens with limited scopes for a player's programs."""

import secrets

from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.accounts import TokenOffered
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import accounts, player_names, sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner, ProgramLinkRecord
from quarterdeck_server.lobby.accounts.documents import (
    ACCOUNTS,
    MOST_TOKENS,
    NAMES,
    PROGRAM_LINKS,
    TOKENS,
    tokens_of,
    withdrawn,
)
from quarterdeck_server.lobby.accounts.idempotency_keys import IdempotencyKey
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.tokens import AFTER_EVERY_ERA, DAY, TokenRecord, fresh, hashed
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, again
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexChange, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.store_errors import Conflict

DELAY_OF_OVERLAYS = 30
"""Seconds by which an overlay is behind if its player sets no delay."""


async def person_with_room(
    documents: DocumentStore, identity: Identity, where: str
) -> tuple[AccountRecord, tuple[Unchanged, ...]]:
    """Return the account of a registered player who may have one more token, and the conditions of an order of this
    session. Raises `CommandRefused`."""
    now = await documents.now()
    if await documents.count(tokens_of(identity.player.id), low=now) >= MOST_TOKENS:
        text = Text("You can have at most {most_tokens} tokens; revoke one first.", most_tokens=MOST_TOKENS)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, where)
    account, conditions = sessions.standing(identity, await documents.read(sessions.keys_of(identity)), now)
    if account.kind is not PlayerKind.PERSON:
        text = Text("You need an account to let apps act for you: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, where)
    return account, conditions


class BotAccounts:
    """The bots of all players, and the tokens made for programs."""

    def __init__(self, documents: DocumentStore, players: Players, chance: Chance = secrets) -> None:
        self._documents = documents
        self._players = players
        self._chance = chance

    async def make_bot(self, owner: PlayerId, name: str, by: Identity | None = None) -> None:
        """Create a bot account for a program of the owner, by an order of the session `by`."""
        called = player_names.checked(name)
        skeleton = player_names.skeleton(called)
        there = await self._players.named(called)
        if there is not None and (there.owner, there.name) == (owner, called):
            return  # the same command again, because its answer was lost
        now = await self._documents.now()
        bot = AccountRecord(
            id=accounts.bot_id(self._chance), name=called, kind=PlayerKind.BOT, owner=owner, made_at=now
        )

        def decide(stored: list[Document | None]) -> Commit[None]:
            account = ACCOUNTS.of(stored[0])
            if account is None:
                raise unknown_token()
            if stored[1] is not None:
                raise player_names.taken(called)
            owning = accounts.with_bot(account, bot.id)
            changes = [
                ACCOUNTS.put(owner, stored[0], owning),
                ACCOUNTS.put(bot.id, None, bot),
                NAMES.put(skeleton, None, NameOwner(bot.id)),
            ]
            return Commit(None, changes)

        await sessions.commit_for(self._documents, by, [ACCOUNTS.key(owner), NAMES.key(skeleton)], decide)

    async def delete_bot(
        self, owner: PlayerId, bot: PlayerId, ref: Ref | None = None, by: Identity | None = None
    ) -> None:
        """Delete the account of one of the owner's bots, by an order of the session `by`. Repeating the command under
        the same `ref` is not an error."""
        await self._players.let_bot_go(bot, IdempotencyKey(owner, ref, f"delete_bot {bot}"), by)

    async def make_token(
        self,
        owner: PlayerId,
        bot: PlayerId | None,
        scopes: tuple[Scope, ...],
        label: str,
        days: int,
        overlay_delay: int | None = None,
        by: Identity | None = None,
    ) -> tuple[Token, TokenOffered]:
        """Create a token for a program, for the player or for one of the player's bots, by an order of the session
        `by`."""
        if not scopes:
            raise CommandRefused(RefusalCode.MALFORMED, Text("Name at least one scope for the token."), "$.scopes")
        is_for_overlay = Scope.OVERLAY in scopes
        if is_for_overlay and set(scopes) != {Scope.OVERLAY}:
            text = Text("A token for an overlay has no scope but `overlay`.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.scopes")
        if overlay_delay is not None and not is_for_overlay:
            text = Text("Only a token with the scope `overlay` has a delay.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.overlay_delay")
        seconds = (DELAY_OF_OVERLAYS if overlay_delay is None else overlay_delay) if is_for_overlay else UNSET
        return await again(lambda: self._token_made(owner, bot, scopes, label, days, overlay_delay=seconds, by=by))

    async def link(
        self,
        owner: PlayerId,
        scopes: tuple[Scope, ...],
        label: str,
        days: int,
        linked: tuple[str, Document | None],
        beside: ExtraWrites,
    ) -> None:
        """Create a token that nobody is told, and link an account elsewhere with it, in one commit with the writes of
        `beside`. `linked` is the name of the link and its document as it was read. An earlier token of the link is
        removed. Raises `Conflict`."""
        name, document = linked
        before, gone = PROGRAM_LINKS.of(document), NOTHING
        if before is not None:
            (old,) = await self._documents.read([TOKENS.key(before.token)])
            if old is not None:
                gone = ExtraWrites(
                    (TOKENS.drop(before.token, old),), (IndexEntry(tokens_of(before.player), before.token, None),)
                )
        token = fresh(self._chance)
        link = PROGRAM_LINKS.put(name, document, ProgramLinkRecord(owner, hashed(token)), days * DAY)
        writes = beside.plus(gone).plus(ExtraWrites((link,)))
        await self._token_made(owner, None, scopes, label, days, (token, name, writes))

    async def _token_made(
        self,
        owner: PlayerId,
        bot: PlayerId | None,
        scopes: tuple[Scope, ...],
        label: str,
        days: int,
        linked: tuple[Token, str, ExtraWrites] | None = None,
        overlay_delay: int | UnsetType = UNSET,
        by: Identity | None = None,
    ) -> tuple[Token, TokenOffered]:
        of, conditions = bot or owner, await sessions.still(self._documents, by)
        now, token = await self._documents.now(), fresh(self._chance) if linked is None else linked[0]
        owning, document = await self._documents.read([ACCOUNTS.key(owner), ACCOUNTS.key(of)])
        account, player = ACCOUNTS.of(owning), ACCOUNTS.of(document)
        if account is None or player is None or (bot is not None and bot not in account.bots):
            raise accounts.not_your_bot(of)
        if player.kind is PlayerKind.GUEST:
            text = Text("You need an account to create tokens: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        if await self._documents.count(tokens_of(of), low=now) >= MOST_TOKENS:
            raise CommandRefused(
                RefusalCode.TOO_MANY_KEPT,
                Text("You can have at most {most_tokens} tokens; revoke one first.", most_tokens=MOST_TOKENS),
                "$.type",
            )
        record = TokenRecord(
            player=of,
            session=self._chance.token_hex(8),
            scopes=tuple(dict.fromkeys(scopes)),
            is_for_program=True,
            era=AFTER_EVERY_ERA,
            label=label,
            link=UNSET if linked is None else linked[1],
            made_at=now,
            until=Milliseconds(now + 1000 * days * DAY),
            overlay_delay=overlay_delay,
        )
        beside = NOTHING if linked is None else linked[2]
        # The account is written as it is: of all who make or take away something of its at once, one is first.
        changes = [
            TOKENS.put(hashed(token), None, record, days * DAY),
            ACCOUNTS.put(of, document, player),
            *conditions,
            *beside.changes,
        ]
        listed: list[IndexChange] = [
            IndexSweep(tokens_of(of), now),
            IndexEntry(tokens_of(of), hashed(token), record.until),
            *beside.indexed,
        ]
        await self._documents.commit(changes, listed, *beside.news)
        return token, _offered(record, player.player)

    async def tokens(self, owner: PlayerId) -> tuple[TokenOffered, ...]:
        """Return the tokens made for this player and their bots, newest first."""
        offered = [_offered(token, player) for _, token, player in await self._made_for(owner)]
        return tuple(sorted(offered, key=lambda token: (token.made_at, token.id), reverse=True))

    async def revoke(self, owner: PlayerId, id_: str, ref: Ref | None = None) -> None:
        """Revoke a token. Repeating the command under the same `ref` is not an error."""
        await again(lambda: self._revoked(id_, IdempotencyKey(owner, ref, f"revoke {id_}")))

    async def _revoked(self, id_: str, sent: IdempotencyKey) -> None:
        for name, token, player in await self._made_for(sent.by):
            if token.session != id_:
                continue
            document = (await self._documents.read([TOKENS.key(name)]))[0]
            if document is None:
                raise Conflict("the token has just been replaced or revoked")
            changes = [*await withdrawn(self._documents, name, document), *sent.receipt.changes]
            ended = notification(SessionsEnded(player.id, only=id_))
            await self._documents.commit(changes, [IndexEntry(tokens_of(player.id), name, None)], ended)
            return
        if await sent.was_carried_out(self._documents):
            return
        raise CommandRefused(
            RefusalCode.UNKNOWN_TOKEN, Text("You have no token `{id}`. It may have been revoked.", id=id_), "$.id"
        )

    async def _made_for(self, owner: PlayerId) -> list[tuple[str, TokenRecord, Player]]:
        account, now = await self._players.find(owner), await self._documents.now()
        known = await self._players.known(() if account is None else (owner, *account.bots))
        made = []
        for player, shown in known.items():
            listed = [name for name, _ in await self._documents.listed(tokens_of(player), low=now, most=MOST_TOKENS)]
            found = await TOKENS.read(self._documents, listed)
            made += [(name, token, shown) for name, token in zip(listed, found, strict=True) if token is not None]
        return made


def _offered(record: TokenRecord, player: Player) -> TokenOffered:
    return TokenOffered(
        id=record.session,
        player=player,
        scopes=record.scopes,
        label=record.label,
        made_at=record.made_at,
        until=record.until if record.app is UNSET else record.app.until,
        overlay_delay=None if record.overlay_delay is UNSET else record.overlay_delay,
    )
