/** Wire shapes of the ledger: its entries and top-ups. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";

export const topUpInputSchema = z
  .object({ amount: laxText(30), reference: laxText(100), note: laxText(500) })
  .meta({ id: "NewTopUp" });
export type TopUpInput = z.output<typeof topUpInputSchema>;

export const ledgerEntrySchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    organizationID: z.uuid(),
    kind: z.enum(["TOPUP", "PURCHASE", "REFUND", "ADJUSTMENT"]),
    /** Signed: purchases are negative. */
    amount: z.string(),
    /** Balance after this entry. */
    balance: z.string(),
    currency: z.string(),
    transactionID: z.uuid().nullable(),
    reference: z.string(),
    note: z.string(),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const balanceSchema = z
  .object({
    result: z.literal(true),
    additionalMessage: z.string(),
    data: z.string(),
    debt: z.string(),
  })
  .meta({ id: "BalanceAnswer" });
