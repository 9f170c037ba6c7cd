/** The window over a data folder of an earlier version, while its database is brought up to date. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { _electron, expect, test } from "@playwright/test";
import BetterSqlite3 from "better-sqlite3";
import { lockFolder } from "../../core/db/lock.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { endWindow, picturePath } from "../helpers/window.ts";

/** As migrate.ts marks a file. */
const MARK = 0x5043_0000;
const MIGRATIONS = join(ROOT, "core", "db", "migrations");

test("while the data of an earlier version is brought up to date, the window names the step, and opens when it is done", async () => {
  const dataDir = temporaryFolder();
  const all = readdirSync(MIGRATIONS).sort();
  const earlier = all.slice(0, -1);
  // As the station before left it: its lock is known, and is not looked for in the database.
  lockFolder(dataDir, { pid: process.pid, program: "the station before", since: new Date().toISOString() })();
  const { dev, ino } = statSync(join(dataDir, "lock.db"), { bigint: true });
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  db.pragma("journal_mode = WAL");
  for (const name of earlier) db.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
  db.pragma(`user_version = ${earlier.length}`);
  db.pragma(`application_id = ${MARK + 16}`);
  db.prepare("INSERT INTO station_meta (key, value) VALUES ('lock_file', ?)").run(`${dev}:${ino}`);
  // A step that takes a while: another connection holds the write lock for less than the station waits for it.
  db.exec("BEGIN IMMEDIATE");
  const app = await _electron.launch({
    args: [ROOT, "--no-sandbox", "--disable-gpu", "--log-level=3", "--data", dataDir, "--port", "0", "--unattended"],
    cwd: ROOT,
    env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en" } as Record<string, string>,
  });
  try {
    const page = await app.firstWindow();
    await expect(page.getByTestId("opening")).toContainText(`step ${all.length} of ${all.length}`);
    await page.screenshot({ path: picturePath("upgrading") });
    db.exec("ROLLBACK");
    await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
    await expect(page.getByTestId("opening")).toHaveCount(0);
  } finally {
    db.close();
    await endWindow(app, dataDir);
  }
});
