/**
 * Wire shapes of choosing rules: which offer the station chooses by itself. Rules are tried in
 * order; the first rule that fits the order and finds an offer decides. Rules that say never apply
 * before all others.
 */
import { z } from "zod";
import { isUuid } from "../../base/ids.ts";
import { parseEnteredMoney } from "../../base/money.ts";
import { fold } from "../../base/text.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";
import { namedRuleSchema } from "../offers/chosen-rule.schema.ts";

/** Most rules of an organization: each purchase tries them all. */
export const MOST_RULES = 100;
/** Most values of one condition. */
const MOST_VALUES = 81;

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_]{2,64}$/, "must be a code of 2 to 64 letters A to Z, digits and _")
  .transform(currentCode);
const amount = z
  .string()
  .refine((value) => (parseEnteredMoney(value) ?? -1) > 0, "must be an amount, like 250.00");
const measure = z.number().min(0).max(10_000).optional();
/** A name that folds to nothing would fit every order without a name. */
const name = z
  .string()
  .trim()
  .max(100)
  .refine((text) => fold(text) !== "", "must not be empty");
const names = z.array(name).min(1).max(MOST_VALUES).optional();

const accountTargetSchema = z.strictObject({
  kind: z.literal("account"),
  id: z.string().refine(isUuid, "must be the id of a provider account"),
});

/** Offers that a rule means: those of a carrier, of one service, or of one provider account. */
const ruleTargetSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("carrier"), code }),
  z.strictObject({ kind: z.literal("service"), code }),
  accountTargetSchema,
]);
export type RuleTarget = z.output<typeof ruleTargetSchema>;

const CASH_ON_DELIVERY = ["none", "any", "cash", "card"] as const;

/** Orders for which a rule is tried; an absent condition fits every order. */
export const ruleConditionsSchema = z
  .strictObject({
    /** Plate codes of the recipient's province. */
    provinces: z
      .array(z.string().regex(/^(0[1-9]|[1-7]\d|8[01])$/, "must be a plate code, 01 to 81"))
      .min(1)
      .max(MOST_VALUES)
      .optional(),
    /** Desi of the parcel's size: above this value. */
    desiOver: measure,
    /** Desi of the parcel's size: this value at most. */
    desiUpTo: measure,
    kgOver: measure,
    kgUpTo: measure,
    /** Sources of the order (`order.sourceCode`), in upper or lower case. */
    sources: names,
    /** Merchants of the order (`order.merchantCode`), in upper or lower case. */
    merchants: names,
    cashOnDelivery: z.enum(CASH_ON_DELIVERY).optional(),
  })
  .refine(({ desiOver, desiUpTo }) => (desiOver ?? -1) < (desiUpTo ?? Infinity), {
    path: ["desiUpTo"],
    message: "must be above desiOver",
  })
  .refine(({ kgOver, kgUpTo }) => (kgOver ?? -1) < (kgUpTo ?? Infinity), {
    path: ["kgUpTo"],
    message: "must be above kgOver",
  });
export type RuleConditions = z.output<typeof ruleConditionsSchema>;

/** Most business days of `cheapestWithin`. */
const MOST_RULE_DAYS = 30;

export const ruleActionSchema = z.discriminatedUnion("choose", [
  z.strictObject({ choose: z.literal("cheapest") }),
  /** The cheapest of the offers that arrive on the first day. */
  z.strictObject({ choose: z.literal("fastest") }),
  /** `days`: business days until the promised day; 0: today. */
  z.strictObject({
    choose: z.literal("cheapestWithin"),
    days: z.number().int().min(0).max(MOST_RULE_DAYS),
  }),
  /** `percent`: how much dearer than the cheapest offer it may be; null: any price. */
  z.strictObject({
    choose: z.literal("prefer"),
    target: ruleTargetSchema,
    percent: z.number().min(0).max(1_000).multipleOf(0.01).nullable(),
  }),
  z.strictObject({ choose: z.literal("never"), target: ruleTargetSchema }),
  /** Chooses nothing: a marketplace that is asked on demand is asked about these orders. */
  z.strictObject({ choose: z.literal("ask"), target: accountTargetSchema }),
]);
export type RuleAction = z.output<typeof ruleActionSchema>;

const ruleFields = {
  conditions: ruleConditionsSchema,
  action: ruleActionSchema,
  /** A scan alone buys and prints, up to this price with taxes; null: a person buys. */
  buyUpTo: amount.nullable(),
};

const buysNever = {
  path: ["buyUpTo"],
  message: "must be null: a rule that says never, or asks a marketplace, buys nothing",
};

/** Returns whether a rule chooses an offer, so that it may buy it. */
export function isChoosing({ choose }: Pick<RuleAction, "choose">): boolean {
  return choose !== "never" && choose !== "ask";
}

export const newRuleSchema = z
  .strictObject({
    ...ruleFields,
    conditions: ruleConditionsSchema.default({}),
    buyUpTo: amount.nullable().default(null),
  })
  .refine(({ action, buyUpTo }) => isChoosing(action) || buyUpTo === null, buysNever)
  .meta({ id: "NewChoosingRule" });
export type NewRule = z.output<typeof newRuleSchema>;

/** Several disconnected stations may each have entered the most rules. */
const MOST_ORDERED = 10 * MOST_RULES;

/** All rules of the organization in their new order, each once. */
export const ruleOrderSchema = z
  .strictObject({ ids: z.array(z.string().max(100)).max(MOST_ORDERED) })
  .meta({ id: "ChoosingRuleOrder" });
export type RuleOrder = z.output<typeof ruleOrderSchema>;

export const ruleSchema = z
  .object({
    ...namedRuleSchema.shape,
    createdAt: z.string(),
    updatedAt: z.string(),
    ...ruleFields,
    /** False: no offer can fit, because the carrier, service or account is gone. */
    isTargetKnown: z.boolean(),
  })
  .meta({ id: "ChoosingRule" });
export type Rule = z.output<typeof ruleSchema>;

export const choiceSchema = z
  .object({
    /** The chosen offer; the bought offer once a label is bought; null: none. */
    offerID: z.uuid().nullable(),
    /** The rule that decided; null: no rule did, or a person chose. */
    rule: namedRuleSchema.nullable(),
    /** Whether the label is bought, so that the choice is as it was at the purchase. */
    isBought: z.boolean(),
    /**
     * Whether a scan alone buys the chosen offer: the order waits and is not on hold, size and weight
     * are known, and every carrier has answered. False for a return, and while only a newer
     * Packbench can read one of the rules.
     */
    buysAtOnce: z.boolean(),
    /** Offers that no rule may choose; a person still may. */
    excluded: z.array(z.object({ offerID: z.uuid(), rule: namedRuleSchema })),
  })
  .meta({ id: "OfferChoice" });
export type OfferChoice = z.infer<typeof choiceSchema>;
