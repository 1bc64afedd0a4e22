"""The answers of the app for Discord to commands, buttons and selects."""

import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote

from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.player_text import shown_plainly
from quarterdeck_server.lobby.programs.coin_flips import Caller, FlipRecord, Side
from quarterdeck_server.lobby.webhooks.hook_messages import escaped
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.discord.asked import Asked, link_of
from quarterdeck_server.web.discord.discord_messages import (
    DANGER,
    LONGEST_ID,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Answer,
    button,
    embed,
    link,
    message,
    row,
    said_privately,
    suggestions,
)
from quarterdeck_server.web.discord.interactions import InteractionKind
from quarterdeck_server.web.discord.labels import chosen, labelled
from quarterdeck_server.web.discord.match_messages import (
    moment_of,
    panel,
    panel_of,
    plain_book,
    public_message,
    seated_table,
)
from quarterdeck_server.web.previews.card_words import CARD_WORDS

SCOPES = (Scope.PLAY, Scope.LOBBY_READ, Scope.LOBBY_HOST, Scope.COLLECTION_READ, Scope.COLLECTION_TRADE)
"""The scopes of the token of a linked user: what the commands of this app need."""

MINUTE = 60_000
USUAL_MINUTES = 5
"""Minutes for one decision, unless the opener sets another time: people in a channel answer slowly."""

_MATCH = re.compile(r"(?:https?://[^/\s]+/m/)?(?P<match>[^/\s?]{1,64})(?:\?.*)?")

Handler = Callable[[Asked], Awaitable[Answer]]
Press = Callable[[Asked, str], Awaitable[Answer]]


async def answer_to(asked: Asked) -> Answer:
    """Return the answer to an interaction. A refusal is told to its sender alone."""
    kind, data = asked.interaction.type, asked.interaction.data
    try:
        if data is not None and kind == InteractionKind.COMMAND and data.name in COMMANDS:
            return await COMMANDS[data.name](asked)
        if data is not None and kind == InteractionKind.AUTOCOMPLETE and data.name == "card":
            return await _card_names(asked)
        if data is not None and kind == InteractionKind.COMPONENT:
            verb, _, rest = data.custom_id.partition(":")
            if verb in PRESSES:
                return await PRESSES[verb](asked, rest)
        raise CommandRefused(
            RefusalCode.MALFORMED,
            Text("This app does not know this. Its host may have to register its commands again."),
        )
    except CommandRefused as refused:
        if kind == InteractionKind.AUTOCOMPLETE:
            return suggestions({})
        return said_privately(asked.say(refused.text))
    except Unavailable:
        if kind == InteractionKind.AUTOCOMPLETE:
            return suggestions({})
        return said_privately(asked.say(Text("The store cannot be reached; send this again in a moment.")))


# Commands


async def _table(asked: Asked) -> Answer:
    identity, given = await asked.player(), asked.interaction.given
    opened = await asked.ask(
        identity, "open_table", game=given.get("game"), time_limit=_time(asked), deck=given.get("deck")
    )
    table = opened["table"]["id"]
    await asked.ask(identity, "ready", table=table)
    return await public_message(asked, table)


async def _challenge(asked: Asked) -> Answer:
    identity, given = await asked.player(), asked.interaction.given
    user = str(given.get("player"))
    other = await asked.services.program_links.holder(link_of(user))
    if other is None:
        text = Text("This player has not linked an account. Open a `/table` instead.")
        raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text)
    made = await asked.ask(
        identity,
        "create_challenge",
        player=other.player.id,
        game=given.get("game"),
        time_limit=_time(asked),
        deck=given.get("deck"),
    )
    challenge = made["challenge"]["id"]
    say = asked.say_to_all
    text = Text(
        "{challenger} challenges {challenged} to a match of {game}.",
        challenger=escaped(identity.player.name),
        challenged=escaped(other.player.name),
        game=asked.title(str(given.get("game")), asked.public_language),
    )
    buttons = (
        button(say(Text("Accept")), f"accept:{challenge}", SUCCESS),
        button(say(Text("Decline")), f"decline:{challenge}", DANGER),
    )
    return message(content=say(text), rows=[row(*buttons)])


def _time(asked: Asked) -> Milliseconds:
    minutes = asked.interaction.given.get("minutes")
    return Milliseconds((minutes if isinstance(minutes, int) else USUAL_MINUTES) * MINUTE)


async def _claim(asked: Asked) -> Answer:
    return await _claimed(asked, str(asked.interaction.given.get("code", "")))


async def _claimed(asked: Asked, code: str) -> Answer:
    claimed = await asked.ask(await asked.player(), "claim_code", code=code)
    packs, copies = len(claimed["packs"]), sum(each["count"] for each in claimed["copies"])
    text = Text(
        "You have claimed {label}: {packs|# pack|# packs} and {copies|# card|# cards}.",
        label=escaped(claimed["label"]),
        packs=packs,
        copies=copies,
    )
    return said_privately(asked.say(text))


