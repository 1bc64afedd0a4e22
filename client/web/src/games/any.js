import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Way } from "../table/plan.js" */
/** @import { TableProps, WayProps } from "./index.js" */

/**
 * The general table, for any game and any view. Objects and lists of a view become tiles and panels. Choices are
 * sentences in a list.
 */

/**
 * A choice with an outlook: its sentence and the outlook. A choice without one is its sentence alone.
 * @param {any} choice
 * @param {WayProps} props
 * @returns {Way[]}
 */
export function ways(choice, { choices, outlook, ...props }) {
  const comes = outlookInWords(outlook);
  if (comes === "") return [];
  const sentence = `${props.sentence}: ${comes}`;
  return [{ steps: [{ label: sentence, key: `choice/${choices.indexOf(choice)}` }], action: choice, sentence }];
}

/** The outlook of a choice in words. @param {WayProps["outlook"]} outlook */
function outlookInWords(outlook) {
  const { score = null, power = null, against = null, removes = null, dies = null } = outlook ?? {};
  return [
    score === null ? "" : t("any.score", { n: score }),
    power === null ? "" : against === null ? t("any.power", { n: power }) : t("any.against", { n: power, against }),
    removes === null ? "" : t(removes ? "any.goes" : "any.stays"),
    dies === null ? "" : t(dies ? "any.yours_goes" : "any.yours_stays"),
  ]
    .filter((each) => each !== "")
    .join(", ");
}

/** Keys of a view that name the object of a tile. */
const NAMES = ["card", "piece", "name", "title", "type"];

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string} name */
function spaced(name) {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The objects on the table, as panels of facts and rows of tiles.
 * @param {any} view
 * @param {TableProps} props
 */
export function Board(view, props) {
  const { facts, rows, panels } = sorted(view);
  return h("div", { class: "any" }, [
    h(Facts, { facts, props, key: "facts" }),
    ...panels.map(([name, value]) => h(Panel, { name, value, props, key: `panel-${name}` })),
    ...rows.map(([name, values]) => h(Row, { name, values, props, key: `row-${name}` })),
  ]);
}

/** @param {Record<string, unknown>} value */
function sorted(value) {
  /** @type {[string, unknown][]} */
  const facts = [];
  /** @type {[string, unknown[]][]} */
  const rows = [];
  /** @type {[string, Record<string, unknown>][]} */
  const panels = [];
  for (const [name, each] of Object.entries(value)) {
    if (name === "type") continue;
    if (Array.isArray(each)) {
      if (each.length > 0) rows.push([name, each]);
    } else if (isRecord(each)) panels.push([name, each]);
    else if (each !== null && each !== "") facts.push([name, each]);
  }
  return { facts, rows, panels };
}

/** @param {{ facts: readonly [string, unknown][], props: TableProps }} given */
function Facts({ facts, props }) {
  if (facts.length === 0) return null;
  return h(
    "dl",
    { class: "any-facts" },
    facts.map(([name, value]) =>
      h("div", { key: name }, [
        h("dt", { key: "dt" }, spaced(name)),
        h("dd", { key: "dd" }, props.phrasing.thing(name, value)),
      ]),
    ),
  );
}

/** @param {{ name: string, value: Record<string, unknown>, props: TableProps, title?: string }} given */
function Panel({ name, value, props, title }) {
  const { facts, rows, panels } = sorted(value);
  return h(
    "section",
    { class: "panel any-panel", ...(typeof value.seat === "number" ? props.at(`seat/${value.seat}`) : {}) },
    [
      h("h3", { key: "h" }, title ?? spaced(name)),
      h(Facts, { facts, props, key: "facts" }),
      ...panels.map(([inner, each]) => h(Panel, { name: inner, value: each, props, key: `panel-${inner}` })),
      ...rows.map(([inner, values]) => h(Row, { name: inner, values, props, key: `row-${inner}` })),
    ],
  );
}

/** @param {{ name: string, values: readonly unknown[], props: TableProps }} given */
function Row({ name, values, props }) {
  const areSeats = values.every(
    (each) => isRecord(each) && typeof each.seat === "number" && Object.keys(each).length > 3,
  );
  if (areSeats) {
    return h(
      "div",
      { class: "any-seats" },
      values.map((each, at) => {
        const seat = /** @type {{ seat: number }} */ (each).seat;
        return h(Panel, { name, value: /** @type {any} */ (each), props, title: props.phrasing.seat(seat), key: at });
      }),
    );
  }
  return h("section", { class: "any-row" }, [
    h("h4", { key: "h" }, spaced(name)),
    h(
      "ul",
      { class: "any-tiles", key: "ul" },
      values.map((each, at) => h("li", { key: at }, h(Tile, { name, value: each, at, props }))),
    ),
  ]);
}

/** @param {{ name: string, value: unknown, at: number, props: TableProps }} given */
function Tile({ name, value, props }) {
  if (value === null) return h("span", { class: "tile tile-back", "aria-label": t("any.hidden") });
  const place = placeOf(value);
  const text = Array.isArray(value)
    ? value.map((each) => props.phrasing.thing(name, each)).join(" ")
    : props.phrasing.thing(name, value);
  return h("span", { class: "tile", ...(place === null ? {} : props.at(place)) }, text);
}

/** The name of the place of an object in a view: a piece or a card. @param {unknown} value */
function placeOf(value) {
  if (typeof value === "string") return `card/${value}`;
  if (!isRecord(value)) return null;
  for (const kind of NAMES) {
    const name = value[kind];
    if (typeof name === "string") return kind === "piece" ? `piece/${name}` : `card/${name}`;
  }
  return null;
}
