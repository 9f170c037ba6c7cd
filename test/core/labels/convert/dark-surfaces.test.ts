import { grayscale, rgb, type PDFPage } from "pdf-lib";
import { describe, expect, it } from "vitest";
import type { Converted } from "../../../../core/labels/convert/converted.ts";
import { findSymbols } from "../../../../core/labels/convert/find-symbols.ts";
import type { Ink } from "../../../../core/labels/convert/ink.ts";
import { dotsOf, EMPTY, inkIn, MM, print, sheet, type Line } from "./a-sheet.ts";
import { someOf } from "../../../helpers/some-of.ts";

const COLOURS = {
  red: rgb(0.82, 0.09, 0.09),
  orange: rgb(0.91, 0.31, 0.06),
  "dark grey": grayscale(0.44),
} as const;
const ADDRESS = { text: "Bagdat Caddesi 5, Istanbul", x: 10, y: 125, size: 12 };
/** Dots of the field, 5 to 85 mm from the left and 15 to 40 mm from the top. */
const FIELD = [40, 120, 680, 320] as const;
const FIELD_DOTS = 640 * 200;

type Colour = ReturnType<typeof rgb> | ReturnType<typeof grayscale>;

function field(color: Colour): (page: PDFPage) => void {
  return (page) =>
    page.drawRectangle({ x: 5 * MM, y: 110 * MM, width: 80 * MM, height: 25 * MM, color });
}

/** Prints a label with lines over a field. */
async function printed(
  lines: readonly Line[],
  under?: (page: PDFPage) => void,
): Promise<
  Converted & {
    readonly inField: number;
    readonly inBars: number;
    readonly canvas: Ink;
  }
> {
  const converted = await print(
    await sheet([100, 150], [{ text: "LABEL-1", x: 2, y: 5, size: [96, 90] }], lines, under),
  );
  const [canvas = EMPTY] = await dotsOf(converted.bytes);
  return {
    ...converted,
    canvas,
    inField: inkIn(canvas, FIELD),
    inBars: inkIn(canvas, [0, 800, 800, 1_200]),
  };
}

/**
 * Checks whether black and white lines over one field are visible when printed: each leaves black
 * and white dots in its rows.
 */
async function keptOn(colour: Colour): Promise<readonly [string, boolean, boolean]> {
  const { verification, canvas } = await printed(
    [ADDRESS, { ...ADDRESS, y: 115, grey: 1 }],
    field(colour),
  );
  const isThere = (top: number): boolean => {
    const share = inkIn(canvas, [80, top, 480, top + 26]) / (400 * 26);
    return share > 0.1 && share < 0.9;
  };
  return [verification, isThere(174), isThere(254)];
}

const onWhite = printed([ADDRESS]);

describe("a dark surface", () => {
  it.each(someOf(Object.entries(COLOURS), 3))(
    "a dark surface with black text is printed white: %s",
    async (_name, colour) => {
      const [plain, coloured] = [await onWhite, await printed([ADDRESS], field(colour))];
      expect(coloured.verification).toBe("verified");
      expect(Math.abs(coloured.inField - plain.inField)).toBeLessThan(0.15 * plain.inField);
    },
  );

  it(
    "a dark surface is printed white around and inside bold black letters",
    { tags: "all" },
    async () => {
      const bold = { text: "BOOD", x: 10, y: 113, size: 56 };
      const [plain, coloured] = [await printed([bold]), await printed([bold], field(COLOURS.red))];
      expect(Math.abs(coloured.inField - plain.inField)).toBeLessThan(0.05 * plain.inField);
    },
  );

  it("a dark surface with white text is printed black", async () => {
    const [plain, coloured] = [
      await onWhite,
      await printed([{ ...ADDRESS, grey: 1 }], field(COLOURS.red)),
    ];
    expect(coloured.verification).toBe("verified");
    expect(FIELD_DOTS - coloured.inField).toBeGreaterThan(0.8 * plain.inField);
    expect(FIELD_DOTS - coloured.inField).toBeLessThan(2 * plain.inField);
  });

  it(
    "a dark surface within a black frame stays black behind white text",
    { tags: "all" },
    async () => {
      const framed = (page: PDFPage): void =>
        page.drawRectangle({
          x: 5 * MM,
          y: 110 * MM,
          width: 80 * MM,
          height: 25 * MM,
          color: COLOURS.red,
          borderColor: grayscale(0),
          borderWidth: 1,
        });
      expect((await printed([{ ...ADDRESS, grey: 1 }], framed)).inField).toBeGreaterThan(
        0.8 * FIELD_DOTS,
      );
    },
  );

  it("a dark surface with black and white text keeps both texts", { tags: "all" }, async () => {
    expect(await keptOn(COLOURS.red)).toEqual(["verified", true, true]);
  });

  it("a dark surface without text is printed black", async () => {
    expect((await printed([], field(COLOURS.red))).inField).toBeGreaterThan(0.99 * FIELD_DOTS);
  });
});

