import { h } from "../../vendor/preact.js";
import { isSame } from "../state/store.js";
import { spoken } from "../words.js";

/** Properties that are built from others and change with each update: the sentences of a description. */
const MADE = new Set(["phrasing"]);

/**
 * A component that renders again only if one of its properties changes by value, or the language does. Most of an
 * update is unchanged, and rendering it again would be most of the cost. Lit, picked and chosen states are properties
 * too (`TableProps.at`), so it cannot show outdated ones. (`useMemo` would keep earlier trees in memory.)
 * @template Props
 * @param {(props: Props) => any} draw depends on its properties only; a `phrasing` among them needs its `description`
 *   too
 * @returns {(props: Props) => any}
 */
export function kept(draw) {
  /** @this {any} @param {Props} props */
  return function Kept(props) {
    this.language = spoken;
    this.shouldComponentUpdate ??= (/** @type {any} */ next) =>
      this.language !== spoken || !isSame(this.props, next, MADE);
    return draw(props);
  };
}

/**
 * A component that renders one frame later than the others, so that the table does not wait for the parts beside it,
 * and no frame is long. Its own changes, such as another tab or a typed word, render at once.
 * @template Props
 * @param {(props: Props) => any} draw
 * @returns {(props: Props) => any}
 */
export function deferred(draw) {
  /** @this {any} @param {Props} props */
  return function Deferred(props) {
    this.shouldComponentUpdate ??= () => {
      this.frame ??= requestAnimationFrame(() => {
        this.frame = undefined;
        this.forceUpdate();
      });
      return false;
    };
    this.componentWillUnmount ??= () => cancelAnimationFrame(this.frame);
    return h(/** @type {any} */ (draw), /** @type {any} */ (props));
  };
}
