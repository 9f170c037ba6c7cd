import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import type { ArrangedLabel } from "../../../../core/labels/layout/items.ts";
import { fieldTexts } from "../../../../core/labels/layout/label-fields.ts";
import { aLabel, anyLabel, FONTS, NEWEST, newestOf } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import {
  arranged,
  clashes,
  faultsOf,
  inkOf,
  inks,
  oddPapers,
  papers,
  plain,
  shown,
} from "./arranged.ts";

/** Arranging only uses the processor; a busy machine takes longer. */
const PATIENCE_MS = 600_000;
const SOME_RUNS = process.env["PACKBENCH_CASES"] === "some" ? 100 : 400;
const RUNS = process.env["FULL"] === "1" ? 10_000 : SOME_RUNS;

const NEVER_OMITTED = [
  "recipient.name",
  "recipient.address",
  "routing.large",
  "routing.small",
  "cash.amount",
  "cash.card",
  "payer.recipient",
] as const;

/** The text as the fonts can print it; transliterated routing words are upper case. */
function writtenAs(field: (typeof NEVER_OMITTED)[number], written: string): string {
  const { text, isTransliterated } = FONTS.writable(written);
  return isTransliterated && field.startsWith("routing.") ? text.toUpperCase() : text;
}

describe("arrangeLabel", { timeout: PATIENCE_MS }, () => {
  it(`in ${RUNS} random labels nothing overlaps, leaves the paper, is cut off or is too small, in any layout, paper and density`, () => {
    let refused = 0;
    fc.assert(
      fc.property(
        anyLabel,
        fc.constantFrom(...papers, ...oddPapers),
        fc.constantFrom(203 as const, 300 as const, 600 as const),
        (model, paper, dpi) => {
          let label: ArrangedLabel;
          try {
            label = arranged(model, paper, dpi);
          } catch (error) {
            if (!(error instanceof AppError) || !["E1072", "E2057"].includes(error.code))
              throw error;
            refused++;
            return;
          }
          expect(faultsOf(label)).toEqual([]);
          const texts = fieldTexts(model);
          for (const field of NEVER_OMITTED)
            expect(shown(label, field), field).toBe(
              plain(texts[field].map((text) => writtenAs(field, text)).join("")),
            );
          expect(
            label.items.some((item) => item.kind === "code128" && item.field === "barcode"),
          ).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
    expect(refused).toBeLessThan(RUNS / 4);
  });

  it("the measurement detects overlaps: a label on top of itself clashes", () => {
    const { items } = arranged(aLabel(), "100×150");
    expect(clashes([...inks(items), ...inks(items)]).length).toBeGreaterThan(10);
  });

  it("an ordinary Turkish label is whole on every paper except 80×50 and 100×100, in every layout", () => {
    for (const { name, version } of NEWEST) {
      const omitted = papers
        .filter((paper) => paper !== "80×50" && paper !== "100×100")
        .map((paper) => [paper, arranged(aLabel({ layout: { name, version } }), paper).omitted]);
      expect(
        omitted.filter(([, fields]) => fields?.length !== 0),
        name,
      ).toEqual([]);
    }
  });

  it("a full label on small paper names the fields that it omits, and keeps recipient, routing, sum and piece", () => {
    const rich = aLabel({
      note: "Akşam 18:00'den sonra",
      reference: "R-1",
      pieces: { no: 2, of: 3 },
      contents: Array.from({ length: 14 }, (_, i) => `${i + 1}× Ürün adı ${i + 1}`),
      cashOnDelivery: { amount: "1250.00", currency: "TL" },
    });
    const { omitted } = arranged(rich, "100×100");
    expect(omitted.length).toBeGreaterThan(0);
    expect(omitted).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^(recipient\.(name|address)|routing\.(large|small)|cash\.amount|piece)$/,
        ),
      ]),
    );
  });

  it("the sum and the date have captions on small paper", () => {
    const label = arranged(
      aLabel({
        cashOnDelivery: { amount: "1250.00", currency: "TL" },
        appointmentOn: "2026-11-25",
      }),
      "80×50",
    );
    expect([shown(label, "cash.amount.caption"), shown(label, "appointment.caption")]).toEqual([
      "KAPIDAÖDEME",
      "RANDEVU",
    ]);
  });

  it("routing words are in capitals of their script, including transliterated words", () => {
    const routed = (city: string, countryCode: string): string =>
      shown(
        arranged(
          aLabel({ recipient: { ...aLabel().recipient, district: "", city, countryCode } }),
          "100×150",
        ),
        "routing.large",
      );
    expect([
      routed("Αθήνα", "GR"),
      routed("Θεσσαλονίκη", "TR"),
      routed("Dijon", "FR"),
      routed("Izmir", "TR"),
      routed("上海", "CN"),
      routed("ธนบุรี", "TH"),
    ]).toEqual([
      "ΑΘΗΝΑ",
      "ΘΕΣΣΑΛΟΝΙΚΗ",
      "DIJON",
      "IZMİR",
      "上海",
      expect.stringMatching(/^[A-Z]+$/),
    ]);
  });

  it("a field is not named as omitted when one of its two occurrences is printed", () => {
    const rich = aLabel({
      note: "Akşam 18:00'den sonra",
      pieces: { no: 2, of: 3 },
      cashOnDelivery: { amount: "1250.00", currency: "TL" },
    });
    const label = arranged(rich, "76×130");
    expect([
      label.omitted.includes("orderNumber.bars"),
      shown(label, "orderNumber"),
      label.omitted.includes("orderNumber"),
    ]).toEqual([true, "TY-884213997", false]);
  });

  it("the number of entries that have no room is printed", () => {
    const label = arranged(
      aLabel({ contents: Array.from({ length: 40 }, (_, i) => `${i + 1}× Ürün`) }),
      "100×150",
    );
    const items = label.items.flatMap((item) =>
      item.kind === "text" && item.field === "items" ? [item.line.text] : [],
    );
    expect(items.at(-1)).toMatch(/^\+\d+ kalem daha$/);
    expect(items.length - 1 + Number(/\d+/.exec(items.at(-1) ?? "")?.[0])).toBe(40);
  });

  it("the large word for a central district is its province", () => {
    const label = arranged(
      aLabel({ recipient: { ...aLabel().recipient, district: "Merkez", city: "Düzce" } }),
      "100×150",
    );
    expect([shown(label, "routing.large"), shown(label, "routing.small")]).toEqual([
      "DÜZCE",
      "MERKEZ",
    ]);
  });

  it("a Turkish phone number is printed in groups", () => {
    const { items } = arranged(
      aLabel({ recipient: { ...aLabel().recipient, phone: "+905325554433" } }),
      "100×150",
    );
    expect(
      items.flatMap((item) =>
        item.kind === "text" && item.field === "recipient.phone" ? [item.line.text] : [],
      ),
    ).toEqual(["+90 532 555 44 33"]);
  });

  it("white text on black is at least 2.5 mm high, because heat closes thin white lines", () => {
    for (const { name } of NEWEST) {
      for (const paper of papers) {
        for (const model of Object.values(sheetLabels(name))) {
          const small = arranged(model, paper)
            .items.flatMap((item) => (item.kind === "panel" ? item.texts : []))
            .filter(({ size }) => size < 2.5);
          expect(small.map(({ field, size }) => `${name} ${paper} ${field} ${size}`)).toEqual([]);
        }
      }
    }
  });

  it("the digits of an order's barcode are omitted together with the barcode", () => {
    const label = arranged(sheetLabels("cash-on-delivery")["long"] ?? aLabel(), "80×130");
    expect([
      label.items.filter((item) => item.kind === "code128").length,
      shown(label, "orderNumber"),
    ]).toEqual([1, "TY-884213997-2026-0042"]);
  });

  it("entries with high letters stay within their list", () => {
    for (const paper of papers)
      expect(
        faultsOf(
          arranged(
            aLabel({ contents: ["Ẫ Ẫ", "a", "Ẫ", "a", "Ẫ"], reference: "R", note: "n" }),
            paper,
          ),
        ),
        paper,
      ).toEqual([]);
  });

  it("a number or code that fits on one line at a smaller size is not broken", () => {
    for (const paper of ["80×130", "76×130"] as const) {
      const label = arranged(
        aLabel({ layout: newestOf("compact"), routingCode: "34-ANADOLU" }),
        paper,
      );
      const lines = (field: string): number =>
        label.items
          .flatMap((item) =>
            item.kind === "panel" ? item.texts : item.kind === "text" ? [item] : [],
          )
          .filter((item) => item.field === field).length;
      expect([paper, lines("orderNumber"), lines("routing.code")]).toEqual([paper, 1, 1]);
    }
  });

  it("an order's barcode is named as omitted when the order's number has letters that no barcode has", () => {
    for (const paper of ["100×150", "80×50"] as const) {
      const label = arranged(aLabel({ orderNumber: "SİPARİŞ-1" }), paper);
      expect([
        paper,
        label.omitted.includes("orderNumber.bars"),
        shown(label, "orderNumber"),
      ]).toEqual([paper, true, "SİPARİŞ-1"]);
    }
  });

  it("the number of a piece among two hundred is on one line", () => {
    for (const { name, version } of NEWEST) {
      for (const paper of [...papers, ...oddPapers]) {
        const { items } = arranged(
          aLabel({ layout: { name, version }, pieces: { no: 120, of: 200 } }),
          paper,
        );
        expect(
          items.flatMap((item) =>
            item.kind === "text" && item.field === "piece" ? [item.line.text] : [],
          ),
          `${name} ${paper}`,
        ).toEqual(["120/200"]);
      }
    }
  });

  it("a recipient whose name, address or place has no printable letter is rejected", () => {
    const { recipient } = aLabel();
    const without = {
      name: { name: "💖" },
      address: { lines: ["🏠", "🏠"] },
      "district and city": { district: "", city: "🌍" },
    };
    for (const [what, change] of Object.entries(without))
      expect(() => arranged(aLabel({ recipient: { ...recipient, ...change } }), "100×150")).toThrow(
        `The recipient's ${what} has no letter that a label can print.`,
      );
    expect(
      shown(
        arranged(aLabel({ recipient: { ...recipient, name: "💖 Ayşe" } }), "100×150"),
        "recipient.name",
      ),
    ).toBe("Ayşe");
  });

  it("configured masking hides phone numbers except the code and the last two digits", () => {
    const label = arranged(aLabel({ arePhonesMasked: true }), "100×150");
    expect(shown(label, "recipient.phone")).toBe("+90532*****33");
  });

  it("a label that does not fit even without its optional fields is E2057, and a barcode too long for the paper is E1072", () => {
    const long = {
      ...aLabel().recipient,
      name: "Büyükkarahisarlıoğlu ".repeat(14),
      lines: ["Gümüşsuyu Mahallesi ".repeat(25), "Kat ".repeat(125)],
    };
    expect(() => arranged(aLabel({ recipient: long }), "80×50")).toThrow(
      expect.objectContaining({ code: "E2057" }),
    );
    expect(() => arranged(aLabel({ barcode: "X".repeat(40) }), "80×50")).toThrow(
      expect.objectContaining({ code: "E1072" }),
    );
    expect(arranged(aLabel({ recipient: long }), "100×150").omitted).not.toContain(
      "recipient.address",
    );
  });

  it("a test label is marked TEST and a label of a sample agreement SAMPLE, across the address, in every layout on every paper", () => {
    for (const mark of ["TEST", "SAMPLE"] as const) {
      for (const { name, version } of NEWEST) {
        for (const paper of papers) {
          const { items } = arranged(aLabel({ mark, layout: { name, version } }), paper);
          const found = items.find((item) => item.kind === "mark");
          const recipient = items.find(
            (item) => item.kind === "text" && item.field === "recipient.address",
          );
          if (found === undefined || recipient?.kind !== "text")
            throw new Error(`${name} on ${paper} has no mark`);
          const ink = inkOf(found.text);
          expect([
            found.text.line.text,
            ink.top < recipient.baseline,
            ink.bottom > recipient.baseline - 6,
          ]).toEqual([mark, true, true]);
        }
      }
    }
  });
});
