import { ratedInWords } from "../screens/table-list.js";
import { duration } from "../ui/clock.js";
import { t } from "../words.js";

/** @import { Challenge, OpenChallengeLink } from "../../../javascript/types/v1.js" */

/** The terms of a challenge, in a few words each. @param {Challenge | OpenChallengeLink} challenge */
export function termsOf(challenge) {
  const { time_limit: time, seat, unrated } = challenge;
  return [
    duration(time),
    ratedInWords(challenge),
    ...(unrated === "met_too_often" ? [t("challenge.met_too_often")] : []),
    ...(seat === null || seat === undefined ? [] : [t(seat === 0 ? "challenge.they_first" : "challenge.they_second")]),
  ];
}
