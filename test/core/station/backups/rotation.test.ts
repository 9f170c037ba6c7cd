/** Rotation of backups over time. */
import { describe, expect, it } from "vitest";
import { backupName, markOf } from "../../../../core/station/backups/manifest.ts";
import { expiredBackups } from "../../../../core/station/backups/rotation.ts";

const STATION = "01890000-0000-7000-8000-000000000001";
const nights = (many: number): string[] =>
  Array.from({ length: many }, (_, i) =>
    backupName(new Date(Date.UTC(2026, 10, 21, 2, 30) - i * 86_400_000).toISOString(), STATION),
  );
const KEEP = { daily: 7, weekly: 4, monthly: 12 };

describe("the backups of a station", () => {
  it("the newest backup of each of 7 days, 4 weeks and 12 months is kept", () => {
    const all = nights(400);
    const gone = expiredBackups(all, markOf(STATION), KEEP);
    const kept = all.filter((name) => !gone.includes(name)).map((name) => name.slice(10, 18));
    expect(kept).toEqual([
      "20261121",
      "20261120",
      "20261119",
      "20261118",
      "20261117",
      "20261116",
      "20261115",
      "20261108",
      "20261101",
      "20261031",
      "20260930",
      "20260831",
      "20260731",
      "20260630",
      "20260531",
      "20260430",
      "20260331",
      "20260228",
      "20260131",
      "20251231",
    ]);
  });

  it("twenty backups are kept when every night one backup is made and expired backups are deleted", () => {
    let kept: string[] = [];
    for (const name of nights(400).reverse()) {
      kept.push(name);
      const gone = expiredBackups(kept, markOf(STATION), KEEP);
      kept = kept.filter((one) => !gone.includes(one));
    }
    expect(kept.length).toBe(20);
  });

  it("the newest backup is always kept, and backups of other stations and other files are ignored", () => {
    const other = backupName("2020-01-01T00:00:00.000Z", "another");
    const [newest = ""] = nights(1);
    expect(
      expiredBackups([other, "notes.txt", newest, `${other}.part`], markOf(STATION), {
        daily: 1,
        weekly: 0,
        monthly: 0,
      }),
    ).toEqual([]);
    expect(
      expiredBackups([...nights(3), other], markOf(STATION), { daily: 1, weekly: 0, monthly: 0 }),
    ).toEqual(nights(3).slice(1));
  });
});
