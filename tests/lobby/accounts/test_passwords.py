"""Passwords: what is compared where there is nobody costs as much as where there is somebody, however dear that is."""

import pytest
from argon2 import PasswordHasher, extract_parameters
from quarterdeck_server.lobby.accounts.passwords import NOBODYS, Passwords
from quick_passwords import QUICK, quick_passwords


@pytest.mark.parametrize("hasher", [PasswordHasher(), QUICK, PasswordHasher(time_cost=2, memory_cost=64)])
def test_nobodys_password_costs_as_much_as_everybodys(hasher: PasswordHasher) -> None:
    parameters = extract_parameters(Passwords(hasher)._nobodys)
    assert parameters == extract_parameters(hasher.hash("a long walk by the sea"))


async def test_nobody_comes_in_though_the_password_fits() -> None:
    assert PasswordHasher().verify(NOBODYS, "nobody's password")
    assert not await Passwords().fits(None, "nobody's password")


async def test_a_password_fits_its_own_hash_and_no_other() -> None:
    passwords = quick_passwords()
    hashed = await passwords.hashed("a long walk by the sea")
    assert await passwords.fits(hashed, "a long walk by the sea")
    assert not await passwords.fits(hashed, "a long walk by the see")
    assert not await passwords.fits("no hash", "a long walk by the sea")
