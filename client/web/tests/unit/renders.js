/** What a component draws in each render, with its hooks, where nothing is painted. */

import { h, render } from "../../vendor/preact.js";

/** Where a component is drawn that draws nothing. */
export const nowhere = () => /** @type {any} */ ({ childNodes: [], firstChild: null, namespaceURI: null, nodeType: 1 });

/**
 * Render something again and again with other properties, and return what came of every render.
 * @template Props, Result
 * @param {(props: Props) => Result} use a component or a hook
 */
export function renders(use) {
  const place = nowhere();
  /** @type {Result[]} */
  const results = [];
  /** @param {any} props */
  const Probe = (props) => {
    results.push(use(props));
    return null;
  };
  return {
    results,
    /** @param {Props} props */
    with: (props) => render(h(Probe, /** @type {any} */ (props)), place),
  };
}
