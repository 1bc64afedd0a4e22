"""Stored conversations: bounded, with marks that never move back, and deleted by each side for itself."""

from quarterdeck_protocol.lobby.social.private_messages import MOST_KEPT, MOST_UNANSWERED
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.private_messages.conversation_records import EMPTY, ConversationRecord, name_of

ADA, BO = PlayerId("ada"), PlayerId("bo")


def written(*senders: PlayerId) -> ConversationRecord:
    record = EMPTY
    for number, sender in enumerate(senders):
        record = record.with_message(sender, f"line {number}", Milliseconds(1000), f"order {number}")
    return record


def test_ids_grow_although_the_clock_stands_still_and_the_oldest_message_makes_room() -> None:
    record = written(*[ADA, BO] * MOST_KEPT)
    ids = [each.id for each in record.messages]
    assert len(ids) == MOST_KEPT
    assert ids == sorted(set(ids))
    assert record.messages[-1].text == f"line {2 * MOST_KEPT - 1}"


def test_a_read_mark_never_moves_back_or_beyond_the_newest_message() -> None:
    record = written(ADA, ADA, BO)
    first, second, third = [each.id for each in record.messages]
    ada = Player(id=ADA, name="Ada", kind=PlayerKind.PERSON)
    for up_to, unread in ((first, 1), (second, 0), (first, 0), (10**15, 0)):
        record = record.read_up_to(BO, up_to)
        shown = record.listed(BO, ada)
        assert shown is not None
        assert shown.unread == unread
    assert record.read == {BO: third}


def test_one_side_deletes_for_itself_and_both_for_good() -> None:
    record = written(ADA, BO).deleted_for(ADA)
    assert record.seen_by(ADA) == ()
    assert len(record.seen_by(BO)) == 2
    record = record.with_message(BO, "more", Milliseconds(1000), "more")
    assert [each.text for each in record.seen_by(ADA)] == ["more"]
    assert record.deleted_for(BO).deleted_for(ADA).messages == ()


def test_too_many_messages_in_a_row_wait_for_an_answer() -> None:
    record = written(*[ADA] * MOST_UNANSWERED)
    assert record.unanswered(ADA)
    assert record.deleted_for(ADA).deleted_for(BO).unanswered(ADA), "who deletes spam allows no more of it"
    assert not record.unanswered(BO)
    assert not record.with_message(BO, "an answer", Milliseconds(1000), "answer").unanswered(ADA)


def test_both_players_name_the_same_conversation() -> None:
    assert name_of(ADA, BO) == name_of(BO, ADA)
