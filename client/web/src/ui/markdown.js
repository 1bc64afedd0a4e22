import { h } from "../../vendor/preact.js";
import { styled } from "./lazy.js";
import { parted } from "./long-words.js";

// The texts are readable without their styles.
void styled("markdown.css").catch(() => {});

/**
 * Markdown as elements: headings, lists, tables, quotes, emphasis, code, and the anchors of rules. Everything else,
 * links and markup too, stays text.
 * @param {{ text: string, after?: (section: number) => any }} props `after`: what stands below the title of a numbered
 *   section
 */
export function Markdown({ text, after }) {
  return h("div", { class: "markdown" }, blocks(text.split("\n"), after));
}

/** The bold beginning of a line that names the topic of a paragraph. */
const LEAD = /^\*\*[^*]+[.:]\*\* /;

/** @param {readonly string[]} lines @param {(section: number) => any} [after] @returns {any[]} */
export function blocks(lines, after) {
  const made = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    /** @param {RegExp} pattern returns the number of matching lines from here */
    const run = (pattern) => {
      let end = at;
      while (end < lines.length && pattern.test(lines[end] ?? "")) end += 1;
      return lines.slice(at, end);
    };
    if (heading !== null) {
      made.push(h(`h${Math.min(6, (heading[1]?.length ?? 1) + 1)}`, null, inline(heading[2] ?? "")));
      const section = heading[1]?.length === 2 ? /^(\d+)\./.exec(heading[2] ?? "")?.[1] : undefined;
      if (section !== undefined) made.push(after?.(Number(section)));
      at += 1;
    } else if (/^\s*\|/.test(line)) {
      const rows = run(/^\s*\|/);
      made.push(table(rows));
      at += rows.length;
    } else if (/^> ?/.test(line)) {
      const quoted = run(/^> ?/);
      made.push(h("blockquote", null, blocks(quoted.map((each) => each.replace(/^> ?/, "")))));
      at += quoted.length;
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const rows = run(/^\s*([-*]|\d+\.) |^\s{2,}\S/);
      const first = /^\s*(\d+)/.exec(line)?.[1];
      made.push(h(first === undefined ? "ul" : "ol", { start: first }, entries(rows).map(entry)));
      at += rows.length;
    } else if (line.trim() === "") {
      at += 1;
    } else {
      const told = run(/^(?!#{1,4} |\s*\||> ?|\s*([-*]|\d+\.) )\s*\S/);
      const next = told.findIndex((each, number) => number > 0 && LEAD.test(each));
      const paragraph = next < 0 ? told : told.slice(0, next);
      made.push(h("p", null, inline(paragraph.join(" "))));
      at += Math.max(1, paragraph.length);
    }
  }
  return made;
}

/** The lines of each entry of a list, without their sign. @param {readonly string[]} lines */
function entries(lines) {
  /** @type {string[][]} */
  const found = [];
  for (const line of lines) {
    const begun = /^(?:[-*]|\d+\.) (.*)$/.exec(line);
    if (begun !== null || found.length === 0) found.push([begun?.[1] ?? line.trim()]);
    else found.at(-1)?.push(line.replace(/^ {2,3}/, ""));
  }
  return found;
}

/** An entry of a list: its text, and the list in it. @param {readonly string[]} lines */
function entry(lines) {
  const inner = lines.findIndex((line, at) => at > 0 && /^([-*]|\d+\.) /.test(line));
  const text = inner < 0 ? lines : lines.slice(0, inner);
  return h("li", null, [...inline(text.join(" ")), inner < 0 ? null : blocks(lines.slice(inner))]);
}

/** @param {readonly string[]} rows */
function table(rows) {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const hasHead = cells[1]?.every((cell) => /^:?-+:?$/.test(cell)) ?? false;
  const [head, body] = hasHead ? [cells[0] ?? [], cells.slice(2)] : [[], cells];
  return h(
    "div",
    { class: "markdown-table", tabIndex: 0 },
    h("table", null, [
      head.some((cell) => cell !== "") &&
        h(
          "thead",
          { key: "head" },
          h(
            "tr",
            null,
            head.map((cell) => h("th", { scope: "col" }, inline(cell, 9))),
          ),
        ),
      h(
        "tbody",
        { key: "body" },
        body.map((row) =>
          h(
            "tr",
            null,
            row.map((cell) => h("td", null, inline(cell, 9))),
          ),
        ),
      ),
    ]),
  );
}

/** Emphasis, code, links, and the anchors of rules for links in refusals. */
const INLINE =
  /<a id="([A-Za-z0-9_:-]+)"><\/a>|\*\*(.+?)\*\*|\*(.+?)\*|_([^_]+)_(?!\w)|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;

/** @param {string} text @param {number} [most] how many letters of a word stay whole, as in a narrow table @returns {any[]} */
export function inline(text, most = Infinity) {
  const said = (/** @type {string} */ words) => (most === Infinity ? words : parted(words, most));
  /** @type {any[]} */
  const made = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) made.push(said(text.slice(at, found.index)));
    const [whole, anchor, strong, em, under, code, link] = found;
    if (anchor !== undefined) made.push(h("span", { class: "anchor", id: anchor }));
    else if (strong !== undefined) made.push(h("strong", null, inline(strong, most)));
    else if (em !== undefined) made.push(h("em", null, inline(em, most)));
    else if (under !== undefined) made.push(h("em", null, inline(under, most)));
    else if (code !== undefined) made.push(h("code", null, code));
    else made.push(link ?? whole);
    at = found.index + whole.length;
  }
  if (at < text.length) made.push(said(text.slice(at)));
  return made;
}
