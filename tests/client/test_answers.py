"""What is made of an answer that is not the server's own."""

import pytest
from quarterdeck_client.answers import refused_in
from quarterdeck_protocol.refusals import RefusalCode


@pytest.mark.parametrize("body", [b"<html>Bad Gateway</html>", '{"title": "Passerelle défaillante"}'.encode("latin-1")])
def test_what_a_proxy_says_is_a_refusal_of_its_own_kind(body: bytes) -> None:
    refused = refused_in(body, 502)
    assert (refused.code, refused.text) == (RefusalCode.OTHER, "The server answered with status 502.")