describe("a surface lighter than half", () => {
  const PALE = {
    orange: rgb(1, 0.6, 0),
    cyan: rgb(0, 0.68, 0.8),
    pink: rgb(0.95, 0.55, 0.65),
    lime: rgb(0.55, 0.76, 0.29),
    "grey .52": grayscale(0.52),
    "grey .75": grayscale(0.75),
  } as const;

  it.each(someOf(Object.entries(PALE), 6))(
    "a light surface with white text is printed black: %s",
    async (_name, colour) => {
      const [plain, coloured] = [
        await onWhite,
        await printed([{ ...ADDRESS, grey: 1 }], field(colour)),
      ];
      expect(coloured.verification).toBe("verified");
      expect(FIELD_DOTS - coloured.inField).toBeGreaterThan(0.7 * plain.inField);
      expect(FIELD_DOTS - coloured.inField).toBeLessThan(2 * plain.inField);
    },
  );

  it.each(someOf(Object.entries(PALE), 6))(
    "a light surface with black text is printed white: %s",
    async (_name, colour) => {
      const [plain, coloured] = [await onWhite, await printed([ADDRESS], field(colour))];
      expect(coloured.verification).toBe("verified");
      expect(Math.abs(coloured.inField - plain.inField)).toBeLessThan(0.4 * plain.inField);
    },
  );

  it("a light surface with black and white text keeps both texts", { tags: "all" }, async () => {
    expect(await keptOn(PALE.orange)).toEqual(["verified", true, true]);
  });

  it("a light surface without text is printed white", async () => {
    expect((await printed([], field(PALE.orange))).inField).toBe(0);
  });

  it("a light surface behind the cells of a table stays white", async () => {
    const table = (page: PDFPage): void => {
      field(PALE["grey .75"])(page);
      for (let column = 0; column < 4; column += 1)
        page.drawRectangle({
          x: (6 + column * 20) * MM,
          y: 112 * MM,
          width: 18 * MM,
          height: 21 * MM,
          color: grayscale(1),
        });
    };
    const converted = await printed([ADDRESS], table);
    expect(converted.verification).toBe("verified");
    expect(Math.abs(converted.inField - (await onWhite).inField)).toBeLessThan(
      0.15 * converted.inField,
    );
  });
});

describe("a page that gets darker towards the bottom, like a photo", () => {
  it.each(someOf([0.5, 0.35], 2))(
    "a page that gets darker to %s keeps its text and its bars",
    async (darkest) => {
      const shade = (page: PDFPage): void => {
        for (let y = 0; y < 150; y += 0.5)
          page.drawRectangle({
            x: 0,
            y: y * MM,
            width: 100 * MM,
            height: 0.6 * MM,
            color: grayscale(darkest + ((1 - darkest) * y) / 150),
          });
      };
      const [plain, shaded] = [await onWhite, await printed([ADDRESS], shade)];
      const [symbol] = await findSymbols(shaded.canvas);
      expect([shaded.verification, symbol?.grid?.module]).toEqual(["verified", 3]);
      expect(Math.abs(shaded.inBars - plain.inBars)).toBeLessThan(0.05 * plain.inBars);
      expect(Math.abs(shaded.inField - plain.inField)).toBeLessThan(0.15 * plain.inField);
    },
  );
});
