import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { gamesWithPacks, isCollector, useOdds, useOwned } from "../operations/collection.js";
import { duration } from "../ui/clock.js";
import { Empty } from "../ui/empty.js";
import { GameEmblem } from "../ui/icon.js";
import { Again, refusalText, refusedUntil, useWait } from "../ui/refusal.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { AllPacks } from "./all-packs.js";
import { CodeField } from "./code-field.js";
import { CollectionWays, NoCollector } from "./collection-ways.js";
import { PackOpening } from "./pack-opening.js";

/** @import { Page } from "../page.js" */
/** @import { Pack, Packs as OwnPacks } from "../../../javascript/types/v1.js" */

/** The player's packs, and the ways to get more. @param {Page} page */
export function Packs(page) {
  const { state } = page;
  const odds = useOdds(page);
  return h("div", { class: "page collection" }, [
    h("h1", { key: "h1" }, t("packs.title")),
    h(CollectionWays, { state, key: "ways" }),
    state.welcome !== null &&
      state.connection.state === "open" &&
      !isCollector(page) &&
      h(NoCollector, { key: "door" }),
    isCollector(page)
      ? h(Own, { page, games: odds === null ? [] : gamesWithPacks(odds), key: "own" })
      : h(Earning, { key: "earning" }),
  ]);
}

/** @typedef {{ text: string, until: number | null, isBad: boolean }} Said the answer to the last request */

