"""Commands about webhooks of players: each player makes, changes and reads their own."""

import re
import secrets
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import msgspec
from quarterdeck_games import extensions_of
from quarterdeck_protocol.lobby import webhooks as messages
from quarterdeck_protocol.lobby.webhooks import (
    MOST_WEBHOOKS,
    Webhook,
    WebhookChange,
    WebhookEvent,
    WebhookForm,
    WebhookId,
    WebhookLog,
    WebhookSignature,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.extensions import NoticeChannel, asked
from quarterdeck_server.lobby.accounts import sessions
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.clubs.club_records import CLUBS, check_organiser, check_shown
from quarterdeck_server.lobby.collections import ExtraWrites, again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES, sign_in_noted
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.player_webhooks.hook_records import (
    ABOUT_PLAYERS,
    GONE,
    NO_HOOKS,
    PLAYERS_HOOKS,
    PlayersHook,
    PlayersHooks,
    name_of,
)
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.model import unknown
from quarterdeck_server.lobby.webhooks import outbox as outboxes
from quarterdeck_server.lobby.webhooks.outbox import Outbox
from quarterdeck_server.translations import LANGUAGES

MOST_LISTED = 50
HTTPS = 443
HOST = re.compile(r"[a-z0-9.-]{1,253}")


_BROKEN: str | None = "it is out of order."


class WebhookService:
    """The webhooks of players. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        outbox: Outbox,
        keys: HookKeys | None,
        now: Callable[[], Milliseconds],
        *,
        inner: bool = False,
        chance: Chance = secrets,
    ) -> None:
        """Make the service. Without `keys`, this server sends nothing to players."""
        self._documents = documents
        self._outbox = outbox
        self._keys = keys
        self._now = now
        self._inner = inner
        self._chance = chance

    @property
    def is_on(self) -> bool:
        """True if players can have webhooks."""
        return self._keys is not None

    async def create(self, identity: Identity, message: messages.CreateWebhook) -> messages.WebhookChanged:
        """Make a webhook. If the same command is repeated, there is still only one."""
        player, keys = identity.player.id, self._keys_of("$.type")
        self._check_form(message)
        id_ = WebhookId(id_by(player, message.ref, self._chance))
        name = name_of(player, id_)

        async def step() -> PlayersHook:
            account, inbox = await self._documents.read([ACCOUNTS.key(player), INBOXES.key(player)])
            (seen,) = await PLAYERS_HOOKS.snapshots(self._documents, [player])
            before, record, now = seen.record or NO_HOOKS, ACCOUNTS.of(account), self._now()
            conditions = await sessions.still(self._documents, identity)
            if (already := before.find(id_)) is not None:
                if keys.opened(name, already.address) != message.url or not _is_of(message, already):
                    text = Text("You have already used this `ref` for another webhook.")
                    raise CommandRefused(RefusalCode.REF_REUSED, text, "$.ref")
                return already
            if account is None or record is None:
                raise unknown_token()
            if record.kind is PlayerKind.GUEST:
                text = Text("You need an account for webhooks: `register` first.")
                raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
            if len(before.hooks) >= MOST_WEBHOOKS:
                text = Text("You can have {most} webhooks: delete one first.", most=MOST_WEBHOOKS)
                raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.type")
            await self._check_subject(player, message, now)
            hook = PlayersHook(
                id=id_,
                address=keys.sealed(name, message.url),
                events=tuple(dict.fromkeys(message.events)),
                form=message.form,
                language=message.language,
                signature=message.signature,
                made_at=now,
                club=message.club,
                table=message.table,
            )
            after = msgspec.structs.replace(before, hooks=(*before.hooks, hook))
            if not any(each.subject is None for each in before.hooks):
                after = msgspec.structs.replace(after, last_written=(INBOXES.of(inbox) or EMPTY).newest)
            place = IndexEntry(hook.subject or ABOUT_PLAYERS, player, now)
            noted = sign_in_noted(player, inbox, "webhook_added", now)
            await self._documents.commit([seen.becomes(after), *conditions, *noted.changes], [place], *noted.news)
            return hook

        hook = await again(step)
        # After a rotation, an old command does not show the new key to whoever has kept it.
        key = None if hook.generation else keys.verifier(name, hook.signature, hook.generation)
        return await self._changed(player, hook, key)

    async def listed(self, player: PlayerId) -> messages.Webhooks:
        """Return the webhooks of a player."""
        return messages.Webhooks(webhooks=await self.all_of(player))

    async def all_of(self, player: PlayerId) -> tuple[Webhook, ...]:
        """Return the webhooks of a player, with their states."""
        (record,) = await PLAYERS_HOOKS.read(self._documents, [player])
        return tuple([await self._shown(player, hook) for hook in (record or NO_HOOKS).hooks])

    async def change(self, identity: Identity, message: messages.ChangeWebhook) -> messages.WebhookChanged:
        """Change a webhook of a player."""
        player = identity.player.id
        name, keys = name_of(player, message.webhook), self._keys_of("$.webhook")
        hook = await self._find(player, message.webhook)
        match message.change:
            case WebhookChange.DELETE:
                await self._delete(player, message.webhook)
                return messages.WebhookChanged()
            case WebhookChange.ROTATE:
                hook = await self._rotate(identity, message)
                return await self._changed(player, hook, keys.verifier(name, hook.signature, hook.generation))
            case WebhookChange.ENABLE:
                await self._outbox.enable(name)
                return await self._changed(player, hook)
            case WebhookChange.REPLAY:
                number = await self._outbox.replay(name, message.event)
                return msgspec.structs.replace(await self._changed(player, hook), replayed=number)
            case WebhookChange.OTHER:
                raise _unknown_word("$.change", [each for each in WebhookChange if each is not WebhookChange.OTHER])

    async def deliveries(self, player: PlayerId, message: messages.GetDeliveries) -> messages.Deliveries:
        """Return the newest events of a webhook of a player."""
        await self._find(player, message.webhook)
        if message.log is WebhookLog.OTHER:
            raise _unknown_word("$.log", [each for each in WebhookLog if each is not WebhookLog.OTHER])
        index = {
            WebhookLog.DELIVERED: outboxes.delivered,
            WebhookLog.DEAD: outboxes.dead,
            WebhookLog.WAITING: outboxes.waiting,
        }[message.log]
        records = await self._outbox.listed(index(name_of(player, message.webhook)), MOST_LISTED)
        return messages.Deliveries(
            deliveries=tuple(
                messages.Delivery(
                    event=each.event,
                    kind=each.kind,
                    at=each.at,
                    attempts=tuple(
                        messages.DeliveryAttempt(at=tried.at, outcome=tried.outcome) for tried in each.attempts
                    ),
                )
                for each in records
            )
        )

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its webhooks are deleted."""
        (seen,) = await PLAYERS_HOOKS.snapshots(self._documents, [player])
        if seen.record is None:
            return ExtraWrites((seen.stays(),))
        return ExtraWrites((seen.becomes(None),), tuple(_left(player, seen.record, seen.record.hooks, self._now())))

    async def _delete(self, player: PlayerId, id_: WebhookId) -> None:
        async def step() -> None:
            (seen,) = await PLAYERS_HOOKS.snapshots(self._documents, [player])
            record = seen.record or NO_HOOKS
            going = [hook for hook in record.hooks if hook.id == id_]
            kept = tuple(hook for hook in record.hooks if hook.id != id_)
            after = msgspec.structs.replace(record, hooks=kept)
            if going:
                changes = [seen.becomes(after if kept else None)]
                await self._documents.commit(changes, _left(player, record, going, self._now()))

        await again(step)

    async def _rotate(self, identity: Identity, message: messages.ChangeWebhook) -> PlayersHook:
        """Give a webhook a new key. If the same command is repeated, its first rotation stands: a second one would end
        the key that the receiver has."""
        id_, rotation = message.webhook, id_by(identity.player.id, message.ref, self._chance)

        async def step() -> PlayersHook:
            conditions = await sessions.still(self._documents, identity)
            (seen,) = await PLAYERS_HOOKS.snapshots(self._documents, [identity.player.id])
            record = seen.record or NO_HOOKS
            before = record.find(id_)
            if before is None:
                raise _unknown_webhook()
            if before.rotation == rotation:
                return before
            newer = {"generation": before.generation + 1, "rotated_at": self._now(), "rotation": rotation}
            after = msgspec.structs.replace(before, **newer)
            hooks = tuple(after if each.id == id_ else each for each in record.hooks)
            await self._documents.commit([seen.becomes(msgspec.structs.replace(record, hooks=hooks)), *conditions])
            return after

        return await again(step)

    async def _find(self, player: PlayerId, id_: WebhookId) -> PlayersHook:
        (record,) = await PLAYERS_HOOKS.read(self._documents, [player])
        found = (record or NO_HOOKS).find(id_)
        if found is None:
            raise _unknown_webhook()
        return found

    async def _changed(self, player: PlayerId, hook: PlayersHook, key: str | None = None) -> messages.WebhookChanged:
        return messages.WebhookChanged(webhook=await self._shown(player, hook), key=key)

    async def _shown(self, player: PlayerId, hook: PlayersHook) -> Webhook:
        name = name_of(player, hook.id)
        state = await self._outbox.state(name)
        address = None if self._keys is None else self._keys.opened(name, hook.address)
        return Webhook(
            id=hook.id,
            url=address or "",
            events=hook.events or tuple(each for each in WebhookEvent if each is not WebhookEvent.OTHER),
            form=hook.form,
            language=hook.language,
            signature=hook.signature,
            club=hook.club,
            table=hook.table,
            made_at=hook.made_at,
            failing_since=state.failing_since,
            disabled_at=state.disabled_at,
            why=state.why,
            waiting=await self._outbox.count(outboxes.waiting(name)),
            dead=await self._outbox.count(outboxes.dead(name)),
        )

    def _keys_of(self, where: str) -> HookKeys:
        if self._keys is None:
            text = Text("This server sends no webhooks of players.")
            raise CommandRefused(RefusalCode.UNKNOWN_WEBHOOK, text, where)
        return self._keys

    def _check_form(self, message: messages.CreateWebhook) -> None:
        """Raise `CommandRefused` if a field has a value that is not known, or an address that cannot be reached."""
        if WebhookEvent.OTHER in message.events:
            raise _unknown_word("$.events", [each for each in WebhookEvent if each is not WebhookEvent.OTHER])
        if message.form is WebhookForm.OTHER:
            raise _unknown_word("$.form", [each for each in WebhookForm if each is not WebhookForm.OTHER])
        if message.signature is WebhookSignature.OTHER:
            raise _unknown_word(
                "$.signature", [each for each in WebhookSignature if each is not WebhookSignature.OTHER]
            )
        if message.language not in LANGUAGES:
            raise _unknown_word("$.language", LANGUAGES)
        name, _, address = message.url.partition(":")
        channel = extensions_of("quarterdeck.notice_channels", NoticeChannel).get(name)
        if channel is not None:
            if fault := asked(name, lambda: channel.fault(address), _BROKEN):
                text = Text("The channel `{name}` cannot use this address: {why}", name=name, why=fault)
                raise CommandRefused(RefusalCode.MALFORMED, text, "$.url")
        elif self._inner and not is_inner_address(message.url):
            text = Text("`url` must begin with `http://` or `https://` and a host name, without a password.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.url")
        elif not (self._inner or is_usual_address(message.url)):
            text = Text("`url` must begin with `https://` and a host name, without a password, at port 443.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.url")

    async def _check_subject(self, player: PlayerId, message: messages.CreateWebhook, now: Milliseconds) -> None:
        """Raise `CommandRefused` if a player may not have webhooks about this club or table."""
        if message.club is not None and message.table is not None:
            text = Text("A webhook is about a club or about a table: leave one out.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.table")
        if message.club is not None:
            (club,) = await CLUBS.read(self._documents, [message.club])
            check_organiser(check_shown(club, player, now), player, now)
        if message.table is not None:
            (table,) = await TABLES.read(self._documents, [message.table])
            if table is None or not table.is_open_to(player):
                raise unknown(message.table)


def is_usual_address(url: str) -> bool:
    """True if an address has `https://`, the name of a host, and port 443."""
    try:
        parts = urlsplit(url)
        return (
            parts.scheme == "https"
            and HOST.fullmatch(parts.hostname or "") is not None
            and parts.username is None
            and parts.port in (None, HTTPS)
        )
    except ValueError:
        return False


def is_inner_address(url: str) -> bool:
    """True if an address has `http://` or `https://`, the name or the address of a host, and a port that can be."""
    try:
        parts = urlsplit(url)
        is_host = bool(parts.hostname) and not any(each.isspace() for each in url)
        return parts.scheme in ("http", "https") and is_host and parts.username is None and parts.port != 0
    except ValueError:  # the port is no number, or too large
        return False


def _is_of(message: messages.CreateWebhook, hook: PlayersHook) -> bool:
    """True if a command asks for a webhook like this one, whatever its address."""
    asked = (tuple(dict.fromkeys(message.events)), message.form, message.language, message.signature)
    made = (hook.events, hook.form, hook.language, hook.signature)
    return (*asked, message.club, message.table) == (*made, hook.club, hook.table)


def _left(player: PlayerId, record: PlayersHooks, going: Sequence[PlayersHook], now: Milliseconds) -> list[IndexEntry]:
    """Return the changes of indexes after webhooks of a player are deleted."""
    staying = {each.subject or ABOUT_PLAYERS for each in record.hooks if each not in going}
    left = {each.subject or ABOUT_PLAYERS for each in going} - staying
    gone = [IndexEntry(GONE, name_of(player, each.id), now) for each in going]
    return [*(IndexEntry(index, player, None) for index in sorted(left)), *gone]


def _unknown_webhook() -> CommandRefused:
    return CommandRefused(RefusalCode.UNKNOWN_WEBHOOK, Text("You have no such webhook."), "$.webhook")


def _unknown_word(where: str, known: Sequence[str]) -> CommandRefused:
    text = Text("This must be one of: {known}.", known=", ".join(known))
    return CommandRefused(RefusalCode.MALFORMED, text, where)
