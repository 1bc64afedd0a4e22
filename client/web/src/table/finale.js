import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { SCORES } from "../games/scores.js";
import { gamesWithPacks, isCollector, useOdds } from "../operations/collection.js";
import { Dialog } from "../ui/dialog.js";
import { refusalText } from "../ui/refusal.js";
import { spoken, t } from "../words.js";
import { outcome } from "./ended.js";
import { turningPoint } from "./lead.js";
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
    places.length > 2
      ? h("table", { class: "finale-places", key: "places" }, [
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
        ])
      : score !== undefined &&
        numbers !== undefined &&
        h("p", { class: "finale-score", key: "places" }, [
          `${t(score.title)}: `,
          bySeat.map(({ seat }) => `\u2068${phrasing.names[seat]}\u2069 ${numbers[seat]}`).join(" · "),
        ]),
    turned !== null &&
      score !== undefined &&
      h(Turned, {
        turned,
        moved: score.moved,
        match,
        phrasing,
        module,
        key: "turned",
      }),
    rated !== undefined && h(Rated, { rated, key: "rated" }),
    rated?.after && isCollector(page) && h(DuePacks, { ...page, game: update.game, key: "packs" }),
    h(
      NextSteps,
      { ...page, update, ...(turned !== null && { from: turned.update.version }), key: "next" },
      update.players.some(({ bot }) => bot) &&
        h("a", { class: "button", href: `/games/${update.game}`, key: "others" }, t("finale.others")),
      h("a", { class: "button", href: "/", key: "home" }, t("page.home")),
    ),
  ]);
}

/**
 * The turning point in a sentence: when the score moved most, and how; and the way to that moment of the replay.
 * @param {Pick<Finished, "match" | "phrasing" | "module"> & {
 *   turned: TurningPoint, moved: import("../words.js").Key,
 * }} props
 */
function Turned({ turned: { update, before, after }, moved, match: { history }, phrasing, module }) {
  const { names } = phrasing;
  const earlier = history[history.indexOf(update) - 1] ?? update;
  const when = module?.headline?.(earlier.view, /** @type {any} */ ({ seat: update.seat, names, update: earlier }));
  const moving = after.flatMap((number, each) => (number === before[each] ? [] : [each]));
  const own = moving.length > 2 ? moving.filter((each) => each === (update.seat ?? moving[0])) : moving; // of many the own one
  const changes = after.flatMap((number, each) =>
    !own.includes(each)
      ? []
      : [t(moved, { name: `\u2068${names[each]}\u2069`, before: before[each] ?? 0, after: number })],
  );
  const seat = update.seat === null ? "" : `&as=${update.seat}`;
  return h("section", { class: "finale-turned", "aria-labelledby": "turned" }, [
    h("h3", { id: "turned", key: "h" }, t("finale.turned")),
    h("p", { class: "finale-swing", key: "swing" }, [
      when !== undefined && `${when.title}: `,
      `${new Intl.ListFormat(spoken).format(changes)}.`,
    ]),
    h(
      "a",
      { class: "button quiet", href: `/m/${update.match}?at=${update.version}${seat}`, key: "see" },
      t("finale.see"),
    ),
  ]);
}

/**
 * A button that claims the packs that are due after a rated match, and the answer.
 * @param {Page & { game: string }} props
 */
function DuePacks({ game, ...page }) {
  const odds = useOdds(page);
  const [said, setSaid] = useState("");
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    page.session.client
      .collection()
      .then((asked) => asked.packs())
      .then(({ due }) => setDue(!!due), page.failed);
  }, []);
  if (!isDue || odds === null || !gamesWithPacks(odds).includes(game)) return null;
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
