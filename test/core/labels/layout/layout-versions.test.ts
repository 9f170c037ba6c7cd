/** Compares the versions of a layout: bought labels are drawn with the version they froze. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import { LABEL_LANGUAGES } from "../../../../core/labels/layout/layout.schema.ts";
import type { LabelModel } from "../../../../core/labels/labels.schema.ts";
import { ROOM } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { ALL_PAPERS } from "./arranged.ts";

/** One paper for each arrangement of the layouts. */
const ARRANGED_PAPERS = ["100×150", "100×100", "80×100", "70×70", "70×48"] as const;

type Layout = LabelModel["layout"];

/** Draws a plain and a full label in both languages on each paper. @returns Hashes of their dots. */
async function drawnWith(layout: Layout, payer: LabelModel["payer"]): Promise<readonly string[]> {
  const drawn: string[] = [];
  for (const text of ["plain", "rich"])
    for (const language of LABEL_LANGUAGES)
      for (const paper of ARRANGED_PAPERS) {
        const model = sheetLabels(layout.name)[text];
        if (model === undefined) throw new Error(`no label ${text}`);
        const dots = await dotsOf({ ...model, layout, language, payer }, paper);
        drawn.push(`${text} ${language} ${paper} ${dots}`);
      }
  return drawn;
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

describe("a layout of a bought label", () => {
  it.each([
    ["appointment", "3acb4935984b501d8c69b54f29017ef3730dab2e46ed641f9e83f07e5a5bd2a3"],
    ["cash-on-delivery", "e3b9980c060360a3c43c80cec646a4fa382587e5a70586bd4b87da7d6647875e"],
    ["compact", "2b42b98bc5a3f6a10b2cb59f00d4a3d49fa2fff12d0f285bb26cd18dee31f7d0"],
    ["return", "9744c92ae20cbd83c6d6e8b801e25e12461ec667b1ee9d37fb191dbd254083fe"],
    ["standard", "4909ddcb49ee8cb08b8e52ee05e39dc757e93a7c2fc21536bfc5db161bddd7a9"],
  ])(
    "version 1 of the layout %s draws the same dots as when labels were bought with it",
    async (name, hash) => {
      const layout = { name, version: 1 };
      const drawn = [
        ...(await drawnWith(layout, "sender")),
        ...(await drawnWith(layout, "recipient")),
      ];
      expect(createHash("sha256").update(drawn.join("\n")).digest("hex")).toBe(hash);
    },
  );
});
