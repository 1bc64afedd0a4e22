import { packFaultKind } from "../../../javascript/src/packs.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { canHash } from "../browser.js";
import { rarityOf } from "../collection/printings.js";
import { readOdds, readOwned } from "../operations/collection.js";
import { mayMove } from "../table/motion.js";
import { Dialog } from "../ui/dialog.js";
import { GameEmblem } from "../ui/icon.js";
import { refusalText } from "../ui/refusal.js";
import { called, t } from "../words.js";
import { PrintedCard, useCatalogue } from "./cards.js";
import { nameOf } from "./collection.js";

/** @import { Page } from "../page.js" */
/** @import { OwnedCopies, Pack, PackOpened } from "../../../javascript/types/v1.js" */

/** Milliseconds for which a card lies face down before it is turned over. */
const STEP = 700;
/** Milliseconds for the last card, which decides the value of the pack. */
const LAST = 1600;

/** The sentences for a pack that was not drawn as promised. */
const NOT_DRAWN = /** @type {const} */ ({
  seed: "packs.not_seed",
  lists: "packs.not_lists",
  cards: "packs.not_cards",
});

/**
 * The result of the check of a draw: unknown while it runs, or if this browser cannot check.
 * @typedef {{ is: "so" } | { is: "not", why: string } | { is: "unknown", why: string } | null} Checked
 */

/**
 * A pack while it is opened: five cards face down, turned over one after the other. One key or tap turns all of them.
 * Afterwards the page says whether the server has drawn as it had promised.
 * @param {{ page: Page, pack: Pack, had: readonly OwnedCopies[] | null, next: Pack | null, opened: () => void,   open:
 *   (pack: Pack) => void, close: () => void }} props `had`: the copies that the player owned before
 */
export function PackOpening({ page, pack, had, next, opened, open, close }) {
  const { state } = page;
  const { game } = pack;
  const cards = useCatalogue(page, game);
  const before = useRef(new Set((had ?? []).filter((each) => each.game === game).map(({ card }) => card)));
  const [found, setFound] = useState(/** @type {PackOpened | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [checked, setChecked] = useState(/** @type {Checked} */ (null));
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    let isHere = true;
    drawn(page, pack).then(
      async (answer) => {
        if (!isHere) return;
        setFound(answer);
        opened();
        const [seen] = await Promise.all([check(page, pack, answer), readOwned(page).catch(() => {})]);
        if (isHere) setChecked(seen);
      },
      (error) => isHere && setFault(refusalText(error)),
    );
    return () => {
      isHere = false;
    };
  }, [pack.id]);
  const count = found?.cards.length ?? 0;
  const isDone = found !== null && turned >= count;
  const all = () => setTurned(count);
  useEffect(() => {
    if (found === null || cards === undefined || isDone) return undefined;
    if (!mayMove()) {
      all();
      return undefined;
    }
    const shown = found.cards.map(({ card }) => decoded(cards.get(card)?.picture));
    let isHere = true;
    const timer = setTimeout(
      () => shown[turned]?.then(() => isHere && setTurned(turned + 1)),
      turned === count - 1 ? LAST : STEP,
    );
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [found, cards === undefined, turned]);
  const title = state.welcome?.games.find(({ name }) => name === game)?.title ?? game;
  return h(Dialog, { title: t("packs.opening", { game: title }), close, class: "pack-opening" }, [
    fault !== null && h("p", { class: "hot", role: "alert", key: "fault" }, fault),
    h(
      "div",
      { class: "pack-stage", "data-turned": turned, "data-done": isDone ? "" : undefined, onClick: all, key: "stage" },
      h(
        "ol",
        { class: "pack-cards", "aria-label": title },
        [0, 1, 2, 3, 4].map((at) => {
          const one = found?.cards[at];
          const isUp = one !== undefined && at < turned && cards !== undefined;
          const rarity = isUp ? rarityOf(cards, one) : "";
          return h(
            "li",
            {
              class: `pack-card${isUp ? ` pack-up rarity-${rarity}` : ""}${!isUp && found !== null && at === turned ? " pack-next" : ""}`,
              "data-card": isUp ? one.card : undefined,
              key: at,
            },
            isUp
              ? [
                  h(
                    "div",
                    { class: "pack-face", key: "face" },
                    h(PrintedCard, {
                      page,
                      game,
                      card: cards.get(one.card) ?? { id: one.card, name: one.card },
                      cards,
                    }),
                  ),
                  h("p", { class: `rarity rarity-${rarity}`, key: "rarity" }, [
                    h("span", { class: "rarity-sign", "aria-hidden": "true", key: "sign" }),
                    called("rarity", rarity),
                    !before.current.has(one.card) && h("b", { class: "pack-new", key: "new" }, t("packs.new")),
                  ]),
                ]
              : h(
                  "div",
                  { class: "pack-back", role: "img", "aria-label": t("packs.face_down") },
                  h(GameEmblem, { game }),
                ),
          );
        }),
      ),
    ),
    h(
      "p",
      { class: "unseen", role: "status", key: "aloud" },
      found === null || cards === undefined
        ? ""
        : found.cards
            .slice(0, turned)
            .map((each) => `${called("rarity", rarityOf(cards, each))}: ${nameOf(cards, each.card)}`)
            .join(". "),
    ),
    isDone
      ? h("div", { class: "row pack-ways", key: "done" }, [
          next !== null &&
            h("button", { type: "button", class: "main", onClick: () => open(next), key: "next" }, t("packs.next")),
          h(
            "a",
            { class: next === null ? "button main" : "button", href: `/collection/${game}`, key: "collection" },
            t("nav.collection"),
          ),
        ])
      : fault === null &&
        h("div", { class: "row pack-ways", key: "turning" }, h(Skip, { all, isReady: found !== null })),
    isDone && h(Proof, { checked, pack, found, key: "promise" }),
  ]);
}

