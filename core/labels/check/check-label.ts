/**
 * Check of a label just before printing, on the bytes to send. ZPL is read as the printer reads it:
 * everything on the label is measured, and each symbol is decoded from its dots. `check-dots.ts`
 * checks labels in other languages.
 */
import { readSymbols } from "../read-symbols.ts";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { pictureOf } from "./bitmap.ts";
import type { CheckedFor, CheckReport, FoundSymbol, LabelFault } from "./check-report.ts";
import { checkDots } from "./check-dots.ts";
import { MIN_HEIGHT_MM, numberFaults, rasterFaults } from "./common-faults.ts";
import { QUIET_MODULES } from "../layout/label-symbols.ts";
import { placeFields, type PlacedBars, type PlacedLabel } from "./place-fields.ts";
import { readOurZpl, type OurZpl } from "./read-our-zpl.ts";

/** Narrowest module that scans from a thermal label at the first try. */
const MIN_MODULE_MM = 0.25;
const MIN_HEIGHT_OF_LENGTH = 0.15;
/** Smallest height of a symbol whose text is not expected; people scan such a symbol by hand. */
const MIN_OTHER_HEIGHT_MM = 8;
/**
 * Smallest area of text ink on a label. A label with short names on the smallest paper has 35 mm²;
 * a line of ten letters has about 15.
 */
const MIN_TEXT_MM2 = 20;
/** Number of sampled rows in a symbol's picture, spread over its whole height. */
const PICTURE_ROWS = 48;
const CLEAN = {
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
  tryRotate: false,
} as const;

/**
 * Checks a label in its printer's language. Never rejects because of the label.
 *
 * @param expected Texts that must each be readable on the label. The text of each 2-D symbol must
 *   be one of these; further linear symbols are allowed if they are clearly lower than the expected
 *   ones.
 */
export function checkLabel(
  label: Uint8Array,
  printer: CheckedFor,
  expected: readonly string[],
): Promise<CheckReport> {
  const { language = "ZPL" } = printer;
  return language === "ZPL"
    ? checkZpl(label, printer, expected)
    : checkDots(label, { ...printer, language }, expected);
}

async function checkZpl(
  zpl: Uint8Array,
  printer: CheckedFor,
  expected: readonly string[],
): Promise<CheckReport> {
  const label = readOurZpl(zpl);
  if ("fault" in label)
    return {
      outcome: label.fault.code === "unknown" ? "unverifiable" : "faulty",
      faults: [label.fault],
      symbols: [],
    };
  const wrongSize = sizeFault(label, printer);
  if (wrongSize !== undefined) return { outcome: "faulty", faults: [wrongSize], symbols: [] };
  const placed = placeFields(label, printer.dpi);
  const dotsPerMm = dotsPerMmOf(printer.dpi);
  const bars = await Promise.all(placed.bars.map((symbol) => readBars(placed, symbol)));
  const matrices = await readMatrices(placed);
  const faults = [
    ...settingsFaults(label, printer),
    ...placed.faults,
    ...placed.bars.flatMap((symbol, i) =>
      barFaults(symbol, { text: bars[i]?.text ?? "", expected, dotsPerMm }),
    ),
    ...numberFaults(
      placed.bars.map(({ box }, i) => ({ box, text: bars[i]?.text ?? "" })),
      expected,
      dotsPerMm,
    ),
    ...matrixFaults(matrices, expected),
    ...noteFaults(label),
    ...expected
      .filter((text) => !bars.some((symbol) => symbol.text === text))
      .map((text): LabelFault => ({
        code: "unread",
        message: `The barcode ${text} cannot be read on the label.`,
      })),
    // If the drawn dots are known, comparing with them proves more than an estimate of the text.
    ...(printer.rasterHash
      ? rasterFaults(placed.bitmap, printer.rasterHash)
      : textFaults(placed, dotsPerMm)),
  ];
  return {
    outcome: faults.length === 0 ? "verified" : "faulty",
    faults,
    symbols: [...bars, ...matrices],
  };
}

function sizeFault({ size }: OurZpl, printer: CheckedFor): LabelFault | undefined {
  const media = mediaDots(printer, printer.dpi);
  if (size.width === media.width && size.height === media.height) return undefined;
  return {
    code: "size",
    message: `The label is drawn for ${size.width} × ${size.height} dots; the printer's labels have ${media.width} × ${media.height}.`,
  };
}

