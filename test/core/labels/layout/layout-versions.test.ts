/** Compares the versions of a layout: a bought label is drawn with the version that it froze. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import { LABEL_LANGUAGES } from "../../../../core/labels/layout/layout.schema.ts";
import type { LabelModel } from "../../../../core/labels/labels.schema.ts";
import { LAYOUTS, NEWEST, newestOf, ROOM } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { ALL_PAPERS } from "./arranged.ts";

/** One paper for each arrangement of the layouts. */
const ARRANGED_PAPERS = ["100×150", "100×100", "80×100", "70×70", "70×48"] as const;

/** SHA-256 of the labels that each version draws; never changed, because labels were bought. */
const HASHES: Readonly<Record<string, string>> = {
  "appointment@1": "3acb4935984b501d8c69b54f29017ef3730dab2e46ed641f9e83f07e5a5bd2a3",
  "appointment@2": "c136113ee6fea2c9f68d4adad1f89d032d7dd497849dd68fd8f7e957d53a8194",
  "appointment@3": "5ee36076035e2f260a2d0b541d81c552cd0042f195aa427a2ff59057b22954cb",
  "cash-on-delivery@1": "e3b9980c060360a3c43c80cec646a4fa382587e5a70586bd4b87da7d6647875e",
  "cash-on-delivery@2": "6473d1d2d86d10b79cfda76df3800fe1a747374f0c292e8d4136f9754d533b9e",
  "cash-on-delivery@3": "6cdb5ee3d0dddf32a9a41c5f7e1bc582e40aabe5d5029418a815f5df07778817",
  "compact@1": "2b42b98bc5a3f6a10b2cb59f00d4a3d49fa2fff12d0f285bb26cd18dee31f7d0",
  "compact@2": "ad94ea10cc741d654c954be40131eabae52960ddd05c3edc2954b36a0b42d08f",
  "compact@3": "79692aff2c31cc5b48b09b079aa07db5c492a5fe3f35d21d22e8bf5c0813ea18",
  "return@1": "9744c92ae20cbd83c6d6e8b801e25e12461ec667b1ee9d37fb191dbd254083fe",
  "return@2": "9842b27a22bc891f772549388bce64c1768d88b9e973d3a0d71c114a292567cd",
  "return@3": "b5be34415ea0bb89ae950da5cfddde4e5c5a8c9508e36b214a5b3f0b5f33e998",
  "standard@1": "4909ddcb49ee8cb08b8e52ee05e39dc757e93a7c2fc21536bfc5db161bddd7a9",
  "standard@2": "52a71837aef92a2b4629164657c3127c8a40b0a7cf8cc4065df5073855210f11",
  "standard@3": "194f30519f1687ce8c823cddfab335132e7ed0ae447226278df8cdab2dce5ac5",
};

/** `plain`: the sender pays, sums are in cash, and there is no invoice number. `marked`: the recipient pays, sums are by card. */
type Terms = "plain" | "marked";

/** Draws a short and a full label in both languages on each paper. @returns Hashes of their dots. */
async function drawnWith(layout: LabelModel["layout"], terms: Terms): Promise<readonly string[]> {
  const drawn: string[] = [];
  for (const text of ["plain", "rich"])
    for (const language of LABEL_LANGUAGES)
      for (const paper of ARRANGED_PAPERS) {
        const model = sheetLabels(layout.name)[text];
        if (model === undefined) throw new Error(`no label ${text}`);
        const dots = await dotsOf(withTerms({ ...model, layout, language }, terms), paper);
        drawn.push(`${text} ${language} ${paper} ${dots}`);
      }
  return drawn;
}

function withTerms(model: LabelModel, terms: Terms): LabelModel {
  if (terms === "plain") return { ...model, invoiceNumber: "" };
  const { cashOnDelivery } = model;
  return {
    ...model,
    payer: "recipient",
    cashOnDelivery: cashOnDelivery === null ? null : { ...cashOnDelivery, by: "card" },
  };
}

/** @returns Hash of a label's dots, or the code with which the label is refused. */
async function dotsOf(model: LabelModel, paper: (typeof ARRANGED_PAPERS)[number]): Promise<string> {
  const [widthMm, heightMm] = ALL_PAPERS[paper];
  try {
    const media = { widthMm, heightMm };
    return (await drawLabel({ model, format: "zpl", media, dpi: 203 }, ROOM)).rasterHash;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe("the versions of a layout", () => {
  it.each([...LAYOUTS].map(([key, { name, version }]) => ({ key, layout: { name, version } })))(
    "$key draws the same dots as when labels were bought with it",
    async ({ key, layout }) => {
      const drawn = [...(await drawnWith(layout, "plain")), ...(await drawnWith(layout, "marked"))];
      expect(createHash("sha256").update(drawn.join("\n")).digest("hex")).toBe(HASHES[key]);
    },
  );

  it.each(NEWEST.map(({ name }) => name))(
    "the newest version of %s draws the same dots as version 1 when the sender pays, sums are collected in cash and there is no invoice number",
    async (name) => {
      expect(await drawnWith(newestOf(name), "plain")).toEqual(
        await drawnWith({ name, version: 1 }, "plain"),
      );
    },
  );
});
