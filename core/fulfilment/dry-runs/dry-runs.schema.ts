/** Wire shapes of dry runs: what rules would have chosen for past shipments. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { MOST_RULES, newRuleSchema } from "../../shipping/choosing/choosing.schema.ts";
import { ruleWordsSchema } from "../../shipping/offers/chosen-rule.schema.ts";

/** Most shipments of a dry run, the newest of its period. */
export const MOST_PAST = 10_000;

export const dryRunInputSchema = z
  .strictObject({
    /** First and last Turkish day of the purchases. */
    from: daySchema,
    to: daySchema,
    /** Rules to try; absent: the organization's rules. */
    rules: z.array(newRuleSchema).max(MOST_RULES).optional(),
  })
  .meta({ id: "NewDryRun" });
export type DryRunInput = z.output<typeof dryRunInputSchema>;

const money = z.string();

/**
 * Reasons why a shipment cannot be priced again. `NOT_IN_FORCE`: no agreement that is entered now
 * had prices on that day. `NO_OFFER`: no agreement takes the parcel. `NO_SIZE`: neither weight nor
 * size is known.
 */
const UNPRICED = ["NOT_IN_FORCE", "NO_OFFER", "NO_SIZE"] as const;
export type WhyUnpriced = (typeof UNPRICED)[number];

const shipmentFields = {
  shipmentID: z.uuid(),
  shipmentNumber: z.number().int(),
  orderNumber: z.string(),
};
const sumFields = {
  shipments: z.number().int(),
  /** Prices with taxes, also what recipients pay. */
  total: money,
  /** Days from the purchase to the promised day, on average. */
  averageDays: z.number(),
};

export const dryRunSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    /**
     * Labels in force that were bought in the period: without returns and test shipments, and with
     * them when not all were tried.
     */
    inPeriod: z.number().int(),
    /** Sums of the purchases, and of the purchases that the rules would have made. */
    bought: z.object(sumFields),
    byRules: z.object(sumFields),
    /** Shipments that the rules would have sent otherwise. */
    changed: z.number().int(),
    /** Shipments that count as bought because rules exclude all their offers. */
    excluded: z.number().int(),
    /** Shipments that count as bought because they cannot be priced again. */
    unpriced: z.number().int(),
    services: z.array(
      z.object({
        providerServiceCode: z.string(),
        name: z.string(),
        bought: z.number().int(),
        boughtTotal: money,
        byRules: z.number().int(),
        byRulesTotal: money,
      }),
    ),
    /** Shipments by the rule that decided, in the order of the rules; the last: no rule decided. */
    rules: z.array(z.object({ words: ruleWordsSchema.nullable(), shipments: z.number().int() })),
    /** The changes with the largest difference of price, at most 100. */
    changes: z.array(
      z.object({
        ...shipmentFields,
        bought: z.string(),
        boughtAmount: money,
        byRules: z.string(),
        byRulesAmount: money,
      }),
    ),
    /** The newest shipments that cannot be priced again, at most 100. */
    notPriced: z.array(z.object({ ...shipmentFields, why: z.enum(UNPRICED) })),
  })
  .meta({ id: "DryRun" });
export type DryRun = z.output<typeof dryRunSchema>;
