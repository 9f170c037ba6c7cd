import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
import { newId } from "../../../core/base/ids.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import type { Integrity } from "../../../core/station/station.schema.ts";
import { station, temporaryFolder } from "../../helpers/station.ts";

const folder = temporaryFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites the first page of a table or index, as a failing disk does. */
function damage(name: string): void {
  const path = join(folder, "packbench.db");
  const db = new BetterSqlite3(path, { readonly: true });
  const page = Number(
    db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(name),
  );
  const bytes = Number(db.pragma("page_size", { simple: true }));
  db.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, (page - 1) * bytes);
  closeSync(file);
}

it("the integrity check finds a damaged ledger index, and opening a database with a damaged outbox reports the damage and that nothing was changed", async () => {
  await (await station({ dataDir: folder })).stop();
  damage("ledger_by_chain");
  const s = await station({ dataDir: folder });
  const { status, data } = await s.desk<Integrity>("GET", "/station/integrity");
  expect({ status, isWhole: data.isWhole, database: data.database.join() }).toEqual({
    status: 200,
    isWhole: false,
    database: expect.stringMatching(/malformed|btreeInitPage|index ledger_by_chain/),
  });
  await s.stop();
  damage("outbox");
  expect(() => openDatabase(join(folder, "packbench.db"), newId)).toThrow(
    /^The file \S+packbench\.db is damaged, or is not a Packbench database\. .*Nothing was changed\.$/,
  );
});
