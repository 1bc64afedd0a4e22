import { h } from "../../vendor/preact.js";
import { called } from "../words.js";
import { PrintedCard, useCatalogue } from "./cards.js";

/** @import { Page } from "../page.js" */

/**
 * The cards of the example for each section of a game's rules, from “How to play” on, which has no number. The words
 * are `rules.example.<game>.<section>`.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const EXAMPLES = {
  "density-deck": [
    "red-5 red-3 common-7 red-10",
    "common-1 yellow-3 gold-10 white-6",
    "common-4 blue-5 purple-3",
    "red-10",
    "red-5 red-3 common-7 blue-3",
    "yellow-3 blue-5 black-6",
    "black-6 black-6 white-6",
    "black-6 silver-4 common-9",
    "red-5 red-3 common-1",
    "gold-10",
    "common-2",
  ],
  amfibido: [
    "caiman boxing-gloves roundhouse-kick",
    "caiman gecko",
    "puff-adder alligator great-crocodile river-crocodile",
    "headlock focus boxing-gloves",
    "newt wrist-wraps nipple-twist switcheroo",
    "caiman headlock kung-fu-gi",
    "tree-frog roundhouse-kick",
    "caiman puff-adder gecko",
    "tree-frog boxing-gloves roundhouse-kick",
    "caiman gecko nipple-twist",
    "dwarf-crocodile spawn",
    "snapping-turtle sparring-boots",
    "gecko",
  ],
  amiibart: [
    "spear-line iron-snail thrown-stone",
    "grave-bat dual-blast open-grave",
    "spear-line whetstone muster edge-of-plenty",
    "spear-line iron-snail alley-cat",
    "torch-runner scorch spark",
    "steady-hands bandage spiked-moat sanctuary",
    "spear-line alley-cat",
    "drone-nest drone",
    "blood-leech gate-warden silent-widow",
    "alley-cat",
    "steady-hands",
  ],
  myacards: [
    "canis-lupus the-naturalist cervus-elaphus",
    "panthera-leo the-naturalist serengeti-plain wildfire ambush",
    "canis-lupus good-foraging",
    "gulo-gulo apis-mellifera serengeti-plain",
    "wildfire ambush serengeti-plain himalaya tailwind",
    "canis-lupus ambush",
    "canis-latrans panthera-leo",
    "acinonyx-jubatus gulo-gulo",
    "panthera-leo panthera-tigris",
    "adansonia-digitata",
    "canis-lupus seed-bank",
    "camouflage",
  ],
};

/**
 * An example with printed cards. Without all of its cards, as on a server with another set, nothing is shown.
 * @param {Page & { game: string, section: number }} props
 */
export function RuleExample({ game, section, ...page }) {
  const cards = useCatalogue(page, game);
  const ids = (EXAMPLES[game]?.[section] ?? "").split(" ");
  if (cards === undefined || !ids.every((id) => cards.has(id))) return null;
  return [
    h(
      "ul",
      { class: "strip", tabIndex: 0, key: "cards" },
      ids.map((id, key) => h("li", { key }, h(PrintedCard, { page, game, card: cards.get(id), cards }))),
    ),
    h("figcaption", { key: "words" }, called("rules.example", `${game}.${section}`)),
  ];
}