async def _drop(asked: Asked) -> Answer:
    code = str(asked.interaction.given.get("code", "")).strip()
    custom_id = f"claim:{code}"
    if not code or len(custom_id) > LONGEST_ID:
        raise CommandRefused(RefusalCode.MALFORMED, Text("This is not a code."))
    text = Text("{player} has dropped a code: {code}", player=escaped(asked.by.name), code=escaped(code))
    claim = button(asked.say_to_all(Text("Claim")), custom_id, SUCCESS)
    return message(content=asked.say_to_all(text), rows=[row(claim)])


async def _pool(asked: Asked) -> Answer:
    game = asked.interaction.given.get("game")
    owned = await asked.ask(await asked.player(), "get_collection", game=game)
    lines = []
    for each in owned["copies"]:
        words = await asked.request.app[CARD_WORDS].asked((each["game"], asked.language)) or {}
        name = words[each["card"]].name if each["card"] in words else each["card"]
        lines.append(f"{each['count']} × {escaped(name)}")
    text = "\n".join(lines) or asked.say(Text("You have no cards yet. Claim a code or open a pack."))
    rows = [row(link(asked.say(Text("Open in the browser")), f"{asked.origin}/collection"))] if asked.origin else []
    return message(embeds=[embed(asked.say(Text("Your cards")), text)], rows=rows, is_private=True)


async def _card(asked: Asked) -> Answer:
    given = asked.interaction.given
    game, wanted = str(given.get("game")), str(given.get("name", ""))
    words = await asked.request.app[CARD_WORDS].asked((game, asked.public_language)) or {}
    card = (
        wanted
        if wanted in words
        else next((id_ for id_, each in words.items() if each.name.casefold() == wanted.strip().casefold()), None)
    )
    if card is None:
        raise CommandRefused(RefusalCode.UNKNOWN_CARD, Text("There is no card of this name."))
    return await _page(asked, f"/cards/{quote(game)}/{quote(card)}")


async def _card_names(asked: Asked) -> Answer:
    given = asked.interaction.given
    words = await asked.request.app[CARD_WORDS].asked((str(given.get("game")), asked.language)) or {}
    begun = str(given.get("name", "")).casefold()
    found = {each.name: id_ for id_, each in reversed(tuple(words.items())) if begun in each.name.casefold()}
    return suggestions(
        dict(sorted(found.items(), key=lambda each: (not each[0].casefold().startswith(begun), each[0])))
    )


async def _replay(asked: Asked) -> Answer:
    found = _MATCH.fullmatch(str(asked.interaction.given.get("match", "")).strip())
    if found is None:
        raise CommandRefused(RefusalCode.UNKNOWN_MATCH, Text("Give the address or the id of a match."))
    return await _page(asked, f"/m/{quote(found['match'])}")


async def _page(asked: Asked, path: str) -> Answer:
    """Return a message with the preview of a page, and a link to it."""
    preview = await asked.preview(path)
    url = asked.origin + path if asked.origin else ""
    shown = embed(escaped(preview.title), escaped(preview.text), url, asked.picture(path, preview))
    rows = [row(link(asked.say_to_all(Text("Open in the browser")), url))] if url else []
    return message(embeds=[shown], rows=rows)


async def _coin_flip(asked: Asked) -> Answer:
    flip = await asked.services.coin_flips.begin(asked.interaction.id, asked.link)
    return message(content=_flip_text(asked, flip), rows=[_sides(asked, asked.interaction.id)])


def _sides(asked: Asked, flip: str) -> dict[str, object]:
    heads, tails = asked.say_to_all(Text("Heads")), asked.say_to_all(Text("Tails"))
    return row(
        button(heads, f"flip:{flip}:{Side.HEADS}", PRIMARY), button(tails, f"flip:{flip}:{Side.TAILS}", SECONDARY)
    )


def _flip_text(asked: Asked, flip: FlipRecord) -> str:
    commitment = Text("The coin is committed: SHA-256 of the seed is `{hash}`.", hash=flip.commitment)
    if flip.called is None:
        return f"{asked.say_to_all(commitment)}\n{asked.say_to_all(Text('Who calls a side?'))}"
    sides = {Side.HEADS: Text("heads"), Side.TAILS: Text("tails")}
    fallen = Text(
        "{player} called {called}. The coin shows {shown}.",
        player=escaped(flip.caller),
        called=sides[flip.called],
        shown=sides[flip.shows],
    )
    proof = Text(
        "Seed: `{seed}`, call: `{call}`. The last bit of SHA-256 of `{seed}:{call}` is 0 for heads and 1 for tails.",
        seed=flip.seed,
        call=flip.call,
    )
    return "\n".join(asked.say_to_all(text) for text in (fallen, commitment, proof))


async def _link(asked: Asked) -> Answer:
    name = shown_plainly(unicodedata.normalize("NFC", asked.by.name))
    account = f"{name[:32]} ({asked.by.id})"
    code = await asked.services.device_codes.begin("Discord", account, asked.link, SCOPES)
    text = Text(
        "Open this page where you are signed in, and enter the code `{code}` within ten minutes. Give it to nobody.",
        code=code,
    )
    page = f"{asked.origin}/account" if asked.origin else "/account"
    rows = [row(link(asked.say(Text("Open the page")), page))] if asked.origin else []
    return said_privately(asked.say(text), rows)


