import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLogFile } from "../../core/base/log-file.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openToOthers } from "../helpers/modes.ts";
import { eventually } from "../helpers/station.ts";
import { NO_TINY_DISK, tinyDisk } from "../helpers/tiny-disk.ts";

let folder = "";
let umask = 0;
beforeEach(() => {
  folder = temporaryFolder();
  umask = process.umask(0o077);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the log's text, or an empty text while there is no file. */
function logText(of: string): string {
  const file = join(of, "logs", "packbench.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

describe("the log file", () => {
  it("a large log continues in a new file, the configured number of old files is kept, and only their user can read them", async () => {
    const log = openLogFile(join(folder, "logs"), { maxBytes: 1_000, keep: 2 });
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i} ${"x".repeat(80)}\n`);
    for (const line of lines) {
      log.write(line);
      await new Promise((done) => setTimeout(done, 1));
    }
    await log.close();
    const names = readdirSync(join(folder, "logs")).sort();
    expect([names, openToOthers(join(folder, "logs"))]).toEqual([
      ["packbench.1.log", "packbench.2.log", "packbench.log"],
      [],
    ]);
    const kept = ["packbench.2.log", "packbench.1.log", "packbench.log"]
      .map((name) => readFileSync(join(folder, "logs", name), "utf8"))
      .join("");
    expect(lines.join("").endsWith(kept)).toBe(true);
    expect(names.every((name) => statSync(join(folder, "logs", name)).size < 1_200)).toBe(true);
  });

  it("the log continues the file of an earlier start", async () => {
    for (const line of ["one\n", "two\n"]) {
      const log = openLogFile(join(folder, "logs"));
      log.write(line);
      await log.close();
    }
    expect(logText(folder)).toBe("one\ntwo\n");
  });

  it("logging throws nothing where no file can be created, for example where the parent folder is a file", async () => {
    const log = openLogFile(join(process.execPath, "logs"), { retryMs: 0 });
    for (let i = 0; i < 20; i += 1) {
      log.write("lost\n");
      await new Promise((done) => setTimeout(done, 1));
    }
    await log.close();
  });
});

describe.skipIf(NO_TINY_DISK !== undefined)("the log file on a disk that is full", () => {
  it("logging throws nothing, reports how many lines were lost, and continues when there is room", async () => {
    const disk = tinyDisk(1);
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on("uncaughtException", note);
    process.on("unhandledRejection", note);
    try {
      const log = openLogFile(join(disk.folder, "logs"), { retryMs: 20 });
      log.write("before\n");
      await eventually("the first line", () => logText(disk.folder) === "before\n");
      disk.fill();
      for (let i = 0; i < 40; i += 1) {
        log.write(`lost ${i} ${"x".repeat(8_000)}\n`);
        await new Promise((done) => setTimeout(done, 2));
      }
      disk.free();
      await eventually("a line is written again", () => {
        log.write("after\n");
        return logText(disk.folder).includes("after\n");
      });
      await log.close();
      expect(uncaught).toEqual([]);
      expect(logText(disk.folder)).toMatch(
        /"dropped":\d+,"msg":"lines before this one could not be written"/,
      );
    } finally {
      process.off("uncaughtException", note);
      process.off("unhandledRejection", note);
      disk.remove();
    }
  });
});