function settingsFaults(
  { settings }: OurZpl,
  { settings: own }: CheckedFor,
): readonly LabelFault[] {
  if (own === undefined) return [];
  const isSame =
    settings.offset.x === own.offset.x &&
    settings.offset.y === own.offset.y &&
    settings.darkness === own.darkness &&
    settings.speed === own.speed;
  return isSame
    ? []
    : [
        {
          code: "settings",
          message:
            "The label was drawn for another offset, darkness or speed than the printer has.",
        },
      ];
}

async function readBars(
  { bitmap }: PlacedLabel,
  { box, moduleDots }: PlacedBars,
): Promise<FoundSymbol> {
  const quiet = QUIET_MODULES * moduleDots;
  const band = { ...box, x: box.x - quiet, width: box.width + 2 * quiet };
  const picture = pictureOf(bitmap, band, {
    x: 1,
    y: Math.max(1, Math.floor(box.height / PICTURE_ROWS)),
  });
  const found = await readSymbols(picture, { ...CLEAN, formats: ["Code128"] });
  return { format: "Code128", text: found.length === 1 ? (found[0]?.text ?? "") : "", box };
}

function barFaults(
  { box, text: written, moduleDots }: PlacedBars,
  read: { readonly text: string; readonly expected: readonly string[]; readonly dotsPerMm: number },
): readonly LabelFault[] {
  const name = `The barcode ${written ?? read.text}`;
  const mm = (dots: number): number => dots / read.dotsPerMm;
  const faults: LabelFault[] = [];
  if (mm(moduleDots) < MIN_MODULE_MM - 1e-6)
    faults.push({
      code: "module",
      message: `${name} has bars of ${mm(moduleDots).toFixed(2)} mm; they must be at least ${MIN_MODULE_MM} mm wide.`,
    });
  const least = read.expected.includes(written ?? read.text)
    ? Math.max(MIN_HEIGHT_MM, MIN_HEIGHT_OF_LENGTH * mm(box.width))
    : MIN_OTHER_HEIGHT_MM;
  // Heights are rounded to whole dots, by up to half a dot.
  if (box.height + 0.5 < least * read.dotsPerMm)
    faults.push({
      code: "height",
      message: `${name} is ${mm(box.height).toFixed(1)} mm high; it must be at least ${least.toFixed(1)} mm.`,
    });
  if (read.text === "" || (written !== undefined && written !== read.text))
    faults.push({ code: "unread", message: `${name} cannot be read on the label.` });
  return faults;
}

/**
 * Reads 2-D symbols where the label's notes say they are, because searching all bitmaps takes
 * longer than the rest of the check.
 */
function readMatrices({ bitmap, matrices }: PlacedLabel): Promise<readonly FoundSymbol[]> {
  return Promise.all(
    matrices.map(async ({ x, y, width, height }): Promise<FoundSymbol> => {
      const quiet = Math.ceil(width / 8);
      const picture = pictureOf(bitmap, {
        x: x - quiet,
        y: y - quiet,
        width: width + 2 * quiet,
        height: height + 2 * quiet,
      });
      const [found] = await readSymbols(picture, {
        ...CLEAN,
        formats: ["DataMatrix", "QRCode"],
        maxNumberOfSymbols: 1,
      });
      return {
        format: found?.format === "QRCode" ? "QRCode" : "DataMatrix",
        text: found?.text ?? "",
        box: { x, y, width, height },
      };
    }),
  );
}

function matrixFaults(
  matrices: readonly FoundSymbol[],
  expected: readonly string[],
): readonly LabelFault[] {
  return matrices
    .filter(({ text }) => !expected.includes(text))
    .map(({ text }) => ({
      code: "unread",
      message:
        text === ""
          ? "The 2-D code cannot be read on the label."
          : `A 2-D code on the label has the text ${text}, which is not the label's number.`,
    }));
}

/**
 * Reports a label without a note about its 2-D code: only the note says which bitmap contains the
 * code.
 */
function noteFaults({ fields }: OurZpl): readonly LabelFault[] {
  if (fields.some(({ kind }) => kind === "matrix" || kind === "no matrix")) return [];
  return [
    {
      code: "unread",
      message: "The label does not note where its 2-D code is, so the code cannot be read.",
    },
  ];
}

function textFaults({ textDots }: PlacedLabel, dotsPerMm: number): readonly LabelFault[] {
  return textDots / dotsPerMm ** 2 < MIN_TEXT_MM2
    ? [{ code: "no text", message: "The label has no readable text." }]
    : [];
}