async def _unlink(asked: Asked) -> Answer:
    await asked.check_not_banned()
    was_linked = await asked.services.program_links.unlink(asked.link)
    done = Text("The link has ended, and its token is revoked.")
    return said_privately(asked.say(done if was_linked else Text("There is no link.")))


# Buttons and selects


async def _join(asked: Asked, table: str) -> Answer:
    identity = await asked.player()
    places = (await seated_table(asked, table)).places
    if identity.player.id not in [place.player.id for place in places if place.player is not None]:
        await asked.ask(identity, "sit", table=table)
    await asked.ask(identity, "ready", table=table)
    return await public_message(asked, table, replaces=True)


async def _add_bot(asked: Asked, table: str) -> Answer:
    identity = await asked.player()
    await asked.ask(identity, "add_bot", table=table)
    await asked.ask(identity, "ready", table=table)
    return await public_message(asked, table, replaces=True)


async def _show(asked: Asked, table: str) -> Answer:
    return await public_message(asked, table, replaces=True)


async def _play(asked: Asked, table: str) -> Answer:
    return await panel(asked, await asked.player(), table, replaces=False)


async def _at(asked: Asked, table: str) -> Answer:
    return await panel(asked, await asked.player(), table, replaces=True)


async def _turn_page(asked: Asked, rest: str) -> Answer:
    table, _, page = rest.partition(":")
    number = int(page[:6]) if page.isascii() and page.isdecimal() else 0
    return await panel(asked, await asked.player(), table, page=number, replaces=True)


async def _act(asked: Asked, rest: str) -> Answer:
    """Carry out the chosen action, if the match is still where the player has seen it."""
    identity = await asked.player()
    table, moment, value = (*rest.split(":"), "", "")[:3]
    data = asked.interaction.data
    value = data.values[0] if data is not None and data.values else value
    record = await seated_table(asked, table)
    update = await asked.ask(identity, "watch_match", match=record.match)
    action = chosen(labelled(update["choices"], plain_book(asked, update)), value)
    note = asked.say(Text("The match has gone on. Choose again."))
    if action is not None and moment == moment_of(update):
        note = ""
        try:
            seen = update["version"]
            update = await asked.ask(identity, "act", match=record.match, seen=seen, action=action.action)
        except CommandRefused as refused:
            note = refused.text
            update = await asked.ask(identity, "watch_match", match=record.match)
    return panel_of(asked, table, update, replaces=True, note=note)


async def _resign(asked: Asked, table: str) -> Answer:
    buttons = (
        button(asked.say(Text("Resign")), f"resigned:{table}", DANGER),
        button(asked.say(Text("Back")), f"at:{table}"),
    )
    return message(content=asked.say(Text("Do you want to resign?")), rows=[row(*buttons)], replaces=True)


async def _resigned(asked: Asked, table: str) -> Answer:
    identity, record = await asked.player(), await seated_table(asked, table)
    await asked.ask(identity, "resign", match=record.match)
    return await panel(asked, identity, table, replaces=True)


async def _again(asked: Asked, table: str) -> Answer:
    identity = await asked.player()
    await asked.ask(identity, "rematch", table=table)
    await asked.ask(identity, "ready", table=table)
    return await public_message(asked, table, replaces=True)


async def _accept(asked: Asked, challenge: str) -> Answer:
    accepted = await asked.ask(await asked.player(), "accept_challenge", challenge=challenge)
    return await public_message(asked, str(accepted["challenge"]["table"]), replaces=True)


async def _decline(asked: Asked, challenge: str) -> Answer:
    await asked.ask(await asked.player(), "decline_challenge", challenge=challenge)
    return message(content=asked.say_to_all(Text("The challenge was declined.")), replaces=True)


async def _flip(asked: Asked, rest: str) -> Answer:
    flip, _, side = rest.partition(":")
    if side not in tuple(Side):
        raise CommandRefused(RefusalCode.MALFORMED, Text("A coin has two sides."))
    called = await asked.services.coin_flips.call(
        flip, Side(side), asked.interaction.id, Caller(asked.link, asked.by.name)
    )
    return message(content=_flip_text(asked, called), replaces=True)


COMMANDS: Mapping[str, Handler] = {
    "table": _table,
    "challenge": _challenge,
    "claim": _claim,
    "drop": _drop,
    "pool": _pool,
    "card": _card,
    "replay": _replay,
    "coinflip": _coin_flip,
    "link": _link,
    "unlink": _unlink,
}
PRESSES: Mapping[str, Press] = {
    "join": _join,
    "bot": _add_bot,
    "show": _show,
    "play": _play,
    "at": _at,
    "page": _turn_page,
    "act": _act,
    "resign": _resign,
    "resigned": _resigned,
    "again": _again,
    "accept": _accept,
    "decline": _decline,
    "flip": _flip,
    "claim": _claimed,
}
"""The handlers of buttons and selects, by the first word of their ids."""
