/** Going back to the previous version: what the database allows, and what is never installed. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import { silentLog } from "../../core/base/log.ts";
import { MARK } from "../../core/db/format.ts";
import { copyBeforeUpgrade, markUpgradeUsed } from "../../core/db/before-upgrade.ts";
import { rollBack } from "../../electron/updates/roll-back.ts";
import { findKeptInstaller, keepInstaller } from "../../electron/updates/kept-installers.ts";
import { beginStart } from "../../electron/updates/starts.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/** Creates a folder whose database an update has upgraded from schema 40 to 41. */
async function updated({
  minReader,
  isUsed,
}: {
  readonly minReader: number;
  readonly isUsed: boolean;
}): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, "packbench.db");
  const raw = new BetterSqlite3(path);
  raw.pragma("journal_mode = WAL");
  raw.exec("CREATE TABLE rows (id INTEGER)");
  raw.pragma("user_version = 40");
  raw.pragma(`application_id = ${MARK + 30}`);
  copyBeforeUpgrade(raw, path, 40, false, silentLog);
  raw.pragma("user_version = 41");
  raw.pragma(`application_id = ${MARK + minReader}`);
  raw.close();
  if (isUsed) markUpgradeUsed(path);
  await keepInstaller(folder, { version: "1.0.0", kind: "appImage", schema: 40 }, async (to) =>
    writeFileSync(to, "the version 1.0.0"),
  );
  return folder;
}

async function back(folder: string, install: (file: string) => void = () => {}) {
  const installed: string[] = [];
  const starts = beginStart(folder, "2.0.0", silentLog);
  const failure = await rollBack({
    dataFolder: folder,
    version: "2.0.0",
    starts,
    log: silentLog,
    async install({ file }) {
      install(file);
      installed.push(readFileSync(file, "utf8"));
    },
  });
  return { reason: failure?.reason ?? null, installed };
}

it("the previous version, which cannot read the newer database, is installed if nothing was written since the update", async () => {
  expect(await back(await updated({ minReader: 41, isUsed: false }))).toEqual({
    reason: null,
    installed: ["the version 1.0.0"],
  });
});

it("the previous version is installed after later writes only if it can read the newer database", async () => {
  expect(await back(await updated({ minReader: 40, isUsed: true }))).toEqual({
    reason: null,
    installed: ["the version 1.0.0"],
  });
  expect(await back(await updated({ minReader: 41, isUsed: true }))).toEqual({
    reason: "dataIsNewer",
    installed: [],
  });
});

it("the previous version is installed for a folder without a database, but not for an invalid database file", async () => {
  const folder = temporaryFolder();
  await keepInstaller(folder, { version: "1.0.0", kind: "appImage", schema: 40 }, async (to) =>
    writeFileSync(to, "the version 1.0.0"),
  );
  expect((await back(folder)).reason).toBeNull();
  const broken = await updated({ minReader: 40, isUsed: true });
  writeFileSync(
    join(broken, "packbench.db"),
    "no database at all, but long enough to look like a file".repeat(100),
  );
  expect(await back(broken)).toEqual({ reason: "notInstalled", installed: [] });
});

it("a kept installer with another SHA-512 never runs", async () => {
  const folder = await updated({ minReader: 40, isUsed: true });
  writeFileSync(findKeptInstaller(folder)?.file ?? "", "something else");
  expect(await back(folder)).toEqual({ reason: "damaged", installed: [] });
});

it("the rollback happens once, and a replaced version that starts again stays", async () => {
  const folder = await updated({ minReader: 40, isUsed: true });
  expect((await back(folder)).reason).toBeNull();
  expect(await back(folder)).toEqual({ reason: "again", installed: [] });
});

it("an installer that the system refuses is reported, and not retried at each start", async () => {
  const folder = await updated({ minReader: 40, isUsed: true });
  const refuse = (): void => {
    throw new Error("EACCES");
  };
  expect((await back(folder, refuse)).reason).toBe("notInstalled");
  expect((await back(folder)).reason).toBe("again");
});

it("nothing is done without a kept installer of another version", async () => {
  expect((await back(temporaryFolder())).reason).toBe("none");
  const folder = temporaryFolder();
  mkdirSync(join(folder, "updates"));
  await keepInstaller(folder, { version: "2.0.0", kind: "appImage", schema: 40 }, async (to) =>
    writeFileSync(to, "this one"),
  );
  expect((await back(folder)).reason).toBe("none");
});
