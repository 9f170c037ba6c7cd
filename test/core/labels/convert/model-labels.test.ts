import { describe, expect, it } from "vitest";
import type { Converted, ConvertTarget } from "../../../../core/labels/convert/converted.ts";
import type { Ink } from "../../../../core/labels/convert/ink.ts";
import { burnt, convert, likeness, modelPdf, modelPng, placeOf, type Box } from "./draw-model.ts";
import { CODE, MODELS, ZPL_MODELS, type Model } from "./model-labels.ts";
import { someOf } from "../../../helpers/some-of.ts";

const LANGUAGES = ["ZPL", "TSPL", "EPL"] as const;
/** Least similarity of text on a plate to the same text on paper; lost text has almost none. */
const KEPT = 0.5;
/** The same for a label with dithered fields, whose points reduce the similarity. */
const KEPT_ON_POINTS = 0.2;
/** A letter's width, its height, and its depth below the baseline, mm per point of its size. */
const [WIDE, HIGH, BELOW] = [0.2, 0.26, 0.05];
/** Whether a text is a watermark, which is not printed. */
const isMark = ({ colour }: Model["texts"][number]): boolean =>
  colour !== undefined && colour[0] === 0.9;

const plains = new Map<string, Promise<Ink>>();

/** Dots of the model's texts in black on white, which serve for all languages. */
function plainOf({ texts }: Model, dpi: ConvertTarget["dpi"]): Promise<Ink> {
  const black = texts
    .filter((text) => !isMark(text))
    .map(({ text, x, y, size, isThin = false }) => ({ text, x, y, size, isThin }));
  const key = `${dpi} ${JSON.stringify(black)}`;
  const target = { language: "TSPL", dpi } as const;
  const drawn =
    plains.get(key) ??
    (async () =>
      burnt(
        (
          await convert(
            { language: "PDF", bytes: await modelPdf({ fields: [], texts: black }) },
            target,
          )
        ).bytes,
        target,
      ))();
  plains.set(key, drawn);
  return drawn;
}

/** @returns The texts that cannot be read on the label. */
async function lostTexts(
  model: Model,
  { bytes }: Converted,
  target: Omit<ConvertTarget, "media">,
): Promise<readonly string[]> {
  const [label, plain] = [await burnt(bytes, target), await plainOf(model, target.dpi)];
  const kept = model.scan?.isDithered === true ? KEPT_ON_POINTS : KEPT;
  const [on, from] = [await placeOf(label), await placeOf(plain)];
  return model.texts
    .filter((text) => !isMark(text))
    .flatMap(({ text, x, y, size }) => {
      const box: Box = [
        on.left + x * on.scale,
        on.top + (y - size * HIGH) * on.scale,
        text.length * size * WIDE * on.scale,
        size * (HIGH + BELOW) * on.scale,
      ];
      const back = (at: number, begin: number, fromBegin: number): number =>
        fromBegin + ((at + 0.5 - begin) / on.scale) * from.scale - 0.5;
      return likeness(label, plain, box, (column, row) => [
        back(column, on.left, from.left),
        back(row, on.top, from.top),
      ]) >= kept
        ? []
        : [text];
    });
}

describe.each(["PDF", "PNG"] as const)("a carrier's label as %s", (kind) => {
  it.each(
    someOf(
      MODELS[kind].map(
        (model, i) =>
          [model.name, i % 2 === 0 ? 203 : 300, LANGUAGES[i % 3] ?? "ZPL", model] as const,
      ),
      12,
    ),
  )(
    "a picture or PDF keeps its text or reports a doubt: %s, at %i dpi for %s",
    async (_name, dpi, language, model) => {
      const target = { language, dpi } as const;
      const converted = await convert(
        {
          language: kind,
          bytes:
            model.scan === undefined ? await modelPdf(model) : await modelPng(model, model.scan),
        },
        target,
      );
      if (model.isDoubtful === true) expect(converted.verification).toBe("unverifiable");
      else
        expect([
          converted.verification,
          converted.doubt,
          await lostTexts(model, converted, target),
        ]).toEqual(["verified", "", []]);
    },
  );
});

describe("a carrier's label as ZPL", () => {
  it.each(
    someOf(
      ZPL_MODELS.map(
        (model, i) =>
          [model.name, i % 2 === 0 ? 300 : 203, LANGUAGES[(i + 1) % 3] ?? "ZPL", model] as const,
      ),
      8,
    ),
  )(
    "a carrier's ZPL keeps its text: %s, at %i dpi for %s",
    async (_name, dpi, language, { zpl, plain: plainZpl, boxes }) => {
      const target = { language, dpi } as const;
      const [converted, plain] = [
        await convert({ language: "ZPL", bytes: Buffer.from(zpl), dpi: 203 }, target),
        await convert({ language: "ZPL", bytes: Buffer.from(plainZpl), dpi: 203 }, target),
      ];
      const [label, black] = [
        await burnt(converted.bytes, target),
        await burnt(plain.bytes, target),
      ];
      const { scale, left, top } = await placeOf(label);
      const like = boxes.map(([x, y, w, h]): number =>
        likeness(
          label,
          black,
          [left + (x / 8) * scale, top + (y / 8) * scale, (w / 8) * scale, (h / 8) * scale],
          (column, row) => [column, row],
        ),
      );
      expect([converted.verification, like.filter((is) => is < KEPT), CODE.text]).toEqual([
        "verified",
        [],
        converted.symbols[0],
      ]);
    },
  );
});

it("an orange field and a light watermark under black text leave no blobs", async () => {
  const mark = { text: "ORNEK", x: 4, y: 50, size: 62, colour: [0.8, 0.8, 0.8] } as const;
  const model: Model = {
    name: "",
    fields: [{ x: 0, y: 20, w: 80, h: 34, colour: [1, 0.6, 0] }],
    texts: [mark, ...(MODELS.PDF[0]?.texts.slice(0, 5) ?? [])],
  };
  const target = { language: "TSPL", dpi: 203 } as const;
  const { bytes } = await convert({ language: "PDF", bytes: await modelPdf(model) }, target);
  const [label, plain] = [
    await burnt(bytes, target),
    await plainOf({ ...model, texts: model.texts.slice(1) }, 203),
  ];
  expect(likeness(label, plain, [32, 240, 576, 190], (x, y) => [x, y])).toBeGreaterThan(0.9);
});
