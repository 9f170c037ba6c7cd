/** The window of the next release, while it upgrades this release's database. */
import { randomUUID } from "node:crypto";
import { cpSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { _electron, expect, test } from "@playwright/test";
import { openDatabase } from "../helpers/open-database.ts";
import { lockFolder, noteLock } from "../../core/db/lock.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { endWindow } from "../helpers/window.ts";

/** Creates a copy of this build with one more migration. */
function nextProgram(): { readonly root: string; readonly schema: number } {
  const root = temporaryFolder();
  cpSync(join(ROOT, "dist"), join(root, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(root, "package.json"));
  for (const name of ["node_modules", "resources"]) symlinkSync(join(ROOT, name), join(root, name));
  const migrations = join(root, "dist/electron/migrations");
  const schema = readdirSync(migrations).length + 1;
  const file = join(migrations, `${String(schema).padStart(4, "0")}-next.sql`);
  writeFileSync(
    file,
    `-- min_reader: ${schema}\nCREATE TABLE next (id TEXT PRIMARY KEY) STRICT;\n`,
  );
  return { root, schema };
}

test(
  "the window shows the step while an earlier version's data is upgraded, and opens when the upgrade is done",
  { tag: "@all" },
  async () => {
    const { root, schema } = nextProgram();
    const dataDir = temporaryFolder();
    // The database names the folder's lock file, so the station does not check whether another
    // process has the database open.
    lockFolder(dataDir, {
      pid: process.pid,
      program: "the station before",
      since: new Date().toISOString(),
    })();
    const db = openDatabase(join(dataDir, "packbench.db"), () => randomUUID());
    noteLock(db, dataDir);
    // A slow step: another connection holds the write lock, but not longer than the station waits
    // for it.
    db.raw.exec("BEGIN IMMEDIATE");
    const app = await _electron.launch({
      args: [
        root,
        "--no-sandbox",
        "--disable-gpu",
        "--log-level=3",
        "--data",
        dataDir,
        "--port",
        "0",
        "--unattended",
      ],
      cwd: ROOT,
      env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en" } as Record<string, string>,
    });
    try {
      const page = await app.firstWindow();
      await expect(page.getByTestId("opening")).toContainText(`step ${schema} of ${schema}`);
      db.raw.exec("ROLLBACK");
      await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
      await expect(page.getByTestId("opening")).toHaveCount(0);
    } finally {
      db.close();
      await endWindow(app, dataDir);
    }
  },
);
