"""Addresses of stores: what each says, and what is said to somebody who has written one wrongly."""

import pytest
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store_url import ESCAPES, Cluster, OneServer, Sentinels, address_of, places_of
from quarterdeck_server.storage.wire.connections import connections_to


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis:///0",
        "redis://a:1/",
        "rediss://me:secret@a:1/2?x=y",
        "rediss://me:p%23s%2Fs%3F%40@[::1]:7/2?ssl_ca_certs=/a@b",
        "unix:///a/b",
        "unix://me:secret@/a@b?db=1",
    ],
)
def test_the_address_of_one_server_is_left_to_redis_py(url: str) -> None:
    assert address_of(url) == OneServer(url)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis+cluster://a:1,b:2", Cluster(places=(("a", 1), ("b", 2)))),
        ("redis+cluster://a", Cluster(places=(("a", 6379),))),
        ("redis+cluster://a/", Cluster(places=(("a", 6379),))),
        (
            "rediss+cluster://me:p%40ss@[2001:db8::1]:7,[::1],a:3?ssl_cert_reqs=none",
            Cluster(
                places=(("2001:db8::1", 7), ("::1", 6379), ("a", 3)),
                credentials="me:p%40ss@",
                options="?ssl_cert_reqs=none",
                tls=True,
            ),
        ),
        ("redis+sentinel://a:1,b/house", Sentinels(places=(("a", 1), ("b", 26379)), service="house")),
        (
            "rediss+sentinel://:secret@a/house/3?sentinel_username=s&sentinel_password=t%26u&ssl_cert_reqs=none",
            Sentinels(
                places=(("a", 26379),),
                credentials=":secret@",
                options="?ssl_cert_reqs=none",
                tls=True,
                service="house",
                db=3,
                sentinel_username="s",
                sentinel_password="t&u",
            ),
        ),
    ],
)
def test_an_address_of_several_servers_says_where_they_are_and_how_one_signs_in(
    url: str, address: Cluster | Sentinels
) -> None:
    assert address_of(url) == address


def test_each_server_is_reached_as_the_others() -> None:
    cluster = address_of("rediss+cluster://me:secret@a:1?ssl_cert_reqs=none")
    assert isinstance(cluster, Cluster)
    assert cluster.url_of(("::1", 7)) == "rediss://me:secret@[::1]:7?ssl_cert_reqs=none"


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("redis+cluster://me:secret@a:1/3", "a cluster has one database only"),
        ("redis+cluster://me:secret@", "A host is missing"),
        ("redis+cluster://me:secret@a:1,,b:2", "A host is missing"),
        ("redis+cluster://me:secret@a:port", "in the store's address 'a:port' comes a port, 1 to 65535"),
        ("redis+cluster://me:secret@a:0", "in the store's address 'a:0' comes a port, 1 to 65535"),
        ("redis+cluster://me:secret@a:65536", "comes a port, 1 to 65535"),
        ("redis+sentinel://me:secret@a:1", "ends with the name under which they know the primary"),
        ("redis+sentinel://me:secret@a:1/", "ends with the name under which they know the primary"),
        ("redis+sentinel://me:secret@a:1/house/db", "the number of a database"),
        ("redis+sentinel://me:secret@:1/house", "A host is missing"),
    ],
)
def test_a_wrong_address_is_refused_with_what_would_be_right_and_without_its_password(url: str, says: str) -> None:
    for refuses in (address_of, RedisStore):
        with pytest.raises(ValueError, match="The address has the form redis") as wrong:
            refuses(url)
        assert says in str(wrong.value)
        assert "secret" not in str(wrong.value)


PASSWORDS = (
    "sek#ret",
    "sek/ret",
    "sek?ret",
    "sek@#ret",
    "12#34sek",
    "12/34sek",
    "12?34sek",
    "#sek",
    "/sek",
    "?sek",
    "se\uff0fk",
)
ADDRESSES = (
    "redis://:{}@a:1/0",
    "redis://me:{}@a",
    "rediss://{}@a:1",
    "redis+cluster://:{}@a:1,b:2",
    "redis+sentinel://me:{}@a:1/house",
    "unix://me:{}@/a/b",
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_with_a_sign_that_ends_it_is_refused_with_how_it_is_written(address: str, password: str) -> None:
    with pytest.raises(ValueError, match="# is written as %23, / as %2F, \\? as %3F and @ as %40") as wrong:
        address_of(address.format(password))
    assert str(wrong.value) == ESCAPES, "nothing of it is repeated"


@pytest.mark.parametrize(
    "url", ["redis://:secret", "redis://me:secret", "redis+cluster://me:secret", "redis+sentinel://:secret/house/x"]
)
def test_a_password_whose_host_was_forgotten_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="A password comes before an @") as wrong:
        address_of(url)
    assert "secret" not in str(wrong.value)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("redis://a:1/x", "the number of a database"),
        ("redis://a:1/0/1", "the number of a database"),
        ("redis://a:1,b:2", "several hosts"),
        ("redis://a:port", "comes a port"),
        ("redis://a:1?colour=red", "an unknown option"),
        ("redis+sentinel://a:1/house?colour=red", "an unknown option"),
    ],
)
def test_anything_that_redis_py_would_pass_over_or_never_connect_with_is_refused(url: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        connections_to(url)


def test_there_is_no_one_connection_to_a_cluster() -> None:
    with pytest.raises(ValueError, match="several primaries"):
        connections_to("redis+cluster://a")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://me:secret@a:1/2?password=secret", "redis://a:1/2"),
        ("unix:///a/b", "unix:///a/b"),
        ("redis+cluster://me:secret@a:1,b:2", "the cluster of a:1, b:2"),
        (
            "redis+sentinel://me:secret@a,b/house?sentinel_password=secret",
            "the primary of house, as a:26379, b:26379 know it",
        ),
    ],
)
def test_where_a_store_is_is_said_without_passwords(url: str, said: str) -> None:
    assert places_of(address_of(url)) == said
