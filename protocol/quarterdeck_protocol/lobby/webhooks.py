"""Messages about webhooks of players: what a player may know is sent to an address of theirs, over HTTP."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.clubs import AnyClub, ClubId
from quarterdeck_protocol.names import Count, Milliseconds, TableId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer

WebhookId = NewType("WebhookId", str)
"""The id of a webhook."""

AnyWebhook = Annotated[WebhookId, Meta(min_length=1, max_length=64)]

MOST_WEBHOOKS = 5
"""Maximum number of webhooks of a player, those of tables and clubs included."""

LONGEST_ADDRESS = 500


class WebhookEvent(OpenEnum):
    """Kinds of events of webhooks. Later versions of the server may have more."""

    TABLE_OPENED = "table.opened"
    """A table of the club has opened."""

    MATCH_BEGUN = "match.begun"
    """A match has begun at the table, or at a table of the club."""

    MATCH_ENDED = "match.ended"
    """Such a match, or one of the player, has ended."""

    MATCH_RATED = "match.rated"
    """Such a match has changed ratings."""

    CHALLENGE = "challenge"
    """A notice about a challenge by or to the player."""

    TURN = "turn"
    """A notice that a match waits for the player."""

    ROUND = "round"
    """A notice about a round or the end of a tournament."""

    CLUB = "club"
    """A notice about a club of the player."""

    MESSAGE = "message"
    """A notice that a private message has come. It does not have the text."""

    ACCOUNT = "account"
    """A notice about the player's account or webhooks."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""


class WebhookForm(OpenEnum):
    """Forms of the body of a request."""

    STANDARD = "standard"
    """`type`, `timestamp` and `data`, as in Standard Webhooks."""

    DISCORD = "discord"
    """A message of a channel of Discord."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a form that is newer than itself."""


class WebhookSignature(OpenEnum):
    """Signatures of requests, after Standard Webhooks."""

    HMAC = "hmac"
    """`v1`: HMAC-SHA256, with a secret that begins with `whsec_`."""

    ED25519 = "ed25519"
    """`v1a`: Ed25519, verified with a public key that begins with `whpk_`."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""


class WebhookChange(OpenEnum):
    """Changes of a webhook by its owner."""

    ROTATE = "rotate"
    """Sign with a new key. For a day, each request has a signature by the former key too."""

    ENABLE = "enable"
    """Deliver again, after the server has disabled the webhook."""

    REPLAY = "replay"
    """Deliver the dead letters again, or the event that `event` names."""

    DELETE = "delete"
    """Delete the webhook, with all that waits for it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a change that is newer than itself."""


class WebhookLog(OpenEnum):
    """Lists of the deliveries of a webhook."""

    DELIVERED = "delivered"
    """The events that were delivered within a week."""

    DEAD = "dead"
    """The dead letters of thirty days: events that could not be delivered."""

    WAITING = "waiting"
    """The events that wait for their next attempt."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a list that is newer than itself."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook of a player."""

    id: WebhookId
    """The id."""

    url: str
    """The address of its receiver."""

    events: tuple[WebhookEvent, ...]
    """The events that are sent."""

    form: WebhookForm
    """The form of its bodies."""

    language: str
    """The language of texts for people."""

    signature: WebhookSignature
    """The kind of its signatures."""

    club: ClubId | None = None
    """The club that it is about; `null` if none."""

    table: TableId | None = None
    """The table that it is about; `null` if none. Without a club and a table, it is about the player."""

    made_at: Milliseconds
    """Time of its making."""

    failing_since: Milliseconds | None = None
    """Time of the first failure since the last success; `null` if there is none."""

    disabled_at: Milliseconds | None = None
    """Time since which the server sends nothing there; `null` if it sends."""

    why: str = ""
    """Why it is disabled: an HTTP status, or the reason for no answer."""

    waiting: Count = 0
    """Number of events that wait."""

    dead: Count = 0
    """Number of dead letters."""


class DeliveryAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to deliver an event."""

    at: Milliseconds
    """Time of the attempt."""

    outcome: str
    """The HTTP status, or why there is none."""


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """An event for a webhook."""

    event: str
    """The id, which the receiver sees as `webhook-id`."""

    kind: str
    """The kind of the event, as in `type` of its body."""

    at: Milliseconds
    """Time of the event."""

    attempts: tuple[DeliveryAttempt, ...] = ()
    """The last ten attempts, oldest first."""


class CreateWebhook(FromClient, frozen=True, kw_only=True, tag="create_webhook"):
    """Make a webhook: about the sender, a table, or a club. Answered by `webhook_changed`, with its key. Refused with
    `not_registered` for a guest, and with `not_the_organiser` for other members of the club."""

    open_to = NO_PROGRAM

    url: Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]
    """The address of the receiver: `https://`, in the public internet, at port 443."""

    events: Annotated[tuple[WebhookEvent, ...], Meta(max_length=16)] = ()
    """The events to send; all if it is empty."""

    form: WebhookForm = WebhookForm.STANDARD
    """The form of the bodies."""

    language: Annotated[str, Meta(max_length=16)] = "en"
    """The language of texts for people."""

    signature: WebhookSignature = WebhookSignature.HMAC
    """The kind of the signatures."""

    club: AnyClub | None = None
    """A club that the sender owns or organises."""

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """A table of which the sender is the host, or where the sender has a seat."""


class ListWebhooks(FromClient, frozen=True, kw_only=True, tag="list_webhooks"):
    """List the sender's webhooks. Answered by `webhooks`."""

    open_to = NO_PROGRAM


class ChangeWebhook(FromClient, frozen=True, kw_only=True, tag="change_webhook"):
    """Change a webhook of the sender. Answered by `webhook_changed`."""

    open_to = NO_PROGRAM

    webhook: AnyWebhook
    """The webhook."""

    change: WebhookChange
    """What to do with it."""

    event: Annotated[str, Meta(max_length=64)] | None = None
    """The id of the dead letter to deliver again. Without it, all are."""


class GetDeliveries(FromClient, frozen=True, kw_only=True, tag="get_deliveries"):
    """List the newest events of a webhook of the sender, with their attempts. Answered by `deliveries`."""

    open_to = NO_PROGRAM

    webhook: AnyWebhook
    """The webhook."""

    log: WebhookLog = WebhookLog.DELIVERED
    """The list to read."""


class Webhooks(FromServer, frozen=True, kw_only=True, tag="webhooks"):
    """The answer to `list_webhooks`."""

    webhooks: tuple[Webhook, ...]
    """The webhooks, oldest first."""


class WebhookChanged(FromServer, frozen=True, kw_only=True, tag="webhook_changed"):
    """The answer to `create_webhook` and `change_webhook`."""

    webhook: Webhook | None = None
    """The webhook now; `null` if it is deleted."""

    key: str | None = None
    """After its making and after `rotate`, the key with which the receiver verifies signatures: a secret with
    `whsec_`, or a public key with `whpk_`."""

    replayed: Count = 0
    """Number of dead letters that are delivered again."""


class Deliveries(FromServer, frozen=True, kw_only=True, tag="deliveries"):
    """The answer to `get_deliveries`."""

    deliveries: tuple[Delivery, ...]
    """The events, newest first."""
