import { h } from "../../vendor/preact.js";

/**
 * The picture of a known card, loaded when it becomes visible. It has no text for screen readers, because the card
 * around it has a name. If it cannot be loaded, its background stays visible.
 * @param {{ of: string | undefined }} props its address; nothing is drawn if the server has no picture
 */
export function Picture({ of }) {
  return of ? h("img", { class: "picture", src: of, alt: "", loading: "lazy" }) : null;
}
