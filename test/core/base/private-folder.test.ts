import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makePrivate } from "../../../core/base/private-folder.ts";
import { ROOT, temporaryFolder } from "../../helpers/folders.ts";
import { openToOthers } from "../../helpers/modes.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Starts and stops the headless station under the usual umask.
 * @returns Paths in the folder that were open to other users while the station ran.
 */
async function serveOnce(dataDir: string): Promise<string[]> {
  const node = [
    process.execPath,
    join(ROOT, "core/serve.ts"),
    "--data",
    dataDir,
    "--port",
    "0",
    "--json",
    "--demo",
  ];
  const child = spawn("/bin/sh", ["-c", 'umask 022; exec "$@"', "sh", ...node], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const open = openToOthers(dataDir);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return open;
}

describe("the data folder of a headless station", () => {
  it("the folder and every file in it are accessible only to its user from the first start", async () => {
    expect(await serveOnce(join(folder, "data"))).toEqual([]);
    expect(openToOthers(join(folder, "data"))).toEqual([]);
  });

  it(
    "a folder that an earlier version left open to others is closed at the next start",
    { tags: "all" },
    async () => {
      await serveOnce(folder);
      mkdirSync(join(folder, "logs"));
      mkdirSync(join(folder, "window", "Cache"), { recursive: true });
      for (const name of [
        "packbench.db-wal",
        "packbench.db-shm",
        "secrets.key",
        "logs/packbench.log",
        "logs/packbench.1.log",
        "window/window.json",
        "window/Cache/data_0",
      ])
        writeFileSync(join(folder, name), "");
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
      chmodSync(folder, 0o755);
      rmSync(join(folder, "secrets.key"));
      expect(await serveOnce(folder)).toEqual([]);
    },
  );
});

describe("making a folder private", () => {
  it("links out of the folder and files that are not the station's keep their permissions", () => {
    const outside = temporaryFolder();
    const data = join(folder, "data");
    mkdirSync(data);
    writeFileSync(join(outside, "a.txt"), "");
    chmodSync(join(outside, "a.txt"), 0o644);
    chmodSync(outside, 0o755);
    symlinkSync(join(outside, "a.txt"), join(data, "packbench.db"));
    symlinkSync(outside, join(data, "logs"));
    mkdirSync(join(data, "window"));
    symlinkSync(outside, join(data, "window", "Cache"));
    writeFileSync(join(data, "holiday.sh"), "");
    chmodSync(join(data, "holiday.sh"), 0o755);
    makePrivate(data);
    expect([
      modeOf(outside),
      modeOf(join(outside, "a.txt")),
      modeOf(join(data, "holiday.sh")),
      modeOf(data),
    ]).toEqual([0o755, 0o644, 0o755, 0o700]);
    rmSync(outside, { recursive: true });
  });

  it("a folder that all users share, such as /tmp, stays open", () => {
    chmodSync(folder, 0o1777);
    writeFileSync(join(folder, "station.json"), "{}");
    chmodSync(join(folder, "station.json"), 0o644);
    makePrivate(folder);
    expect([modeOf(folder), modeOf(join(folder, "station.json"))]).toEqual([0o1777, 0o600]);
  });

  it("a missing folder is ignored", () => {
    expect(() => makePrivate(join(folder, "none"))).not.toThrow();
  });
});
