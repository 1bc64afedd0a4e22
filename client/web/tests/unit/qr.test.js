import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qr } from "../../src/ui/qr.js";

/** @param {string} text @param {number} [mask] */
const rows = (text, mask) => qr(text, mask).map((row) => row.map(Number).join(""));

test("the smallest code is, module for module, what other encoders draw", () => {
  assert.deepEqual(rows("A", 0), [
    "111111100111001111111",
    "100000101011101000001",
    "101110100010001011101",
    "101110100100001011101",
    "101110101100101011101",
    "100000100010101000001",
    "111111101010101111111",
    "000000000001100000000",
    "101010100011000010010",
    "100111000100001000110",
    "010000101110100010001",
    "101010000110001000100",
    "101001101010101010101",
    "000000001111010101010",
    "111111100001011101111",
    "100000100101110111000",
    "101110101101011101101",
    "101110100000001000110",
    "101110101100100010001",
    "100000100110001000110",
    "111111101000101010111",
  ]);
});

/** Codes of another encoder (python-qrcode 8), as digests: a text, its mask, its width, and SHA-256 of its rows. */
const VECTORS = /** @type {const} */ ([
  ["A", 1, 21, "b13656d3f3aedff53591fe62dc8bd489767bcb37e25d5cfe0aaa872da074f397"],
  ["A", 2, 21, "e7897faf8824acb36d155c54ee5e25e3d110ee7ca1fc20a6e3deeb11a69e474d"],
  ["A", 3, 21, "2092585037e9da5651bc5530c31a5a1faebf5717f680e96bd47ad1394a60eeed"],
  ["A", 4, 21, "8e0f600c0a22ae3792bd6e5c454180d869e1e59fdbde7e7df9f424522be4fc9c"],
  ["A", 5, 21, "508b70347f1972792a339038b36e62af7c31a4510de89fb462a2dfbdd7c2b61a"],
  ["A", 6, 21, "59df51b0ccc995ff3406e73594d976a6dd0420a6d1239d229f419a97d908c792"],
  ["A", 7, 21, "54c30e10497d65da89152deae4d50532720ec1b18f1a21c5da315856d76b7c55"],
  ["https://cards.example/join/RMXCTG", 3, 29, "1b6c0f45aaaac5e6f7095535c54453dbcef3919c680c5d348e463b41626d7333"],
  ["x".repeat(100), 3, 41, "4b072c2a5685090ea4c210f3dacb03210055e4365c2e3a90c76b570cbdafbea1"],
  ["y".repeat(200), 3, 57, "e899ce6f025080510f165591b80bec03391aa4d504c229ec31f99a1daa934395"],
  ["http://127.0.0.1:8913/join/BCDFGH", 3, 29, "cdfaba33aedf77ea2db3feabf675660119bbd7d395d02d0d1fdd4fd3650d4036"],
]);

test("every mask, and versions with more blocks, are what other encoders draw", () => {
  for (const [text, mask, width, digest] of VECTORS) {
    const drawn = rows(text, mask);
    assert.equal(drawn.length, width);
    assert.equal(createHash("sha256").update(drawn.join("")).digest("hex"), digest, `${text}, mask ${mask}`);
  }
});

test("without a mask the one is taken that reads best", () => {
  const masks = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => rows("https://cards.example/join/RMXCTG", mask).join());
  assert.ok(masks.includes(rows("https://cards.example/join/RMXCTG").join()));
});

test("a text that is too long for version 10 is refused", () => {
  assert.equal(qr("z".repeat(213)).length, 57);
  assert.throws(() => qr("z".repeat(214)), RangeError);
});
