"""Text for webhooks of players."""

import msgspec
import pytest
from quarterdeck_client.words.webhook_words import (
    EVENTS,
    delivery_in_words,
    events_about,
    webhook_in_words,
    webhook_state_in_words,
)
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.webhooks import (
    Delivery,
    DeliveryAttempt,
    Webhook,
    WebhookEvent,
    WebhookForm,
    WebhookId,
    WebhookSignature,
)
from quarterdeck_protocol.names import Milliseconds

AT = Milliseconds(1_800_000_000_000)
HOOK = Webhook(
    id=WebhookId("h"),
    url="https://hooks.example.org/",
    events=(WebhookEvent.TABLE_OPENED, WebhookEvent.MATCH_ENDED),
    form=WebhookForm.OTHER,
    language="en",
    signature=WebhookSignature.HMAC,
    club=ClubId("c"),
    made_at=AT,
)


def test_each_event_is_offered_for_something() -> None:
    offered = {
        event
        for about in (("c", None), (None, "t"), (None, None))
        for event in events_about(club=about[0], table=about[1])
    }
    assert offered == set(EVENTS) == set(WebhookEvent) - {WebhookEvent.OTHER}


def test_a_webhook_is_described_by_its_events_and_an_unknown_form() -> None:
    _, about, form, state = webhook_in_words(HOOK)
    assert about == "About a club: table opened, match ended"
    assert form == "Form: a kind that this client does not know"
    assert state == "Works. Waiting: 0, dead letters: 0"


@pytest.mark.parametrize(("field", "start"), [("disabled_at", "Disabled since 2027-01-15"), ("failing_since", "Fails")])
def test_a_failing_webhook_says_since_when(field: str, start: str) -> None:
    assert webhook_state_in_words(msgspec.structs.replace(HOOK, **{field: AT})).startswith(start)


def test_a_delivery_has_its_attempts() -> None:
    delivery = Delivery(event="msg", kind="challenge", at=AT, attempts=(DeliveryAttempt(at=AT, outcome="500"),))
    assert delivery_in_words(delivery).startswith("challenges: 500 (2027-01-15")
    assert delivery_in_words(Delivery(event="msg", kind="newer", at=AT)).startswith("newer: no attempt (")