/** Resolves once a picture can be drawn, or is missed: no card is turned over with a blank face. @param {string | undefined} of its address */
async function decoded(of) {
  if (!of) return;
  const image = new Image();
  image.src = of;
  await image.decode().catch(() => {});
}

/**
 * The button that turns all cards. It has the focus, so Enter and space press it. Escape closes, as in every dialog.
 * @param {{ all: () => void, isReady: boolean }} props
 */
function Skip({ all, isReady }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), [isReady]);
  return h(
    "button",
    { type: "button", class: "main", ref: button, disabled: !isReady, onClick: all },
    t("packs.turn_all"),
  );
}

/** Open a pack with entropy of this browser. @param {Page} page @param {Pack} pack */
export async function drawn({ session }, pack) {
  const chance = crypto.getRandomValues(new Uint8Array(32));
  const entropy = Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return (await session.client.collection()).openPack(pack.id, entropy);
}

/**
 * Check the draw against the server's promise.
 * @param {Page} page @param {Pack} pack @param {PackOpened} found @returns {Promise<Checked>}
 */
export async function check(page, pack, found) {
  if (!canHash()) return { is: "unknown", why: t("packs.insecure") };
  try {
    const known = page.store.state.panels.odds;
    const lists = (/** @type {any} */ odds) =>
      odds?.pools.find((/** @type {any} */ each) => each.pool === pack.pool)?.lists;
    const from = lists(known) ?? lists(await readOdds(page));
    if (from === undefined) return { is: "unknown", why: t("packs.no_lists") };
    const fault = await packFaultKind(pack, found, from);
    return fault === null ? { is: "so" } : { is: "not", why: t(NOT_DRAWN[fault]) };
  } catch (error) {
    return { is: "unknown", why: refusalText(error) };
  }
}

/** The mark of the check, with its parts. @param {{ checked: Checked, pack: Pack, found: PackOpened }} props */
function Proof({ checked, pack, found }) {
  if (checked === null) return h("p", { class: "dim", role: "status" }, t("packs.checking"));
  if (checked.is === "unknown") return h("p", { class: "dim", "data-verified": "unknown" }, checked.why);
  return h("details", { class: "verified", open: checked.is === "not", "data-verified": checked.is }, [
    checked.is === "so"
      ? h("summary", { key: "mark" }, `✓ ${t("packs.so")}`)
      : h("summary", { class: "verified-not", key: "mark" }, `✗ ${t("packs.not")}`),
    h("p", { key: "why" }, checked.is === "so" ? t("packs.why") : t("packs.not_why", { why: checked.why })),
    h("dl", { class: "pack-proof", key: "proof" }, [
      ...[
        /** @type {const} */ (["packs.commitment", pack.commitment]),
        /** @type {const} */ (["packs.seed", found.seed]),
        /** @type {const} */ (["packs.entropy", found.entropy]),
        /** @type {const} */ (["packs.lists", found.pool]),
      ].flatMap(([key, value]) => [h("dt", { key }, t(key)), h("dd", { key: `${key} is` }, h("code", null, value))]),
    ]),
    h("a", { href: "/docs/fairness", target: "_blank", rel: "noopener", key: "more" }, t("packs.more")),
  ]);
}
