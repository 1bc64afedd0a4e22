/** Every part of the words, in English: what a page loads with each screen and each game's table is here at once. */

import { readdir } from "node:fs/promises";
import { learnt } from "../../src/words.js";

const parts = (await readdir(new URL("../../words/en/", import.meta.url))).map((name) => name.replace(/\.js$/, ""));
await learnt(/** @type {import("../../src/words.js").Part[]} */ (parts));
