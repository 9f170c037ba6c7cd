/**
 * Parses typed top-ups and names into what the core accepts, with the limits of the core's schemas.
 * A message of this file is a key under `organization.wrong`; for messages of the core's schemas
 * see use-wrong-words.ts.
 */
import { z } from "zod";
import { topUpInputSchema } from "../../../core/organizations/ledger/ledger.schema.ts";
import {
  newMemberSchema,
  newOrganizationSchema,
} from "../../../core/organizations/organizations.schema.ts";
import { readAmount } from "../../lib/read-amount.ts";

/**
 * Casts typed text for the core's text schemas, which also accept other types that programs send.
 */
const asSent = (text: string): z.input<typeof topUpInputSchema.shape.reference> => text;

/** Received money, as POST …/balance/topups takes it; `amount` as "1250.50". */
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
