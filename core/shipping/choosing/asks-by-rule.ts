/** Decides by rules about which orders a marketplace that is asked on demand is asked. */
import { volumetricDesi } from "../../base/units.ts";
import type { CachedDb } from "../../db/database.ts";
import type { Consignment } from "../carriers/consignment.ts";
import { fits } from "./choose-offer.ts";
import { listRules } from "./choosing.store.ts";

/** Returns whether a rule asks the account's marketplace about an order. */
export function isAskedByRule(db: CachedDb, accountID: string, consignment: Consignment): boolean {
  const { organizationID, recipient, parcels, cashOnDelivery, origin } = consignment;
  const asking = listRules(db, organizationID).filter(
    ({ action }) => action.choose === "ask" && action.target.id === accountID,
  );
  if (asking.length === 0) return false;
  const [parcel] = parcels;
  const size = {
    length: parcel?.lengthCm ?? null,
    width: parcel?.widthCm ?? null,
    height: parcel?.heightCm ?? null,
  };
  const order = {
    countryCode: recipient.countryCode,
    cityCode: recipient.cityCode,
    desi: volumetricDesi(size, "cm"),
    kg: parcel?.weightKg ?? 0,
    source: origin?.source ?? "",
    merchant: origin?.merchant ?? "",
    cashOnDelivery: cashOnDelivery?.by ?? null,
  };
  return asking.some(({ conditions }) => fits(conditions, order));
}
