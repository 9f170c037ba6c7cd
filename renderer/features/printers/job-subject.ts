/** Name of a print job in the journal. */
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

/**
 * Returns the name of a print job: the order's number, else the shipment's number, else the title
 * that a program gave, else the kind.
 *
 * @param kind Words for the job's kind.
 */
export function jobSubject(
  { orderNumber, shipmentNumber, shipmentID, title }: PrintJob,
  kind: string,
): string {
  if (orderNumber !== "") return orderNumber;
  if (shipmentID !== "") return String(shipmentNumber);
  return title === "" ? kind : title;
}
