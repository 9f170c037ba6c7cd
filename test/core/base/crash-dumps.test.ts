/**
 * Tests that few crash dumps stay on the disk, only for a short time, and are listed newest first.
 */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CRASH_FOLDER, listCrashDumps, pruneCrashDumps } from "../../../core/base/crash-dumps.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 24);

/**
 * @param ages Ages of the dumps, days.
 * @returns The data folder.
 */
function withDumps(ages: readonly number[]): string {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, CRASH_FOLDER, "pending");
  mkdirSync(folder, { recursive: true });
  for (const [i, age] of ages.entries()) {
    for (const ending of ["dmp", "meta"]) {
      const file = join(folder, `dump-${i}.${ending}`);
      writeFileSync(file, "memory");
      utimesSync(file, new Date(NOW - age * DAY_MS), new Date(NOW - age * DAY_MS));
    }
  }
  writeFileSync(join(dataDir, CRASH_FOLDER, "settings.dat"), "");
  return dataDir;
}

it("pruning keeps the newest ten dumps of the last thirty days with their side files, and accepts a missing folder", () => {
  const dataDir = withDumps(Array.from({ length: 14 }, (_, i) => 13 - i));
  pruneCrashDumps(dataDir, NOW);
  expect(listCrashDumps(dataDir).map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, i) => `pending/dump-${13 - i}.dmp`),
  );
  expect(readdirSync(join(dataDir, CRASH_FOLDER, "pending"))).toHaveLength(20);
  expect(readdirSync(join(dataDir, CRASH_FOLDER))).toContain("settings.dat");
  const old = withDumps([1, 29, 31, 200]);
  pruneCrashDumps(old, NOW);
  expect(listCrashDumps(old)).toEqual([
    { name: "pending/dump-0.dmp", bytes: 6, atMs: NOW - DAY_MS },
    { name: "pending/dump-1.dmp", bytes: 6, atMs: NOW - 29 * DAY_MS },
  ]);
  expect(listCrashDumps(join(old, "nowhere"))).toEqual([]);
});
