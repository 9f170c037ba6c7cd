/**
 * Check of a label that is sent as dots. The dots are read back from the bytes to send and
 * compared, by hash, with the dots that were drawn, and the label's symbols are found and decoded.
 * The sizes of symbols are measured as on foreign labels. A label on which they cannot be measured,
 * or whose drawn dots are unknown, gets at best the outcome `unverifiable`.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import { inkOf } from "../convert/ink.ts";
import { MATRICES } from "../convert/find-symbols.ts";
import { judgeLabel } from "../convert/judge-label.ts";
import { readDots } from "../dots-label.ts";
import { dotsPerMmOf } from "../dots.ts";
import type { CheckedFor, CheckReport, FoundSymbol, LabelFault } from "./check-report.ts";
import { numberFaults, rasterFaults } from "./common-faults.ts";

const UNREAD: Readonly<Record<"head" | "piece", LabelFault>> = {
  head: {
    code: "settings",
    message:
      "The label was drawn for another paper, offset, darkness or speed than the printer has.",
  },
  piece: { code: "unknown", message: "The label has commands that this station does not write." },
};

/**
 * Checks a label that is sent as dots. Never rejects because of the label.
 *
 * @param expected Texts that must each be readable on the label. The text of each 2-D symbol must
 *   be one of these; further linear symbols are allowed if they are clearly lower than the expected
 *   ones.
 */
export async function checkDots(
  label: Uint8Array,
  printer: CheckedFor & { readonly language: DotsLanguage },
  expected: readonly string[],
): Promise<CheckReport> {
  const { widthMm, heightMm, dpi, language, rasterHash = "", settings } = printer;
  const read = readDots(language, label, { media: { widthMm, heightMm }, dpi, settings });
  if ("unread" in read)
    return {
      outcome: read.unread === "head" ? "faulty" : "unverifiable",
      faults: [UNREAD[read.unread]],
      symbols: [],
    };
  const dotsPerMm = dotsPerMmOf(dpi);
  // The label is judged without the printer's offset. Ink that the offset had moved over an edge
  // would be missing from these dots.
  const { symbols, verification } = await judgeLabel(inkOf(read.bitmap), { dotsPerMm });
  const found = symbols.map(({ text, format, frame }) => ({
    text,
    format: nameOf(format),
    isMatrix: MATRICES.includes(format),
    box: {
      x: frame.left,
      y: frame.top,
      width: frame.right - frame.left,
      height: frame.bottom - frame.top,
    },
  }));
  const texts = found.map(({ text }) => text);
  const faults = [
    ...expected
      .filter((text) => !texts.includes(text))
      .map((text): LabelFault => ({
        code: "unread",
        message: `The barcode ${text} cannot be read on the label.`,
      })),
    ...found
      .filter(({ isMatrix, text }) => isMatrix && !expected.includes(text))
      .map(({ text }): LabelFault => ({
        code: "unread",
        message: `A 2-D code on the label has the text ${text}, which is not the label's number.`,
      })),
    ...numberFaults(
      found.filter(({ isMatrix }) => !isMatrix),
      expected,
      dotsPerMm,
    ),
    ...(rasterHash === "" ? [] : rasterFaults(read.bitmap, rasterHash)),
  ];
  const isSure = verification === "verified" && rasterHash !== "";
  return {
    outcome: faults.length > 0 ? "faulty" : isSure ? "verified" : "unverifiable",
    faults,
    symbols: found.map(({ format, text, box }) => ({ format, text, box })),
  };
}

function nameOf(format: string): FoundSymbol["format"] {
  return format === "QRCode" || format === "DataMatrix" ? format : "Code128";
}
