"""The promises that every game must keep, tested with random matches; for the test package of any game.

A test module imports all of them and names the games that must keep them, each with the facts that the tests need:

    from quarterdeck_testing.promises import *

    KEPT_BY = [World(game=Nim(), most_actions=…)]
"""

from quarterdeck_testing.promises.acceptance import (
    test_anything_that_is_no_action_at_all_is_refused_with_the_place,
    test_anything_that_is_not_on_offer_is_refused_and_changes_nothing,
    test_every_choice_on_offer_is_accepted,
)
from quarterdeck_testing.promises.course import (
    test_a_match_in_which_everybody_sleeps_ends,
    test_a_seat_may_come_back_at_any_moment,
    test_a_seat_may_leave_at_any_moment_and_the_others_play_on,
    test_the_house_can_play_for_any_seat_at_any_moment,
    test_until_there_is_a_result_some_seat_has_a_choice,
)
from quarterdeck_testing.promises.declarations import (
    test_a_match_with_any_options_and_further_cards_goes_on_to_its_end,
    test_a_setup_that_cannot_be_played_is_faulted_with_the_place,
    test_every_frame_is_in_the_shapes_that_the_game_declares,
    test_every_option_that_the_tests_try_can_be_played,
    test_phrases_say_every_action_and_every_event,
    test_the_seats_of_a_match_are_numbered_from_nought,
)
from quarterdeck_testing.promises.declared_absences import (
    test_a_game_draws_by_chance_unless_it_says_otherwise,
    test_a_game_without_secrets_shows_everybody_the_same,
    test_cards_are_counted,
    test_every_event_with_a_hidden_part_is_examined,
    test_faces_are_found_where_they_may_be_seen,
    test_the_other_worlds_of_these_tests_are_other_worlds,
)
from quarterdeck_testing.promises.foresight import (
    test_anything_that_is_played_ahead_follows_from_what_the_seat_may_see,
)
from quarterdeck_testing.promises.persistence import (
    test_a_state_survives_being_kept_at_every_version,
    test_events_survive_json_and_fold_to_the_live_state,
    test_every_draw_is_noted_and_can_be_made_again_without_the_rules,
    test_the_same_seed_and_actions_give_the_same_log,
)
from quarterdeck_testing.promises.reuse import test_anything_that_is_reused_is_what_would_be_worked_out_again
from quarterdeck_testing.promises.secrecy import (
    test_a_transcript_with_its_seed_is_refused_until_the_match_has_ended,
    test_an_event_is_told_alike_whatever_is_hidden_in_it,
    test_another_world_stays_the_same_to_you_until_a_card_is_shown,
    test_no_frame_holds_a_hidden_face_or_a_secret,
    test_nothing_is_asked_of_a_seat_out_of_turn_and_the_refusal_is_the_same_for_all_actions,
    test_the_encoder_refuses_a_state_however_it_is_wrapped,
    test_two_worlds_that_differ_in_what_you_may_not_see_are_one_to_you,
)
from quarterdeck_testing.promises.undo import test_an_action_that_can_be_taken_back_has_shown_nothing_hidden

__all__ = [
    "test_a_game_draws_by_chance_unless_it_says_otherwise",
    "test_a_game_without_secrets_shows_everybody_the_same",
    "test_a_match_in_which_everybody_sleeps_ends",
    "test_a_match_with_any_options_and_further_cards_goes_on_to_its_end",
    "test_a_seat_may_come_back_at_any_moment",
    "test_a_seat_may_leave_at_any_moment_and_the_others_play_on",
    "test_a_setup_that_cannot_be_played_is_faulted_with_the_place",
    "test_a_state_survives_being_kept_at_every_version",
    "test_a_transcript_with_its_seed_is_refused_until_the_match_has_ended",
    "test_an_action_that_can_be_taken_back_has_shown_nothing_hidden",
    "test_an_event_is_told_alike_whatever_is_hidden_in_it",
    "test_another_world_stays_the_same_to_you_until_a_card_is_shown",
    "test_anything_that_is_no_action_at_all_is_refused_with_the_place",
    "test_anything_that_is_not_on_offer_is_refused_and_changes_nothing",
    "test_anything_that_is_played_ahead_follows_from_what_the_seat_may_see",
    "test_anything_that_is_reused_is_what_would_be_worked_out_again",
    "test_cards_are_counted",
    "test_events_survive_json_and_fold_to_the_live_state",
    "test_every_choice_on_offer_is_accepted",
    "test_every_draw_is_noted_and_can_be_made_again_without_the_rules",
    "test_every_event_with_a_hidden_part_is_examined",
    "test_every_frame_is_in_the_shapes_that_the_game_declares",
    "test_every_option_that_the_tests_try_can_be_played",
    "test_faces_are_found_where_they_may_be_seen",
    "test_no_frame_holds_a_hidden_face_or_a_secret",
    "test_nothing_is_asked_of_a_seat_out_of_turn_and_the_refusal_is_the_same_for_all_actions",
    "test_phrases_say_every_action_and_every_event",
    "test_the_encoder_refuses_a_state_however_it_is_wrapped",
    "test_the_house_can_play_for_any_seat_at_any_moment",
    "test_the_other_worlds_of_these_tests_are_other_worlds",
    "test_the_same_seed_and_actions_give_the_same_log",
    "test_the_seats_of_a_match_are_numbered_from_nought",
    "test_two_worlds_that_differ_in_what_you_may_not_see_are_one_to_you",
    "test_until_there_is_a_result_some_seat_has_a_choice",
]
