/** Name of a print job in the journal. */
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

/**
 * @param kind Words for the job's kind, used when it has neither order nor title.
 * @returns The order, else the title that a program gave, else the kind.
 */
export function jobSubject(
  { orderNumber, shipmentNumber, shipmentID, title }: PrintJob,
  kind: string,
): string {
  if (orderNumber !== "") return orderNumber;
  if (shipmentID !== "") return String(shipmentNumber);
  return title === "" ? kind : title;
}
