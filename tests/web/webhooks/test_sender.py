"""Requests of webhooks to real receivers, and their signatures, verified by a library that is not ours."""

import asyncio
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator, Sequence

import msgspec
import pytest
import trustme
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from node import CLIENT, NODE, TOP, run
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer
from quarterdeck_server.web.webhooks import sender
from quarterdeck_server.web.webhooks.sender import Sender, signatures
from servers import Message
from standardwebhooks import Webhook, WebhookVerificationError
from webhook_receivers import receiver, status

OLD, NEW, OTHER = (f"whsec_{b64encode(bytes([number]) * 32).decode()}" for number in (1, 2, 3))


async def verified(given: Sequence[Message]) -> list[str]:
    """Return what programs that are not ours say to these requests."""
    program, lines = (
        TOP / "tests" / "verified_webhooks.mjs",
        "\n".join(msgspec.json.encode(each).decode() for each in given),
    )
    return (await asyncio.to_thread(run, NODE, program, CLIENT / "node_modules", given=lines)).splitlines()


def hook(url: str, *secrets: str) -> Hook:
    return Hook(name="club", url=url, secrets=secrets or (NEW, OLD), inner=True)


def test_the_signature_is_that_of_the_specification() -> None:
    """The vector of the reference implementations."""
    secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]
    assert signatures(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}') == (
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


async def test_each_request_begins_in_a_turn_of_the_event_loop_of_its_own() -> None:
    turn, begun = 0, list[int]()

    class Secrets(tuple[str, ...]):
        """The secrets of a webhook that note when they sign."""

        def __iter__(self) -> Iterator[str]:
            begun.append(turn)
            return super().__iter__()

    async def count() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    counting, sender = asyncio.create_task(count()), Sender()
    refusing = msgspec.structs.replace(hook("http://127.0.0.1:1/"), secrets=Secrets([NEW]))
    await asyncio.gather(*[sender.send(refusing, f"msg_{number}", "{}") for number in range(8)])
    counting.cancel()
    assert len(set(begun)) == 8


async def test_each_of_two_secrets_verifies_a_request_while_one_replaces_the_other() -> None:
    async with receiver() as receiving:
        assert await Sender().send(hook(receiving.url), "msg_1", '{"type":"é"}') == Answer(204)
        (request,) = receiving.requests
    given = [{"secret": each, "body": request.body, "headers": request.headers} for each in (OLD, NEW, OTHER)]
    given.append({**given[0], "body": request.body + " "})
    assert await verified(given) == ["verified", "verified", *["No matching signature found"] * 2]
    for secret in (OLD, NEW):
        assert Webhook(secret).verify(request.body, request.headers) == {"type": "é"}
    with pytest.raises(WebhookVerificationError):
        Webhook(OTHER).verify(request.body, request.headers)
    assert request.headers["webhook-id"] == "msg_1"
    assert request.headers["content-type"] == "application/json"


async def test_a_signature_of_ed25519_stands_beside_that_of_a_former_secret_and_node_verifies_it() -> None:
    private = Ed25519PrivateKey.generate()
    secret = f"whsk_{b64encode(private.private_bytes_raw()).decode()}"
    public = f"whpk_{b64encode(private.public_key().public_bytes_raw()).decode()}"
    async with receiver() as receiving:
        assert await Sender().send(hook(receiving.url, secret, OLD), "msg_1", '{"type":"é"}') == Answer(204)
        (request,) = receiving.requests
    given = [{"secret": each, "body": request.body, "headers": request.headers} for each in (public, OLD, NEW)]
    given.append({**given[0], "body": request.body + " "})
    assert await verified(given) == ["verified", "verified", *["No matching signature found"] * 2]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (status(200), Answer(200)),
        (status(410), Answer(410)),
        (status(500), Answer(500)),
        (status(302, "Location: http://127.0.0.1:1/"), Answer(302)),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"10000\r\n" + b"x" * 65_536, Answer(200)),
        (None, Answer(None, "ServerDisconnectedError")),
        (b"nonsense\r\n\r\n", Answer(None, "ClientResponseError")),
    ],
)
async def test_a_receiver_is_judged_by_its_status_alone(answer: bytes | None, expected: Answer) -> None:
    async with receiver(lambda _: answer) as receiving:
        sent = await Sender().send(hook(receiving.url), "msg_1", "{}")
        assert sent.status == expected.status
        assert expected.status is not None or sent.why.endswith(("Error", "Disconnected")), sent
        assert len(receiving.requests) == 1, "a redirect is not followed"


async def test_a_receiver_that_does_not_answer_is_left_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert await Sender().send(hook(url), "msg_1", "{}") == Answer(None, "no answer in time")


async def test_a_certificate_of_nobody_is_refused_and_no_address_is_in_a_reason() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    async with server:
        url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/a-secret"
        assert await Sender().send(hook(url), "msg_1", "{}") == Answer(None, "its certificate is not valid")
    refused = await Sender().send(hook("http://127.0.0.1:1/a-secret"), "msg_1", "{}")
    assert refused.status is None
    assert "a-secret" not in refused.why


async def test_a_name_is_checked_at_the_address_to_which_the_connection_goes() -> None:
    """Rebinding: whatever a name was before, the socket is made for the address that was checked."""
    async with receiver() as receiving:
        outer = msgspec.structs.replace(hook(receiving.url.replace("127.0.0.1", "localhost")), inner=False)
        assert await Sender().send(outer, "msg_1", "{}") == Answer(None, "its address is in an inner network")
        assert receiving.requests == []
        for players in (outer, hook("http://127.0.0.1:1/")):
            named = msgspec.structs.replace(players, name="own:ada:1")
            assert await Sender().send(named, "msg_1", "{}") == Answer(None, "no connection"), "one reason for players"
