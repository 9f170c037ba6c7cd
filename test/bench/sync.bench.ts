/**
 * Measures how many row changes of another station are applied per second, on one core and into a
 * file, including folds, counters and balances.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../helpers/open-database.ts";
import { newId } from "../../core/base/ids.ts";
import { applyRemote } from "../../core/db/apply-remote.ts";
import { projectRows } from "../../core/sync/project-rows.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { looseStation } from "../helpers/loose-stations.ts";
import { measure } from "./measure.ts";
import { makePurchases } from "./sync-work.ts";

const PURCHASES = 3_000;
/** Transactions that are applied together, as a consumer applies all waiting transactions. */
const BATCH = 100;

const { deps, outbox } = looseStation();
makePurchases(deps, PURCHASES);
const commits = outbox(0).map((entry) => entry.stamped);
const rows = commits.reduce((sum, { changes }) => sum + changes.length, 0);

await measure([
  {
    row: "sync.apply",
    unit: "rows a second",
    goal: "≥ 10000",
    ours: async () => {
      const folder = folderOnDisk();
      const db = openDatabase(join(folder, "packbench.db"), newId);
      const receiver = {
        ...deps,
        db,
        now: () => new Date().toISOString() as ReturnType<typeof deps.now>,
      };
      const began = performance.now();
      for (let at = 0; at < commits.length; at += BATCH)
        applyRemote(receiver, commits.slice(at, at + BATCH), (applied) =>
          projectRows(receiver, applied),
        );
      const seconds = (performance.now() - began) / 1_000;
      db.close();
      rmSync(folder, { recursive: true, force: true });
      return rows / seconds;
    },
  },
]);
