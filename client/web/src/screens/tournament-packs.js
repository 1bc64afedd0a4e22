import { h } from "../../vendor/preact.js";
import { Clock } from "../ui/clock.js";
import { t } from "../words.js";
import { useCatalogue } from "./cards.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament } from "../../../javascript/types/v1.js" */

/** The kinds of cards, the rarest first. */
const KINDS = /** @type {const} */ (["rarity.art_rare", "rarity.ultra_rare", "rarity.rare", "rarity.common"]);

/**
 * The packs of a sealed tournament: when they are opened, and then the player's cards, the rarest first.
 * @param {{ page: Page, tournament: Tournament, isIn: boolean }} props
 */
export function Packs({ page, tournament, isIn }) {
  const { state } = page;
  const { decks, packs, build_from: from, own_packs: own = [], summary } = tournament;
  const cards = useCatalogue(page, decks === "sealed" && own.length > 0 ? summary.game : undefined);
  if (decks !== "sealed" || summary.stage !== "open") return null;
  if (from && from > Date.now() + state.ahead) {
    return h("p", { class: "dim" }, [
      `${t("tournaments.packs_later", { n: packs ?? 0 })} `,
      h(Clock, { until: from, ahead: state.ahead, key: "clock" }),
    ]);
  }
  if (own.length === 0)
    return h("p", { class: "dim" }, t(isIn ? "page.loading" : "tournaments.packs_at_entry", { n: packs ?? 0 }));
  return h("section", { class: "own-packs", "data-part": "packs" }, [
    h("h3", { key: "h" }, t("tournaments.own_packs")),
    h("p", { class: "dim", key: "note" }, t("tournaments.packs_note")),
    isIn &&
      h(
        "a",
        { class: "button", href: `/decks/${summary.game}?tournament=${encodeURIComponent(summary.id)}`, key: "build" },
        t("tournaments.build"),
      ),
    ...KINDS.map((kind) => {
      const found = own.filter(({ rarity }) => `rarity.${rarity}` === kind).map(({ card }) => card);
      const counts = [...new Set(found)].map((card) => {
        const n = found.filter((each) => each === card).length;
        return `${n > 1 ? `${n} × ` : ""}${cards?.get(card)?.name ?? card}`;
      });
      return counts.length > 0 && h("p", { key: kind }, [h("b", { key: "kind" }, `${t(kind)}: `), counts.join(", ")]);
    }),
  ]);
}
