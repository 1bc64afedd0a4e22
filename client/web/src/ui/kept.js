/**
 * A part that is drawn anew only when something has changed that it is drawn of. (What `useMemo` keeps of a tree would keep
 * the trees before it, too.)
 * @template Props
 * @param {readonly (keyof Props)[]} of
 * @param {(props: Props) => any} draw
 * @returns {(props: Props) => any}
 */
export function kept(of, draw) {
  /** @this {any} @param {Props} props */
  return function Kept(props) {
    this.shouldComponentUpdate = (/** @type {Props} */ next) => of.some((name) => next[name] !== this.props[name]);
    return draw(props);
  };
}
