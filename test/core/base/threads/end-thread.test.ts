import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../helpers/open-database.ts";
import { newId } from "../../../../core/base/ids.ts";
import { startReader } from "../../../../core/db/reader.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";

const ROUNDS = 12;
/** Threads start in parallel, so that each start takes some tenths of a second. */
const AT_ONCE = 6;

it(
  "closing readers while their threads start does not crash the process",
  { tags: "all" },
  async () => {
    const path = join(temporaryFolder(), "packbench.db");
    openDatabase(path, newId).close();
    const results: unknown[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const closed = Array.from({ length: AT_ONCE }, async (_, i) => {
        const reader = startReader(path);
        const read = reader.all("SELECT 1 AS one", {}).catch((error: Error) => error.message);
        await new Promise((done) => setTimeout(done, 40 + (((round * AT_ONCE + i) * 37) % 160)));
        await reader.close();
        results.push(await read);
      });
      await Promise.all(closed);
    }
    for (const result of results)
      expect(["the station is stopping", [{ one: 1 }]]).toContainEqual(result);
  },
);
