/** Wire shapes of privacy rules and of erasing a person. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";

/** Shortest retention, in days, because returns and complaints may arrive weeks later. */
const LEAST_DAYS = 30;
const MOST_DAYS = 3_650;

const personalDataDays = z.union([z.literal(0), z.number().int().min(LEAST_DAYS).max(MOST_DAYS)]);
const auditDays = z.number().int().min(LEAST_DAYS).max(MOST_DAYS);

export const privacyRulesSchema = z
  .object({
    /**
     * How long personal data is kept after the last change of a completed parcel, in days; 0 means
     * for good.
     */
    personalDataDays,
    auditDays,
  })
  .meta({ id: "PrivacyRules" });
export type PrivacyRules = z.infer<typeof privacyRulesSchema>;

export const privacyRulesPatchSchema = privacyRulesSchema
  .partial()
  .meta({ id: "PrivacyRulesPatch" });
export type PrivacyRulesPatch = z.infer<typeof privacyRulesPatchSchema>;

/** All given fields must match; a part of the street is enough. */
export const personSchema = z
  .object({ phone: laxText(40), email: laxText(200), name: laxText(200), address: laxText(300) })
  .meta({ id: "Person" });
export type Person = z.output<typeof personSchema>;

export const personFoundSchema = z
  .object({
    /** Completed shipments, which are erased. */
    shipments: z.number().int(),
    /** Shipments under way or to be packed, which stay until they are completed. */
    underWay: z.number().int(),
    addresses: z.number().int(),
  })
  .meta({ id: "PersonFound" });
export type PersonFound = z.infer<typeof personFoundSchema>;

export const erasureSchema = z
  .object({
    id: z.uuid(),
    at: z.string(),
    kind: z.enum(["shipment", "address", "sender"]),
    memberID: z.string(),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof erasureSchema>;
