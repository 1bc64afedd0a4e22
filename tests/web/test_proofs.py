"""A proof that is 15 minutes old: all that a thief of a session must not do is refused, and is done after a new proof.

Each command and route that only a player's own session may use has a row here, and each change of moderators is tried.
"""

import time
from typing import get_args
from urllib.parse import urlencode

import pyotp
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import NO_PROGRAM, Scope
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, Line, LiveServer, Message, live_server, soon
from web.http.test_codes_routes import BATCH
from web.http.test_replay_access import over
from web.http.test_trade_routes import asked
from web.oauth.test_oauth_routes import GOOD
from web.test_object_access import routes_of

PROOF_LASTS = 15 * 60_000

SENSITIVE: dict[str, Message] = {
    "begin_second_factor": {},
    "set_email": {"address": None},
    "make_token": {"scopes": ["play"]},
    "answer_device_request": {"code": "BCDF-GHJK", "allow": True},
    "POST /oauth/consent": {"query": urlencode(GOOD), "allow": True},
    "POST /sign-on/link": {"ticket": "of nobody", "verifier": "v"},
    "POST /sign-on/unlink": {"provider": "nobody"},
    "POST /sign-on/passkeys/begin": {},
    "POST /sign-on/passkeys/add": {"answer": "{}", "name": "my phone"},
    "POST /sign-on/passkeys/remove": {"passkey": "of-nobody"},
    "create_webhook": {"url": "https://hooks.example.org/x"},
    "change_webhook": {"webhook": "of-nobody", "change": "rotate"},
}
"""What needs a proof of every player."""

ENDING: list[tuple[str, Message, str]] = [
    ("answer_device_request", {"allow": False}, "unknown_code"),
    ("change_webhook", {"change": "delete"}, "unknown_webhook"),
    ("change_webhook", {"change": "replay"}, "unknown_webhook"),
]
"""What the same commands do without a proof: they open no way, and end one."""

NEW_PASSWORD = "another walk by the sea"
OF_THE_ACCOUNT: dict[str, Message] = {
    "make_recovery_codes": {"password": PASSWORD},
    "change_account": {"password": PASSWORD, "new_password": NEW_PASSWORD},
    "delete_account": {"password": NEW_PASSWORD},
}
"""What takes the password, and needs a proof where a password is no proof: of an account with a second factor. Of those
without a password is `sign_on/test_sign_on_routes.py`."""

OF_MODERATORS: dict[str, Message] = {
    "make_codes": BATCH,
    "revoke_codes": {"batch": "of-nobody", "why": "a test"},
}
"""What moderators change over the WebSocket. Their routes are found by their scope."""

OF_ROLES: list[tuple[str, Message]] = [
    ("create_tournament", {"name": "Cup", "game": "tiny", "rounds": 1, "rated": True, "between_rounds": None}),
    ("answer_appeal", {"appeal": 1, "why": "x", "upheld": True}),
    ("end_tournament", {"why": "its name"}),
    ("watch_match", {"live": "a complaint"}),
]
"""What everybody may send, and what a moderator may do with it by the role alone. It needs a proof, and of a program
the scope `moderate`."""

PRIVATE = ("", "/replay", "/replay?seat=0")
"""What a moderator reads of a private match by the role alone."""

READING = frozenset({"list_codes", "get_code_history"})
"""What moderators only read over the WebSocket."""

HARMLESS = frozenset(
    {
        # These sign in or out, or take a code of the second factor itself.
        *("register", "prove_identity", "confirm_second_factor", "remove_second_factor"),
        *("sign_out", "end_session", "end_other_sessions", "revoke_token"),
        # These let nobody in: what a player reads, says and sets.
        *(
            "accept_terms",
            "avoid",
            "be_found",
            "choose_mails",
            "get_device_request",
            "get_email",
            "get_export",
            "list_sessions",
            "list_tokens",
        ),
        *(
            "make_bot",
            "delete_bot",
            "POST /v1/me/wishes/found",
            "set_challengers",
            "set_seen_by",
            "GET /v1/me/identities",
            "GET /sign-on/passkeys",
            "POST /sign-on/passkeys/rename",
            "GET /v1/me/export",
        ),
        *("announce_to_club", "change_club", "create_club", "delete_club", "invite_to_club", "join_club"),
        *("leave_club", "set_club_role", "get_deliveries", "list_webhooks"),
        *("delete_conversation", "get_conversation", "get_conversations", "read_conversation", "send_private_message"),
    }
)
"""What a player's own session may send without a new proof. Whoever adds a line here says that a thief may send it."""


class Clock:
    """A clock of the store that a test moves on."""

    def __init__(self) -> None:
        self.ms = int(time.time()) * 1000

    def __call__(self) -> Milliseconds:
        return Milliseconds(self.ms)


def test_each_command_and_route_of_a_session_alone_needs_a_proof_or_is_known_to_be_harmless() -> None:
    closed = {kind.__struct_config__.tag for kind in get_args(AnyFromClient) if kind.open_to == NO_PROGRAM}
    moderating = {
        kind.__struct_config__.tag for kind in get_args(AnyFromClient) if Scope.MODERATE in (kind.open_to or ())
    }
    assert moderating == {*OF_MODERATORS, *READING}
    known = [*SENSITIVE, *OF_THE_ACCOUNT, *HARMLESS]
    assert len(known) == len(set(known))
    assert closed == {each for each in known if " " not in each}


