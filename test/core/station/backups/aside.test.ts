import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dropOldAside } from "../../../../core/station/backups/restore-journal.ts";
import { dropOldCopy } from "../../../../core/db/before-upgrade.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-21T09:00:00Z");

function aged(folder: string, name: string, days: number): string {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, "packbench.db"), "x");
  utimesSync(place, new Date(NOW - days * DAY_MS), new Date(NOW - days * DAY_MS));
  return place;
}

it("data replaced by a restore is deleted after 30 days, and the copy from before an update after 14", () => {
  const folder = temporaryFolder();
  const places = [
    aged(folder, "before-restore-a", 29),
    aged(folder, "before-restore-b", 31),
    aged(folder, "before-upgrade", 13),
  ];
  dropOldAside(folder, NOW);
  dropOldCopy(join(folder, "packbench.db"), NOW);
  expect(places.map((place) => existsSync(place))).toEqual([true, false, true]);
  dropOldCopy(join(folder, "packbench.db"), NOW + 2 * DAY_MS);
  expect(existsSync(places[2] ?? "")).toBe(false);
});

it("the replaced data and the copy are deleted earlier when personal data is kept for a shorter time", () => {
  const folder = temporaryFolder();
  const places = [
    aged(folder, "before-restore-a", 6),
    aged(folder, "before-restore-b", 8),
    aged(folder, "before-upgrade", 8),
  ];
  dropOldAside(folder, NOW, 7);
  dropOldCopy(join(folder, "packbench.db"), NOW, 7);
  expect(places.map((place) => existsSync(place))).toEqual([true, false, false]);
});
