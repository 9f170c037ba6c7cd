/** The English sentence of every reason why a service makes no offer; screens say it by its code instead. */
import type { IneligibleService, IneligibleCode } from "./ineligible.schema.ts";

const REASONS: Readonly<Record<Exclude<IneligibleCode, "OTHER">, string>> = {
  ABROAD: "does not deliver to this country",
  CITY_NOT_SERVED: "does not deliver to this city",
  NO_COLLECT: "does not collect money at the door",
  ONLY_COLLECT: "only for cash on delivery",
  TOO_LONG: "a side is longer than",
  TOO_HEAVY: "heavier than",
  TOO_LARGE: "larger than",
  NO_PRICE: "has no price for this size",
  NEEDS_ACCOUNT: "needs your own account at this carrier",
  NOT_REACHED: "could not be reached",
  TOO_LATE: "did not answer in time",
  GONE: "is no longer set up",
};

type Service = Pick<IneligibleService, "providerCode" | "providerServiceCode" | "name">;

/** @param limit What the parcel exceeds, with its unit: "30 kg". */
export function ineligibleBecause({ providerCode, providerServiceCode, name }: Service, code: keyof typeof REASONS, limit?: string): IneligibleService {
  const service = { providerCode, providerServiceCode, name, code };
  return limit === undefined ? { ...service, reason: REASONS[code] } : { ...service, limit, reason: `${REASONS[code]} ${limit}` };
}
