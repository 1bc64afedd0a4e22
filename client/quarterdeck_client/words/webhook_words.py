"""Text for webhooks of players."""

from quarterdeck_protocol.lobby.webhooks import Delivery, Webhook, WebhookEvent, WebhookForm, WebhookSignature

from quarterdeck_client.words.collection_words import moment_in_words

EVENTS = {
    WebhookEvent.TABLE_OPENED: "table opened",
    WebhookEvent.MATCH_BEGUN: "match begun",
    WebhookEvent.MATCH_ENDED: "match ended",
    WebhookEvent.MATCH_RATED: "ratings changed",
    WebhookEvent.CHALLENGE: "challenges",
    WebhookEvent.TURN: "your turn",
    WebhookEvent.ROUND: "tournament rounds",
    WebhookEvent.CLUB: "clubs",
    WebhookEvent.MESSAGE: "private messages, without their text",
    WebhookEvent.ACCOUNT: "account",
}
FORMS = {WebhookForm.STANDARD: "Standard Webhooks (JSON)", WebhookForm.DISCORD: "message for Discord"}
SIGNATURES = {WebhookSignature.HMAC: "HMAC: one shared secret", WebhookSignature.ED25519: "Ed25519: a public key"}
NEW = "a kind that this client does not know"

OF_MATCHES = (WebhookEvent.MATCH_BEGUN, WebhookEvent.MATCH_ENDED, WebhookEvent.MATCH_RATED)
OF_PLAYERS = (WebhookEvent.MATCH_ENDED, *tuple(EVENTS)[4:])


def events_about(*, club: str | None, table: str | None) -> tuple[WebhookEvent, ...]:
    """Return the events of webhooks about a club, a table, or else the player."""
    if club is not None:
        return (WebhookEvent.TABLE_OPENED, *OF_MATCHES)
    return OF_PLAYERS if table is None else OF_MATCHES


def webhook_in_words(hook: Webhook) -> list[str]:
    """Return the lines about a webhook: its address, form and events, and its state."""
    about = "a club" if hook.club is not None else "a table" if hook.table is not None else "you"
    wanted = [EVENTS[each] for each in events_about(club=hook.club, table=hook.table) if each in hook.events]
    lines = [hook.url, f"About {about}: {', '.join(wanted)}", f"Form: {FORMS.get(hook.form, NEW)}"]
    return [*lines, webhook_state_in_words(hook)]


def webhook_state_in_words(hook: Webhook) -> str:
    """Return the state of a webhook: `Disabled since 2026-11-30 20:15: 410. Waiting: 0, dead letters: 2`."""
    state = "Works."
    if hook.disabled_at is not None:
        state = f"Disabled since {moment_in_words(hook.disabled_at)}: {hook.why}."
    elif hook.failing_since is not None:
        state = f"Fails since {moment_in_words(hook.failing_since)}."
    return f"{state} Waiting: {hook.waiting}, dead letters: {hook.dead}"


def delivery_in_words(delivery: Delivery) -> str:
    """Return one line about an event: `challenges: 500, 204 (2026-11-30 20:15)`."""
    known = next((words for event, words in EVENTS.items() if event == delivery.kind), delivery.kind)
    outcomes = ", ".join(each.outcome for each in delivery.attempts)
    return f"{known}: {outcomes or 'no attempt'} ({moment_in_words(delivery.at)})"
