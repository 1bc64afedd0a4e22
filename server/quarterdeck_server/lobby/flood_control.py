"""Rate limit of one player's actions. It is counted in the same commit as the action, so all processes count together
and no further round trip is needed."""

import math
from typing import assert_never

import msgspec
from quarterdeck_protocol.limits import Quota, QuotaCode
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Change, Document

A_MINUTE = 60_000


class PaceRecord(msgspec.Struct, frozen=True):
    """The record of the actions that count for a player's rate limit."""

    rested_at: Milliseconds
    """The time from which the player again has the full number of actions at once."""


PACES = Collection("pace", PaceRecord)


def one_more(name: str, document: Document | None, quota: Quota, now: Milliseconds) -> Change:
    """Return the change that counts one more action on the player's document. Raises `CommandRefused` if the player is
    too fast."""
    before, each = PACES.of(document), A_MINUTE / quota.per_minute
    rested_at = max(now, now if before is None else before.rested_at) + each
    too_soon = rested_at - now - each * quota.at_once
    if too_soon > 0:
        raise too_many(quota, Milliseconds(math.ceil(too_soon)))
    return PACES.put(name, document, PaceRecord(Milliseconds(round(rested_at))), -(-round(rested_at - now) // 1000))


def too_many(quota: Quota, wait: Milliseconds) -> CommandRefused:
    """Return the refusal of an action beyond a quota."""
    text = Text(
        "Too many {these}: the limit for one {per} is {at_once} at once and {per_minute} a minute.",
        these=Text(_words_of(quota.code)),
        at_once=quota.at_once,
        per_minute=f"{quota.per_minute:g}",
        per=Text(quota.per),
    )
    return CommandRefused(RefusalCode.TOO_MANY, text, "$", retry_in=wait, remaining=0)


def _words_of(code: QuotaCode) -> str:
    """Return the noun for what a quota counts, to continue the words *Too many*."""
    match code:
        case QuotaCode.CONNECTIONS:
            return "connections"
        case QuotaCode.NEW_GUESTS:
            return "new guests"
        case QuotaCode.TOKEN_SIGN_INS:
            return "sign-ins with a token"
        case QuotaCode.PASSWORD_CHECKS:
            return "sign-ins with a password"
        case QuotaCode.REGISTRATIONS:
            return "registrations"
        case QuotaCode.TABLES_OPENED:
            return "tables opened"
        case QuotaCode.TICKETS:
            return "tickets for quick match"
        case QuotaCode.TABLE_KEYS:
            return "codes and passwords of tables"
        case QuotaCode.TABLE_LISTS:
            return "lists of tables"
        case QuotaCode.DEVICE_CODES:
            return "codes of programs"
        case QuotaCode.DECK_READS:
            return "decks read"
        case QuotaCode.HTTP_REQUESTS:
            return "HTTP requests"
        case QuotaCode.TRANSCRIPTS:
            return "transcripts"
        case QuotaCode.REPLAYS:
            return "replays"
        case QuotaCode.TRANSCRIPT_REPLAYS:
            return "transcripts to replay"
        case QuotaCode.FINISHED_MATCHES:
            return "finished matches read"
        case QuotaCode.SEAT_LISTS:
            return "lists of your seats"
        case QuotaCode.KEPT_DECKS:
            return "requests for saved decks"
        case QuotaCode.COLLECTION:
            return "requests for your cards"
        case QuotaCode.TRADES:
            return "trades offered and answered"
        case QuotaCode.TRADE_OFFERS:
            return "trades offered"
        case QuotaCode.TRADE_LISTS:
            return "requests for your trades"
        case QuotaCode.WISHES:
            return "requests for your wish list"
        case QuotaCode.TRADER_SEARCHES:
            return "searches for traders"
        case QuotaCode.NOTICES:
            return "requests for your notices"
        case QuotaCode.CHALLENGES | QuotaCode.CHALLENGES_A_DAY:
            return "requests about challenges"
        case QuotaCode.FOLLOWING:
            return "requests about players that you follow"
        case QuotaCode.PRIVATE_MESSAGES:
            return "requests about private messages"
        case QuotaCode.TOURNAMENTS:
            return "requests about tournaments"
        case QuotaCode.CLUBS:
            return "requests about clubs"
        case QuotaCode.EXPORTS:
            return "exports"
        case QuotaCode.CHAT_LINES:
            return "chat messages"
        case QuotaCode.REPORTS:
            return "reports"
        case QuotaCode.OTHER:
            return "of these"
        case _:
            assert_never(code)
