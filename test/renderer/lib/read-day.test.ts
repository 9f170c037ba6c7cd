import { expect, it } from "vitest";
import { dayWords } from "../../../renderer/lib/format.ts";
import { readDay } from "../../../renderer/lib/read-day.ts";

it("a day is read as the screen writes it in both languages, and as files do", () => {
  for (const language of ["en", "tr"] as const)
    expect(readDay(dayWords("2026-11-04", language))).toBe("2026-11-04");
  expect([" 4.11.2026 ", "04-11-2026", "2026-11-04"].map(readDay)).toEqual([
    "2026-11-04",
    "2026-11-04",
    "2026-11-04",
  ]);
});

it("text that is not a full date and days that do not exist are refused", () => {
  expect(["", "dün", "31.02.2026", "2026-13-01", "1.1.26", "00.01.2026"].map(readDay)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
