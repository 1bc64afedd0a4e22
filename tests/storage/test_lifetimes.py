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


@pytest.mark.parametrize("has_archive", [False, True])
def test_no_match_leaves_the_store_before_the_host_says_so(has_archive: bool) -> None:
    assert lifetimes_of(7, has_archive=has_archive).unmoved == 7 * DAY
