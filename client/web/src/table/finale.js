import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useMemo, useState } from "../../vendor/preact.js";
import { SCORES } from "../games/scores.js";
import { gamesWithPacks, isCollector, useOdds } from "../operations/collection.js";
import { Dialog } from "../ui/dialog.js";
import { refusalText } from "../ui/refusal.js";
import { t } from "../words.js";
import { outcome } from "./ended.js";
import { turningPoint } from "./lead.js";
import { isQuiet, lineOf } from "./log.js";
import { NextSteps, tableAfter } from "./next-steps.js";
import { Rated, useRated } from "./rated.js";

/** @import { Page } from "../page.js" */
/** @import { Update } from "../../../javascript/types/v1.js" */
/** @import { TurningPoint } from "./lead.js" */

/**
 * @typedef {object} Finished
 * @property {Update} update the last one
 * @property {import("../state/initial.js").MatchState} match
 * @property {import("./phrasing.js").Phrasing} phrasing
 * @property {import("../games/index.js").GameModule | null} module
 * @property {import("../games/catalogue.js").Cards | null} cards
 */

/** Maximum number of sentences about the turning point. */
const SENTENCES = 3;

/**
 * The result of a match, over its table: places and reason, the turning point, the rating, packs, and the next steps.
 * @param {Page & Finished & { close: () => void }} props
 */
export function Finale({ update, match, phrasing, module, cards, close, ...page }) {
  const score = module === null ? undefined : SCORES[update.game];
  const { history } = match;
  const turned = useMemo(
    () => (score === undefined ? null : turningPoint(history, score, cards)),
    [history, score, cards],
  );
  const rated = useRated(page, update.match, tableAfter(page, update).table);
  const found = outcome({ update, history, phrasing, reasons: module?.reasons ?? {} });
  if (found === null) return null;
  const { how, tone, why, places } = found;
  const numbers = score?.of(update.view, cards);
  const bySeat = places.map((place, seat) => ({ place, seat })).sort((one, other) => one.place - other.place);
  const own = places[update.seat ?? places.indexOf(1)] ?? 1;
  const hasMedal = own === 1 || (places.length > 2 && own <= 3);
  return h(Dialog, { title: how, close, class: `finale finale-${tone}` }, [
    h("div", { class: "finale-head", key: "head" }, [
      hasMedal &&
        h(
          "span",
          { class: "finale-medal", "aria-hidden": "true", key: "medal" },
          Math.max(...places) === 1 ? "=" : own,
        ),
      why !== "" && h("p", { class: "finale-why", key: "why" }, why),
    ]),
    h("table", { class: "finale-places", key: "places" }, [
      h("thead", { key: "head" }, [
        h("tr", null, [
          h("th", { scope: "col", key: "place" }, t("finale.place")),
          h("th", { scope: "col", key: "player" }, t("finale.player")),
          score !== undefined && h("th", { scope: "col", key: "score" }, t(score.title)),
        ]),
      ]),
      h(
        "tbody",
        { key: "body" },
        bySeat.map(({ place, seat }) =>
          h("tr", { key: seat, class: seat === update.seat ? "finale-own" : "" }, [
            h("td", { key: "place" }, place),
            h("td", { key: "player" }, h("bdi", null, phrasing.names[seat])),
            numbers !== undefined && h("td", { key: "score" }, numbers[seat]),
          ]),
        ),
      ),
    ]),
    turned !== null &&
      score !== undefined &&
      h(Turned, {
        turned,
        title: t(score.title),
        match: update.match,
        seat: update.seat,
        phrasing,
        module,
        cards,
        key: "turned",
      }),
    rated !== undefined && h(Rated, { rated, key: "rated" }),
    rated?.after && isCollector(page) && h(DuePacks, { ...page, game: update.game, key: "packs" }),
    h(
      NextSteps,
      { ...page, update, ...(turned !== null && { from: turned.update.version }), key: "next" },
      h("button", { type: "button", "data-do": "board", onClick: close, key: "board" }, t("finale.board")),
    ),
  ]);
}

/**
 * The turning point: the moment that moved the score most, in the words of the log, and the change.
 * @param {Pick<Finished, "phrasing" | "module" | "cards"> & { turned: TurningPoint, title: string }} props
 */
function Turned({ turned: { update, before, after }, title, phrasing, module, cards }) {
  const events = update.events.filter(
    (/** @type {any} */ event) => event.type !== "match_ended" && !isQuiet(event, /** @type {any} */ (module)),
  );
  return h("section", { class: "finale-turned", "aria-labelledby": "turned" }, [
    h("h3", { id: "turned", key: "h" }, t("finale.turned")),
    h(
      "ul",
      { key: "events" },
      events
        .slice(-SENTENCES)
        .map((/** @type {any} */ event, /** @type {number} */ key) =>
          h("li", { key }, lineOf(event, update, { phrasing, module, cards })),
        ),
    ),
    h("p", { class: "finale-swing", key: "swing" }, [
      h("span", { class: "dim", key: "title" }, title),
      ...after.flatMap((number, each) =>
        number === before[each]
          ? []
          : [
              h("span", { key: each }, [
                h("bdi", null, phrasing.names[each]),
                `: ${before[each]} → `,
                h("strong", null, number),
              ]),
            ],
      ),
    ]),
  ]);
}

/**
 * A button that claims the packs after a rated match, and the answer.
 * @param {Page & { game: string }} props
 */
function DuePacks({ game, ...page }) {
  const odds = useOdds(page);
  const [said, setSaid] = useState("");
  if (odds === null || !gamesWithPacks(odds).includes(game)) return null;
  const claim = async () => {
    try {
      const { earned = 0 } = await (await page.session.client.collection()).claimPacks(game);
      setSaid(earned > 0 ? t("finale.earned", { n: earned }) : t("finale.none_due"));
    } catch (error) {
      if (!(error instanceof CommandRefused)) return page.failed(error);
      setSaid(refusalText(error));
    }
    return undefined;
  };
  return h("p", { class: "finale-packs", role: "status" }, [
    said === ""
      ? h("button", { type: "button", "data-do": "claim", onClick: claim, key: "claim" }, t("finale.claim"))
      : h("span", { key: "said" }, said),
    said !== "" && h("a", { href: "/packs", key: "packs" }, t("finale.packs")),
  ]);
}
