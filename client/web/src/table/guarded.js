import { h, useErrorBoundary } from "../../vendor/preact.js";
import { giveUp } from "../games/index.js";
import { Frame } from "./frame.js";

/**
 * A table whose game's module may fail, also deep within what it draws: the general table goes on then.
 * @param {Parameters<typeof Frame>[0]} props
 */
export function Guarded(props) {
  const { game } = props.match.update;
  const [error] = useErrorBoundary((failure) => {
    console.warn(failure);
    giveUp(game);
  });
  return error === undefined
    ? h(Frame, { ...props, key: "own" })
    : h(Frame, { ...props, module: null, key: "general" });
}
