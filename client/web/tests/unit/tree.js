/** What a table draws, as a tree of plain elements: components are called, nothing is painted. */

/**
 * @typedef {{ type: string, props: Record<string, any>, children: (Element | string)[] }} Element
 */

/**
 * The elements that a virtual node comes to, the outermost first.
 * @param {any} node
 * @returns {Element[]}
 */
export function tree(node) {
  return grown(node).filter((each) => typeof each !== "string");
}

/** @param {any} node @returns {(Element | string)[]} */
function grown(node) {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (Array.isArray(node)) return node.flatMap(grown);
  if (typeof node !== "object") return [String(node)];
  const { children, ...props } = node.props;
  if (typeof node.type === "function") return grown(node.type.call({}, node.props));
  return [{ type: node.type, props, children: grown(children) }];
}

/** The places of an element and of all within it. @param {Element} element @returns {string[]} */
export function placesIn({ props, children }) {
  const own = props["data-at"];
  return [
    ...(own === undefined ? [] : [own]),
    ...children.flatMap((child) => (typeof child === "string" ? [] : placesIn(child))),
  ];
}

/** All that an element says, to whoever looks and to whoever listens. @param {Element} element @returns {string[]} */
export function textIn({ props, children }) {
  const said = [props["aria-label"], props.title].filter((each) => each !== undefined);
  return [...said, ...children.flatMap((child) => (typeof child === "string" ? [child] : textIn(child)))];
}

/** The classes of an element and of all within it. @param {Element} element @returns {string[]} */
export function classesIn({ props, children }) {
  return [props.class ?? "", ...children.flatMap((child) => (typeof child === "string" ? [] : classesIn(child)))];
}

/** What is asked, and what stands below it. @param {import("../../src/games/index.js").Prompt | null} prompt */
export function asked(prompt) {
  return typeof prompt === "string" || prompt === null ? [prompt ?? ""] : Object.values(prompt);
}
