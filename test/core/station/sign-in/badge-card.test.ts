/** Numbers of badges, and their cards. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  badgeNumberOf,
  isBadgeNumber,
  isMisreadBadge,
} from "../../../../core/base/badge-number.ts";
import { readPdfCodes } from "../../../helpers/read-pdf.ts";
import { station } from "../../../helpers/station.ts";
import { someOf } from "../../../helpers/some-of.ts";

it.each(someOf(["tr", "en"] as const, 2))(
  "the card in %s has the number as a readable barcode",
  async (language) => {
    const s = await station();
    const number = badgeNumberOf(randomBytes(16));
    const { file } = await s.core.request({
      method: "POST",
      path: "/station/badges/card",
      body: { number, name: "Çağla Şimşekoğlu", language },
    });
    expect(await readPdfCodes(file?.bytes ?? new Uint8Array())).toEqual([number]);
  },
);

it("a number has 42 digits, and a wrong digit or two digits in the wrong order make it no badge", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.nat(41),
      fc.integer({ min: 1, max: 9 }),
      (random, at, add) => {
        const number = badgeNumberOf(random);
        expect(number).toMatch(/^8\d{41}$/);
        expect(isBadgeNumber(number)).toBe(true);
        const digits = [...number];
        digits[at] = String((Number(digits[at]) + add) % 10);
        expect(isBadgeNumber(digits.join(""))).toBe(false);
        expect(isMisreadBadge(number.slice(0, 20) + number.slice(21))).toBe(true);
        expect(isMisreadBadge(number)).toBe(false);
        const [first = "", second = ""] = number.slice(at, at + 2);
        if (second === "" || first === second) return;
        const swapped = number.slice(0, at) + second + first + number.slice(at + 2);
        expect(isBadgeNumber(swapped)).toBe(false);
      },
    ),
  );
});

it("a badge without its first or last digits, or scanned twice in one line, is a misread badge", () => {
  const number = badgeNumberOf(randomBytes(16));
  const misread = [
    number.slice(1),
    number.slice(4),
    number.slice(0, -1),
    number.slice(0, -4),
    `0${number}`,
    number + number,
  ];
  expect(misread.map((code) => [isBadgeNumber(code), isMisreadBadge(code)])).toEqual(
    misread.map(() => [false, true]),
  );
});

it.each(["", "10482", "8690000000012", "KP1000000001", "8".repeat(34), "8".repeat(42)])(
  "%j is not the number of a badge",
  (code) => {
    expect(isBadgeNumber(code)).toBe(false);
    expect(isMisreadBadge(code)).toBe(code.length === 42);
  },
);
