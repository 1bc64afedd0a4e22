import { h } from "../../vendor/preact.js";

/**
 * The picture of a card that is known, asked for when it is seen. It says nothing to readers: the card around it has a name. One that does
 * not come leaves its ground to be seen.
 * @param {{ of: string | undefined }} props where it is; nothing is drawn where a server has none
 */
export function Picture({ of }) {
  return of ? h("img", { class: "picture", src: of, alt: "", loading: "lazy" }) : null;
}
