"""Dialogs about the player's webhooks: the list, a new one, and one with its deliveries and the ways to change it."""

from functools import partial
from typing import Any, NamedTuple

from quarterdeck_protocol.lobby.webhooks import (
    LONGEST_ADDRESS,
    Webhook,
    WebhookChange,
    WebhookChanged,
    WebhookLog,
    WebhookSignature,
)
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.proofs import proven
from quarterdeck_client.terminal.widgets.forms import chosen, set_up, written, yes_or_no
from quarterdeck_client.words.webhook_words import (
    EVENTS,
    FORMS,
    SIGNATURES,
    delivery_in_words,
    events_about,
    webhook_in_words,
    webhook_state_in_words,
)

LABEL = "Webhooks …"
ADD = "Add a webhook …"
KEPT_BY_BOTH = "The key is shown only once: copy it to the receiver. Whoever knows it can forge requests."
PUBLIC = "The receiver verifies signatures with this public key."
MOST_SHOWN = 12
"""Number of events that a list shows, the newest first."""

LOGS = {
    WebhookLog.DELIVERED: "Delivered …",
    WebhookLog.WAITING: "Waiting …",
    WebhookLog.DEAD: "Dead letters …",
}


class Subject(NamedTuple):
    """The club or the table that webhooks are about; without both, the player."""

    club: str | None = None
    table: str | None = None

    def has(self, hook: Webhook) -> bool:
        """True if the dialog about this subject shows a webhook. That about the player shows all."""
        if self.club is not None:
            return hook.club == self.club
        return self.table is None or hook.table == self.table


ABOUT_PLAYER = Subject()


async def show_webhooks(app: App[Any], client: Client, subject: Subject = ABOUT_PLAYER) -> None:
    """Show the player's webhooks until the player leaves. Raises `ClientError`."""
    said = ""
    while True:
        hooks = [each for each in await client.webhooks.list() if subject.has(each)]
        words = "\n".join(["Webhooks", *([said] if said else []), *([] if hooks else ["None yet."])])
        which = await chosen(app, words, [*(f"{each.url}: {webhook_state_in_words(each)}" for each in hooks), ADD])
        if which is None:
            return
        try:
            said = await (_made(app, client, subject) if which == len(hooks) else _show(app, client, hooks[which]))
        except RefusedError as refused:
            said = str(refused)


async def _made(app: App[Any], client: Client, subject: Subject) -> str:
    """Let the player make a webhook, show its key, and return what has come of it."""
    url = await written(app, "The address of the receiver, with https:// and port 443:", most=LONGEST_ADDRESS)
    if url is None:
        return ""
    form = await chosen(app, "The form of the messages", list(FORMS.values()))
    signature = None if form is None else await chosen(app, "The kind of signature", list(SIGNATURES.values()))
    if form is None or signature is None:
        return ""
    offered = events_about(club=subject.club, table=subject.table)
    settings = [yes_or_no(EVENTS[each], is_so=True) for each in offered]
    wanted = await set_up(app, "The events to send", "Add", settings)
    if wanted is None:
        return ""
    events = [each for each, is_on in zip(offered, wanted, strict=True) if is_on]
    if not events:
        return "Choose at least one event."
    create = partial(
        client.webhooks.create,
        url,
        () if len(events) == len(offered) else events,
        form=tuple(FORMS)[form],
        signature=tuple(SIGNATURES)[signature],
        club=subject.club,
        table=subject.table,
    )
    made = await proven(app, client, create)
    if not isinstance(made, WebhookChanged):
        return made or ""
    await _show_key(app, made)
    return "The webhook is made."


async def _show_key(app: App[Any], changed: WebhookChanged) -> None:
    if changed.key is None or changed.webhook is None:
        return
    note = PUBLIC if changed.webhook.signature is WebhookSignature.ED25519 else KEPT_BY_BOTH
    await chosen(app, f"The key of its signatures\n{note}\n\n{changed.key}", ["I have saved it"])


async def _show(app: App[Any], client: Client, hook: Webhook) -> str:
    """Show a webhook until the player leaves or deletes it, and return what has come of it."""
    said = ""
    while True:
        changes = {
            **({"Enable again": WebhookChange.ENABLE} if hook.disabled_at is not None else {}),
            **({"Send all dead letters again": WebhookChange.REPLAY} if hook.dead else {}),
            "New key": WebhookChange.ROTATE,
            "Remove": WebhookChange.DELETE,
        }
        words = "\n".join([*webhook_in_words(hook), *([f"\n{said}"] if said else [])])
        which = await chosen(app, words, [*LOGS.values(), *changes])
        if which is None:
            return ""
        if which < len(LOGS):
            said = await _show_log(app, client, hook, tuple(LOGS)[which])
        else:
            label, change = tuple(changes.items())[which - len(LOGS)]
            is_risky = change in (WebhookChange.ROTATE, WebhookChange.DELETE)
            if is_risky and await chosen(app, f"{hook.url}: are you sure?", [label]) is None:
                continue
            changed = await proven(app, client, partial(client.webhooks.change, hook.id, change))
            if not isinstance(changed, WebhookChanged):
                said = changed or ""
                continue
            if changed.webhook is None:
                return "The webhook is removed."
            await _show_key(app, changed)
            said = f"Sent again: {changed.replayed}" if change is WebhookChange.REPLAY else "Done."
        hook = next(each for each in await client.webhooks.list() if each.id == hook.id)


async def _show_log(app: App[Any], client: Client, hook: Webhook, log: WebhookLog) -> str:
    """Show a list of events. A dead letter that the player chooses is sent again."""
    found = (await client.webhooks.deliveries(hook.id, log))[:MOST_SHOWN]
    title = LOGS[log].rstrip(" …")
    if log is not WebhookLog.DEAD or not found:
        await chosen(app, "\n".join([title, *(map(delivery_in_words, found) if found else ["None."])]), ["Go on"])
        return ""
    which = await chosen(app, f"{title}: choose one to send it again", [delivery_in_words(each) for each in found])
    if which is None:
        return ""
    changed = await client.webhooks.change(hook.id, WebhookChange.REPLAY, found[which].event)
    return f"Sent again: {changed.replayed}"