/** @param {{ page: Page, games: readonly string[] }} props */
function Own({ page, games }) {
  const { state, session, failed } = page;
  const owned = useOwned(page);
  const [packs, setPacks] = useState(/** @type {OwnPacks | null} */ (null));
  const [opening, setOpening] = useState(/** @type {Pack | null} */ (null));
  const [all, setAll] = useState(/** @type {string | null} */ (null));
  const [said, setSaid] = useState(/** @type {Said | null} */ (null));
  const isOpen = state.connection.state === "open";
  const dueFrom = packs?.due_from ? packs.due_from - state.ahead : null;
  const wait = useWait(dueFrom);
  const isTooNew = wait > 0;
  const collection = () => session.client.collection();
  useEffect(() => {
    if (!isOpen) return;
    collection()
      .then((asked) => asked.packs())
      .then(setPacks, failed);
  }, [isOpen, state.me?.player.id, isTooNew]);
  /** @param {string} game */
  const claim = (game) =>
    collection()
      .then((asked) => asked.claimPacks(game))
      .then(
        (found) => {
          setPacks(found);
          const { earned = 0 } = found;
          setSaid({
            text: earned > 0 ? t("packs.earned", { n: earned }) : t("packs.none_due"),
            until: null,
            isBad: false,
          });
        },
        (error) => {
          if (!(error instanceof CommandRefused)) throw error;
          setSaid({ text: refusalText(error), until: refusedUntil(error), isBad: true });
        },
      );
  if (packs === null) return h("p", { class: "dim", role: "status" }, t("page.loading"));
  const titleOf = (/** @type {string} */ game) => state.welcome?.games.find(({ name }) => name === game)?.title ?? game;
  const next = packs.next_at ?? null;
  /** @param {string} game */
  const of = (game) => packs.packs.filter((pack) => pack.game === game);
  /** @param {string} opened the id of a pack */
  const gone = (opened) =>
    setPacks((known) => known && { ...known, packs: known.packs.filter(({ id }) => id !== opened) });
  const due = packs.due ?? 0;
  const yours = h("section", { class: "panel packs", "aria-label": t("packs.yours"), key: "packs" }, [
    due > 0 &&
      h("div", { class: "packs-due", key: "due" }, [
        h("h2", { key: "h" }, t("packs.due", { n: due })),
        games.length > 1 && h("p", { class: "dim", key: "choose" }, t("packs.choose", { n: due })),
        h(
          "div",
          { class: "packs-list", key: "games" },
          games.map((game) =>
            h(
              "button",
              {
                type: "button",
                class: "pack",
                "data-claim": game,
                "data-game": game,
                "data-emblem": game,
                "aria-label": t("packs.get", { n: due, game: titleOf(game) }),
                onClick: () => claim(game).catch(failed),
                key: game,
              },
              [
                h(GameEmblem, { game, key: "emblem" }),
                h("strong", { key: "title" }, titleOf(game)),
                h("span", { key: "n" }, `× ${due}`),
              ],
            ),
          ),
        ),
      ]),
    packs.packs.length > 0 &&
      h("div", { class: "row packs-head", key: "h" }, [
        h("h2", { key: "h" }, t("packs.unopened", { n: packs.packs.length })),
        ...[...new Set(packs.packs.map(({ game }) => game))]
          .filter((game) => of(game).length > 1)
          .map((game, at) =>
            h(
              "button",
              {
                type: "button",
                class: at === 0 ? "main" : "",
                "data-all": game,
                onClick: () => setAll(game),
                key: game,
              },
              t("packs.open_all", { n: of(game).length, game: titleOf(game) }),
            ),
          ),
      ]),
    h("p", { class: `packs-said${said?.isBad ? " hot" : ""}`, role: "status", key: "said" }, [
      said !== null && h("span", { key: "text" }, said.text),
      said !== null && h(Again, { until: said.until, key: "again" }),
      isTooNew &&
        dueFrom !== null &&
        h("span", { key: "due" }, [
          t("packs.due_from", { at: moment(dueFrom) }),
          ` ${t("packs.due_in", { time: duration(wait * 1000) })}`,
        ]),
    ]),
    packs.packs.length === 0 &&
      due === 0 &&
      h(
        Empty,
        { ...page, kind: "fan", game: games[0], text: t("packs.empty"), key: "empty" },
        h("a", { class: "button", href: "/" }, t("nav.play")),
      ),
    h(
      "ul",
      { class: "packs-list", key: "list" },
      packs.packs.map((pack) =>
        h(
          "li",
          { key: pack.id },
          h(
            "button",
            {
              type: "button",
              class: "pack",
              "data-pack": pack.id,
              "data-game": pack.game,
              "data-emblem": pack.game,
              "aria-label": t("packs.open_this", {
                game: titleOf(pack.game),
                source: called("packs.source", pack.source),
              }),
              onClick: () => setOpening(pack),
            },
            [
              h(GameEmblem, { game: pack.game, key: "emblem" }),
              h("strong", { key: "title" }, titleOf(pack.game)),
              h("span", { key: "source" }, called("packs.source", pack.source)),
            ],
          ),
        ),
      ),
    ),
    next !== null && h("p", { class: "dim", key: "next" }, t("packs.next_day", { at: moment(next - state.ahead) })),
    opening !== null &&
      h(PackOpening, {
        page,
        pack: opening,
        had: owned,
        next: packs.packs.find(({ id }) => id !== opening.id) ?? null,
        opened: () => gone(opening.id),
        open: setOpening,
        close: () => setOpening(null),
        key: opening.id,
      }),
    all !== null &&
      h(AllPacks, {
        page,
        game: all,
        packs: of(all),
        had: owned,
        opened: ({ id }) => gone(id),
        close: () => setAll(null),
        key: "all",
      }),
  ]);
  return [
    yours,
    h("div", { class: "packs-more", key: "more" }, [
      (session.client.welcome.capabilities ?? []).includes("claim_codes") &&
        h(CodeField, {
          page,
          claimed: (found) => setPacks((now) => now && { ...now, packs: [...now.packs, ...found.packs] }),
          key: "code",
        }),
      h(Earning, { key: "earning" }),
    ]),
  ];
}

/** The rules for earning packs. The host sets their number. */
function Earning() {
  return h("section", { class: "panel packs-earning" }, [
    h("h2", { key: "h" }, t("packs.how")),
    h("ul", { class: "packs-ways", key: "ways" }, [
      h("li", { key: "gift" }, t("packs.how_gift")),
      h("li", { key: "day" }, t("packs.how_day")),
      h("li", { key: "match" }, t("packs.how_match")),
      h("li", { key: "code" }, t("packs.how_code")),
    ]),
    h("p", { class: "dim", key: "free" }, t("packs.how_free")),
    h("a", { class: "button", href: "/odds", key: "odds" }, t("packs.to_odds")),
  ]);
}
