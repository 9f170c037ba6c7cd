import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { arrangeLabel } from "../../../../core/labels/layout/arrange-label.ts";
import type { ArrangedLabel, LabelItem, TextItem } from "../../../../core/labels/layout/items.ts";
import { fieldTexts } from "../../../../core/labels/layout/label-fields.ts";
import { leastSize } from "../../../../core/labels/layout/part.ts";
import { layoutKey } from "../../../../core/labels/layout/layouts.ts";
import type { Dpi, LabelModel } from "../../../../core/labels/labels.schema.ts";
import type { FontID } from "../../../../core/labels/text/glyphs.ts";
import { dotsPerMm } from "../../../../core/labels/zpl.ts";
import { aLabel, anyLabel, FONTS, LAYOUTS, ODD_PAPERS, PAPERS } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";

/** Arranging is pure CPU; a loaded machine takes its time. */
const PATIENCE_MS = 600_000;
const RUNS = process.env["FULL"] === "1" ? 10_000 : 400;

type Ink = { readonly what: string; readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
type Bounds = readonly [number, number, number, number];

const known = new Map<string, Bounds | undefined>();

/** Of a glyph, ems; undefined without ink. */
function boundsOf(font: FontID, id: number): Bounds | undefined {
  const key = `${font} ${id}`;
  if (!known.has(key)) {
    const face = FONTS.face(font);
    const points = face.outline(id).flatMap(({ args }) => args.map((value) => value / face.unitsPerEm));
    const xs = points.filter((_, i) => i % 2 === 0);
    const ys = points.filter((_, i) => i % 2 === 1);
    known.set(key, xs.length === 0 ? undefined : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
  return known.get(key);
}

/** The ink that a text really leaves, from its glyphs' outlines. */
function inkOf(item: TextItem): Ink {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let tracked = 0;
  for (const run of item.line.runs) {
    for (const glyph of run.glyphs) {
      const bounds = boundsOf(run.font, glyph.id);
      if (bounds !== undefined) {
        left = Math.min(left, item.x + tracked + (glyph.x + bounds[0]) * item.size);
        right = Math.max(right, item.x + tracked + (glyph.x + bounds[2]) * item.size);
        top = Math.min(top, item.baseline - (glyph.y + bounds[3]) * item.size);
        bottom = Math.max(bottom, item.baseline - (glyph.y + bounds[1]) * item.size);
      }
      if (glyph.text !== "") tracked += item.tracking;
    }
  }
  return { what: `${item.field} "${item.line.text.slice(0, 40)}"`, left, top, right, bottom };
}

function inks(items: readonly LabelItem[]): Ink[] {
  return items.flatMap((item) => {
    if (item.kind === "mark") return [];
    if (item.kind === "text") return [inkOf(item)];
    return [{ what: item.kind, left: item.x, top: item.y, right: item.x + item.w, bottom: item.y + item.h }];
  });
}

/** Letters of one line may hang over each other; two things may not. */
function clashes(all: readonly Ink[]): string[] {
  const found: string[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      const overlap = Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
      if (overlap > 0.06) found.push(`${a.what} × ${b.what}: ${overlap.toFixed(2)} mm`);
    }
  });
  return found;
}

function outside(all: readonly Ink[], box: Omit<Ink, "what">): string[] {
  return all.filter((ink) => ink.left < box.left || ink.top < box.top || ink.right > box.right || ink.bottom > box.bottom).map((ink) => ink.what);
}

const EDGE_MM = 1;

function faultsOf({ items, widthMm, heightMm, dpi }: ArrangedLabel): string[] {
  const panels = items.filter((item) => item.kind === "panel");
  const texts = [...items, ...panels.flatMap((panel) => panel.texts)].filter((item) => item.kind === "text");
  return [
    ...clashes(inks(items)),
    ...panels.flatMap((panel) => clashes(panel.texts.map(inkOf))),
    ...outside(inks(items), { left: EDGE_MM, top: EDGE_MM, right: widthMm - EDGE_MM, bottom: heightMm - EDGE_MM }),
    ...panels.flatMap((panel) => outside(panel.texts.map(inkOf), { left: panel.x, top: panel.y, right: panel.x + panel.w, bottom: panel.y + panel.h })),
    ...texts.filter((item) => item.size < leastSize({ fonts: FONTS, dpi }, "bold", "") - 1e-9).map((item) => `${item.field} at ${item.size} mm`),
    ...items.flatMap((item) => (item.kind === "code128" ? symbolFaults(item, { widthMm, dpi }) : [])),
  ];
}

function symbolFaults(item: Extract<LabelItem, { kind: "code128" }>, { widthMm, dpi }: { readonly widthMm: number; readonly dpi: Dpi }): string[] {
  const module = item.moduleDots / dotsPerMm(dpi);
  const least = item.field === "barcode" ? Math.max(15, 0.15 * item.w) : 8;
  return [
    ...(module < 0.25 - 1e-6 ? [`a module of ${module} mm`] : []),
    ...(item.h < least - 1e-6 ? [`bars ${item.h} mm high, not ${least}`] : []),
    ...(Math.min(item.x, widthMm - item.x - item.w) < 10 * module - 1e-6 ? ["a quiet zone beyond the paper"] : []),
  ];
}

/** All of a field as it is on the label, without the places where lines end. */
function shown(label: ArrangedLabel, field: string): string {
  const texts = label.items.flatMap((item) => (item.kind === "panel" ? item.texts : item.kind === "text" ? [item] : []));
  return plain(texts.filter((item) => item.field === field).map((item) => item.line.text).join(""));
}

function plain(text: string): string {
  return text.replace(/\s/g, "");
}

const ALL_PAPERS = { ...PAPERS, ...ODD_PAPERS };

function arranged(model: LabelModel, paper: keyof typeof ALL_PAPERS, dpi: Dpi = 203): ArrangedLabel {
  const layout = LAYOUTS.get(layoutKey(model.layout));
  if (layout === undefined) throw new Error("no such layout");
  const [widthMm, heightMm] = ALL_PAPERS[paper];
  return arrangeLabel(model, layout, FONTS, { media: { widthMm, heightMm }, dpi });
}

const papers = Object.keys(PAPERS).filter((name): name is keyof typeof PAPERS => name in PAPERS);
const oddPapers = Object.keys(ODD_PAPERS).filter((name): name is keyof typeof ODD_PAPERS => name in ODD_PAPERS);
const NEVER_OMITTED = ["recipient.name", "recipient.address", "routing.large", "routing.small"] as const;

/** As the fonts can write it; routing words that were transliterated in capitals. */
function writtenAs(field: (typeof NEVER_OMITTED)[number], written: string): string {
  const { text, isTransliterated } = FONTS.writable(written);
  return isTransliterated && field.startsWith("routing.") ? text.toUpperCase() : text;
}

describe("arrangeLabel", { timeout: PATIENCE_MS }, () => {
  it(`lets nothing overlap, leave the paper, be cut or be too small to read, for ${RUNS} random labels over all layouts, papers and densities`, () => {
    let refused = 0;
    fc.assert(
      fc.property(anyLabel, fc.constantFrom(...papers, ...oddPapers), fc.constantFrom(203 as const, 300 as const, 600 as const), (model, paper, dpi) => {
        let label: ArrangedLabel;
        try {
          label = arranged(model, paper, dpi);
        } catch (error) {
          if (!(error instanceof AppError) || !["E1072", "E2057"].includes(error.code)) throw error;
          refused++;
          return;
        }
        expect(faultsOf(label)).toEqual([]);
        const texts = fieldTexts(model);
        for (const field of NEVER_OMITTED) expect(shown(label, field), field).toBe(plain(texts[field].map((text) => writtenAs(field, text)).join("")));
        expect(label.items.some((item) => item.kind === "code128" && item.field === "barcode")).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeLessThan(RUNS / 4);
  });

  it("would see an overlap: the same label laid over itself clashes", () => {
    const { items } = arranged(aLabel(), "100×150");
    expect(clashes([...inks(items), ...inks(items)]).length).toBeGreaterThan(10);
  });

  it("shows an ordinary Turkish label whole on every paper but the smallest two, in every layout", () => {
    for (const { name, version } of LAYOUTS.values()) {
      const omitted = papers.filter((paper) => paper !== "80×50" && paper !== "100×100").map((paper) => [paper, arranged(aLabel({ layout: { name, version } }), paper).omitted]);
      expect(omitted.filter(([, fields]) => fields?.length !== 0), name).toEqual([]);
    }
  });

  it("omits the least important fields first on small paper, and names them", () => {
    const rich = aLabel({ note: "Akşam 18:00'den sonra", reference: "R-1", pieces: { no: 2, of: 3 }, contents: Array.from({ length: 14 }, (_, i) => `${i + 1}× Ürün adı ${i + 1}`), cashOnDelivery: { amount: "1250.00", currency: "TL" } });
    const { omitted } = arranged(rich, "100×100");
    expect(omitted.length).toBeGreaterThan(0);
    expect(omitted).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(recipient\.(name|address)|routing\.(large|small)|cash\.amount|piece)$/)]));
  });

  it("names what the arrangement of small paper does not have as omitted, and nothing that this label does not say", () => {
    const { omitted } = arranged(aLabel(), "80×50");
    expect(omitted).toEqual(expect.arrayContaining(["madeOn", "orderNumber.bars", "items", "sender.address", "promised"]));
    expect(omitted).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(note|reference|logo|cash|return|appointment)/)]));
  });

  it("uses at least three quarters of each paper's height, in every layout", () => {
    for (const { name } of LAYOUTS.values()) {
      for (const paper of [...papers, ...oddPapers]) {
        const heightMm = ALL_PAPERS[paper][1];
        // A sum and an appointment have no room together on the smallest.
        for (const text of heightMm < 50 ? ["plain"] : ["plain", "rich"]) {
          const { items } = arranged(sheetLabels(name)[text] ?? aLabel(), paper);
          const all = inks(items);
          const used = (Math.max(...all.map(({ bottom }) => bottom)) - Math.min(...all.map(({ top }) => top))) / heightMm;
          expect(used, `${name} ${text} ${paper}`).toBeGreaterThan(0.75);
        }
      }
    }
  });

  it("leaves no gap of more than a sixth of the paper's height in an ordinary label", () => {
    for (const { name } of LAYOUTS.values()) {
      for (const paper of [...papers, ...oddPapers]) {
        const { items, heightMm } = arranged(sheetLabels(name)["plain"] ?? aLabel(), paper);
        let [reached, widest] = [0, 0];
        for (const { top, bottom } of inks(items.filter((item) => item.kind !== "rule")).toSorted((a, b) => a.top - b.top)) {
          widest = Math.max(widest, top - reached);
          reached = Math.max(reached, bottom);
        }
        expect(widest, `${name} ${paper}`).toBeLessThan(heightMm / 6);
      }
    }
  });

  it("has a 2-D code of the parcel's number in every layout on every paper from 70 × 70 mm", () => {
    for (const { name } of LAYOUTS.values()) {
      const without = [...papers, ...oddPapers].filter((paper) => ALL_PAPERS[paper][1] >= 70).filter((paper) => ["plain", "rich"].some((text) => !arranged(sheetLabels(name)[text] ?? aLabel(), paper).items.some((item) => item.kind === "matrix" && item.field === "barcode")));
      expect(without, name).toEqual([]);
    }
  });

  it("never omits the country of a recipient abroad", () => {
    for (const { name, version } of LAYOUTS.values()) {
      for (const paper of [...papers, ...oddPapers]) {
        const label = arranged(aLabel({ layout: { name, version }, recipient: { ...aLabel().recipient, district: "", city: "München", zip: "80331", countryCode: "DE" } }), paper);
        expect([shown(label, "routing.large"), shown(label, "routing.small")]).toEqual(["MÜNCHEN", "DE"]);
      }
    }
  });

  it("says on small paper what the sum and the date are", () => {
    const label = arranged(aLabel({ cashOnDelivery: { amount: "1250.00", currency: "TL" }, appointmentOn: "2026-11-25" }), "80×50");
    expect([shown(label, "cash.amount.caption"), shown(label, "appointment.caption")]).toEqual(["KAPIDAÖDEME", "RANDEVU"]);
  });

  it("writes an order number of 56 letters whole on every paper of label printers but the smallest", () => {
    const orderNumber = "ORDER-2026-11-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCD";
    for (const { name, version } of LAYOUTS.values()) {
      for (const paper of papers.filter((one) => one !== "80×50")) {
        const label = arranged(aLabel({ layout: { name, version }, orderNumber }), paper);
        expect([label.omitted.includes("orderNumber"), shown(label, "orderNumber").slice(0, orderNumber.length)], `${name} ${paper}`).toEqual([false, orderNumber]);
      }
    }
  });

  it("writes routing words in the capitals of their script, transliterated ones too", () => {
    const routed = (city: string, countryCode: string): string => shown(arranged(aLabel({ recipient: { ...aLabel().recipient, district: "", city, countryCode } }), "100×150"), "routing.large");
    expect([routed("Αθήνα", "GR"), routed("Θεσσαλονίκη", "TR"), routed("Dijon", "FR"), routed("Izmir", "TR"), routed("上海", "CN"), routed("ธนบุรี", "TH")]).toEqual(["ΑΘΗΝΑ", "ΘΕΣΣΑΛΟΝΙΚΗ", "DIJON", "IZMİR", "上海", expect.stringMatching(/^[A-Z]+$/)]);
  });

  it("does not name a field as omitted that stands in one of its two places", () => {
    const rich = aLabel({ note: "Akşam 18:00'den sonra", pieces: { no: 2, of: 3 }, cashOnDelivery: { amount: "1250.00", currency: "TL" } });
    const label = arranged(rich, "80×130");
    expect([label.omitted.includes("orderNumber.bars"), shown(label, "orderNumber"), label.omitted.includes("orderNumber")]).toEqual([true, "TY-884213997", false]);
  });

  it("writes how many more entries there are than have room, never a bare …", () => {
    const label = arranged(aLabel({ contents: Array.from({ length: 40 }, (_, i) => `${i + 1}× Ürün`) }), "100×150");
    const items = label.items.flatMap((item) => (item.kind === "text" && item.field === "items" ? [item.line.text] : []));
    expect(items.at(-1)).toMatch(/^\+\d+ kalem daha$/);
    expect(items.length - 1 + Number(/\d+/.exec(items.at(-1) ?? "")?.[0])).toBe(40);
  });

  it("shows the province of a central district as the large word", () => {
    const label = arranged(aLabel({ recipient: { ...aLabel().recipient, district: "Merkez", city: "Düzce" } }), "100×150");
    expect([shown(label, "routing.large"), shown(label, "routing.small")]).toEqual(["DÜZCE", "MERKEZ"]);
  });

  it("writes a Turkish phone number in groups", () => {
    const { items } = arranged(aLabel({ recipient: { ...aLabel().recipient, phone: "+905325554433" } }), "100×150");
    expect(items.flatMap((item) => (item.kind === "text" && item.field === "recipient.phone" ? [item.line.text] : []))).toEqual(["+90 532 555 44 33"]);
  });

  it("writes nothing smaller than 2.5 mm in white on black: heat closes thin white lines", () => {
    for (const { name } of LAYOUTS.values()) {
      for (const paper of papers) {
        for (const model of Object.values(sheetLabels(name))) {
          const small = arranged(model, paper).items.flatMap((item) => (item.kind === "panel" ? item.texts : [])).filter(({ size }) => size < 2.5);
          expect(small.map(({ field, size }) => `${name} ${paper} ${field} ${size}`)).toEqual([]);
        }
      }
    }
  });

  it("leaves out the digits of an order's barcode with it", () => {
    const label = arranged(sheetLabels("cash-on-delivery")["long"] ?? aLabel(), "80×130");
    expect([label.items.filter((item) => item.kind === "code128").length, label.items.filter((item) => item.kind === "text" && item.field === "orderNumber").length]).toEqual([1, 1]);
  });

  it("keeps entries with high letters within their list", () => {
    for (const paper of papers) expect(faultsOf(arranged(aLabel({ contents: ["Ẫ Ẫ", "a", "Ẫ", "a", "Ẫ"], reference: "R", note: "n" }), paper)), paper).toEqual([]);
  });

  it("does not break a number or a code that fits on one line when it is smaller", () => {
    for (const paper of ["80×130", "76×130"] as const) {
      const label = arranged(aLabel({ layout: { name: "compact", version: 1 }, routingCode: "34-ANADOLU" }), paper);
      const lines = (field: string): number => label.items.flatMap((item) => (item.kind === "panel" ? item.texts : item.kind === "text" ? [item] : [])).filter((item) => item.field === field).length;
      expect([paper, lines("orderNumber"), lines("routing.code")]).toEqual([paper, 1, 1]);
    }
  });

  it("masks phone numbers where that is set, but for the code and the last two digits", () => {
    const label = arranged(aLabel({ arePhonesMasked: true }), "100×150");
    expect(shown(label, "recipient.phone")).toBe("+90532*****33");
  });

  it("refuses with E2057 what does not fit though everything else is omitted, and with E1072 a barcode too long for the paper", () => {
    const long = { ...aLabel().recipient, name: "Büyükkarahisarlıoğlu ".repeat(14), lines: ["Gümüşsuyu Mahallesi ".repeat(25), "Kat ".repeat(125)] };
    expect(() => arranged(aLabel({ recipient: long }), "80×50")).toThrow(expect.objectContaining({ code: "E2057" }));
    expect(() => arranged(aLabel({ barcode: "X".repeat(40) }), "80×50")).toThrow(expect.objectContaining({ code: "E1072" }));
    expect(arranged(aLabel({ recipient: long }), "100×150").omitted).not.toContain("recipient.address");
  });

  it("marks a test label with TEST and one of a sample agreement with SAMPLE, across the address, in every layout on every paper", () => {
    for (const mark of ["TEST", "SAMPLE"] as const) {
      for (const { name, version } of LAYOUTS.values()) {
        for (const paper of papers) {
          const { items } = arranged(aLabel({ mark, layout: { name, version } }), paper);
          const found = items.find((item) => item.kind === "mark");
          const recipient = items.find((item) => item.kind === "text" && item.field === "recipient.address");
          if (found === undefined || recipient?.kind !== "text") throw new Error(`${name} on ${paper} has no mark`);
          const ink = inkOf(found.text);
          expect([found.text.line.text, ink.top < recipient.baseline, ink.bottom > recipient.baseline - 6]).toEqual([mark, true, true]);
        }
      }
    }
  });
});
