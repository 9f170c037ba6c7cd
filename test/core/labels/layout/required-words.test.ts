/** Checks the words by which a courier knows what to collect: they are never omitted. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { checkLabel } from "../../../../core/labels/check/check-label.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import type { ArrangedLabel } from "../../../../core/labels/layout/items.ts";
import type { LabelModel } from "../../../../core/labels/labels.schema.ts";
import { aLabel, NEWEST, newestOf, ROOM } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { ALL_PAPERS, arranged, faultsOf, oddPapers, papers } from "./arranged.ts";

const WORDS = {
  tr: { card: "KART İLE", payer: "ALICI ÖDEMELİ" },
  en: { card: "BY CARD", payer: "RECIPIENT PAYS" },
} as const;
const BY_CARD = {
  cashOnDelivery: { amount: "1250.00", currency: "TL", by: "card" },
} as const satisfies Partial<LabelModel>;

/** The lines of a field on the label; a line ends between words. */
function linesOf({ items }: ArrangedLabel, field: string): string {
  return items
    .flatMap((item) => (item.kind === "panel" ? item.texts : item.kind === "text" ? [item] : []))
    .filter((item) => item.field === field)
    .map(({ line }) => line.text)
    .join(" ");
}

/** @returns Undefined when the label is refused. */
function arrangedOr(...of: Parameters<typeof arranged>): ArrangedLabel | undefined {
  try {
    return arranged(...of);
  } catch (error) {
    if (error instanceof AppError && error.code === "E2057") return undefined;
    throw error;
  }
}

describe.each(["tr", "en"] as const)("what a courier must collect, in %s", (language) => {
  const { card, payer } = WORDS[language];

  it("the words “recipient pays” and “by card” are whole on every paper in every layout, or the label is refused", () => {
    const wrong: string[] = [];
    let [fitting, refused] = [0, 0];
    for (const { name } of NEWEST)
      for (const text of ["plain", "rich", "long"])
        for (const paper of [...papers, ...oddPapers]) {
          const label = arrangedOr(
            aLabel({ ...sheetLabels(name)[text], ...BY_CARD, payer: "recipient", language }),
            paper,
          );
          if (label === undefined) {
            refused++;
            continue;
          }
          fitting++;
          const shown = [linesOf(label, "cash.card"), linesOf(label, "payer.recipient")];
          if (shown.join() !== [card, payer].join())
            wrong.push(`${name} ${text} ${paper}: ${shown.join()}`);
        }
    expect(wrong).toEqual([]);
    expect(refused).toBeLessThan(fitting / 10);
  });

  it("an ordinary label whose recipient pays, or that collects by card, or both, fits on the smallest paper and passes the check before printing", async () => {
    const [widthMm, heightMm] = ALL_PAPERS["70×48"];
    for (const name of ["standard", "compact", "cash-on-delivery"]) {
      for (const change of [
        { payer: "recipient" },
        BY_CARD,
        { ...BY_CARD, payer: "recipient" },
      ] as const) {
        const model = aLabel({ layout: newestOf(name), language, ...change });
        const { bytes } = await drawLabel(
          { model, format: "zpl", media: { widthMm, heightMm }, dpi: 203 },
          ROOM,
        );
        const { outcome } = await checkLabel(bytes, { dpi: 203, widthMm, heightMm }, [
          model.barcode,
        ]);
        expect([name, change, outcome, faultsOf(arranged(model, "70×48"))]).toEqual([
          name,
          change,
          "verified",
          [],
        ]);
      }
    }
  });

  it("a label is refused when only its recipient's payment does not fit on the smallest paper", () => {
    const rich = aLabel({
      language,
      cashOnDelivery: { amount: "1250.00", currency: "TL" },
      appointmentOn: "2026-11-25",
    });
    expect([
      arrangedOr(rich, "70×48") !== undefined,
      arrangedOr({ ...rich, payer: "recipient" }, "70×48") !== undefined,
    ]).toEqual([true, false]);
  });
});

it("a label that collects in cash has no word about it, and a label whose sender pays omits this on small paper", () => {
  const label = arranged(
    aLabel({ cashOnDelivery: { amount: "1250.00", currency: "TL" } }),
    "70×48",
  );
  expect([
    linesOf(label, "cash.card"),
    linesOf(label, "payer.recipient"),
    label.omitted.includes("payer.sender"),
  ]).toEqual(["", "", true]);
});
