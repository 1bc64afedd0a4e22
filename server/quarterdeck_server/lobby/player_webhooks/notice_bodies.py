"""Bodies of requests about notices. Pure: a notice has only what its player may know."""

from collections.abc import Mapping

from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.notices import Notice
from quarterdeck_protocol.lobby.webhooks import WebhookEvent

from quarterdeck_server.lobby.notices.notice_texts import EVENTS, path_of, sentence_of
from quarterdeck_server.lobby.webhooks.hook_messages import discord_body, standard_body
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook


def notice_body(hook: Hook, notice: Notice, titles: Mapping[str, str], public_url: str) -> str:
    """Return the body of the requests about a notice, in the form of the receiver."""
    address = f"{public_url}{path_of(notice)}" if public_url else None
    if hook.form is Form.DISCORD:
        return discord_body(sentence_of(notice, titles.get(notice.game or "", "")), hook.language, address)
    data = {"notice": Raw(wire.encode(notice)), **({} if address is None else {"url": address})}
    return standard_body(EVENTS.get(notice.kind, WebhookEvent.OTHER), notice.at, data)
