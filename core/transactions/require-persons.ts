/** Whether a parcel still has the two persons whom its label names. */
import { AppError } from "../base/errors.ts";
import type { Consigned } from "../shipments/consign-shipment.ts";

/**
 * Requires that an erasure has left a name at both ends: the carrier finds nobody at an address
 * whose person was erased.
 *
 * @throws AppError E1133 without a recipient, who can be entered; E2055 without a sender: a return
 *   is picked up at the original's recipient, and nowhere else.
 */
export function requirePersons({ addresses }: Consigned): void {
  if (addresses.recipient.name === "")
    throw new AppError(
      "E1133",
      "The personal data of this shipment's recipient was erased, so a label would name nobody. Enter the recipient first. Nothing was bought.",
    );
  if (addresses.sender.name === "")
    throw new AppError(
      "E2055",
      "The personal data of the person whom this parcel would be picked up at was erased. Nothing was bought.",
    );
}
