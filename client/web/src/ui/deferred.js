import { h } from "../../vendor/preact.js";

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
