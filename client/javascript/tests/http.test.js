import assert from "node:assert/strict";
import { test } from "node:test";
import { HttpRequests } from "../src/http.js";

const REFUSED = { status: 401, code: "not_signed_in", detail: "Only players with an account may come in." };

/** @param {string | null} token @param {string[]} asked */
function asking(token, asked) {
  const fetch = /** @type {typeof globalThis.fetch} */ (
    async (_, how) => {
      const signature = new Headers(how?.headers).get("Authorization") ?? "";
      asked.push(signature);
      const isMember = signature === "Bearer mine";
      return new Response(JSON.stringify(isMember ? ["tiny"] : REFUSED), { status: isMember ? 200 : 401 });
    }
  );
  return new HttpRequests("http://private", { fetch, token: () => token });
}

test("a private server is asked again with the token of the player", async () => {
  /** @type {string[]} */
  const asked = [];
  assert.deepEqual(await asking("mine", asked).get("/v1/games"), ["tiny"]);
  assert.deepEqual(asked, ["", "Bearer mine"]);
});

test("a private server is asked once by nobody, and once with a token that is refused", async () => {
  for (const [token, signed, expected] of /** @type {const} */ ([
    [null, false, [""]],
    ["theirs", true, ["Bearer theirs"]],
    ["theirs", false, ["", "Bearer theirs"]],
  ])) {
    /** @type {string[]} */
    const asked = [];
    await assert.rejects(asking(token, asked).get("/v1/games", { signed }), { code: "not_signed_in" });
    assert.deepEqual(asked, expected);
  }
});
