/**
 * The last look at a label that is sent as dots: they are read back off the very bytes, compared
 * with those that were drawn, and every symbol is looked for and decoded. What a symbol of ours
 * must keep is measured as on labels of others; where it cannot be measured the label is printed as
 * `unverifiable`.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import { inkOf } from "../convert/ink.ts";
import { MATRICES } from "../convert/find-symbols.ts";
import { judgeLabel } from "../convert/judge-label.ts";
import { readDots } from "../dots-label.ts";
import { dotsPerMm } from "../dots.ts";
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
 * @param expected The texts that must each be readable off the label; 2-D symbols must have one of
 *   them. More linear symbols may be on it.
 * @returns What was found. Never rejects because of the label.
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
  const dots = dotsPerMm(dpi);
  // Where it was drawn: that its offset pushed nothing over the edge is known by its dots.
  const { symbols, verification } = await judgeLabel(inkOf(read.bitmap), { dotsPerMm: dots });
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
        message: `The barcode ${text} cannot be read off the label.`,
      })),
    ...found
      .filter(({ isMatrix, text }) => isMatrix && !expected.includes(text))
      .map(({ text }): LabelFault => ({
        code: "unread",
        message: `A 2-D code on the label says ${text}, which is not its number.`,
      })),
    ...numberFaults(
      found.filter(({ isMatrix }) => !isMatrix),
      expected,
      dots,
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
