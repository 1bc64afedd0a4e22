export { createRef, Fragment, h, options, render } from "preact";
export type { ComponentChild, ComponentChildren, JSX, VNode } from "preact";
export * from "preact/hooks";
