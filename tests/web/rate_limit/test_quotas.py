"""What is told of quotas to clients, and to people."""

import json
import re

import pytest
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.flood_control import too_many
from quarterdeck_server.web.rate_limit.quotas import QUOTAS


def test_a_quota_says_by_a_code_what_it_counts() -> None:
    quotas = [json.loads(wire.encode(quota)) for quota in QUOTAS]
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", quota["code"]) for quota in quotas)
    assert len({(quota["code"], quota["per"]) for quota in quotas}) == len(QUOTAS)


@pytest.mark.parametrize("quota", QUOTAS, ids=lambda quota: f"{quota.code}-{quota.per}")
def test_a_refusal_says_in_words_which_quota_is_used_up(quota: Quota) -> None:
    text = str(too_many(quota, Milliseconds(1)))
    assert re.match(
        r"Too many [a-zA-Z '-]+: the limit for one (address|player) is \d+ at once and \d+ a minute\.", text
    )
    assert [each.code for each in QUOTAS if str(too_many(each, Milliseconds(1))) == text] == [quota.code]
