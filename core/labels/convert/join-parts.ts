/** Joins the parts of a converted document to one document. */
import { errors } from "../../base/errors.ts";
import type { DocumentLanguage } from "../../db/documents/documents.schema.ts";
import type {
  Converted,
  ConvertedLabels,
  ConvertedPart,
  ConvertTarget,
  Doubt,
} from "./converted.ts";
import { sheetsPdf } from "./sheets-pdf.ts";

/** Joins labels to the bytes that are sent to a printer. */
const WRITE: Readonly<
  Record<DocumentLanguage, (pieces: readonly Uint8Array[], target: ConvertTarget) => Uint8Array>
> = {
  ZPL: (pieces) => Buffer.concat(pieces),
  TSPL: (pieces) => Buffer.concat(pieces),
  EPL: (pieces) => Buffer.concat(pieces),
  PDF: sheetsPdf,
};

/**
 * Converts all parts of a document, and joins them to one document.
 *
 * @param next Converts a part.
 * @param target The printer that the parts are for.
 * @throws AppError E2029 when all pages are blank; also the errors of `next`.
 */
export async function joinParts(
  next: (part: number) => Promise<ConvertedPart>,
  target: ConvertTarget,
): Promise<Converted> {
  const parts = [await next(0)];
  for (let part = 1; part < (parts[0]?.parts ?? 0); part += 1) parts.push(await next(part));
  const all = join(parts.filter((part) => part.pieces.length > 0));
  if (all.pieces.length === 0)
    throw errors.fileUnreadable("The document has no label: it is blank.");
  const write = ({ pieces, verification, doubt = "", symbols }: ConvertedLabels): Converted => ({
    bytes: WRITE[target.language](pieces, target),
    labels: pieces.length,
    verification,
    doubt,
    symbols,
  });
  return { ...write(all), ...(all.apart === undefined ? {} : { apart: all.apart.map(write) }) };
}

/** Returns the first doubt among the labels; "" when no label has one. */
export function doubtOf(labels: readonly Pick<Converted, "doubt">[]): Doubt {
  return labels.map(({ doubt = "" }) => doubt).find((doubt) => doubt !== "") ?? "";
}

/** Joins labels in sequence. The result is verified when every label is verified. */
export function join(labels: readonly ConvertedLabels[]): ConvertedLabels {
  return {
    pieces: labels.flatMap(({ pieces }) => pieces),
    verification: labels.every(({ verification }) => verification === "verified")
      ? "verified"
      : "unverifiable",
    doubt: doubtOf(labels),
    symbols: labels.flatMap(({ symbols }) => symbols),
    ...(labels.length === 1 && labels[0]?.apart === undefined
      ? {}
      : { apart: labels.flatMap((label) => label.apart ?? [label]) }),
  };
}
