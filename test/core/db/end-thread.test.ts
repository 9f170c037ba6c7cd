import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../core/db/database.ts";
import { newId } from "../../../core/base/ids.ts";
import { startReader } from "../../../core/db/reader.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

it("readers that are closed while their threads still begin end all the same, and take nothing along", async () => {
  const path = join(temporaryFolder(), "packbench.db");
  openDatabase(path, newId).close();
  // Each lasts as long as it takes to begin: where a thread was stopped from outside while it loaded SQLite, some of so many ended the process.
  const results = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const reader = startReader(path);
      const read = reader.all("SELECT 1 AS one", {}).catch((error: Error) => error.message);
      await new Promise((done) => setTimeout(done, i * 8));
      await reader.close();
      return read;
    }),
  );
  for (const result of results) expect(["the station is stopping", [{ one: 1 }]]).toContainEqual(result);
});
