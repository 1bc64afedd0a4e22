import { h } from "../../vendor/preact.js";
import { isShared } from "../browser.js";
import { copied } from "../clipboard.js";
import { ChallengeButton } from "../notices/challenge-button.js";
import { begun, rematched } from "../operations/tables.js";
import { isPaused } from "../state/initial.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Table, Update } from "../../../javascript/types/v1.js" */

/**
 * The buttons after a match: a rematch or the tournament, its replay, and a link to the replay for others.
 * @param {Page & { update: Update, from?: number, children?: any }} props `from`: the first version of the replay
 */
export function NextSteps({ update, from = 0, children, ...page }) {
  const { state, failed } = page;
  const { table, now, hasGoneOn, isHeldUp } = tableAfter(page, update);
  const me = state.me?.player.id;
  const asking = now !== undefined && hasGoneOn ? whoAsks(now, me) : undefined;
  const [opponent] =
    update.seat !== null && update.players.length === 2 ? update.players.filter(({ id }) => id !== me) : [];
  const replay = `/m/${update.match}?at=${from}${update.seat === null ? "" : `&as=${update.seat}`}`;
  return h("div", { class: "row" }, [
    now?.tournament
      ? h("a", { class: "button main", href: `/tournaments/${now.tournament}`, key: "event" }, t("match.tournament"))
      : asking !== undefined
        ? h(
            "button",
            {
              type: "button",
              class: "main",
              key: "accept",
              "data-do": "accept-rematch",
              disabled: isPaused(state),
              onClick: () => begun(page, /** @type {string} */ (table)).catch(failed),
            },
            t("match.rematch_accept", { name: asking.name }),
          )
        : now !== undefined && hasGoneOn
          ? h(
              "a",
              { class: "button main", href: now.stage === "playing" ? `/m/${now.match}` : `/t/${table}`, key: "next" },
              t("match.rematch_set"),
            )
          : table !== undefined &&
            update.seat !== null &&
            me !== undefined &&
            h(
              "button",
              {
                type: "button",
                class: "main",
                key: "rematch",
                "data-do": "rematch",
                disabled: isHeldUp,
                onClick: () => rematched(page, table).catch(failed),
              },
              t("match.rematch"),
            ),
    opponent &&
      !now?.tournament &&
      h(ChallengeButton, {
        page,
        player: opponent,
        game: update.game,
        label: t("match.challenge", { name: opponent.name }),
        key: "challenge",
      }),
    h("a", { class: "button", href: replay, key: "replay", "data-do": "replay" }, t("match.replay")),
    (now?.replays ?? "everybody") === "everybody" && // a link for others has to lead them somewhere
      h(
        "button",
        { type: "button", key: "share", "data-do": "share", onClick: () => shared(page, location.origin + replay) },
        t("match.share"),
      ),
    children,
  ]);
}

/**
 * The table of a finished match, as far as this page knows it.
 * @param {Pick<Page, "state">} page
 * @param {Update} update
 */
export function tableAfter({ state }, { match, seat }) {
  const table = state.tableOf[match];
  const now = table === undefined ? undefined : state.tables[table];
  const hasGoneOn = now !== undefined && now.match !== match;
  return { table, now, hasGoneOn, isHeldUp: isPaused(state) && table !== undefined && seat !== null && !hasGoneOn };
}

/**
 * Return the other player who is ready for a rematch, if only this player's agreement is missing.
 * @param {Table} table
 * @param {string | undefined} me
 */
function whoAsks({ places, stage, perspectives }, me) {
  const own = places.find(({ player }) => player?.id === me);
  if (stage !== "gathering" || perspectives === "during" || own === undefined || own.ready) return undefined;
  return places.find(({ player, ready }) => ready && player && !player.bot)?.player ?? undefined;
}

/**
 * Share the link to a replay by the system's dialog, or else copy it and confirm that.
 * @param {Page} page
 * @param {string} url
 */
async function shared(page, url) {
  if (!(await isShared({ url, title: document.title }))) await copied(page, url, t("match.shared"));
}
