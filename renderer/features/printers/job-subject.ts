/** What a print job is called in the journal. */
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

/**
 * @param kind Its words, for a job that has no order and no title.
 * @returns What was printed: the order, else the title that a program gave.
 */
export function jobSubject(
  { orderNumber, shipmentNumber, shipmentID, title }: PrintJob,
  kind: string,
): string {
  if (orderNumber !== "") return orderNumber;
  if (shipmentID !== "") return String(shipmentNumber);
  return title === "" ? kind : title;
}
