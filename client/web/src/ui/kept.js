/**
 * A part that is drawn anew only when something that it is drawn of has another value: each update is made of new objects,
 * most of which say what was said before. (What `useMemo` keeps of a tree would keep the trees before it, too.)
 * @template Props
 * @param {(props: Props) => any} draw
 * @param {readonly (keyof Props & string)[]} [but] what it is drawn with, and not anew when only this has changed
 * @returns {(props: Props) => any}
 */
export function kept(draw, but = []) {
  /** @this {any} @param {Props} props */
  return function Kept(props) {
    this.shouldComponentUpdate ??= (/** @type {any} */ next) => !isSame(this.props, next, but);
    return draw(props);
  };
}

/**
 * Whether two values say the same. What is more than a value – a function, a module, what is to be drawn within – is the same
 * only as itself.
 * @param {any} one
 * @param {any} other
 * @param {readonly string[]} [but]
 * @returns {boolean}
 */
function isSame(one, other, but = []) {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  }
  if (one?.constructor !== Object || other?.constructor !== Object) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => but.includes(name) || (name in other && isSame(one[name], other[name])))
  );
}
