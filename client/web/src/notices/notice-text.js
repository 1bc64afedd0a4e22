import { titleOf } from "../state/initial.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";

/** @import { State } from "../state/initial.js" */
/** @import { Challenge, Notice } from "../../../javascript/types/v1.js" */

/**
 * The text of a notice; for an unknown kind the server's word.
 * @param {State} state
 * @param {Notice} notice
 */
export function noticeText(state, notice) {
  const { kind, challenge, place } = notice;
  const game = titleOf(state, notice.game);
  if (kind === "your_turn") return t("notice.your_turn", { game, at: moment((notice.until ?? 0) - state.ahead) });
  if (kind === "account_approved") return withReason(t("notice.account_approved"), notice);
  if (kind === "account_rejected") return withReason(t("notice.account_rejected"), notice);
  if (kind === "sign_in_changed") return called("notice.sign_in", notice.reason ?? "changed");
  if (kind === "challenge_link_expired") return t("notice.link_expired", { game });
  if (kind === "private_message") return t("notice.private_message", { name: notice.player?.name ?? "" });
  if (kind === "round_paired") {
    return t(notice.match ? "notice.round_paired" : "notice.round_bye", { game, round: notice.round ?? 1 });
  }
  if (kind === "round_over") return t("notice.round_over", { game, round: notice.round ?? 1 });
  if (kind === "tournament_admitted") return t("notice.tournament_admitted", { game });
  if (kind === "tournament_ended") {
    return withReason(
      place ? t("notice.tournament_ended", { game, place }) : t("notice.tournament_cancelled", { game }),
      notice,
    );
  }
  const name = notice.player?.name ?? "";
  if (kind === "ruling_appealed") return withReason(t("notice.ruling_appealed", { name, game }), notice);
  if (kind === "appeal_answered") return withReason(t("notice.appeal_answered", { name, game }), notice);
  if (kind === "webhook_disabled") return withReason(t("notice.webhook_disabled"), notice);
  if (kind.startsWith("club_")) return clubText(kind, notice);
  if (kind === "match_ended") {
    return place ? t("notice.match_ended_place", { game, place }) : t("notice.match_ended", { game });
  }
  if (challenge && kind === "challenged") return t("notice.challenged", { name: challenge.challenger.name, game });
  if (challenge) return answerText(state, challenge);
  return [called("notice", kind), game].filter(Boolean).join(": ");
}

/** @param {string} kind @param {Notice} notice */
function clubText(kind, { club, player, reason }) {
  const name = club?.name ?? "";
  const by = player?.name ?? "?";
  if (kind === "club_invited") return t("notice.club_invited", { name, by });
  if (kind === "club_owned") return t("notice.club_owned", { name });
  if (kind === "club_announced") return t("notice.club_announced", { name, by, text: reason ?? "" });
  return t(reason === "accepted" ? "notice.club_accepted" : "notice.club_declined", { name });
}

/** @param {string} text @param {Notice} notice */
function withReason(text, { reason }) {
  return [text, reason].filter(Boolean).join(" ");
}

/**
 * The answer to a challenge.
 * @param {State} state
 * @param {Challenge} challenge
 */
export function answerText(state, { stage, reason, challenger, challenged, game: name }) {
  const game = titleOf(state, name);
  const other = challenger.id === state.me?.player.id ? challenged : challenger;
  if (stage === "declined") {
    const why = called("challenge.reason", reason ?? "generic");
    return t("notice.declined", { name: other.name, game, why });
  }
  if (stage === "accepted") return t("notice.accepted", { name: other.name, game });
  if (stage === "cancelled") return t("notice.cancelled", { name: other.name, game });
  return t("notice.expired", { name: other.name, game });
}

/**
 * True until the turn of a notice is over.
 * @param {State} state
 * @param {Notice} notice
 */
export function isCurrent({ ahead, matches }, { kind, match, until }) {
  if (kind !== "your_turn") return true;
  const update = matches[match ?? ""]?.update;
  const isPlayed = update !== undefined && !update.waiting.some(({ seat }) => seat === update.seat);
  return !isPlayed && (until ?? 0) > Date.now() + ahead;
}

/** @param {Notice} notice */
export function noticePath({ kind, match, player, club, tournament }) {
  if (club) return `/clubs/${encodeURIComponent(club.id)}`;
  if (kind === "private_message" && player) return `/people/${encodeURIComponent(player.id)}`;
  if (!match) return tournament ? tournamentPath(tournament) : null;
  return `/m/${encodeURIComponent(match)}${kind === "match_ended" ? "?at=0" : ""}`;
}

/** @param {string} tournament */
export function tournamentPath(tournament) {
  return `/tournaments/${encodeURIComponent(tournament)}`;
}
