import { CommandRefused } from "../../../javascript/src/errors.js";
import { areSame } from "../../../javascript/src/folding.js";
import { h, useEffect, useId, useRef, useState } from "../../vendor/preact.js";
import { fieldAt, giftOf } from "../collection/gift.js";
import { Fault } from "../ui/form.js";
import { calledInFull } from "../ui/other-face.js";
import { t } from "../words.js";
import { useCatalogue } from "./cards.js";

/** @import { Page } from "../page.js" */
/** @import { GiftRow } from "../collection/gift.js" */
/** @import { CodesMade } from "../../../javascript/types/v1.js" */

const HOUR = 3_600_000;
const LENGTHS = [24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 90 * 24 * HOUR];
const MOST = { label: 200, codes: 1000, uses: 1_000_000, packs: 20, copies: 100 };
/** Maximum number of different packs and copies in a code. */
const MOST_ROWS = { packs: 8, copies: 100 };

/**
 * The form for a new batch of codes. A fault is shown at its field, and the typed text stays.
 * @param {{ page: Page, made: (answer: CodesMade) => void, back: () => void }} props
 */
export function CodeBatchForm({ page, made, back }) {
  const { state, session } = page;
  const games = (state.welcome?.games ?? []).filter(({ decks }) => (decks?.length ?? 0) > 0);
  const [typed, setTyped] = useState({ label: "", codes: "1", uses: "1", lasts: "" });
  const [rows, setRows] = useState(/** @type {readonly GiftRow[]} */ ([]));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const next = useRef(1);
  const at = error instanceof CommandRefused ? fieldAt(error.where, rows) : null;
  const known = new Set(["label", "codes", "uses", "until", "gift", ...rows.flatMap(fieldsOf)]);
  /** @param {string} name */
  const faultOf = (name) => (at === name ? error : null);
  useEffect(() => {
    if (error !== null) /** @type {HTMLElement | null} */ (form.current?.querySelector("[aria-invalid]"))?.focus();
  }, [error]);
  /** @param {Partial<typeof typed>} change */
  const type = (change) => setTyped((before) => ({ ...before, ...change }));
  /** @param {GiftRow["kind"]} kind */
  const add = (kind) => {
    const row = { id: next.current++, kind, game: games[0]?.name ?? "", set: "", card: "", count: "1" };
    setRows((before) => [...before, row]);
  };
  /** @param {number} id @param {Partial<GiftRow>} change */
  const changed = (id, change) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...change } : row)));
  /** @param {SubmitEvent} event */
  const submitted = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const until = typed.lasts === "" ? null : Date.now() + state.ahead + Number(typed.lasts);
      const gift = giftOf(rows, (game, name) => idIn(state.catalogues[game], name));
      const order = { label: typed.label, gift, codes: Number(typed.codes), uses: Number(typed.uses), until };
      made(await (await session.client.codes()).make(order));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  /** @param {GiftRow["kind"]} kind */
  const isFull = (kind) => rows.filter((row) => row.kind === kind).length >= MOST_ROWS[kind];
  return h("form", { class: "panel form code-form", onSubmit: submitted, ref: form, "data-part": "new-codes" }, [
    h("h2", { key: "h" }, t("codes.make_new")),
    h(Labelled, {
      label: t("codes.label"),
      note: t("codes.label_note"),
      error: faultOf("label"),
      key: "label",
      field: (how) =>
        h("input", {
          ...how,
          required: true,
          maxLength: MOST.label,
          value: typed.label,
          ...on((label) => type({ label })),
        }),
    }),
    h("fieldset", { class: "code-rows", key: "gift" }, [
      h("legend", { key: "legend" }, t("codes.gift")),
      ...rows.map((row) =>
        h(Row, {
          page,
          games,
          row,
          faultOf,
          change: (change) => changed(row.id, change),
          drop: () => setRows((before) => before.filter(({ id }) => id !== row.id)),
          key: row.id,
        }),
      ),
      faultOf("gift") !== null && h(Fault, { error, key: "fault" }),
      h("div", { class: "row", key: "add" }, [
        h(
          "button",
          { type: "button", disabled: isFull("packs"), onClick: () => add("packs"), key: "packs" },
          t("codes.add_packs"),
        ),
        h(
          "button",
          { type: "button", disabled: isFull("copies"), onClick: () => add("copies"), key: "copies" },
          t("codes.add_card"),
        ),
      ]),
    ]),
    h("div", { class: "code-numbers", key: "numbers" }, [
      h(Labelled, {
        label: t("codes.codes"),
        error: faultOf("codes"),
        key: "codes",
        field: (how) =>
          h("input", { ...how, ...number(MOST.codes), value: typed.codes, ...on((codes) => type({ codes })) }),
      }),
      h(Labelled, {
        label: t("codes.uses"),
        error: faultOf("uses"),
        key: "uses",
        field: (how) =>
          h("input", { ...how, ...number(MOST.uses), value: typed.uses, ...on((uses) => type({ uses })) }),
      }),
      h(Labelled, {
        label: t("moderation.length"),
        error: faultOf("until"),
        key: "lasts",
        field: (how) =>
          h("select", { ...how, value: typed.lasts, ...on((lasts) => type({ lasts })) }, [
            h("option", { value: "", key: "good" }, t("moderation.for_good")),
            ...LENGTHS.map((each) =>
              h("option", { value: String(each), key: each }, t("moderation.days", { n: each / (24 * HOUR) })),
            ),
          ]),
      }),
    ]),
    error !== null && (at === null || !known.has(at)) && h(Fault, { error, key: "fault" }),
    h("div", { class: "row", key: "row" }, [
      h("button", { type: "submit", class: "main", disabled: isBusy, key: "make" }, t("codes.make")),
      h("button", { type: "button", onClick: back, key: "back" }, t("codes.back")),
    ]),
  ]);
}

