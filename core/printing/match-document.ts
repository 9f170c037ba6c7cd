/**
 * Decides whether a document that is printed for a shipment belongs to that shipment, by comparing
 * the document's symbols with the shipment's barcode.
 */
import type { ReadDeps } from "../db/deps.ts";
import { errors } from "../base/errors.ts";
import type { Converted } from "../labels/convert/converted.ts";
import { doubtOf } from "../labels/convert/join-parts.ts";
import { findOfBarcode } from "../shipping/shipments/shipments.service.ts";
import type { PrinterLanguage } from "./languages/language.ts";
import type { PrintJobRow } from "./printing.store.ts";

/** Fields of a converted document that the comparison needs. */
type ReadDocument = Pick<Converted, "bytes" | "verification" | "doubt" | "symbols" | "apart">;

/**
 * Decides what part of a converted document is printed for a job.
 *
 * A carrier's label may show numbers that we do not know, so a document without the shipment's
 * barcode is printed as `unverifiable`. A label with another shipment's barcode would send this
 * parcel to the wrong recipient, so it is rejected. Some carriers deliver a day's labels as one
 * document. If one of its labels belongs to another shipment, only the labels with this shipment's
 * barcode are printed.
 *
 * @param converted Results of converting the whole document and each of its labels.
 * @returns The bytes to print, their verification, and the reason for any doubt.
 * @throws AppError E2035 when the document has another shipment's barcode but not the job's, or
 * both barcodes in one picture; also when several labels belong to the shipment and the printer's
 * language cannot print them without the document's other labels.
 */
export function matchDocument(
  deps: ReadDeps,
  job: Pick<PrintJobRow, "barcode" | "organizationID">,
  converted: ReadDocument,
  { isJoinable }: Pick<PrinterLanguage, "isJoinable">,
): Pick<ReadDocument, "bytes" | "verification" | "doubt"> {
  const own = (converted.apart ?? [converted]).filter((label) => hasBarcode(job, label));
  // A page that names no other shipment, such as a customs declaration, belongs to the label.
  const isMixed =
    own.length < (converted.apart?.length ?? 1) &&
    findOtherShipment(deps, job, converted) !== undefined;
  const chosen: readonly Pick<ReadDocument, "bytes" | "verification" | "doubt" | "symbols">[] =
    own.length > 0 && isMixed ? own : [converted];
  const other = chosen
    .map((label) => findOtherShipment(deps, job, label))
    .find((row) => row !== undefined);
  if (other !== undefined) {
    if (own.length > 0)
      throw errors.labelFailedCheck(
        `The document was not printed: it has the barcode ${other.barcode} of another shipment and ${job.barcode} of this shipment in one picture. Cut out this shipment's label, and upload it separately.`,
      );
    throw errors.labelFailedCheck(
      `The document was not printed: it has the barcode ${other.barcode} of another shipment, not ${job.barcode} of this shipment.`,
    );
  }
  if (chosen.length > 1 && !isJoinable)
    throw errors.labelFailedCheck(
      `The document was not printed: it has several labels with ${job.barcode} and labels of other shipments. Upload this shipment's labels separately.`,
    );
  const isSure = own.length > 0 && chosen.every(({ verification }) => verification === "verified");
  return {
    bytes:
      chosen.length === 1
        ? (chosen[0]?.bytes ?? converted.bytes)
        : Buffer.concat(chosen.map(({ bytes }) => bytes)),
    verification: isSure ? "verified" : "unverifiable",
    doubt: doubtOf(chosen),
  };
}

/**
 * Splits the symbols' texts into whole numbers: a QR code may have the barcode inside a URL, and a
 * longer number that contains the barcode is a different number.
 */
function numbersIn({ symbols }: Pick<ReadDocument, "symbols">): readonly string[] {
  return [
    ...new Set(
      symbols
        .flatMap((text) => [text, ...text.split(/[^0-9A-Za-z]+/).slice(0, MAX_NUMBERS)])
        .map((text) => text.trim().toUpperCase()),
    ),
  ].filter((text) => text !== "");
}

/** Highest number of parts of one symbol's text that are searched. A URL has about ten parts. */
const MAX_NUMBERS = 40;

function hasBarcode(
  { barcode }: Pick<PrintJobRow, "barcode">,
  read: Pick<ReadDocument, "symbols">,
): boolean {
  return numbersIn(read).includes(barcode.toUpperCase());
}

/** Finds a shipment of the same organization, other than the job's, whose barcode was read. */
function findOtherShipment(
  deps: ReadDeps,
  job: Pick<PrintJobRow, "barcode" | "organizationID">,
  read: Pick<ReadDocument, "symbols">,
): ReturnType<typeof findOfBarcode> {
  return numbersIn(read)
    .filter((text) => text !== job.barcode.toUpperCase())
    .map((text) => findOfBarcode(deps, job.organizationID, text))
    .find((row) => row !== undefined);
}