async def test_what_needs_a_proof_is_refused_after_fifteen_minutes_and_done_after_a_new_proof() -> None:
    clock = Clock()
    async with live_server(MemoryStore(Memory(clock))) as server, server.line() as mo:
        session = await an_admin(server, mo)
        program = (await mo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        routes = dict(routes_of(server))
        changes = {
            each: Message()
            for each, declared in routes.items()
            if not each.startswith("GET ") and Scope.MODERATE in (declared.scopes or ())
        }
        assert len(changes) > 15
        closed = {each for each, declared in routes.items() if declared.scopes == NO_PROGRAM}
        assert closed == {each for each in (*SENSITIVE, *HARMLESS) if " " in each}
        everything = {**SENSITIVE, **OF_MODERATORS, **changes}

        clock.ms += PROOF_LASTS
        for each, said in everything.items():
            assert await code_of(server, mo, each, said, session) == "proof_needed", each
        refusal = {**SENSITIVE["answer_device_request"], "allow": False}
        assert await code_of(server, mo, "answer_device_request", refusal) == "unknown_device_code", "it harms nobody"
        for each, said in changes.items():
            assert await code_of(server, mo, each, said, program) == "malformed", f"a program has no proof: {each}"
        async with server.line() as script:
            await script.sign_in(token=program)
            for each, said in OF_MODERATORS.items():
                assert await code_of(server, script, each, said) in ("", "unknown_batch"), each

        proved = await mo.ask({"type": "prove_identity", "password": PASSWORD})
        assert proved["until"] == clock.ms + PROOF_LASTS
        clock.ms += PROOF_LASTS - 1
        for each, said in everything.items():
            assert await code_of(server, mo, each, said, session) != "proof_needed", each


async def test_what_a_role_alone_allows_needs_a_proof_over_each_way() -> None:
    clock = Clock()
    async with (
        live_server(MemoryStore(Memory(clock))) as server,
        server.line() as mo,
        server.person("Bo") as bo,
        server.line() as script,
    ):
        session = await an_admin(server, mo)
        made = {"type": "make_token", "scopes": ["play", "watch", "tournament:direct"]}
        program = (await mo.ask(made))["token"]
        await script.sign_in(token=program)
        event = {"type": "create_tournament", "name": "Cup", "game": "tiny", "rounds": 1, "between_rounds": None}
        theirs = (await bo.ask(event))["tournament"]["summary"]["id"]
        own = (await mo.ask(event))["tournament"]["summary"]["id"]
        match = await over(bo, replays="nobody")
        clock.ms += PROOF_LASTS
        await soon(lambda: server.services.matches.clock.now() >= clock.ms)
        for name, said in OF_ROLES:
            more = {} if "name" in said else {"match": match} if "live" in said else {"tournament": theirs}
            order: Message = {"type": name, **more, **said}
            assert (await mo.ask(order))["code"] == "proof_needed", name
            assert (await asked(server, "/v1/commands", session, order))[1]["code"] == "proof_needed", name
            refused = await script.ask(order)
            assert refused["code"] == "missing_scope", name
        for what in PRIVATE:
            status, refused = await server.get(f"/v1/matches/{match}{what}", session)
            assert (status, refused["code"]) == (403, "proof_needed"), what
        assert (await mo.ask({"type": "end_tournament", "tournament": own, "why": "rain"}))["type"] != "refused"
        assert (await server.services.moderation.audit.read(None, 9)).deeds[0].what == "first_admin", "nothing was done"

        await mo.ask({"type": "prove_identity", "password": PASSWORD})
        for name, said in OF_ROLES:
            more = {} if "name" in said else {"match": match} if "live" in said else {"tournament": theirs}
            assert (await mo.ask({"type": name, **more, **said})).get("code") != "proof_needed", name
        for what in PRIVATE:
            assert (await server.get(f"/v1/matches/{match}{what}", session))[0] == 200, what


async def test_an_account_with_a_second_factor_changes_nothing_of_itself_without_a_proof() -> None:
    clock = Clock()
    async with live_server(MemoryStore(Memory(clock))) as server, server.person("Ada") as ada:
        app = pyotp.TOTP((await ada.ask({"type": "begin_second_factor"}))["secret"])
        await ada.ask({"type": "confirm_second_factor", "code": app.at(clock.ms // 1000)})
        clock.ms += PROOF_LASTS
        for each, said in OF_THE_ACCOUNT.items():
            assert await code_of(server, ada, each, said) == "proof_needed", each
        await ada.ask({"type": "prove_identity", "code": app.at(clock.ms // 1000)})
        for each, said in OF_THE_ACCOUNT.items():
            assert await code_of(server, ada, each, said) == "", each


async def an_admin(server: LiveServer, line: Line) -> str:
    """Register the first admin, and return the token of the session."""
    session = (await line.sign_in("Whoever"))["token"]
    await line.ask({"type": "register", "name": "Mo", "password": PASSWORD})
    await server.services.moderation.make_first_admin("Mo")
    return str(session)


async def code_of(server: LiveServer, line: Line, name: str, said: Message, token: str = "") -> str:
    """Send a command or a request, and return the code of its refusal; empty if it is done."""
    _, _, path = name.partition(" ")
    if not path:
        return str((await line.ask({"type": name, **said})).get("code", ""))
    status, answer = await asked(server, path.replace("{", "").replace("}", ""), token, said)
    assert (answer.get("code") == "proof_needed") <= (status == 403), (name, status)
    return str(answer.get("code", ""))
