/**
 * What a person types about a top-up and the names, read into what the core takes. The limits are
 * those of the core's schemas. A message is the key of its words under `organization.wrong`; of
 * other messages see use-wrong-words.ts.
 */
import { z } from "zod";
import { topUpInputSchema } from "../../../core/organizations/ledger/ledger.schema.ts";
import {
  newMemberSchema,
  newOrganizationSchema,
} from "../../../core/organizations/organizations.schema.ts";
import { readAmount } from "../../lib/read-amount.ts";

/** The core's texts take what programs send for them, too. */
const asSent = (text: string): z.input<typeof topUpInputSchema.shape.reference> => text;

/** Money that has come in, as POST …/balance/topups takes it; `amount` as "1250.50". */
export const typedTopUpSchema = z.object({
  amount: z
    .string()
    .transform((text, context) => {
      const amount = readAmount(text);
      if (amount !== undefined) return amount;
      context.addIssue({ code: "custom", message: "amount" });
      return z.NEVER;
    })
    .transform(asSent)
    .pipe(topUpInputSchema.shape.amount),
  reference: z.string().transform(asSent).pipe(topUpInputSchema.shape.reference),
});
export type TypedTopUp = z.input<typeof typedTopUpSchema>;

/** The names of the packer and of the organization; neither may be empty. */
export const typedNamesSchema = z.object({
  member: z.string().trim().min(1, "anyName").transform(asSent).pipe(newMemberSchema.shape.name),
  organization: z
    .string()
    .trim()
    .min(1, "anyName")
    .transform(asSent)
    .pipe(newOrganizationSchema.shape.name),
});
export type TypedNames = z.input<typeof typedNamesSchema>;
