/** Applies a person's corrections to what a carrier gets of a bought label. Pure. */
import type { Consignment, Party } from "../../shipping/carriers/consignment.ts";
import type { Corrections } from "./announcements.schema.ts";

/** Returns the consignment with corrected fields; the label keeps what is printed on it. */
export function correctConsignment(
  consignment: Consignment,
  corrections: Corrections,
): Consignment {
  const fields = Object.entries(corrections);
  if (fields.length === 0) return consignment;
  const recipient: Party = { ...consignment.recipient };
  const corrected: Record<string, unknown> = recipient;
  for (const [field, value] of fields)
    if (field.startsWith("recipient.")) corrected[field.slice("recipient.".length)] = value;
  const { waybillNumber = consignment.references.waybillNumber } = corrections;
  return {
    ...consignment,
    recipient,
    references: { ...consignment.references, waybillNumber },
  };
}
