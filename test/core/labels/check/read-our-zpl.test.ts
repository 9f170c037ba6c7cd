import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOurZpl, type ZplField } from "../../../../core/labels/check/read-our-zpl.ts";
import {
  ZPL_NO_MATRIX_NOTE,
  zplBarsNote,
  zplBox,
  zplCode128,
  zplGraphic,
  zplLabel,
  zplMatrixNote,
} from "../../../../core/labels/zpl.ts";
import { aZplLabel, PARTS } from "./a-zpl-label.ts";

const RUNS = process.env["FULL"] === "1" ? 10_000 : 300;
const SIZE = { width: 812, height: 1218 };

/** Customers' names, and characters that ZPL uses for commands, separators and escapes. */
const anyData = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      "^XZ",
      "^XA",
      "^FS",
      "~HS",
      "~JR",
      "^FD",
      "^FH",
      "_5E",
      "_7E",
      "\\&",
      "^",
      "~",
      "_",
      ">",
      ">:",
      "\n",
      "\0",
      "a",
      "Ğ",
      " ",
    ),
    minLength: 1,
    maxLength: 20,
  }),
);
const dot = fc.integer({ min: 0, max: 1_000 });
const side = fc.integer({ min: 1, max: 400 });
const place = { x: dot, y: dot };
const box = fc.record({ ...place, width: side, height: side });

const anyField: fc.Arbitrary<ZplField> = fc.oneof(
  fc.record({
    kind: fc.constant("code128" as const),
    ...place,
    height: side,
    moduleDots: fc.integer({ min: 1, max: 10 }),
    text: anyData,
  }),
  box.map((is) => ({ kind: "box" as const, ...is })),
  box.map((is) => ({ kind: "matrix" as const, ...is })),
  fc.constant({ kind: "no matrix" as const }),
  fc.record({
    kind: fc.constant("bars" as const),
    ...place,
    width: side,
    height: side,
    moduleDots: fc.integer({ min: 1, max: 10 }),
  }),
  fc
    .record({
      ...place,
      height: fc.integer({ min: 1, max: 12 }),
      bytesPerRow: fc.integer({ min: 1, max: 30 }),
    })
    .chain((is) =>
      fc
        .uint8Array({
          minLength: is.height * is.bytesPerRow,
          maxLength: is.height * is.bytesPerRow,
        })
        .map((rows) => ({ kind: "graphic" as const, ...is, rows: Uint8Array.from(rows) })),
    ),
);
const anySettings = fc.record(
  {
    darkness: fc.integer({ min: -30, max: 30 }),
    speed: fc.integer({ min: 1, max: 14 }),
    offset: fc.record({
      x: fc.integer({ min: -120, max: 120 }),
      y: fc.integer({ min: -120, max: 120 }),
    }),
    graphics: fc.constantFrom("z64" as const, "hex" as const),
  },
  { requiredKeys: ["offset", "graphics"] },
);

function written(field: ZplField, graphics: "z64" | "hex"): string {
  switch (field.kind) {
    case "code128":
      return zplCode128(field, field.text);
    case "box":
      return zplBox(field);
    case "matrix":
      return zplMatrixNote(field);
    case "no matrix":
      return ZPL_NO_MATRIX_NOTE;
    case "bars":
      return zplBarsNote(field, field.moduleDots);
    case "graphic":
      return zplGraphic(field, field.rows, field.bytesPerRow, graphics);
  }
}

describe("our ZPL", () => {
  it(`our ZPL is read back exactly as written, and no data adds a command (${RUNS} random labels)`, () => {
    fc.assert(
      fc.property(
        fc.array(anyField, { maxLength: 8 }),
        anySettings,
        (fields, { graphics, ...settings }) => {
          const zpl = zplLabel(
            SIZE,
            fields.map((field) => written(field, graphics)),
            { ...settings, graphics },
          );
          const read = fields.map((field) =>
            field.kind === "code128" ? { ...field, text: field.text.toWellFormed() } : field,
          );
          expect(readOurZpl(zpl)).toEqual({ size: SIZE, settings, fields: read });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it(`damaged bytes never crash the reader (${RUNS} random damages)`, () => {
    const label = aZplLabel(PARTS);
    fc.assert(
      fc.property(
        fc.nat(label.length - 1),
        fc.nat(40),
        fc.uint8Array({ maxLength: 4 }),
        (at, removed, added) => {
          const read = readOurZpl(
            Buffer.concat([label.subarray(0, at), added, label.subarray(at + removed)]),
          );
          expect("fault" in read || read.fields.length <= PARTS.length + 1).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("ZPL with an offset, a darkness or a speed that printers do not have is not read", () => {
    const offset = { x: 0, y: 0 };
    for (const settings of [
      { offset: { x: 121, y: 0 } },
      { offset: { x: 0, y: -121 } },
      { offset, darkness: 31 },
      { offset, speed: 15 },
    ]) {
      expect(readOurZpl(zplLabel(SIZE, [], { graphics: "z64", ...settings }))).toMatchObject({
        fault: { code: "unknown" },
      });
    }
  });

  it("ZPL with a width of zero, or with more dots than any label has, is not read", () => {
    for (const zpl of [
      zplLabel({ width: 99_999, height: 99_999 }, []),
      zplLabel({ width: 0, height: 10 }, []),
    ]) {
      expect(readOurZpl(zpl)).toEqual({
        fault: { code: "unknown", message: "The label has no size that can be printed." },
      });
    }
    const bomb = Buffer.from(
      zplLabel({ width: 8, height: 8 }, [zplGraphic({ x: 0, y: 0 }, new Uint8Array(5_000_000), 1)]),
    );
    expect(readOurZpl(bomb)).toMatchObject({ fault: { code: "unknown" } });
  });
});
