import { h, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/**
 * A number field with bounds and buttons for steps.
 * @param {{ label: string, note?: string, value: number, least: number, most: number, change: (value: number) => void }} props
 */
export function Stepper({ label, note, value, least, most, change }) {
  /** @param {number} wanted */
  const set = (wanted) => {
    if (Number.isInteger(wanted)) change(Math.min(most, Math.max(least, wanted)));
  };
  const [typed, setTyped] = useState(/** @type {string | null} */ (null)); // else a redraw would put the old value back
  return h("div", { class: "field field-line" }, [
    h(Label, { label, note, key: "label" }),
    h("div", { class: "stepper", role: "group", "aria-label": label, key: "stepper" }, [
      h(
        "button",
        {
          type: "button",
          key: "less",
          disabled: value <= least,
          "aria-label": t("field.less", { label }),
          onClick: () => set(value - 1),
        },
        "−",
      ),
      h("input", {
        key: "value",
        inputMode: "numeric",
        "aria-label": `${label}, ${t("field.bounds", { least, most })}`,
        value: typed ?? String(value),
        onInput: (/** @type {any} */ event) => setTyped(event.currentTarget.value),
        onChange: (/** @type {any} */ event) => {
          set(Number(event.currentTarget.value));
          setTyped(null);
        },
      }),
      h(
        "button",
        {
          type: "button",
          key: "more",
          disabled: value >= most,
          "aria-label": t("field.more", { label }),
          onClick: () => set(value + 1),
        },
        "+",
      ),
    ]),
  ]);
}

/** @typedef {{ value: any, title: string, description?: string }} Option */

/**
 * A choice between several values, each with its description.
 * @param {{ label: string, note?: string, value: any, choices: readonly Option[], change: (value: any) => void, isShort?: boolean }} props
 */
export function Choice({ label, note, value, choices, change, isShort = false }) {
  const name = `choice-${label}`;
  return h("fieldset", { class: `field ${isShort ? "choice-short" : "choice"}` }, [
    h("legend", { key: "legend" }, label),
    note && h("p", { class: "dim", key: "note" }, note),
    h(
      "div",
      { class: "choice-options", key: "options" },
      choices.map((option) =>
        h("label", { key: String(option.value), class: "choice-option" }, [
          h("input", {
            key: "radio",
            type: "radio",
            name,
            checked: option.value === value,
            onChange: () => change(option.value),
          }),
          h("span", { class: "choice-words", key: "words" }, [
            h("span", { class: "choice-title", key: "title" }, option.title),
            option.description && h("span", { class: "dim", key: "description" }, option.description),
          ]),
        ]),
      ),
    ),
  ]);
}

/**
 * Yes or no.
 * @param {{ label: string, note?: string, value: boolean, change: (value: boolean) => void }} props
 */
export function Switch({ label, note, value, change }) {
  return h("label", { class: "field field-line switch" }, [
    h(Label, { label, note, key: "label" }),
    h("input", {
      key: "switch",
      type: "checkbox",
      role: "switch",
      checked: value,
      onChange: (/** @type {any} */ event) => change(event.currentTarget.checked),
    }),
  ]);
}

/**
 * A text field.
 * @param {{ label: string, note?: string, value: string, change: (value: string) => void, most?: number, fault?: string | null, password?: boolean }} props
 */
export function TextField({ label, note, value, change, most, fault, password = false }) {
  return h("div", { class: "field" }, [
    h("label", { class: "field", key: "label" }, [
      h(Label, { label, note, key: "label" }),
      h("input", {
        key: "input",
        type: password ? "password" : "text",
        autocomplete: "off",
        ...(most !== undefined && { maxLength: most }),
        ...(fault && { "aria-invalid": "true" }),
        value,
        onInput: (/** @type {any} */ event) => change(event.currentTarget.value),
      }),
    ]),
    fault && h("p", { class: "fault", role: "alert", key: "fault" }, fault),
  ]);
}

/** @param {{ label: string, note?: string | undefined }} props */
function Label({ label, note }) {
  return h("span", { class: "field-words" }, [
    h("span", { class: "field-label", key: "label" }, label),
    note && h("span", { class: "dim", key: "note" }, note),
  ]);
}

/**
 * A field that filters a list while the player types.
 * @param {{ note?: string, value: string, change: (value: string) => void }} props
 */
export function FindField({ note, value, change }) {
  return h("input", {
    type: "search",
    "aria-label": t("page.find"),
    placeholder: t("page.find"),
    title: note,
    value,
    onInput: (/** @type {any} */ event) => change(event.currentTarget.value),
  });
}
