"""Private messages: sent to players who follow each other, read, and deleted.

A message, the places of its conversation in both lists, and the notice of the recipient are one commit. All reasons of
the recipient for not accepting a message are checked each time and give the same refusal.
"""

import asyncio
import secrets
from collections.abc import Callable

from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.lobby.chat import LONGEST_LINE, Where
from quarterdeck_protocol.lobby.export import ExportedConversation
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.social.private_messages import (
    MOST_UNANSWERED,
    Conversation,
    ConversationRead,
    ConversationShown,
    PrivateMessage,
    PrivateMessageId,
    SendPrivateMessage,
)
from quarterdeck_protocol.names import LineId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.chat.lines import ChatLineRecord, ChatPlace
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, again, commit
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.flood_control import PACES, one_more
from quarterdeck_server.lobby.followed_players.follow_lists import followed_by
from quarterdeck_server.lobby.moderation import sanction_rules
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import EMPTY as EMPTY_INBOX
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID
from quarterdeck_server.lobby.notices.inbox import SECONDS_KEPT as INBOX_SECONDS
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.lobby.private_messages.conversation_records import (
    CONVERSATIONS,
    EMPTY,
    SECONDS_KEPT,
    ConversationRecord,
    MessageRecord,
    conversations_of,
    name_of,
)

MOST_LISTED = 100
MOST_REMOVED_AT_ONCE = 200
"""Limit of conversations that are deleted in one commit, when an account is deleted."""


