"""Contracts of extensions, as tests for their authors. A test module derives a class from a contract and names what
makes the extension:

    class TestFilter(NameFilterContract):
        make = PoliteNames
        wrong_names = ("Mayor Ann",)
"""

import asyncio
from collections.abc import Callable
from inspect import getattr_static
from itertools import product
from random import Random
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from quarterdeck_games import installed_games
from quarterdeck_games.set_rules import Source, read_sets
from quarterdeck_server import extensions
from quarterdeck_server.cards.host_sets import set_of, set_rules_of

NAMES = ("Ann", "Åsa", "山田", "O'Neil", "x", "W" * 32, "Bo 2")


class Contract:
    """What all extensions keep."""

    make: ClassVar[Callable[[], Any]]
    """The class, or the function, that the entry point names."""

    kind: ClassVar[type]

    def test_it_has_every_method_of_its_kind_and_needs_nothing_to_be_made(self) -> None:
        assert self.kind in extensions.POINTS.values()
        names = [name for name, each in vars(self.kind).items() if callable(each) and not name.startswith("_")]
        assert [name for name in names if not callable(getattr(self.made(), name, None))] == []

    @classmethod
    def made(cls) -> Any:
        return getattr_static(cls, "make")()


class PairingRuleContract(Contract):
    """A pairing rule is a pure, symmetric relation, and lets somebody play."""

    kind = extensions.PairingRule

    def test_the_order_of_two_candidates_does_not_count_and_nor_does_the_number_of_questions(self) -> None:
        chance = Random(1)
        some = [
            extensions.Candidate((f"player-{number}",), {"tiny": chance.randrange(1, 3000)}, chance.randrange(600_000))
            for number in range(40)
        ]
        rule: extensions.PairingRule = self.made()
        answers = {(one.players, other.players): rule.may_meet(one, other) for one, other in product(some, some)}
        assert all(answers[one, other] is answers[other, one] for one, other in answers)
        assert all(
            answers[one.players, other.players] is rule.may_meet(one, other) for one, other in product(some, some)
        )
        assert any(may for (one, other), may in answers.items() if one != other), "nobody could ever play"


class NoticeChannelContract(Contract):
    """A channel refuses wrong addresses before it is used, and brings an event to a right one."""

    kind = extensions.NoticeChannel
    address: ClassVar[str]
    wrong_address: ClassVar[str]

    def test_addresses_are_judged_in_a_sentence(self) -> None:
        channel: extensions.NoticeChannel = self.made()
        assert channel.fault(self.address) is None
        assert isinstance(channel.fault(self.wrong_address), str)

    def test_an_event_is_taken_twice(self) -> None:
        for _ in range(2):  # it comes again if the process ends before it has noted the first time
            asyncio.run(self.made().send(self.address, "msg_1", '{"type":"your_turn"}'))


class NameFilterContract(Contract):
    """A filter is pure, refuses what it is for, and lets most names pass."""

    kind = extensions.NameFilter
    wrong_names: ClassVar[tuple[str, ...]]

    def test_it_refuses_its_names_in_a_sentence_and_no_usual_ones(self) -> None:
        names: extensions.NameFilter = self.made()
        assert [name for name in NAMES if names.fault(name) is not None] == []
        assert [name for name in self.wrong_names if not isinstance(names.fault(name), str)] == []
        assert [names.fault(name) for name in self.wrong_names] == [names.fault(name) for name in self.wrong_names]


class SignInProviderContract(Contract):
    """A provider sends the browser away with the state, and names one subject for one code."""

    kind = extensions.SignInProvider
    code: ClassVar[str]
    wrong_code: ClassVar[str]

    def test_the_address_is_one_of_the_web_and_has_the_state(self) -> None:
        provider: extensions.SignInProvider = self.made()
        assert 0 < len(provider.title()) <= 40
        address = asyncio.run(provider.address("a-state", "https://play.example/sign-on/back"))
        assert urlsplit(address).scheme == "https"
        assert "a-state" in address

    def test_a_code_stands_for_one_subject_and_a_wrong_one_for_none(self) -> None:
        provider: extensions.SignInProvider = self.made()
        redirect = "https://play.example/sign-on/back"
        assert asyncio.run(provider.subject(self.code, redirect))
        with pytest.raises(ValueError, match=r"."):
            asyncio.run(provider.subject(self.wrong_code, redirect))


class CardSetsContract(Contract):
    """Each file is a card set without faults of an installed game, with an id of its own."""

    kind = extensions.CardSets

    def test_each_set_can_be_read_with_the_others_and_without(self) -> None:
        rules_of, read = set_rules_of(installed_games()), [set_of(file) for file in self.made().files()]
        assert read
        assert len({each["id"] for each in read}) == len(read)
        for each in read:
            rules = rules_of[each["game"]]
            read_sets(rules, [Source(each["id"], each)])
            read_sets(rules, [Source(other["id"], other) for other in read if other["game"] == each["game"]])
