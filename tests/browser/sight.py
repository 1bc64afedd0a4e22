"""What is seen of a table: controls outside of the visible area, and texts that are cut or covered without a sign.

A scroller may hold more than it shows if its edge fades out on that side. A text may be cut if a sign next to it opens
the rest: the pill of a card, or the one at the end of the prompt.
"""

from typing import Any

from browsers import SETTLED, Window
from playwright.async_api import ViewportSize

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 800},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
)

FAULTS = r"""() => {
  const SCROLLS = /auto|scroll/, CLIPS = /auto|scroll|hidden|clip/;
  const faults = [], boxes = new Map();
  const nameOf = (e) => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className}`.slice(0, 60);
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const boxOf = (e) => {
    if (boxes.has(e)) return boxes.get(e);
    const style = getComputedStyle(e), { left, top, bottom } = e.getBoundingClientRect();
    const [x, y] = [left + e.clientLeft, top + e.clientTop];
    const box = {
      clipsX: CLIPS.test(style.overflowX), clipsY: CLIPS.test(style.overflowY),
      left: x, top: y, right: x + e.clientWidth, bottom: Math.min(y + e.clientHeight, bottom),
      fades: {}
    };
    if (style.maskImage !== "none" && (SCROLLS.test(style.overflowX) || SCROLLS.test(style.overflowY))) {
      box.fades = {
        left: e.scrollLeft > 1, right: e.scrollWidth - e.clientWidth - e.scrollLeft > 1,
        up: e.scrollTop > 1, down: e.scrollHeight - e.clientHeight - e.scrollTop > 1,
      };
    }
    boxes.set(e, box);
    return box;
  };
  // By how much an element hides a rectangle; null if all of it is seen, or reached by a scroller that says so.
  const hidden = (element, rect, [across, along], mayScroll) => {
    let { left, top, right, bottom } = rect;
    const beyond = (out) => Object.keys(out).filter((side) => out[side] > (/up|down/.test(side) ? along : across));
    const said = (sides, out, by) => `${sides.map((side) => `${side} ${Math.round(out[side])}`)} by ${by}`;
    for (let e = element; e !== null && e !== document.body; e = e.parentElement) {
      if (e instanceof SVGElement) continue;
      const box = boxOf(e);
      const out = {
        left: box.clipsX ? box.left - left : 0, right: box.clipsX ? right - box.right : 0,
        up: box.clipsY ? box.top - top : 0, down: box.clipsY ? bottom - box.bottom : 0,
      };
      const sides = beyond(out);
      if (sides.length === 0) continue;
      if (!mayScroll || !sides.every((side) => box.fades[side])) return said(sides, out, nameOf(e));
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (left >= right || top >= bottom) ({ left, top, right, bottom } = box);
    }
    const out = { left: -left, right: right - innerWidth, up: -top, down: bottom - innerHeight };
    const sides = beyond(out);
    return sides.length === 0 ? null : said(sides, out, "the page");
  };
  const hasSign = (e) => {
    const prompt = e.closest(".prompt-text");
    if (prompt !== null) return getComputedStyle(prompt, "::after").visibility === "visible";
    const sign = e.closest(".card-text")?.closest(".card, .my-card").querySelector(".card-more");
    return sign && isSeen(sign) && hidden(sign.parentElement, sign.getBoundingClientRect(), [1, 1], true) === null;
  };

  const frame = document.querySelector(".frame");
  const ALWAYS = ".bar, .bar *, .prompt, .prompt-text, .prompt-buttons > *, " +
    "[data-at^='seat/'], .af-person, .am-side, .dd-own-line";
  for (const [selector, slack, mayScroll] of [[ALWAYS, [1, 1], false], ["[data-at], .side-handle", [2, 2], true]]) {
    for (const e of frame.querySelectorAll(selector)) {
      const rect = e.getBoundingClientRect();
      if (rect.width * rect.height <= 1 || !isSeen(e) || e.closest(".unseen, svg, .side-content, .moment")) continue;
      const why = hidden(e.parentElement, rect, slack, mayScroll);
      if (why !== null) faults.push(`out of sight: ${nameOf(e)} ${why}`);
    }
  }
  // The newest line is the handle of the log. An outlook may cover the mark of a changed number, and what it repeats.
  const LEFT_OUT = ".unseen, .side-newest, .side-content, .card-more, .am-foot i, " +
    ".my-piece:has(.my-outlook) .my-stats";
  const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const e = node.parentElement, style = getComputedStyle(e);
    if (node.data.trim() === "" || !isSeen(e) || style.clipPath !== "none" || e.closest(LEFT_OUT)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    const said = node.data.replaceAll("\u00ad", "").slice(0, 40);
    const why = rects.map((rect) => hidden(e, rect, [1, 3], true)).find((each) => each !== null);
    if (why !== undefined && !hasSign(e)) faults.push(`cut: ${nameOf(e)} «${said}» ${why}`);
    const button = e.closest(".prompt :is(button, .button)")?.getBoundingClientRect();
    if (button && rects.some(({ left, right }) => left < button.left + 4 || right > button.right - 4))
      faults.push(`fills its button: «${said}»`);
    if (rects.length === 0 || why !== undefined || style.pointerEvents === "none") continue;
    if (hidden(e, rects[0], [1, 3], false) !== null) continue;
    const { left, right, top, bottom } = rects[0];
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isOver = hit !== null && !hit.contains(e) && !e.contains(hit);
    const isFanned = e.closest(".am-library > .card") !== null && hit?.closest(".am-library > .card") !== null;
    const mayBe = isFanned || hit?.closest(".side-handle, .moment") ? hit : null;
    if (isOver && mayBe === null) faults.push(`covered: ${nameOf(e)} «${said}» by ${nameOf(hit)}`);
  }
  const buttons = [...frame.querySelectorAll(".prompt :is(button, .button)")].filter(isSeen);
  for (const [at, one] of buttons.entries()) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    for (const other of buttons.slice(at + 1)) {
      const there = other.getBoundingClientRect();
      const isApart = there.left >= right || there.right <= left || there.top >= bottom || there.bottom <= top;
      if (!isApart) faults.push(`overlap: «${one.textContent}» and «${other.textContent}»`);
    }
  }
  return faults;
}"""
"""Return all faults of the table as it is drawn now, each in a line.

A handle without a ground hides nothing, a big moment covers the table, and a card of a fan may cover its
neighbours, because each comes to the front below the pointer. Ink reaches a little beyond its lines."""