class PrivateMessages:
    """The conversations of all players. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        now: Callable[[], Milliseconds],
        *,
        is_on: bool = True,
        pace: Quota | None = None,
        chance: Chance = secrets,
    ) -> None:
        """Make the service. Without `is_on`, nothing can be sent. `pace` limits the messages of one player over all
        processes, together with chat."""
        self._documents = documents
        self._now = now
        self.is_on = is_on
        self._pace = pace
        self._chance = chance
        self._eligibility = EligibilityChecks(documents)

    async def send(self, identity: Identity, message: SendPrivateMessage) -> PrivateMessage:
        """Send a message. Repeating the command sends it only once."""
        player, other = identity.player.id, message.player
        if not self.is_on:
            raise CommandRefused(RefusalCode.MESSAGES_OFF, Text("This server has no private messages."), "$.type")
        if other == player:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot write to yourself."), "$.player")
        text = player_text.plain(message.text, LONGEST_LINE)
        order = id_by(player, message.ref, self._chance)

        async def step() -> PrivateMessage:
            now = self._now()
            permit = await self._eligibility.of((player, other), now)
            name, sanctioned = name_of(player, other), [SANCTIONS.key(each) for each in identity.answering]
            keys = [CONVERSATIONS.key(name), INBOXES.key(other), PACES.key(player), ACCOUNTS.key(other), *sanctioned]
            stored, *follow = await asyncio.gather(
                self._documents.read(keys),
                self._documents.number_of(followed_by(player), other),
                self._documents.number_of(followed_by(other), player),
            )
            before = CONVERSATIONS.of(stored[0]) or EMPTY
            repeated = before.sent_with(order)
            if repeated is not None:
                return _same(repeated, text)
            if player not in permit.playing:
                raise unknown_token()
            sanction_rules.refuse_muted(sanction_rules.together([*map(SANCTIONS.of, stored[4:])]), now)
            theirs = ACCOUNTS.of(stored[3])
            if theirs is None:
                raise _unknown_player(other)
            if before.unanswered(player):
                unanswered = Text("Wait for an answer: you have sent {most} messages in a row.", most=MOST_UNANSWERED)
                raise CommandRefused(RefusalCode.TOO_MANY, unanswered, "$.player", remaining=0)
            pace = [] if self._pace is None else [one_more(player, stored[2], self._pace, now)]
            # Last, and after the same work for each reason: nobody can tell them apart.
            is_avoided = any(avoided == player for avoided, _ in theirs.avoided)
            is_apart = permit.parts([(player,), (other,)])
            if any((is_avoided, is_apart, None in follow, other in permit.gone)):
                text_of_all = Text("This player does not accept your message.")
                raise CommandRefused(RefusalCode.NOT_ACCEPTING, text_of_all, "$.player")
            after = before.with_message(player, text, now, order)
            notice = Notice(id=NO_ID, kind=NoticeKind.PRIVATE_MESSAGE, at=now, player=permit.playing[player])
            inbox = (INBOXES.of(stored[1]) or EMPTY_INBOX).without_message_of(player).with_notice(notice)
            await self._documents.commit(
                [
                    CONVERSATIONS.put(name, stored[0], after, SECONDS_KEPT),
                    INBOXES.put(other, stored[1], inbox, INBOX_SECONDS),
                    *pace,
                    *permit.while_unchanged,
                ],
                [*_placed(player, other, now), *_placed(other, player, now)],
                notification(InboxesChanged((other,))),
            )
            return after.messages[-1].shown

        return await again(step)

    async def listed(self, player: PlayerId, most: int = MOST_LISTED) -> tuple[Conversation, ...]:
        """Return the conversations of a player, those with the newest message first."""
        found = await self._read(player, most)
        listed = [record.listed(player, other) for other, record in found]
        return tuple(each for each in listed if each is not None)

    async def shown(self, player: PlayerId, other: PlayerId) -> ConversationShown:
        """Return the messages of a conversation that a player has not deleted."""
        document, account = await self._documents.read([CONVERSATIONS.key(name_of(player, other)), ACCOUNTS.key(other)])
        if account is None:
            raise _unknown_player(other)
        return _shown(CONVERSATIONS.of(document) or EMPTY, player, shown_as(other, ACCOUNTS.of(account)))

    async def all_of(self, player: PlayerId) -> tuple[ExportedConversation, ...]:
        """Return all conversations of a player with their messages."""
        found = await self._read(player, MOST_LISTED)
        shown = [(other, record.seen_by(player)) for other, record in found]
        return tuple(
            ExportedConversation(player=other, messages=tuple(each.shown for each in messages))
            for other, messages in shown
            if messages
        )

    async def read(self, player: PlayerId, other: PlayerId, up_to: PrivateMessageId) -> ConversationRead:
        """Mark the messages of a conversation as read by a player, and remove the notice of them."""
        name = name_of(player, other)

        def decide(stored: list[Document | None]) -> Commit[ConversationRead]:
            before, inbox = CONVERSATIONS.of(stored[0]), INBOXES.of(stored[1])
            if before is None:
                return Commit(ConversationRead(player=other, read=PrivateMessageId("0")))
            after = before.read_up_to(player, int(up_to))
            answer = ConversationRead(player=other, read=PrivateMessageId(str(after.read[player])))
            changes: list[Change] = []
            if after != before:
                changes.append(CONVERSATIONS.put(name, stored[0], after, SECONDS_KEPT))
            if inbox is not None and after.read[player] == after.newest:
                without = inbox.without_message_of(other)
                changes += [INBOXES.put(player, stored[1], without, INBOX_SECONDS)] if without != inbox else []
            return Commit(answer, changes)

        return await commit(self._documents, [CONVERSATIONS.key(name), INBOXES.key(player)], decide)

    async def delete(self, player: PlayerId, other: PlayerId) -> None:
        """Delete a conversation for a player. If the other one has deleted it too, only the number of
        the last messages in a row is kept."""
        name = name_of(player, other)

        def decide(stored: list[Document | None]) -> Commit[None]:
            before, inbox = CONVERSATIONS.of(stored[0]), INBOXES.of(stored[1])
            if before is None:
                return Commit(None)
            after = before.deleted_for(player)
            changes = [CONVERSATIONS.put(name, stored[0], after, SECONDS_KEPT)]
            if inbox is not None and (without := inbox.without_message_of(other)) != inbox:
                changes.append(INBOXES.put(player, stored[1], without, INBOX_SECONDS))
            return Commit(None, changes)

        await commit(self._documents, [CONVERSATIONS.key(name), INBOXES.key(player)], decide)

    async def lines(self, player: PlayerId, other: PlayerId, most: int) -> list[ChatLineRecord]:
        """Return the last messages of a conversation as lines of chat, for a report by this player."""
        (record,) = await CONVERSATIONS.read(self._documents, [name_of(player, other)])
        place = ChatPlace(Where.CONVERSATION, other)
        found = (record or EMPTY).seen_by(player)[-most:]
        return [
            ChatLineRecord(
                id=LineId(str(each.id)),
                place=place,
                player=shown_as(each.sender, None),
                text=each.text,
                phrase=None,
                at=each.at,
            )
            for each in found
        ]

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its conversations are deleted for both sides. If they are
        many, most are deleted at once."""
        while True:
            listed = await self._documents.listed(conversations_of(player), most=MOST_REMOVED_AT_ONCE)
            others = [PlayerId(other) for other, _ in listed]
            names = [name_of(player, other) for other in others]
            stored = await self._documents.read([*map(CONVERSATIONS.key, names)]) if names else []
            changes = tuple(
                CONVERSATIONS.drop(name, document) if document is not None else Unchanged(CONVERSATIONS.key(name), 0)
                for name, document in zip(names, stored, strict=True)
            )
            indexed = tuple(entry for other in others for entry in _removed(player, other))
            if len(listed) < MOST_REMOVED_AT_ONCE:
                return ExtraWrites(changes, indexed)
            await self._documents.commit(changes, indexed)

    async def _read(self, player: PlayerId, most: int) -> list[tuple[Player, ConversationRecord]]:
        """Return the newest conversations of a player with the other players, without deleted accounts."""
        listed = await self._documents.listed(conversations_of(player), most=most, highest_first=True)
        others = [PlayerId(other) for other, _ in listed]
        records, accounts = await asyncio.gather(
            CONVERSATIONS.read_many(self._documents, [name_of(player, other) for other in others]),
            ACCOUNTS.read_many(self._documents, others),
        )
        return [
            (account.player, record)
            for record, account in zip(records, accounts, strict=True)
            if record is not None and account is not None
        ]


def _shown(record: ConversationRecord, player: PlayerId, other: Player) -> ConversationShown:
    return ConversationShown(
        player=other,
        messages=tuple(each.shown for each in record.seen_by(player)),
        read=PrivateMessageId(str(record.read.get(player, 0))),
    )


def _same(sent: MessageRecord, text: str) -> PrivateMessage:
    """Return a message that was sent before. Raises `CommandRefused` if the repeated command has another text."""
    if sent.text != text:
        reused = Text("You have already used this `ref` for another message.")
        raise CommandRefused(RefusalCode.REF_REUSED, reused, "$.ref")
    return sent.shown


def _placed(player: PlayerId, other: PlayerId, now: Milliseconds) -> tuple[IndexEntry, IndexSweep]:
    """Return the changes that note a conversation in a player's list, and remove expired ones from it."""
    index = conversations_of(player)
    return IndexEntry(index, other, now), IndexSweep(index, now - 1000 * SECONDS_KEPT)


def _removed(player: PlayerId, other: PlayerId) -> tuple[IndexEntry, IndexEntry]:
    """Return the changes that remove a conversation from both lists."""
    return IndexEntry(conversations_of(player), other, None), IndexEntry(conversations_of(other), player, None)


def _unknown_player(other: PlayerId) -> CommandRefused:
    text = Text("There is no player `{other}`. The account may have been deleted.", other=other)
    return CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
