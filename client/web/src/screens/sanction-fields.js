import { t } from "../words.js";

/** @import { FormField } from "../ui/form.js" */

const HOUR = 3600;
const LENGTHS = [HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];
export const KINDS = /** @type {const} */ (["mute", "disconnect", "ban"]);

/** The field for the kind of a sanction. @param {typeof KINDS[number]} value @returns {FormField} */
export function sanctionKinds(value) {
  return {
    name: "kind",
    label: t("moderation.kind"),
    kind: "select",
    value,
    options: KINDS.map((each) => ({ value: each, title: t(`moderation.kind_${each}`) })),
  };
}

/** The field for the length of a sanction, in seconds; empty for a permanent one. @returns {FormField} */
export function lengths() {
  return {
    name: "seconds",
    label: t("moderation.length"),
    kind: "select",
    value: String(24 * HOUR),
    optional: true,
    options: [
      ...LENGTHS.map((seconds) => ({
        value: String(seconds),
        title: seconds === HOUR ? t("moderation.hour") : t("moderation.days", { n: seconds / (24 * HOUR) }),
      })),
      { value: "", title: t("moderation.for_good") },
    ],
  };
}
