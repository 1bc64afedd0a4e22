import { h } from "../../vendor/preact.js";
import { isSame } from "../state/store.js";
import { spoken } from "../words.js";

/** What is made of what stands beside it, and is another with each update: the sentences of a description. */
const MADE = new Set(["phrasing"]);

/**
 * A part that is drawn anew only when something that it is drawn of has another value, or the page speaks another language: of
 * an update most says what was said before, and to draw that again is most of what a repaint costs. What is lit, picked and
 * chosen comes to a part as values, too (`TableProps.at`), so that it cannot show what no longer holds.
 * (What `useMemo` keeps of a tree would keep the trees before it, too.)
 * @template Props
 * @param {(props: Props) => any} draw of its properties, and of nothing else that changes; a `phrasing` among them needs the
 *   `description` that it is made of beside it
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
 * A part that is drawn a frame after all else: what stands beside a table does not keep the table waiting, and neither frame is
 * long. What it does by itself – another tab, a word that is typed – it does at once.
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
