import { h } from "../../vendor/preact.js";
import { qr } from "./qr.js";

/** The margin of a code in modules, without which readers fail. */
const QUIET = 4;

/**
 * An address as a QR code. It is dark on light in both themes, because many readers need that.
 * @param {{ text: string, label: string }} props
 */
export function QrCode({ text, label }) {
  const rows = qr(text);
  const width = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  );
  return h("svg", { class: "qr", viewBox: `0 0 ${width} ${width}`, role: "img", "aria-label": label }, [
    h("rect", { width, height: width, class: "qr-light", key: "light" }),
    h("path", { d: dark.join(""), class: "qr-dark", key: "dark" }),
  ]);
}
