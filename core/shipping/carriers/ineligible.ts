/** Makes the reason why a service makes no offer. */
import { INELIGIBLE_REASONS, type IneligibleService } from "./ineligible.schema.ts";

/** Describes a service that makes no offer; `limit`: the limit that the parcel exceeds, "30 kg". */
export function ineligibleBecause(
  {
    providerCode,
    providerServiceCode,
    name,
  }: Pick<IneligibleService, "providerCode" | "providerServiceCode" | "name">,
  code: keyof typeof INELIGIBLE_REASONS,
  limit?: string,
): IneligibleService {
  const service = { providerCode, providerServiceCode, name, code };
  return limit === undefined
    ? { ...service, reason: INELIGIBLE_REASONS[code] }
    : { ...service, limit, reason: `${INELIGIBLE_REASONS[code]} ${limit}` };
}
