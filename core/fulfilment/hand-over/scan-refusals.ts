/** Makes the answers to scans that are not counted. */
import { errors, type AppError } from "../../base/errors.ts";
import type { ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { HandOverRefusal } from "./hand-over.schema.ts";

/** Details of a refusal, for its words. */
type Why = Readonly<Record<string, string | number>>;

/** Refusals in the words of the log and of programs; the screen has words in its language. */
const SENTENCES: Readonly<Record<HandOverRefusal, string>> = {
  UNKNOWN: "No label has this code.",
  NO_LABEL: "This order has no label yet. Pack it first.",
  CANCELED: "This label is cancelled. Do not hand the parcel over.",
  VOID: "This label is void. Take it off the parcel and scan the label in force.",
  TEST: "This is a TEST label, which no carrier knows.",
  SAMPLE: "This label was bought at a sample price, so no carrier knows it.",
  RETURN: "This is a return, which comes to us.",
  OTHER_CARRIER: "This parcel goes with another carrier.",
  HANDED_OVER: "This parcel is on a manifest already.",
  SCANNED_BY_CARRIER: "The carrier has scanned this parcel already.",
  SEVERAL_BOXES: "This order has several boxes. Scan the label of each box.",
  SEVERAL_ORDERS: "Several orders have this number. Scan the label of the parcel.",
  NOT_ANNOUNCED: "This label is not announced to its carrier yet. Announce it first.",
  ANNOUNCEMENT_REFUSED: "The carrier has refused this label. Correct it and announce it again.",
  ANNOUNCEMENT_UNCERTAIN: "It is not known whether the carrier knows this label. Ask the carrier.",
  NOT_LOADED: "This parcel is not on the truck.",
};

/** Makes the refusal of a scanned code. @param row Its shipment, if there is one. */
export function refusal(
  reason: HandOverRefusal,
  row: Pick<ShipmentRow, "number"> | undefined,
  why: Why = {},
): AppError {
  const number = row === undefined ? {} : { number: row.number };
  return errors.parcelNotHandedOver(`${SENTENCES[reason]} Nothing was counted.`, {
    reason,
    ...number,
    ...why,
  });
}
