import { t } from "../words.js";

/** The value of an option in words. @param {import("./option-fields.js").OptionField} field @param {any} options */
export function shownValue(field, options) {
  const value = options[field.name];
  if (field.kind === "switch") return t(value ? "challenge.yes" : "challenge.no");
  if (field.kind === "choice") return field.choices.find((each) => each.value === value)?.title ?? value;
  return value;
}
