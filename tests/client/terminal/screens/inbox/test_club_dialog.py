"""Clubs in the terminal client: a player finds, joins and leaves them, and an owner runs one, by keys."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.clubs import ClubAccess, ClubRole
from screens import terminal
from servers import PASSWORD, LiveServer


async def test_a_player_finds_clubs_answers_an_invitation_and_goes_to_a_table(ada: Client, bo: Client) -> None:
    for client, name in ((ada, "Ada Member"), (bo, "Bo Owner")):
        await client.account.register(name, PASSWORD)
    open_house = (await bo.clubs.create("Open house", access=ClubAccess.OPEN)).summary.id
    await bo.tables.open("density-deck", club=open_house)
    await bo.clubs.create("Harbour", access=ClubAccess.ON_REQUEST)
    secret = (await bo.clubs.create("Night owls", "Cards at night.", ClubAccess.PRIVATE)).summary.id
    async with terminal(ada, Plan(), size=(100, 40)) as shown:
        await shown.shows("n  New table")
        await shown.until(lambda: bool(ada.notices._readers))
        await ada.notices.list()  # answered after the notices that the terminal has asked for
        await bo.clubs.invite(secret, ada.player.id)
        await shown.shows("Bo Owner invites you to the club Night owls.")
        await shown.press("j")
        await shown.pick("To the club Night owls")
        await shown.shows("Cards at night.")
        await shown.pick("Accept the invitation")
        await shown.shows("You are a member.")
        await bo.clubs.announce(secret, "At ten, at the pier.")
        await shown.pick("Tables")
        await shown.shows("No table is open.")
        await shown.shows("Bo Owner: At ten, at the pier.")
        await shown.press("escape")
        await shown.pick("Clubs")
        await shown.shows("Night owls: 2 members, private, by invitation, you: member")
        await shown.pick("Search by name")
        await shown.write("a part of it", "(")
        await shown.shows("None found.")
        await shown.pick("Search by name")
        await shown.write("a part of it", "harb")
        await shown.shows("Clubs with “harb”")
        assert "Open house" not in shown.text
        await shown.pick("Harbour: 1 member, by application")
        await shown.pick("Apply")
        await shown.shows("You have applied.")
        await shown.pick("Withdraw the application")
        await shown.pick("Apply")
        await shown.press("escape")
        await shown.pick("Search by name")
        await shown.write("a part of it", "")
        await shown.pick("Open house: 1 member, open to all")
        await shown.pick("Join")
        await shown.shows("You are a member.")
        await shown.press("escape")
        await shown.pick("Night owls")
        await shown.pick("Leave the club")
        await shown.pick("Leave")
        await shown.shows("You have left the club.")  # the club cannot be read any more
        await shown.pick("Go on")
        await shown.pick("Open house")
        await shown.pick("Tables")
        await shown.pick("Sit down: Density Deck")
        await shown.shows("Ada Member (you)")
    roles = {each.name: each.role for each in (await ada.clubs.list()).mine}
    assert roles == {"Open house": ClubRole.MEMBER, "Harbour": ClubRole.APPLICANT}


async def test_an_owner_makes_and_runs_a_club(server: LiveServer, ada: Client, bo: Client) -> None:
    for client, name in ((ada, "Ada Owner"), (bo, "Bo Applicant")):
        await client.account.register(name, PASSWORD)
    async with Client(server.url, name="Cy") as cy, terminal(ada, Plan(), size=(100, 40)) as shown:
        await cy.account.register("Cy Invited", PASSWORD)
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Clubs")
        await shown.pick("New club")
        await shown.write("The name of the new club", "Harbour")
        await shown.write("A description", "")
        await shown.pick("by application")
        await shown.shows("You own the club Harbour.")
        (club,) = (each.id for each in (await ada.clubs.list()).mine)
        await bo.clubs.join(club)
        await shown.pick("Harbour")
        await shown.pick("Invite a player")
        await shown.write("The name of the player", "nobody of this name")
        await shown.shows("There is no player `nobody of this name`")
        await shown.pick("Invite a player")
        await shown.write("The name of the player", "Cy Invited")
        await shown.shows("Cy Invited is invited")
        await cy.clubs.join(club)
        await shown.pick("Applications and invitations: 2")
        await shown.pick("Bo Applicant, has applied")
        await shown.pick("Accept")
        await shown.shows("Bo Applicant: done.")
        await shown.pick("Announce")
        await shown.write("A text for all members", "x" * 200)
        await shown.shows("All members receive the announcement.")
        await shown.pick("Members")
        await shown.pick("Bo Applicant, member")
        await shown.pick("Make organiser")
        await shown.shows("Bo Applicant: done.")
        await shown.pick("Members")
        await shown.pick("Cy Invited, member")
        await shown.pick("Remove")
        await shown.pick("Remove")
        await shown.shows("Cy Invited: done.")
        now = await ada.clubs.get(club)
        assert [(each.player.name, each.role) for each in now.members] == [
            ("Ada Owner", ClubRole.OWNER),
            ("Bo Applicant", ClubRole.ORGANISER),
        ]
        assert (now.waiting, now.announcements[0].text) == ((), "x" * 200)
        await shown.pick("Members")
        await shown.pick("Bo Applicant, organiser")
        await shown.pick("Make owner")
        await shown.pick("Make owner")
        await shown.shows("you: organiser")
        await shown.pick("Open a table")
        await shown.pick("Density Deck")
        await shown.shows("Ada Owner (you)")
        assert [each.host for each in await bo.tables.list(club=club)] == [ada.player.id]
