import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../helpers/open-database.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { headlessStations, type Started } from "../../helpers/headless.ts";
import { LAST_SCHEMA, makeNextRelease } from "../../helpers/next-release.ts";
import { call } from "../../helpers/station.ts";
import { someOf } from "../../helpers/some-of.ts";

let dataDir = "";
const stations = headlessStations();
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  stations.killAll();
  rmSync(dataDir, { recursive: true, force: true });
});
const start = (): Started => stations.start(dataDir, "--demo");
const refused = () => stations.refused(dataDir, "--demo");

describe("a data folder that a station has open", () => {
  it.each(someOf(["lock.db", "lock.json", "lock.db-journal"], 3))(
    "an open folder rejects any further station, even after %s was deleted",
    async (file) => {
      const first = start();
      expect(await first.begun()).toBe("serves");
      rmSync(join(dataDir, file), { force: true });
      for (let i = 0; i < 2; i += 1)
        expect(await refused()).toEqual({
          code: 1,
          stderr: expect.stringMatching(
            /^The data folder .* is in use by .*\. Close it, or start with another folder \(--data\)\.\n$/,
          ),
        });
      const { url, token } = JSON.parse(first.out()) as { url: string; token: string };
      expect((await call(url, token, { method: "GET", path: "/shipments" })).status).toBe(200);
      first.child.kill("SIGKILL");
      await once(first.child, "close");
      expect(await start().begun()).toBe("serves"); // The kernel has released the lock.
    },
  );

  it("a folder opens while another program reads the database", { tags: "all" }, async () => {
    const first = start();
    await first.begun();
    const reading = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
    reading.prepare("SELECT count(*) FROM shipments").get();
    first.child.kill("SIGKILL");
    await once(first.child, "close");
    expect(await start().begun()).toBe("serves");
    reading.close();
  });

  it("only one of several stations that start at once gets the folder", async () => {
    const all = Array.from({ length: 4 }, start);
    expect((await Promise.all(all.map((s) => s.begun()))).sort()).toEqual([
      "ended",
      "ended",
      "ended",
      "serves",
    ]);
  });
});

describe("a database of an earlier version", () => {
  it(
    "migrating logs a line per step, and creating a new database logs none",
    { tags: "all" },
    async () => {
      const next = headlessStations(makeNextRelease(LAST_SCHEMA + 1));
      openDatabase(join(dataDir, "packbench.db"), () => randomUUID()).close();
      /** Reads the output of a start and its stop after the process has ended. */
      const stepsOfStart = async (): Promise<(string | undefined)[]> => {
        const s = next.start(dataDir, "--demo");
        expect(await s.begun()).toBe("serves");
        s.child.kill("SIGTERM");
        await once(s.child, "close");
        return [...s.err().matchAll(/migrating the database: (step \d+ of \d+)/g)].map(
          (match) => match[1],
        );
      };
      expect(await stepsOfStart()).toEqual([`step ${LAST_SCHEMA + 1} of ${LAST_SCHEMA + 1}`]);
      expect(await stepsOfStart()).toEqual([]);
      rmSync(dataDir, { recursive: true });
      dataDir = temporaryFolder();
      expect(await stepsOfStart()).toEqual([]);
    },
  );
});

describe("a lost database", () => {
  const file = (): string => join(dataDir, "packbench.db");

  async function used(): Promise<void> {
    const s = start();
    expect(await s.begun()).toBe("serves");
    s.child.kill("SIGTERM");
    await once(s.child, "close");
  }

  it(
    "an empty database in a used folder is detected as lost, and is not changed",
    { tags: "all" },
    async () => {
      await used();
      writeFileSync(file(), "");
      expect(await refused()).toEqual({
        code: 1,
        stderr: `The database ${file()} is empty: what it held is lost. Put a copy of it back; if this folder never held anything, delete the file; then start again. Nothing was changed.\n`,
      });
      expect(readFileSync(file(), "utf8")).toBe("");
    },
  );

  it("an empty database is detected as lost in a folder that was never used", async () => {
    writeFileSync(file(), "");
    expect((await refused()).code).toBe(1);
  });

  it("a start without the database is rejected with a message when its journal exists", async () => {
    const s = start();
    await s.begun();
    s.child.kill("SIGKILL");
    await once(s.child, "close");
    rmSync(file());
    expect(await refused()).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The database .* is missing, though its journal is there\./),
    });
    expect(existsSync(file())).toBe(false);
  });

  it.each(["secrets.key", "secrets.sealed"])(
    "a start without the database is rejected with a message when %s exists",
    async (left) => {
      writeFileSync(join(dataDir, left), "x");
      expect(await refused()).toEqual({
        code: 1,
        stderr: `The database ${file()} is missing, though ${left} shows that this folder was used. Put the database back, start with another folder (--data), or move ${left} away to start with a new database. Nothing was changed.\n`,
      });
      expect(existsSync(file())).toBe(false);
    },
  );

  it.each([
    ["a text", () => writeFileSync(file(), "no database\n")],
    ["a file of zeros", () => writeFileSync(file(), Buffer.alloc(8192))],
    [
      "another program's database",
      () => new BetterSqlite3(file()).exec("CREATE TABLE notes (text TEXT)").close(),
    ],
  ])(
    "%s in the database's place is rejected with a message, and is not changed",
    async (_what, write) => {
      write();
      const before = readFileSync(file());
      expect(await refused()).toEqual({
        code: 1,
        stderr: `The file ${file()} is damaged, or is not a Packbench database. Put a good copy of it back, or start with another folder (--data). Nothing was changed.\n`,
      });
      expect(readFileSync(file()).equals(before)).toBe(true);
    },
  );
});
