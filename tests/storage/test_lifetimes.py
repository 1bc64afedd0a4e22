"""How long finished matches are kept: as the host says, and longer while an archive does not take them."""

import pytest
from quarterdeck_server.lobby.ratings.documents import HISTORY_SECONDS
from quarterdeck_server.storage.lifetimes import DAY, GRACE_DAYS, lifetimes_of


@pytest.mark.parametrize("days", [1, 30, 365])
def test_finished_matches_are_kept_as_the_host_says(days: int) -> None:
    assert lifetimes_of(days, has_archive=False).finished_match == days * DAY
    assert lifetimes_of(days, has_archive=True).finished_match == (days + GRACE_DAYS) * DAY


def test_no_log_outlives_what_is_remembered_of_its_match() -> None:
    assert lifetimes_of(365, has_archive=True).finished_match < HISTORY_SECONDS
