"""Conformance checks ("points") of a server's messages on a WebSocket, before any match."""

from collections.abc import Sequence

from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION, SUBPROTOCOL

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.server_point import Check, point
from quarterdeck_client.conformance.servers.visit import NotAsServed, NotOffered, Visit, VisitConnection, refused

LARGEST_READ = 128 * 1024
MANY = 20
MOST_IN_A_BURST = 1000
REFUSED_AT_LEAST = 50


async def _subprotocol(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        chosen = connection.socket.protocol
    return [] if chosen == SUBPROTOCOL else [f"The server chose the subprotocol {chosen}."]


async def _welcome(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        said = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    if said["type"] != "welcome":
        return [f"`hello` was answered with `{said['type']}`."]
    faults = []
    if said.get("protocol") != PROTOCOL_VERSION:
        faults.append(f"`protocol` is {said.get('protocol')}.")
    kinds = {"limits": dict, "games": list, "now": int, "server": str, "capabilities": list}
    for name, kind in kinds.items():
        if not isinstance(said.get(name), kind):
            faults.append(f"`{name}` is not there, or of another kind.")
    return faults


async def _limits(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        said = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    limits = said.get("limits") or {}
    names = ("message_bytes", "messages_per_second", "messages_at_once", "watched_matches", "history")
    faults = [f"`limits.{name}` is {limits.get(name)}." for name in names if not _is_positive(limits.get(name))]
    return faults + [
        f"A quota says {quota}."
        for quota in limits.get("quotas", [])
        if not (isinstance(quota.get("code"), str) and _is_positive(quota.get("at_once")))
    ]


def _is_positive(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number > 0


async def _other_version(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        return refused(await connection.ask("hello", protocol=PROTOCOL_VERSION + 98), "unsupported_version")


async def _not_json(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        await connection.send('{"type": "hello", ')
        return refused(await connection.next(), "not_json")


async def _unknown_message(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        return refused(await connection.ask("sing_a_song"), "unknown_message")


async def _unknown_field(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        return refused(await connection.ask("list_tables", tyme_limit=3), "malformed", "$.tyme_limit")


async def _unknown_field_inside(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Cy") as connection:
        games = [{"game": "any", "deckk": None}]
        return refused(await connection.ask("seek", games=games), "malformed", "$.games[0].deckk")


async def _missing_field(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        answer = await connection.ask("watch_match")
    return refused(answer, "malformed", "$.match")


async def _whole_numbers(visit: Visit) -> Sequence[str]:
    faults = []
    async with visit.connection() as connection:
        for form in ("1.0", "1e0", "10e-1"):
            ref = connection.fresh_ref()
            await connection.send(f'{{"type": "watch_lobby", "ref": "{ref}", "open_seats": {form}}}')
            answer = await connection.answer(ref)
            if answer["type"] != "lobby_snapshot":
                faults.append(f"The whole number {form} was refused as `{answer.get('code')}`.")
        return faults + refused(await connection.ask("watch_lobby", open_seats=1.5), "malformed", "$.open_seats")


async def _too_large(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
        most = welcome.get("limits", {}).get("message_bytes", 65_536)
        if most + 100 > LARGEST_READ:
            raise NotOffered("The server takes frames of the size at which a connection ends.")
        await connection.send(" " * most + '{"type": "hello"}')
        return refused(await connection.next(), "too_large")


async def _much_too_large(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        await connection.send(" " * (LARGEST_READ + 100) + '{"type": "hello"}')
        code = await connection.closed()
    return [] if code == 1009 else [f"The connection ended with {code} and not 1009."]


async def _not_signed_in(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        return refused(await connection.ask("get_seats"), "not_signed_in")


async def _answers_once(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        refs = [connection.fresh_ref() for _ in range(MANY)]
        for number, ref in enumerate(refs):
            await connection.send({"type": "hello" if number % 2 else "no_such_message", "ref": ref})
        await connection.ask("hello")
        answers = [received.get("ref") for received in connection.received]
    counts = {ref: answers.count(ref) for ref in refs}
    return [f"A command was answered {count} times." for count in counts.values() if count != 1]


async def _burst(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
        at_once = welcome.get("limits", {}).get("messages_at_once", MOST_IN_A_BURST + 1)
        if at_once > MOST_IN_A_BURST:
            raise NotOffered("The server takes more commands at once than are sent here.")
        last = connection.fresh_ref()
        try:
            for _ in range(at_once + REFUSED_AT_LEAST // 2):
                await connection.send({"type": "no_such_message", "ref": connection.fresh_ref()})
            await connection.send({"type": "no_such_message", "ref": last})
            await connection.answer(last)
        except NotAsServed as ended:
            return [f"The connection was not kept up for a small burst: {ended}."]
        refusals = [received for received in connection.received if received.get("code") == "too_many"]
        if not refusals:
            return [f"{at_once + REFUSED_AT_LEAST // 2} commands at once were all taken."]
        return (
            []
            if all(_is_positive(each.get("retry_in")) for each in refusals)
            else ["`retry_in` does not say when again."]
        )


async def _sign_in(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection, visit.connection() as other:
        first = await connection.ask("sign_in", name="Conform Di")
        if first["type"] != "signed_in" or not first.get("token"):
            return [f"`sign_in` was answered with `{first['type']}`, or without a token."]
        again = await other.ask("sign_in", token=first["token"])
        if again["type"] != "signed_in":
            return [f"The token was refused: {again.get('code')}."]
        faults = [] if again["player"]["id"] == first["player"]["id"] else ["The token leads to another player."]
        return faults + (["The token stayed the same."] if again.get("token") == first["token"] else [])


async def _taken_elsewhere(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection, visit.connection() as other:
        first = await connection.ask("sign_in", name="Conform Ed")
        await other.ask("sign_in", token=first.get("token"))
        code = await connection.closed()
    return [] if code == 4001 else [f"The older connection ended with {code} and not 4001."]


async def _unknown_token(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection:
        return refused(await connection.ask("sign_in", token="no token of anybody"), "unknown_token")  # noqa: S106 - none


async def _game(connection: VisitConnection) -> str:
    """Return the name of a game that the server offers. Raises `NotAsServed`, `NotOffered`."""
    welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    for game in welcome.get("games", []):
        return str(game["name"])
    raise NotOffered("The server offers no game.")


async def _opened_once(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Fay") as connection:
        ref = connection.fresh_ref()
        opening = {"type": "open_table", "ref": ref, "game": await _game(connection), "access": "unlisted"}
        faults = []
        ids = []
        for _ in range(2):
            await connection.send(opening)
            answer = await connection.answer(ref)
            ids.append(answer.get("table", {}).get("id") if answer.get("table") else answer.get("code"))
        if len(set(ids)) > 1:
            faults.append(f"Sent twice, it opened {ids[0]} and {ids[1]}.")
        await connection.send({**opening, "time_limit": 7_000})
        faults += refused(await connection.answer(ref), "ref_reused")
        await connection.ask("stand", table=ids[0])
    return faults


async def _seats_listed(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Gus") as connection:
        opened = await connection.ask("open_table", game=await _game(connection), access="unlisted")
        seats = await connection.ask("get_seats")
        table = opened.get("table", {}).get("id")
        await connection.ask("stand", table=table)
    listed = [each.get("table") for each in seats.get("seats", [])]
    return [] if listed == [table] else [f"Who sits at the table {table} is told {listed}."]


async def _lobby_watched(visit: Visit) -> Sequence[str]:
    async with visit.connection() as connection, visit.player("Conform Hal") as other:
        snapshot = await connection.ask("watch_lobby")
        if snapshot["type"] != "lobby_snapshot":
            return [f"`watch_lobby` was answered with `{snapshot['type']}`."]
        opened = await other.ask("open_table", game=await _game(other))
        table = opened.get("table", {}).get("id")
        try:
            tables: list[str] = []
            while table not in tables:
                tables = [each["id"] for each in (await connection.next()).get("tables", [])]
        except NotAsServed:
            return ["A table that was opened was not told to those who watch the lobby."]
        finally:
            await other.ask("stand", table=table)
    return []


SOCKET_POINTS: tuple[tuple[Point, Check], ...] = (
    (point("subprotocol", "The handshake agrees on quarterdeck.v1.", "Transport"), _subprotocol),
    (point("welcome", "`hello` is answered by a whole `welcome`.", "Sign in"), _welcome),
    (point("limits", "`welcome.limits` has the numbers of this server.", "Limits"), _limits),
    (point("other-version", "Another version of the protocol is refused.", "Sign in"), _other_version),
    (point("not-json", "What is no JSON is refused as `not_json`.", "Refusals"), _not_json),
    (point("unknown-message", "An unknown command is refused as `unknown_message`.", "Refusals"), _unknown_message),
    (
        point("unknown-field", "A field that the server does not know is refused, with its place.", "Versions"),
        _unknown_field,
    ),
    (point("unknown-field-inside", "So is one deep inside a command.", "Versions"), _unknown_field_inside),
    (point("missing-field", "A missing field is refused, and `where` says which.", "Refusals"), _missing_field),
    (
        point("whole-numbers", "A whole number may be written `1.0`; one with a fraction is refused.", "Transport"),
        _whole_numbers,
    ),
    (point("too-large", "A frame above `limits.message_bytes` is refused as `too_large`.", "Limits"), _too_large),
    (
        point("much-too-large", "A frame above 128 KiB ends the connection with 1009.", "How a connection ends"),
        _much_too_large,
    ),
    (point("not-signed-in", "What needs a player is refused as `not_signed_in`.", "Refusals"), _not_signed_in),
    (
        point("answers-once", "Each command is answered by exactly one message with its `ref`.", "Transport"),
        _answers_once,
    ),
    (point("burst", "Too many commands at once are told so, with `retry_in`.", "Limits"), _burst),
    (point("sign-in", "A token leads to the same player, and each sign-in gives a new one.", "Sign in"), _sign_in),
    (
        point(
            "taken-elsewhere",
            "A session that is taken up elsewhere ends the older connection with 4001.",
            "How a connection ends",
        ),
        _taken_elsewhere,
    ),
    (point("unknown-token", "A token that nobody has is refused.", "Refusals"), _unknown_token),
    (point("opened-once", "Under one `ref` a table is opened once, and nothing else is done.", "`ref`"), _opened_once),
    (point("seats", "`get_seats` tells where one sits.", "Seats of a player"), _seats_listed),
    (point("lobby", "Who watches the lobby is told of a new table.", "The list of tables"), _lobby_watched),
)
