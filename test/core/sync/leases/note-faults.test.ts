import { expect, it } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import { instant } from "../../../../core/base/units.ts";
import { createNoteFaults } from "../../../../core/sync/leases/note-faults.ts";

const HOUR_MS = 60 * 60_000;

it("a fault of the hub's records is shown for a day, also after twenty earlier faults that are a day old", () => {
  let nowMs = Date.parse("2026-11-21T09:00:00.000Z");
  const faults = createNoteFaults({
    now: () => instant(new Date(nowMs).toISOString()),
    log: silentLog,
  });
  const note = (key: string): void =>
    faults.note({ key, operation: "PUT", value: Buffer.from("garbage") });
  const shown = (): string[] => faults.list().map(({ key }) => key);
  const first = Array.from({ length: 20 }, (_, i) => `num.${i}`);
  for (const key of [...first, "num.20"]) note(key);
  expect(shown()).toEqual(first);
  nowMs += 25 * HOUR_MS;
  expect(shown()).toEqual([]);
  note("num.21");
  expect(shown()).toEqual(["num.21"]);
});
