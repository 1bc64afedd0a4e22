import assert from "node:assert/strict";
import { test } from "node:test";
import { longWords, parted } from "../../src/ui/long-words.js";

/** @param {string} name @param {number} [most] */
const seen = (name, most = 8) => parted(name, most).replaceAll("\u00AD", "-");

test("a long word is parted between syllables, a short one stays whole", () => {
  for (const name of [
    "Be-la-ge-rungs-walze",
    "Nacht-gräfin",
    "Mes-ser-handel",
    "Sta-chel-graben",
    "Ei-sen-schnecke",
    "Stra-ßen-katze",
    "Schwert-hei-liger",
    "Me-ta-mor-phosis",
  ]) {
    assert.equal(seen(name.replaceAll("-", "")), name);
  }
  assert.equal(seen("Old Mountain"), "Old Mountain");
  assert.equal(seen("Alte Torwächter"), "Alte Tor-wächter");
  assert.equal(parted("Alte Torwächter", 20), "Alte Torwächter");
});

test("no part is a single letter at the beginning, or shorter than four at the end", () => {
  assert.equal(seen("Übertakter"), "Über-takter");
  assert.equal(seen("Aberration"), "Aber-ra-tion");
  assert.equal(seen("Schlange", 4), "Schlange");
});

test("a name with a long word is set smaller", () => {
  assert.equal(longWords("Old Mountain", 8), "");
  assert.equal(longWords("Double-Headed Viper", 6), "");
  assert.equal(longWords("Old Mountain", 7), " long-words");
});
