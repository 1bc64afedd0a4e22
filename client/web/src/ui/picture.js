import { h } from "../../vendor/preact.js";

/**
 * The picture of a card that is known, asked for when it is seen. It says nothing to readers: the card beside it has a name.
 * @param {{ of: string | undefined }} props where it is; nothing is drawn where a server has none
 */
export function Picture({ of }) {
  if (of === undefined || of === "") return null;
  return h("img", {
    class: "picture",
    src: of,
    alt: "",
    loading: "lazy",
    decoding: "async",
    draggable: false,
    onError: left,
  });
}

/** A picture that did not come leaves its ground to be seen. @param {any} event */
function left(event) {
  event.currentTarget.hidden = true;
}
