"""The SDK as it is read before it is used."""

import inspect

import pytest
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_client.followed_match import Turn
from quarterdeck_client.http_requests import HttpRequests
from quarterdeck_client.lobby.tables import TableRequests


@pytest.mark.parametrize("of", [TableRequests, Client, HttpRequests, FollowedMatch, Turn])
def test_everything_that_is_public_promises_something_in_its_docstring(of: type) -> None:
    public = {name: each for name, each in vars(of).items() if not name.startswith("_")}
    assert [name for name, each in public.items() if not inspect.getdoc(each)] == []
