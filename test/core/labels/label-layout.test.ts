import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUIET_MODULES, moduleWidth } from "../../../core/labels/code128.ts";
import { layoutLabel } from "../../../core/labels/label-layout.ts";
import type { LabelModel } from "../../../core/labels/labels.schema.ts";
import type { LayoutItem, TextItem } from "../../../core/labels/layout-items.ts";
import { aLabel, anyLabel, FONTS } from "./a-label.ts";

/** Rendering and layout are pure CPU; a loaded machine takes its time. */
const PATIENCE_MS = 120_000;
const RUNS = process.env["FULL"] === "1" ? 5_000 : 300;

type Ink = { readonly what: string; readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The ink a text really leaves, from its glyphs; hairline tolerance for the last bit of rounding. */
function inkOf(item: TextItem): Ink {
  const font = FONTS[item.face];
  let pen = item.x;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const character of item.text) {
    const { advance, bounds } = font.glyph(character.codePointAt(0) ?? 0);
    if (bounds.maxX > bounds.minX) {
      left = Math.min(left, pen + bounds.minX * item.size);
      right = Math.max(right, pen + bounds.maxX * item.size);
      top = Math.min(top, item.baseline - bounds.maxY * item.size);
      bottom = Math.max(bottom, item.baseline - bounds.minY * item.size);
    }
    pen += advance * item.size + item.tracking;
  }
  return { what: item.text, left, top, right, bottom };
}

function inks(items: readonly LayoutItem[]): Ink[] {
  return items.map((item) => (item.kind === "text" ? inkOf(item) : { what: item.kind, left: item.x, top: item.y, right: item.x + item.w, bottom: item.y + item.h }));
}

/** Frames are made of rules that share corners; a rule may touch a rule. */
function clashes(all: readonly Ink[]): string[] {
  const found: string[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      if (a.what === "rule" && b.what === "rule") continue;
      const overlap = Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
      if (overlap > 0.05) found.push(`${a.what} × ${b.what}: ${overlap.toFixed(2)} mm`);
    }
  });
  return found;
}

function outside(all: readonly Ink[], box: { left: number; top: number; right: number; bottom: number }): string[] {
  return all.filter((ink) => ink.left < box.left || ink.top < box.top || ink.right > box.right || ink.bottom > box.bottom).map((ink) => ink.what);
}

function faults(model: LabelModel): { clashes: string[]; outside: string[]; outsidePanel: string[] } {
  const { items } = layoutLabel(model, FONTS);
  const panels = items.filter((item) => item.kind === "panel");
  return {
    clashes: [...clashes(inks(items)), ...panels.flatMap((panel) => clashes(panel.texts.map(inkOf)))],
    outside: outside(inks(items), { left: 0, top: 0, right: model.widthMm, bottom: model.heightMm }),
    outsidePanel: panels.flatMap((panel) => outside(panel.texts.map(inkOf), { left: panel.x, top: panel.y, right: panel.x + panel.w, bottom: panel.y + panel.h })),
  };
}

const NONE = { clashes: [], outside: [], outsidePanel: [] };

describe("layoutLabel", { timeout: PATIENCE_MS }, () => {
  it(`lets nothing overlap and nothing leave the label, for ${RUNS} random labels`, () => {
    fc.assert(
      fc.property(anyLabel, (model) => {
        expect(faults(model)).toEqual(NONE);
      }),
      { numRuns: RUNS },
    );
  });

  it("would see an overlap: the same label laid over itself clashes", () => {
    const { items } = layoutLabel(aLabel(), FONTS);
    expect(clashes([...inks(items), ...inks(items)]).length).toBeGreaterThan(10);
  });

  it("keeps ten modules of paper each side of the symbol, at every density", () => {
    const model = aLabel();
    const symbol = layoutLabel(model, FONTS).items.find((item) => item.kind === "code128");
    if (symbol === undefined) throw new Error("no symbol");
    for (const dotsPerMm of [8, 12, 24, Infinity]) {
      const module = moduleWidth(symbol.symbol.modules, symbol.w, dotsPerMm);
      expect(symbol.w - symbol.symbol.modules * module).toBeGreaterThanOrEqual(2 * QUIET_MODULES * module);
    }
  });

  it("writes district and city in the largest letters, by Turkish capitals", () => {
    const texts = layoutLabel(aLabel({ recipient: { ...aLabel().recipient, district: "Eyüpsultan", city: "İzmir Diyarbakır" } }), FONTS).items.filter((item) => item.kind === "text");
    const bySize = texts.toSorted((a, b) => b.size - a.size).map((item) => item.text);
    expect(bySize.slice(0, 2)).toEqual(["EYÜPSULTAN", expect.stringMatching(/^(34710|İZMİR DİYARBAKIR)$/)]);
    expect(bySize.slice(0, 3)).toContain("İZMİR DİYARBAKIR");
  });

  it("wraps a long company name before it cuts it, and marks a cut with …", () => {
    const texts = (name: string): string[] =>
      layoutLabel(aLabel({ recipient: { ...aLabel().recipient, name } }), FONTS).items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
    const long = "Büyükkarahisarlıoğlu Gümüşsuyu İnşaat Sanayi ve Ticaret Anonim Şirketi İstanbul Şubesi";
    expect(texts(long).join(" ")).toContain(long);
    expect(texts(long.repeat(20)).some((text) => text.startsWith("Büyük") || text.endsWith("…"))).toBe(true);
    expect(texts(long.repeat(20)).filter((text) => text.endsWith("…"))).toHaveLength(1);
  });

  it("shows a sum to collect in white on black, and a return and a test unmistakably", () => {
    const { items } = layoutLabel(aLabel({ cashOnDelivery: { amount: "1250.00", currency: "TL" }, isReturn: true, test: true }), FONTS);
    expect(items.flatMap((item) => (item.kind === "panel" ? [item.texts.map((text) => text.text)] : []))).toEqual([["İADE"], ["KAPIDA ÖDEME", "TESLİMDE TAHSİL EDİLİR", "1.250,00 TL"]]);
    expect(items.some((item) => item.kind === "text" && item.text === "TEST")).toBe(true);
  });
});
