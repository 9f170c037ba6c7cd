import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayNumberOf, turkishDay } from "../../../../core/base/turkish-day.ts";
import { instant, type Instant } from "../../../../core/base/units.ts";
import {
  hoursUntil,
  promisedDay,
  type PromiseInput,
} from "../../../../core/shipping/agreements/promised-day.ts";
import { loadCalendar, weekdayOf } from "../../../../core/shipping/geo/turkish-calendar.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const calendar = loadCalendar(RESOURCES);
const WEEKDAYS_ONLY = { cutOff: "17:00", onSaturdays: false, onSundays: false };

/** Converts a Turkish time to an instant: "2026-11-27 16:59". */
function at(turkishTime: string): Instant {
  return instant(new Date(`${turkishTime.replace(" ", "T")}+03:00`).toISOString());
}

function promised(turkishTime: string, days: number, rule: Partial<PromiseInput> = {}): string {
  return promisedDay(calendar, { ...WEEKDAYS_ONLY, ...rule, at: at(turkishTime), days });
}

describe("the promised day", () => {
  it("a parcel leaves on the same day until the cut-off, and on the next business day after it", () => {
    // 2026-11-24 is a Tuesday.
    expect(promised("2026-11-24 09:00", 1)).toBe("2026-11-25");
    expect(promised("2026-11-24 17:00", 1)).toBe("2026-11-25");
    expect(promised("2026-11-24 17:00:00.001", 1)).toBe("2026-11-26");
    expect(promised("2026-11-27 17:01", 1)).toBe("2026-12-01");
  });

  it("the day of the purchase is the day in Turkish time", () => {
    expect(promised("2026-11-24 23:59:59.999", 1)).toBe("2026-11-26");
    expect(promised("2026-11-25 00:00", 1)).toBe("2026-11-26");
    // 22:00 UTC on Monday is 01:00 on Tuesday in Türkiye.
    expect(
      promisedDay(calendar, {
        ...WEEKDAYS_ONLY,
        at: instant("2026-11-23T22:00:00.000Z"),
        days: 0,
      }),
    ).toBe("2026-11-24");
  });

  it("Saturdays and Sundays count only where the carrier works on these days", () => {
    // 2026-11-27 is a Friday.
    const days = [
      {},
      { onSaturdays: true },
      { onSundays: true },
      { onSaturdays: true, onSundays: true },
    ].map((rule) => promised("2026-11-27 10:00", 2, rule));
    expect(days).toEqual(["2026-12-01", "2026-11-30", "2026-11-30", "2026-11-29"]);
    expect(promised("2026-11-28 10:00", 1)).toBe("2026-12-01");
    expect(promised("2026-11-28 10:00", 1, { onSaturdays: true })).toBe("2026-11-30");
  });

  it("a holiday neither takes nor delivers parcels, also where weekends do", () => {
    // Kurban Bayramı 2026: half day on Tuesday 26 May, holidays until Saturday 30 May.
    expect(promised("2026-05-25 10:00", 1)).toBe("2026-06-01");
    expect(promised("2026-05-28 10:00", 1)).toBe("2026-06-02");
    const always = { onSaturdays: true, onSundays: true };
    expect(promised("2026-05-25 10:00", 1, always)).toBe("2026-05-31");
    expect(promised("2026-05-28 10:00", 0, always)).toBe("2026-05-31");
  });

  it("a half day takes parcels until noon, or until an earlier cut-off, and delivers nothing", () => {
    // 2026-10-28, a Wednesday, is a half day; 29 October is a holiday.
    expect(promised("2026-10-28 12:00", 1)).toBe("2026-10-30");
    expect(promised("2026-10-28 12:01", 1)).toBe("2026-11-02");
    expect(promised("2026-10-28 11:01", 1, { cutOff: "11:00" })).toBe("2026-11-02");
    expect(promised("2026-10-27 10:00", 1)).toBe("2026-10-30");
  });

  it("a delivery on the same day arrives on the day that the parcel leaves, or on the next delivery day", () => {
    expect(promised("2026-11-24 10:00", 0)).toBe("2026-11-24");
    expect(promised("2026-11-24 18:00", 0)).toBe("2026-11-25");
    expect(promised("2026-11-27 18:00", 0)).toBe("2026-11-30");
    expect(promised("2026-10-28 10:00", 0)).toBe("2026-10-30");
  });

  it("after the last known holiday each day from Monday to Friday counts", () => {
    expect(promised("2030-12-31 10:00", 1)).toBe("2031-01-01");
  });
});

describe("properties of the promised day", () => {
  const moment = fc
    .date({ min: new Date("2025-12-01"), max: new Date("2031-02-01"), noInvalidDate: true })
    .map((date) => instant(date.toISOString()));
  const rule = fc.record({
    cutOff: fc.constantFrom("00:00", "11:00", "17:00", "23:59"),
    onSaturdays: fc.boolean(),
    onSundays: fc.boolean(),
    days: fc.integer({ min: 0, max: 10 }),
  });

  it("it is never before the day of the purchase, nor on a day without deliveries", () => {
    fc.assert(
      fc.property(moment, rule, (bought, given) => {
        const day = promisedDay(calendar, { ...given, at: bought });
        expect(day >= turkishDay(bought)).toBe(true);
        const weekday = weekdayOf(dayNumberOf(day));
        expect(calendar.isHolidayNumber(dayNumberOf(day)) || calendar.isHalfDay(day)).toBe(false);
        expect(weekday === 6 && !given.onSaturdays).toBe(false);
        expect(weekday === 0 && !given.onSundays).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a later purchase, or more days, never gives an earlier day", () => {
    fc.assert(
      fc.property(moment, moment, rule, (one, other, given) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        const first = promisedDay(calendar, { ...given, at: earlier });
        expect(first <= promisedDay(calendar, { ...given, at: later })).toBe(true);
        const longer = promisedDay(calendar, { ...given, days: given.days + 1, at: earlier });
        expect(first <= longer).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("more days of work, or a later cut-off, never give a later day", () => {
    fc.assert(
      fc.property(moment, rule, (bought, given) => {
        const day = promisedDay(calendar, { ...given, at: bought });
        for (const better of [{ onSaturdays: true }, { onSundays: true }, { cutOff: "23:59" }])
          expect(promisedDay(calendar, { ...given, ...better, at: bought }) <= day).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

it("hours until the promised day are 24 for each day between, or the hours of a same-day delivery", () => {
  expect(hoursUntil("2026-11-25", at("2026-11-24 00:00"), 4)).toBe(24);
  expect(hoursUntil("2026-11-25", at("2026-11-24 23:59"), 4)).toBe(24);
  expect(hoursUntil("2026-12-01", at("2026-11-27 17:30"), 4)).toBe(96);
  expect(hoursUntil("2026-11-24", at("2026-11-24 10:00"), 4)).toBe(4);
});

it("a promised day is computed in less than 2 µs", { tags: "alone" }, () => {
  const input = { ...WEEKDAYS_ONLY, at: at("2026-11-27 18:00"), days: 3 };
  const run = (): number => {
    const startedAt = performance.now();
    for (let i = 0; i < 20_000; i += 1) promisedDay(calendar, input);
    return ((performance.now() - startedAt) * 1_000) / 20_000;
  };
  run();
  expect(Math.min(run(), run(), run())).toBeLessThan(2);
});
