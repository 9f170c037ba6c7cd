/** Wire shapes of the audit log: who did what at this station. */
import { z } from "zod";
import { laxID, laxText } from "../../base/wire.ts";
import { AUDIT_ACTS, AUDIT_KINDS } from "../../http/audited.schema.ts";

const auditEntrySchema = z
  .object({
    id: z.uuid(),
    at: z.string(),
    kind: z.enum(AUDIT_KINDS),
    act: z.enum(AUDIT_ACTS),
    /**
     * Id of the API operation, or name of an act without one: "approvedBeyond", "restored",
     * "retention".
     */
    operation: z.string(),
    memberID: z.string(),
    memberName: z.string(),
    /** Lead who allowed the act at the desk; "" for other acts. */
    approvedBy: z.string(),
    approverName: z.string(),
    /** Name of the token of the call; "" for calls of the desk. */
    tokenName: z.string(),
    /** Id of the subject; for an act of the station itself, a time or a count. Never a name. */
    subjectID: z.string(),
    /** Order number when the subject is a shipment or its purchase; "" for other subjects. */
    orderNumber: z.string(),
    /** Amount approved beyond the desk's part of the balance, like "12.50"; "" for other acts. */
    amount: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z
  .object({
    list: z.array(auditEntrySchema),
    /** Value of `before` for the next page; null on the last page. */
    next: z.uuid().nullable(),
  })
  .meta({ id: "AuditPage" });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const auditFilterSchema = z.object({
  memberID: laxID,
  kind: z.union([z.enum(AUDIT_KINDS), z.literal("")]).default(""),
  /** YYYY-MM-DD, in Turkish time; "" for all days. */
  day: laxText(10),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const auditQuerySchema = auditFilterSchema.extend({
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).catch(50).default(50),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;
