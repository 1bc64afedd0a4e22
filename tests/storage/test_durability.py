"""What is waited for before a write is acknowledged: as it is set, for each kind of store."""

import pytest
from quarterdeck_server.storage.durability import FAST, FSYNC, UNCHECKED, Durability, durability_of, replica


@pytest.mark.parametrize(
    ("store", "said", "is_meant"),
    [
        ("embedded", "", FSYNC),
        ("embedded", "fsync", FSYNC),
        ("embedded", "fast", FAST),
        ("redis://localhost", "", FAST),
        ("redis://localhost", "fsync", FSYNC),
        ("redis+sentinel://localhost/it", "replica", replica(1)),
        ("redis+cluster://localhost", "replica:2", replica(2)),
        ("redis://localhost", "unchecked", UNCHECKED),
        ("memory", "", UNCHECKED),
    ],
)
def test_anything_that_is_set_means_the_same_when_it_is_handed_on_to_a_worker(
    store: str, said: str, is_meant: Durability
) -> None:
    assert durability_of(store, said) == is_meant
    if store != "memory":
        assert durability_of("unix:///store", str(is_meant)) == is_meant


@pytest.mark.parametrize(
    ("store", "said"), [("memory", "fast"), ("memory", "fsync"), ("embedded", "replica:1"), ("embedded", "unchecked")]
)
def test_anything_that_a_store_cannot_do_is_refused(store: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"{store}"):
        durability_of(store, said)


def test_a_store_of_our_own_syncs_as_is_asked() -> None:
    assert (FAST.appendfsync, FSYNC.appendfsync) == ("everysec", "always")
