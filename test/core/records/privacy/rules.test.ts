/** The rules in force and their record for a restore agree, also after a refused change. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readNotes } from "../../../../core/records/privacy/erasure-notes.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";
import { station, type Station } from "../../../helpers/station.ts";

const setDays = async (s: Station, personalDataDays: number): Promise<number> =>
  (await s.desk("PATCH", "/station/privacy", { personalDataDays })).status;
const days = async (s: Station): Promise<number> =>
  (await s.desk<{ personalDataDays: number }>("GET", "/station/privacy")).data.personalDataDays;

it("rules that cannot be recorded for a restore are refused and not in force", async () => {
  const s = await station();
  mkdirSync(join(s.dataDir, "erasures.jsonl"));
  expect(await setDays(s, 60)).not.toBe(200);
  expect(await days(s)).toBe(0);
});

it.skipIf(whyNoDisk() !== undefined)(
  "rules that a full disk refuses (E2036) are neither in force nor recorded for a restore",
  async () => {
    const disk = smallDisk(32);
    const s = await station({ dataDir: disk.folder });
    expect(await setDays(s, 30)).toBe(200);
    disk.fill();
    let tried = 31;
    while (tried < 2_000 && (await setDays(s, tried)) === 200) tried += 1;
    expect(tried).toBeLessThan(2_000);
    expect(await days(s)).toBe(tried - 1);
    expect(readNotes(s.core.deps).at(-1)?.rules?.personalDataDays).toBe(tried - 1);
  },
);
