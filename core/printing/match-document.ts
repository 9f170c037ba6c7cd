/** Whether a document that is printed for a shipment is that shipment's: its symbols are compared with the shipment's barcode. */
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { findOfBarcode } from "../shipments/shipments.service.ts";
import type { Verification } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

/**
 * Carriers' labels may have other numbers than ours, so one without the shipment's barcode is printed, as `unverifiable`. One that has the
 * barcode of another shipment instead would send this parcel to somebody else.
 *
 * @param converted What was read off the document.
 * @returns What may be said of the print.
 * @throws AppError E2035 when it has another shipment's barcode, and not the job's own.
 */
export function matchDocument(deps: Deps, job: Pick<PrintJobRow, "barcode" | "organization_id">, { verification, symbols }: { readonly verification: Verification; readonly symbols: readonly string[] }): Verification {
  const others = symbols.filter((text) => text !== job.barcode).map((text) => findOfBarcode(deps, job.organization_id, text)).filter((row) => row !== undefined);
  // A QR code may have it within an address.
  const isOwn = symbols.some((text) => text.includes(job.barcode));
  if (isOwn) return others.length === 0 ? verification : "unverifiable";
  const [other] = others;
  if (other !== undefined) throw new AppError("E2035", `The document was not printed: it has the barcode ${other.barcode} of another shipment, not ${job.barcode} of this one.`);
  return "unverifiable";
}
