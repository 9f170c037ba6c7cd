import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { temporaryFolder } from "../helpers/folders.ts";
import { openToOthers } from "../helpers/modes.ts";
import { openWindow } from "../helpers/window.ts";

test(
  "only the user can read the desktop's data folder, at the first start and again after it was open to others",
  { tag: "@all" },
  async () => {
    const parent = temporaryFolder();
    const dataDir = join(parent, "data");
    const umask = process.umask(0o022);
    try {
      const first = await openWindow({ dataDir });
      const atFirst = openToOthers(dataDir);
      await first.close();
      expect([atFirst, openToOthers(dataDir)]).toEqual([[], []]);

      mkdirSync(join(dataDir, "logs"), { recursive: true });
      for (const name of ["packbench.db-wal", "logs/packbench.1.log", "window/old.json"])
        writeFileSync(join(dataDir, name), "");
      for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isSymbolicLink())
          chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
      }
      chmodSync(dataDir, 0o755);
      const again = await openWindow({ dataDir });
      const atNext = openToOthers(dataDir);
      await again.close();
      expect([atNext, openToOthers(dataDir)]).toEqual([[], []]);
    } finally {
      process.umask(umask);
      rmSync(parent, { recursive: true, force: true });
    }
  },
);
