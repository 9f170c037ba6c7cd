import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import {
  applyTextRules,
  carrierText,
  type TextRules,
} from "../../../../core/shipping/carriers/carrier-text.ts";
import {
  priceEnquiry,
  type Consignment,
  type Party,
} from "../../../../core/shipping/carriers/consignment.ts";
import { findTextRules, RULED_PROVIDERS } from "../../../carriers/text-rules.ts";

const ASCII: TextRules = { letters: "ascii", lengths: {} };
const TURKISH: TextRules = { letters: "turkish", lengths: {} };
const PLACE = { countryCode: "TR", cityCode: "34", districtID: 1 };

function aConsignment(recipient: Partial<Party>): Consignment {
  const plain = priceEnquiry({
    organizationID: "o",
    from: PLACE,
    to: PLACE,
    parcel: { lengthCm: 1, widthCm: 1, heightCm: 1, weightKg: 1 },
    at: "2026-11-21T09:00:00.000Z" as Instant,
  });
  return { ...plain, recipient: { ...plain.recipient, ...recipient } };
}

describe("the text that is sent to a carrier", () => {
  it.each<[string, TextRules, string, string]>([
    ["Turkish letters become plain letters", ASCII, "ÇĞİÖŞÜ çğıöşü âîû", "CGIOSU cgiosu aiu"],
    [
      "decomposed letters are the same letters",
      ASCII,
      "S\u0327u\u0308kru\u0308 I\u0307",
      "Sukru I",
    ],
    ["other scripts are transliterated", TURKISH, "Çağla 陳 Ξένια Ива́н", "Çağla Chen Xenia Ivan"],
    ["emoji and invisible characters are left out", ASCII, "A😀B\u202e👩‍👧C", "ABC"],
    ["line breaks and controls are spaces", TURKISH, " a\n\tb\u0000c ", "a b c"],
    [
      "a carrier that accepts any letter gets every letter unchanged",
      { letters: "any", lengths: {} },
      "陳 Ğ",
      "陳 Ğ",
    ],
    [
      "the carrier's own substitutes come first",
      { ...ASCII, replace: { "&": " ve ", Ğ: "Y" } },
      "A&Ğ",
      "A ve Y",
    ],
    [
      "capitals of Turkish text keep the dot",
      { ...TURKISH, isUpperCase: true },
      "istanbul ılık",
      "İSTANBUL ILIK",
    ],
    [
      "capitals of ASCII text have no dot",
      { ...ASCII, isUpperCase: true },
      "istanbul ılık",
      "ISTANBUL ILIK",
    ],
  ])("%s", (_fact, rules, from, to) => {
    expect(carrierText(from, rules)).toBe(to);
  });

  it.each<[number, string, string]>([
    [20, "Caferağa Mahallesi Moda Caddesi", "Caferağa Mahallesi"],
    [18, "Caferağa Mahallesi Moda Caddesi", "Caferağa Mahallesi"],
    [12, "Caferağa, Mahallesi", "Caferağa"],
    [10, "Abdurrahmangazioğulları", "Abdurrahma"],
    [30, "Moda", "Moda"],
  ])(
    "a text is cut to %i characters, at the end of a word if a word ends near the limit",
    (most, from, to) => {
      expect(carrierText(from, { letters: "turkish", lengths: { name: most } }, "name")).toBe(to);
    },
  );

  it("a text is never cut between a letter and its marks", () => {
    expect(carrierText("नि".repeat(5), { letters: "any", lengths: { name: 5 } }, "name")).toBe(
      "निनि",
    );
  });

  it("the two lines of an address share one limit", () => {
    const { consignment } = applyTextRules(
      aConsignment({ address1: "Moda Caddesi No: 5", address2: "Kat 3 Daire 7 arka bina" }),
      { letters: "turkish", lengths: { address: 30 } },
    );
    expect([consignment.recipient.address1, consignment.recipient.address2]).toEqual([
      "Moda Caddesi No: 5",
      "Kat 3 Daire",
    ]);
  });

  it("changes are listed, and an e-mail address that cannot be sent is omitted instead of changed", () => {
    const { changes } = applyTextRules(
      aConsignment({
        name: "Çağla",
        address1: "Moda",
        email: "ç@ornek.test",
        cityName: "İstanbul",
      }),
      ASCII,
    );
    expect(changes).toEqual([
      { field: "recipient.name", from: "Çağla", to: "Cagla" },
      { field: "recipient.cityName", from: "İstanbul", to: "Istanbul" },
      { field: "recipient.email", from: "ç@ornek.test", to: "" },
    ]);
    expect(applyTextRules(aConsignment({ name: "Ayse" }), ASCII).changes).toEqual([]);
  });

  it("texts have the letters and lengths of each carrier's rules, whatever was typed", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom("Şule Öğüt ".repeat(40), "شارع ".repeat(60), "陳".repeat(300)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...RULED_PROVIDERS), text, text, (code, name, address) => {
        const rules = findTextRules(code) ?? ASCII;
        const { recipient } = applyTextRules(
          aConsignment({
            name,
            address1: address,
            address2: name,
            cityName: name,
            districtName: address,
          }),
          rules,
        ).consignment;
        const letters = rules.letters === "ascii" ? /^[ -~]*$/ : /^[ -~ÇçĞğİıÖöŞşÜüÂâÎîÛû]*$/;
        const { lengths } = rules;
        for (const [value, most = Infinity] of [
          [recipient.name, lengths.name],
          [[recipient.address1, recipient.address2].join(" ").trim(), lengths.address],
          [recipient.cityName, lengths.cityName],
          [recipient.districtName, lengths.districtName],
        ] as const) {
          expect([letters.test(value), value.length <= most]).toEqual([true, true]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
