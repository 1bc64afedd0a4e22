export { h, render } from "preact";
export type { ComponentChild, ComponentChildren, JSX, VNode } from "preact";
export { useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
