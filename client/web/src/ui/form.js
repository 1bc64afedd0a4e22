import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useId, useMemo, useRef, useState } from "../../vendor/preact.js";
import { isCopied } from "../browser.js";
import { t } from "../words.js";
import { duration } from "./clock.js";
import { refusalText, refusedUntil, useWait } from "./refusal.js";

/**
 * @typedef {object} FormField
 * @property {string} name the field's name in the protocol, by which refusals name it
 * @property {string} label
 * @property {string} [note]
 * @property {"text" | "password" | "select" | "check" | "number"} [kind]
 * @property {string} [value] its first value; `yes` or empty for a `check`
 * @property {string} [autocomplete]
 * @property {number} [most] maximum number of characters
 * @property {number} [largest] the maximum of a `number`, whose minimum is 1
 * @property {boolean} [optional]
 * @property {readonly { value: string, title: string }[]} [options]
 */

/** @typedef {Readonly<Record<string, string>>} Values */

/**
 * A form that is sent once at a time. A refusal is shown at its field, or above the button.
 * @param {{ fields: readonly FormField[], submit: string, username?: string, send: (values: Values) => Promise<string |
 *   void>, tone?: string, children?: any }} props `username` tells a password manager the account if the form does not
 *   ask for it; `send` may return a confirmation
 */
export function Form({ fields, submit, username, send, tone = "", children }) {
  const usual = Object.fromEntries(fields.map(({ name, value = "" }) => [name, value]));
  const [typed, setTyped] = useState(/** @type {Values} */ ({}));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [said, setSaid] = useState("");
  const until = useMemo(() => refusedUntil(error), [error]);
  const wait = useWait(until);
  const values = { ...usual, ...typed };
  const form = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const field = form.current?.querySelector("[aria-invalid]");
    if (field instanceof HTMLElement) field.focus();
  }, [error]);
  const at = error instanceof CommandRefused ? fields.find(({ name }) => error.where === `$.${name}`)?.name : undefined;
  /** @param {SubmitEvent} event */
  const submitted = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    setSaid("");
    try {
      setSaid((await send(values)) ?? "");
      setTyped({});
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return h("form", { class: "form", ref: form, onSubmit: submitted }, [
    username !== undefined &&
      h("input", { type: "text", autocomplete: "username", value: username, readOnly: true, hidden: true, key: "who" }),
    ...fields.map((field) =>
      h(Field, {
        field,
        value: values[field.name] ?? "",
        // The first values stay once something is typed: they may follow data that changes.
        change: (value) => setTyped((known) => ({ ...usual, ...known, [field.name]: value })),
        error: field.name === at ? error : null,
        key: field.name,
      }),
    ),
    children,
    error !== null && at === undefined && h(Fault, { error, key: "fault" }),
    h("div", { class: "row", key: "row" }, [
      h(
        "button",
        { type: "submit", class: tone, disabled: isBusy || wait > 0, key: "submit" },
        wait > 0 ? t("form.wait", { submit, time: duration(wait * 1000) }) : submit,
      ),
      h("span", { class: "good", role: "status", key: "said" }, said),
    ]),
  ]);
}

/** @param {{ field: FormField, value: string, change: (value: string) => void, error: unknown }} props */
function Field({ field, value, change, error }) {
  const id = `${useId()}-${field.name}`; // a form that comes later may get the same id from Preact
  const { kind = "text", label, note, most, autocomplete = "off", optional, options, largest } = field;
  const bad = error === null ? {} : { "aria-invalid": true, "aria-describedby": `${id}-fault` };
  if (kind === "check") {
    return h("label", { class: "form-check" }, [
      h("input", {
        key: "input",
        type: "checkbox",
        checked: value === "yes",
        onChange: (/** @type {any} */ event) => change(event.currentTarget.checked ? "yes" : ""),
      }),
      h("span", { key: "label" }, [label, note && h("span", { class: "dim form-note" }, note)]),
    ]);
  }
  const shared = { id, value, ...bad, required: !optional };
  return h("div", { class: "form-field" }, [
    h("label", { for: id, key: "label" }, label),
    note && h("p", { class: "dim form-note", key: "note" }, note),
    kind === "select"
      ? h(
          "select",
          { ...shared, key: "input", onChange: (/** @type {any} */ event) => change(event.currentTarget.value) },
          (options ?? []).map((option) => h("option", { value: option.value, key: option.value }, option.title)),
        )
      : h("input", {
          ...shared,
          key: "input",
          type: kind,
          autocomplete,
          autocapitalize: "off",
          spellcheck: false,
          ...(most !== undefined && { maxLength: most }),
          ...(kind === "number" && { min: 1, max: largest, step: 1 }),
          onInput: (/** @type {any} */ event) => change(event.currentTarget.value),
        }),
    error !== null && h(Fault, { error, id: `${id}-fault`, key: "fault" }),
  ]);
}

/** A refusal in the page's words, with the server's words below. @param {{ error: unknown, id?: string }} props */
export function Fault({ error, id }) {
  const text = error instanceof Error ? error.message : String(error);
  const own = refusalText(error);
  return h("div", { class: "form-fault", role: "alert", id }, [
    h("p", { key: "own" }, own),
    own !== text && h("p", { class: "dim form-note", key: "text" }, text),
  ]);
}

/** A form that is closed until the player opens it. @param {{ title: string, children?: any }} props */
export function Folded({ title, children }) {
  return h("details", { class: "folded" }, [h("summary", { key: "title" }, title), children]);
}

/**
 * Text that is shown only once, with a button to copy it.
 * @param {{ title: string, note: string, lines: readonly string[], done: () => void, children?: any }} props `children`
 *   are further buttons
 */
export function ShownOnce({ title, note, lines, done, children }) {
  const [said, setSaid] = useState("");
  const copy = async () => setSaid(t((await isCopied(lines.join("\n"))) ? "form.copied" : "form.not_copied"));
  return h("section", { class: "panel shown-once", role: "alert" }, [
    h("h2", { key: "title" }, title),
    h("p", { key: "note" }, note),
    h(
      "ol",
      { key: "lines" },
      lines.map((line) => h("li", { key: line }, h("code", null, line))),
    ),
    h("div", { class: "row", key: "row" }, [
      h("button", { type: "button", class: "main", key: "copy", onClick: copy }, t("form.copy")),
      children,
      h("button", { type: "button", key: "done", onClick: done }, t("form.kept")),
      h("span", { role: "status", key: "said" }, said),
    ]),
  ]);
}
