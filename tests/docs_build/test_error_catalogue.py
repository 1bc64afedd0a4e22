"""The error catalogue names every refusal, with something that the tests do to provoke it; and what a page can tell."""

from pathlib import Path

import aiohttp
import pytest
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.docs_build.error_catalogue import CATALOGUE, Reaction, table_of
from quarterdeck_server.web.rate_limit.quotas import CONNECT
from servers import live_server
from web.test_refusals import CASES

TESTS = Path(__file__).parents[1]
ELSEWHERE = {
    "last_sign_in": "web/sign_on/test_sign_on_routes.py",
    "messages_off": "lobby/private_messages/test_service.py",
    "already_seeking": "web/commands/test_matchmaking.py",
    "offer_over": "web/commands/test_matchmaking.py",
    "missing_role": "web/http/test_moderation_routes.py",
    "conflict_of_interest": "lobby/test_shared_affairs.py",
    "unknown_report": "web/http/test_moderation_routes.py",
    "terms_not_accepted": "web/test_terms.py",
    "registration_closed": "web/test_admission.py",
    "unknown_announcement": "lobby/announcements/test_announcement_orders.py",
    "unknown_invite": "web/http/test_admission_routes.py",
    "approval_pending": "web/http/test_admission_routes.py",
    "unknown_terms": "web/test_terms.py",
    "not_sanctioned": "web/http/test_moderation_routes.py",
    "no_cards": "web/http/test_catalogues.py",
    "no_rules": "web/http/test_rule_pages.py",
    "no_lesson": "web/http/test_lessons.py",
    "not_over_yet": "web/http/test_replays.py",
    "does_not_follow": "web/http/test_replay_files.py",
    "too_many_spectators": "web/commands/test_matches.py",
}
"""The tests that provoke what is not in the table of cases."""


def test_it_names_every_refusal_once() -> None:
    assert set(CATALOGUE) == set(RefusalCode)
    page = (TESTS.parent / "protocol" / "ERRORS.md").read_text()
    for code in RefusalCode:
        assert page.count(f"| `{code}` |") == 1


@pytest.mark.parametrize("code", [code for code in RefusalCode if code is not RefusalCode.OTHER], ids=str)
def test_the_example_of_each_is_what_a_test_does_to_provoke_it(code: RefusalCode) -> None:
    _, example, what = CATALOGUE[code]
    assert what
    if code in ELSEWHERE:
        assert f'"{code}"' in (TESTS / ELSEWHERE[code]).read_text()
    else:
        assert CASES[example].code is code


def test_anything_that_may_be_sent_again_says_after_which_pause() -> None:
    assert "HTTP" in table_of(Reaction.AGAIN)
    waits = {code for code, (kind, _, what) in CATALOGUE.items() if kind is Reaction.AGAIN and "retry_in" in what}
    assert waits == {RefusalCode.TOO_MANY, RefusalCode.SLOW_DOWN, RefusalCode.ALREADY_REPORTED} | {
        RefusalCode.NOT_SHOWN_YET
    }


async def test_a_page_that_cannot_open_a_socket_learns_why_by_asking_the_same_address() -> None:
    async with (
        live_server(origins=("https://cards.example",), quotas="on", clock=lambda: 0.0) as server,
        aiohttp.ClientSession() as http,
    ):
        page, other = {"Origin": "https://cards.example"}, {"Origin": "https://elsewhere.example"}
        async with http.get(f"{server.url}/v1/socket", headers=page) as answer:
            assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (400, page["Origin"])
        async with http.get(f"{server.url}/v1/socket", headers=other) as answer:
            assert (answer.status, answer.headers.get("Access-Control-Allow-Origin")) == (403, None)
        statuses = [400]  # the clock of the quotas stands still
        wait = readable = ""
        while statuses[-1] == 400 and len(statuses) <= 2 * CONNECT.at_once:
            async with http.get(f"{server.url}/v1/socket", headers=page) as answer:
                statuses.append(answer.status)
                wait = answer.headers.get("Retry-After", "")
                readable = answer.headers["Access-Control-Expose-Headers"]
        assert statuses[-1] == 429
        assert int(wait) > 0
        assert "Retry-After" in readable
