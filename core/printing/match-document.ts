/**
 * Whether a document that is printed for a shipment is that shipment's: its symbols are compared
 * with the shipment's barcode.
 */
import type { ReadDeps } from "../db/deps.ts";
import { errors } from "../base/errors.ts";
import type { Converted } from "../labels/convert/converted.ts";
import { doubtOf } from "../labels/convert/join-parts.ts";
import { findOfBarcode } from "../shipping/shipments/shipments.service.ts";
import type { PrinterLanguage } from "./languages/language.ts";
import type { PrintJobRow } from "./printing.store.ts";

/** What is compared. */
type Read = Pick<Converted, "bytes" | "verification" | "doubt" | "symbols" | "apart">;

/**
 * Carriers' labels may have other numbers than ours, so a document without the shipment's barcode
 * is printed, as `unverifiable`. A label that has the barcode of another shipment would send this
 * parcel to another recipient. Carriers give out a day's labels as one document: where one of its
 * labels is another shipment's, those with the shipment's barcode alone are printed.
 *
 * @param converted What was read off the document, and off each of its labels.
 * @returns The bytes to print, their verification, and why it is in doubt.
 * @throws AppError E2035 when it has another shipment's barcode, and not the job's own, or both in
 *   one picture; when several of its labels are the shipment's, and the printer's language cannot
 *   have them without the others.
 */
export function matchDocument(
  deps: ReadDeps,
  job: Pick<PrintJobRow, "barcode" | "organization_id">,
  converted: Read,
  { isJoinable }: Pick<PrinterLanguage, "isJoinable">,
): Pick<Read, "bytes" | "verification" | "doubt"> {
  const own = (converted.apart ?? [converted]).filter((label) => isOf(job, label));
  // A page that names no other shipment, such as a customs declaration, belongs to the label.
  const isMixed =
    own.length < (converted.apart?.length ?? 1) && otherThan(deps, job, converted) !== undefined;
  const chosen: readonly Pick<Read, "bytes" | "verification" | "doubt" | "symbols">[] =
    own.length > 0 && isMixed ? own : [converted];
  const other = chosen.map((label) => otherThan(deps, job, label)).find((row) => row !== undefined);
  if (other !== undefined) {
    if (own.length > 0)
      throw errors.labelFailedCheck(
        `The document was not printed: it has the barcode ${other.barcode} of another shipment beside ${job.barcode} of this one, and the two cannot be told apart. Cut this shipment's label out, and upload it by itself.`,
      );
    throw errors.labelFailedCheck(
      `The document was not printed: it has the barcode ${other.barcode} of another shipment, not ${job.barcode} of this one.`,
    );
  }
  if (chosen.length > 1 && !isJoinable)
    throw errors.labelFailedCheck(
      `The document was not printed: it has several labels with ${job.barcode} among others. Upload them by themselves.`,
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
 * Whole numbers of a text: a QR code may have the barcode within an address, and a longer number is
 * another one.
 */
function numbersIn({ symbols }: Pick<Read, "symbols">): readonly string[] {
  return [
    ...new Set(
      symbols
        .flatMap((text) => [text, ...text.split(/[^0-9A-Za-z]+/).slice(0, MOST_NUMBERS)])
        .map((text) => text.trim().toUpperCase()),
    ),
  ].filter((text) => text !== "");
}

/** An address has some ten. */
const MOST_NUMBERS = 40;

function isOf({ barcode }: Pick<PrintJobRow, "barcode">, read: Pick<Read, "symbols">): boolean {
  return numbersIn(read).includes(barcode.toUpperCase());
}

/** @returns A shipment of the same organization whose barcode was read, other than the job's. */
function otherThan(
  deps: ReadDeps,
  job: Pick<PrintJobRow, "barcode" | "organization_id">,
  read: Pick<Read, "symbols">,
): ReturnType<typeof findOfBarcode> {
  return numbersIn(read)
    .filter((text) => text !== job.barcode.toUpperCase())
    .map((text) => findOfBarcode(deps, job.organization_id, text))
    .find((row) => row !== undefined);
}
