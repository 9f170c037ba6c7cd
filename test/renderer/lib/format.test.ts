import { describe, expect, it } from "vitest";
import {
  arrivalWords,
  durationWords,
  instantWords,
  measureWords,
  moneyWords,
  placeWords,
} from "../../../renderer/lib/format.ts";

const DAY_NS = 86_400_000_000_000;

describe("money", () => {
  it("money is 1.234,50 TL in Turkish and 1,234.50 TL in English", () => {
    expect(moneyWords("1234.50", "TL", "tr")).toBe("1.234,50 TL");
    expect(moneyWords("1234.50", "TL", "en")).toBe("1,234.50 TL");
  });

  it("money keeps both decimals and the sign", () => {
    expect(moneyWords("0.00", "TL", "tr")).toBe("0,00 TL");
    expect(moneyWords("-0.05", "TL", "tr")).toBe("−0,05 TL");
    expect(moneyWords("999999999999.99", "TL", "tr")).toBe("999.999.999.999,99 TL");
  });

  it("any other text stays unchanged before the currency", () => {
    expect(moneyWords("soon", "TL", "tr")).toBe("soon TL");
  });
});

describe("measures", () => {
  it("a measure has the comma in Turkish and the requested decimals", () => {
    expect(measureWords("2.5", "tr", 2)).toBe("2,50");
    expect(measureWords("2.5", "en", 2)).toBe("2.50");
    expect(measureWords("30.0", "tr")).toBe("30");
    expect(measureWords("5.208", "tr", 0, 2)).toBe("5,21");
  });
});

describe("dates", () => {
  it("a date is 21.11.2026 14:05 in Turkish and 21/11/2026 14:05 in English", () => {
    expect(instantWords("2026-11-21T11:05:00.000Z", "tr")).toBe("21.11.2026 14:05");
    expect(instantWords("2026-11-21T11:05:00.000Z", "en")).toBe("21/11/2026 14:05");
  });
});

describe("the day of arrival", () => {
  const SUNDAY_NOON = Date.parse("2026-11-22T09:00:00Z");

  it("from the day after tomorrow on, the day is written with its weekday", () => {
    expect(arrivalWords(4 * DAY_NS, "en", SUNDAY_NOON)).toBe("Thu 26 Nov");
    expect(arrivalWords(4 * DAY_NS, "tr", SUNDAY_NOON)).toBe("26 Kasım Perşembe");
    expect(arrivalWords(2 * DAY_NS, "en", SUNDAY_NOON)).toBe("Tue 24 Nov");
  });

  it("today and tomorrow are words", () => {
    expect(arrivalWords(DAY_NS / 4, "en", SUNDAY_NOON)).toBe("today");
    expect(arrivalWords(DAY_NS / 4, "tr", SUNDAY_NOON)).toBe("bugün");
    expect(arrivalWords(1.2 * DAY_NS, "en", SUNDAY_NOON)).toBe("tomorrow");
    expect(arrivalWords(1.2 * DAY_NS, "tr", SUNDAY_NOON)).toBe("yarın");
  });

  it("a day starts at midnight in Turkish time", () => {
    expect(arrivalWords(DAY_NS / 24, "en", Date.parse("2026-11-22T19:59:00Z"))).toBe("today");
    expect(arrivalWords(DAY_NS / 24, "en", Date.parse("2026-11-22T20:00:00Z"))).toBe("tomorrow");
    expect(arrivalWords(2 * DAY_NS, "en", Date.parse("2026-12-30T22:00:00Z"))).toBe("Sat 2 Jan");
  });

  it("without a promise the day is empty", () => {
    expect(arrivalWords(0, "en", SUNDAY_NOON)).toBe("");
  });
});

it("places are written in capitals by Turkish rules", () => {
  expect(placeWords("Şahinbey")).toBe("ŞAHİNBEY");
  expect(placeWords("Kadıköy")).toBe("KADIKÖY");
});

describe("durations", () => {
  it("a duration is rounded, in the largest unit that gives at least two", () => {
    expect(
      [400, 1_400, 119_000, 120_000, 3 * 3_600_000, 49 * 3_600_000].map((ms) =>
        durationWords(ms, "en"),
      ),
    ).toEqual(["0 seconds", "1 second", "119 seconds", "2 minutes", "3 hours", "2 days"]);
    expect(durationWords(95_000, "tr")).toBe("95 saniye");
  });
});
