import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { RARITIES, rarityOf } from "../collection/printings.js";
import { readOwned } from "../operations/collection.js";
import { Dialog } from "../ui/dialog.js";
import { refusalText } from "../ui/refusal.js";
import { called, t } from "../words.js";
import { PrintedCard, useCatalogue } from "./cards.js";
import { check, drawn } from "./pack-opening.js";

/** @import { Page } from "../page.js" */
/** @import { OwnedCopies, Pack, PackOpened } from "../../../javascript/types/v1.js" */
/** @import { Checked } from "./pack-opening.js" */

/** @typedef {{ answer: PackOpened, checked: Checked }} Drawn */

/**
 * All packs of a game, opened one after the other: their cards, the rarest first, and whether each draw was as
 * promised. A refusal or closing the dialog ends it, and the other packs stay.
 * @param {{ page: Page, game: string, packs: readonly Pack[], had: readonly OwnedCopies[] | null,   opened: (pack: Pack)
 *   => void, close: () => void }} props `had`: the copies that the player owned before
 */
export function AllPacks({ page, game, packs, had, opened, close }) {
  const [wanted] = useState(packs);
  const [before] = useState(() => new Set((had ?? []).filter((each) => each.game === game).map(({ card }) => card)));
  const [found, setFound] = useState(/** @type {readonly Drawn[]} */ ([]));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const cards = useCatalogue(page, game);
  const isHere = useRef(true);
  useEffect(() => {
    const openAll = async () => {
      for (const pack of wanted) {
        if (!isHere.current) return;
        const answer = await drawn(page, pack);
        opened(pack);
        const checked = await check(page, pack, answer);
        setFound((known) => [...known, { answer, checked }]);
      }
    };
    openAll()
      .catch((error) => setFault(refusalText(error)))
      .finally(() => readOwned(page).catch(() => {}));
    return () => {
      isHere.current = false;
    };
  }, []);
  const title = page.state.welcome?.games.find(({ name }) => name === game)?.title ?? game;
  const isDone = fault !== null || found.length === wanted.length;
  const doubtful = found.find(({ checked }) => checked?.is !== "so")?.checked;
  return h(Dialog, { title: t("packs.all", { game: title }), close, class: "pack-opening" }, [
    fault !== null && h("p", { class: "hot", role: "alert", key: "fault" }, fault),
    h(
      "p",
      { class: "dim", role: "status", "data-opened": found.length, key: "how-many" },
      t("packs.all_opened", { n: found.length, all: wanted.length }),
    ),
    h(
      "ul",
      { class: "cards-list", key: "cards" },
      counted(found).map(({ card, rarity, count }) =>
        h("li", { class: "decks-card", "data-card": card, key: card }, [
          h(PrintedCard, { page, game, card: cards?.get(card) ?? { id: card, name: card }, cards, key: "card" }),
          h("p", { class: `rarity rarity-${rarityOf(cards, { card, rarity })}`, key: "rarity" }, [
            h("span", { class: "rarity-sign", "aria-hidden": "true", key: "sign" }),
            `${count > 1 ? `${count} × ` : ""}${called("rarity", rarityOf(cards, { card, rarity }))}`,
            !before.has(card) && h("b", { class: "pack-new", key: "new" }, t("packs.new")),
          ]),
        ]),
      ),
    ),
    isDone && [
      doubtful === undefined
        ? h("p", { class: "verified", "data-verified": "so", key: "proof" }, `✓ ${t("packs.so")}`)
        : h(
            "p",
            { class: "verified-not", role: "alert", "data-verified": doubtful?.is ?? "unknown", key: "proof" },
            doubtful?.is === "unknown" ? doubtful.why : `✗ ${t("packs.not")}`,
          ),
      h("div", { class: "row pack-ways", key: "ways" }, [
        h("a", { class: "button main", href: `/collection/${game}`, key: "collection" }, t("nav.collection")),
        h("button", { type: "button", onClick: close, key: "close" }, t("dialog.close")),
      ]),
    ],
  ]);
}

/**
 * The cards of all packs with their numbers, the rarest first.
 * @param {readonly Drawn[]} found
 */
function counted(found) {
  /** @type {Map<string, { card: string, rarity: string, count: number }>} */
  const cards = new Map();
  for (const { card, rarity } of found.flatMap(({ answer }) => answer.cards))
    cards.set(card, { card, rarity, count: (cards.get(card)?.count ?? 0) + 1 });
  /** @type {readonly string[]} */
  const ranks = RARITIES;
  return [...cards.values()].sort((one, other) => ranks.indexOf(other.rarity) - ranks.indexOf(one.rarity));
}