LOOKED = f"""async ([moments, step]) => {{
  const settled = {SETTLED};
  const faults = {FAULTS};
  const found = new Set();
  let outlooks = 0;
  for (let moment = 0; moment < moments; moment += 1) {{
    recorded.tell(step);
    await settled();
    for (let big = document.querySelector(".moment"); big !== null; big = document.querySelector(".moment")) {{
      faults().forEach((fault) => found.add(fault));
      big.click();
      await settled();
    }}
    faults().forEach((fault) => found.add(fault));
    const lit = [...document.querySelectorAll("[data-lit]")];
    if (lit.length === 0) continue;
    (lit.find((each) => each.dataset.at.startsWith("piece/")) ?? lit[moment % lit.length]).click();
    await settled();
    outlooks += document.querySelectorAll(".am-outlook, .my-outlook, .af-prospect").length;
    faults().forEach((fault) => found.add(fault));
  }}
  return [[...found], outlooks];
}}"""
"""Go on in a recorded match, and look at each moment and after a click on what is lit.

Return the faults, and how many outlooks were drawn."""


async def looked(shown: Window, moments: int, step: int) -> tuple[list[str], int]:
    """Return what is wrong at so many moments of a recorded match, and how many outlooks were seen."""
    found: Any = await shown.page.evaluate(LOOKED, [moments, step])
    return found[0], found[1]
