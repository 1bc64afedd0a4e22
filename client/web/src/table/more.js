import { h } from "../../vendor/preact.js";

/** The sign of a card whose text (`.card-text`) is longer than its room: seen only then, and a click on it opens the card. */
export const More = () => h("i", { class: "card-more", "aria-hidden": "true" }, "…");
