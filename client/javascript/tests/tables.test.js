import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GoneError } from "../src/errors.js";
import { TableRequests } from "../src/tables.js";

const example = JSON.parse(
  readFileSync(new URL("../../../protocol/examples/v1/table_changed.json", import.meta.url), "utf8"),
);

test("the changes of a table end for a player who was kicked from one that is not public", async () => {
  for (const access of ["unlisted", "public"]) {
    const table = { ...example.table, access, stage: "gathering" };
    const tables = new TableRequests(
      () => assert.fail("nothing is asked for"),
      /** @type {any} */ ({ get: () => undefined }),
      () => undefined,
    );
    tables.receive({ ...example, table, gone: false, kicked: true });
    const changes = tables.changes(table.id);
    assert.equal((await changes.next()).value.id, table.id);
    const next = changes.next();
    if (access === "unlisted") {
      await assert.rejects(next, (error) => error instanceof GoneError && error.message.includes("kicked"));
      assert.deepEqual([...tables.resume()], []);
    } else {
      tables.receive({ ...example, table, gone: true });
      await assert.rejects(next, /closed/);
    }
  }
});