/**
 * A row: packs of a game or a set, or copies of a card.
 * @param {{ page: Page, games: readonly { name: string, title: string }[], row: GiftRow, faultOf: (name: string) => unknown, change: (change: Partial<GiftRow>) => void, drop: () => void }} props
 */
function Row({ page, games, row, faultOf, change, drop }) {
  const { id, kind, game, set, card, count } = row;
  const isCard = kind === "copies";
  const what = t(isCard ? "codes.copies" : "codes.packs");
  const cards = useCatalogue(page, isCard ? game : undefined);
  const sets = useSets(page, isCard ? undefined : game);
  const names = useId();
  return h("div", { class: "code-row", role: "group", "aria-label": what, "data-row": kind }, [
    h(Labelled, {
      label: t("codes.game"),
      error: faultOf(`${id}.game`),
      key: "game",
      field: (how) =>
        h(
          "select",
          { ...how, value: game, ...on((to) => change({ game: to, set: "", card: "" })) },
          games.map(({ name, title }) => h("option", { value: name, key: name }, title)),
        ),
    }),
    isCard
      ? h(Labelled, {
          label: t("codes.card"),
          error: faultOf(`${id}.card`),
          key: "card",
          field: (how) => [
            h("input", {
              ...how,
              list: names,
              required: true,
              maxLength: 128,
              value: card,
              ...on((to) => change({ card: to })),
              key: "input",
            }),
            h(
              "datalist",
              { id: names, key: "names" },
              [...(cards?.values() ?? [])].map((each) => h("option", { value: nameOf(each), key: each.id })),
            ),
          ],
        })
      : h(Labelled, {
          label: t("codes.set"),
          error: faultOf(`${id}.set`),
          key: "set",
          field: (how) =>
            h("select", { ...how, value: set, ...on((to) => change({ set: to })) }, [
              h("option", { value: "", key: "all" }, t("codes.all_sets")),
              ...sets.map((each) => h("option", { value: each.id, key: each.id }, each.name)),
            ]),
        }),
    h(Labelled, {
      label: t("codes.count"),
      error: faultOf(`${id}.count`),
      key: "count",
      field: (how) => h("input", { ...how, ...number(MOST[kind]), value: count, ...on((to) => change({ count: to })) }),
    }),
    h("button", { type: "button", "aria-label": t("codes.drop", { what }), onClick: drop, key: "drop" }, "−"),
  ]);
}

/**
 * A labelled field with its fault.
 * @param {{ label: string, note?: string, error: unknown, field: (how: object) => any }} props
 */
function Labelled({ label, note, error, field }) {
  const id = useId();
  const how = error === null ? { id } : { id, "aria-invalid": true, "aria-describedby": `${id}-fault` };
  return h("div", { class: "form-field" }, [
    h("label", { for: id, key: "label" }, label),
    note && h("p", { class: "dim form-note", key: "note" }, note),
    field(how),
    error !== null && h(Fault, { error, id: `${id}-fault`, key: "fault" }),
  ]);
}

/** The sets of a game, by their ids. @param {Page} page @param {string | undefined} game @returns {readonly { id: string, name: string }[]} */
function useSets({ session, failed }, game) {
  const [sets, setSets] = useState(/** @type {readonly { id: string, name: string }[]} */ ([]));
  useEffect(() => {
    if (game) session.client.cards(game).then((catalogue) => setSets(catalogue.sets), failed);
  }, [game]);
  return sets;
}

/** The fields of a row that a refusal may name. @param {GiftRow} row */
function fieldsOf({ id }) {
  return ["game", "set", "card", "count"].map((name) => `${id}.${name}`);
}

/** A listener for typed text. @param {(value: string) => void} take */
function on(take) {
  return { onInput: (/** @type {any} */ event) => take(event.currentTarget.value) };
}

/** Attributes of a field for a whole number from 1. @param {number} most */
function number(most) {
  return { type: "number", inputMode: "numeric", min: 1, max: most, step: 1, required: true };
}

/** @param {any} card */
function nameOf(card) {
  return calledInFull(card, t("cards.art_rare"));
}

/**
 * The id of the card with this name; the text itself if there is none.
 * @param {import("../games/catalogue.js").Cards | undefined} cards @param {string} name
 */
function idIn(cards, name) {
  for (const card of cards?.values() ?? []) if (areSame(nameOf(card), name)) return card.id;
  return name;
}
