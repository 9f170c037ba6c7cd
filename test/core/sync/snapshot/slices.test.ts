import fs, { readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ALL_TABLES } from "../../../../core/all-tables.ts";
import { inTransaction, insertRow } from "../../../../core/db/change.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { putSnapshot } from "../../../../core/sync/snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { listFor } from "../../../../core/sync/snapshot/snapshot.store.ts";
import { PROJECTIONS } from "../../../../core/sync/projections.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";

it("a projection whose condition has alternatives gets the rows of its slice only", () => {
  const { db } = looseStation().deps;
  db.raw.exec(`
    ATTACH ':memory:' AS snap;
    CREATE TABLE snap.shipments (id TEXT, has_conflict INTEGER, last_error_code TEXT);
    INSERT INTO snap.shipments VALUES ('a', 1, ''), ('b', 0, 'E2008'), ('c', 0, 'E2008');
  `);
  const of = PROJECTIONS.map(({ tables }) => tables["shipments"]).find((one) =>
    one?.where?.includes(" OR "),
  );
  if (of === undefined) throw new Error("no projection of shipments has alternatives");
  const scope = { own: "[]", before: 0, since: "" };
  const rows = listFor(db, "shipments", { after: 0, to: 2 }, { ...of, scope });
  expect(rows.map(({ id }) => id)).toEqual(["a", "b"]);
});

it("on a slow disk a snapshot is merged in as few transactions as on a fast one", async () => {
  const [rows, commitMs] = [2_000, 10];
  const folder = temporaryFolder();
  const [database, file] = [join(folder, "packbench.db"), join(folder, "snapshot.db")];
  const { deps: founder } = looseStation(0, [], database);
  inTransaction(founder, () => {
    for (let i = 0; i < rows; i += 1)
      insertRow(founder.db, "parcel_templates", {
        ...TEMPLATE_ROW,
        id: `t${String(i)}`,
        created_at: "t",
        updated_at: "t",
        name: `T${String(i)}`,
      });
  });
  makeSnapshot(
    { database, file, organizationID: "o", now: founder.now(), tables: ALL_TABLES },
    () => true,
  );
  founder.db.close();

  const { deps } = looseStation();
  const statement = deps.db.sql("COMMIT");
  const commit = statement.run.bind(statement);
  const commits = vi.spyOn(statement, "run").mockImplementation(() => {
    const until = performance.now() + commitMs;
    while (performance.now() < until);
    return commit();
  });
  await mergeSnapshot(deps, file);
  expect(deps.db.sql("SELECT count(*) AS n FROM parcel_templates").get()).toEqual({ n: rows });
  expect(commits.mock.calls.length).toBeLessThan(50);
});

it("the core does not wait until a snapshot's file of some gigabytes is deleted", async () => {
  const folder = temporaryFolder();
  const { deps } = looseStation(0, [], join(folder, "packbench.db"));
  const waits = vi.spyOn(fs, "rmSync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    waits.mockRestore();
    syncBuiltinESMExports();
    deps.db.close();
  });
  const js = new Proxy(
    {},
    {
      get() {
        throw new Error("the hub is gone");
      },
    },
  ) as never;
  await expect(putSnapshot({ deps, folder, session: { js } }, "o")).rejects.toThrow("hub");
  expect(readdirSync(join(folder, "snapshots.tmp"))).toEqual([]);
  // Other files of the process may be deleted meanwhile.
  expect(waits.mock.calls.filter(([path]) => String(path).startsWith(folder))).toEqual([]);
});
