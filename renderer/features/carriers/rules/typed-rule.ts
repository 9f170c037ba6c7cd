/**
 * Parses the form of a choosing rule into what the core accepts, with the limits of the core's
 * schema. A message is a key under `rules.wrong`.
 */
import { z } from "zod";
import {
  isChoosing,
  newRuleSchema,
  ruleConditionsSchema,
  type NewRule,
  type Rule,
  type RuleAction,
  type RuleTarget,
} from "../../../../core/shipping/choosing/choosing.schema.ts";
import { readAmount } from "../../../lib/read-amount.ts";

export const CHOICES = [
  "cheapest",
  "fastest",
  "cheapestWithin",
  "prefer",
  "never",
  "ask",
] as const satisfies readonly RuleAction["choose"][];
export const TARGET_KINDS = [
  "carrier",
  "service",
  "account",
] as const satisfies readonly RuleTarget["kind"][];
export const CASH_ON_DELIVERY = ruleConditionsSchema.shape.cashOnDelivery.unwrap().options;

/** Initial values of the form: the cheapest offer, for every order. */
export const BLANK = {
  choose: "cheapest",
  days: "",
  targetKind: "carrier",
  /** Code of the carrier or service, or id of the account. */
  target: "",
  percent: "",
  /** Plate codes, separated by spaces. */
  provinces: "",
  /** Typed text that is not yet a chosen province. */
  place: "",
  desiOver: "",
  desiUpTo: "",
  kgOver: "",
  kgUpTo: "",
  sources: "",
  merchants: "",
  cashOnDelivery: "",
  buyUpTo: "",
};
export type TypedRule = typeof BLANK;
type Field = keyof TypedRule;

/** Words for a value that the core's schema refuses. */
const REFUSED: Readonly<Partial<Record<Field, string>>> = {
  days: "days",
  target: "target",
  percent: "percent",
  sources: "names",
  merchants: "names",
  buyUpTo: "amount",
};

const fields = Object.fromEntries(Object.keys(BLANK).map((field) => [field, z.string()])) as Record<
  Field,
  z.ZodString
>;

/** A typed rule, as POST /station/rules takes it. Fields of other choices are not read. */
export const typedRuleSchema = z.object(fields).transform((typed, context): NewRule => {
  const wrong = new Set<PropertyKey>();
  const refuse = (field: Field, message: string): void => {
    if (wrong.has(field)) return;
    wrong.add(field);
    context.addIssue({ code: "custom", path: [field], message });
  };
  if (typed.place.trim() !== "") refuse("place", "place");
  const { data, error } = newRuleSchema.safeParse(ruleOf(typed, refuse));
  for (const { path, code } of error?.issues ?? []) {
    const field = fieldAt(path);
    const isOrder = code === "custom" && (field === "desiUpTo" || field === "kgUpTo");
    refuse(field, isOrder ? "above" : (REFUSED[field] ?? "number"));
  }
  return data === undefined || wrong.size > 0 ? z.NEVER : data;
});

/** Returns the form's field for a path of the core's schema: "conditions.kgOver" → "kgOver". */
function fieldAt([first, second]: readonly PropertyKey[]): Field {
  return (first === "buyUpTo" ? first : second) as Field;
}

type Refuse = (field: Field, message: string) => void;

/** Builds the rule; the core's schema checks it. */
function ruleOf(typed: TypedRule, refuse: Refuse): z.input<typeof newRuleSchema> {
  const number = (field: Field): number | undefined =>
    numberOf(typed[field], () => refuse(field, "number"));
  const choose = CHOICES.find((one) => one === typed.choose) ?? "cheapest";
  const hasLimit = isChoosing({ choose }) && typed.buyUpTo.trim() !== "";
  return {
    action: actionOf(typed, refuse),
    conditions: {
      provinces: namesOf(typed.provinces, " "),
      desiOver: number("desiOver"),
      desiUpTo: number("desiUpTo"),
      kgOver: number("kgOver"),
      kgUpTo: number("kgUpTo"),
      sources: namesOf(typed.sources),
      merchants: namesOf(typed.merchants),
      cashOnDelivery: CASH_ON_DELIVERY.find((one) => one === typed.cashOnDelivery),
    },
    // An empty amount is refused by the core's schema.
    buyUpTo: hasLimit ? (readAmount(typed.buyUpTo) ?? "") : null,
  };
}

function actionOf(typed: TypedRule, refuse: Refuse): z.input<typeof newRuleSchema>["action"] {
  const choose = CHOICES.find((one) => one === typed.choose) ?? "cheapest";
  switch (choose) {
    case "cheapestWithin":
      if (typed.days.trim() === "") refuse("days", "days");
      return { choose, days: numberOf(typed.days, () => refuse("days", "days")) ?? 0 };
    case "prefer": {
      const percent = typed.percent.replace("%", "");
      return {
        choose,
        target: targetOf(typed),
        percent: numberOf(percent, () => refuse("percent", "percent")) ?? null,
      };
    }
    case "never":
      return { choose, target: targetOf(typed) };
    case "ask":
      return { choose, target: { kind: "account", id: typed.target } };
    default:
      return { choose };
  }
}

function targetOf({ targetKind, target }: TypedRule): RuleTarget {
  const kind = TARGET_KINDS.find((one) => one === targetKind) ?? "carrier";
  return kind === "account" ? { kind, id: target } : { kind, code: target };
}

/** Parses a number with a decimal comma or point; undefined for an empty field. */
function numberOf(text: string, refuse: () => void): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (/^\d{1,6}(?:[.,]\d{1,3})?$/.test(trimmed)) return Number(trimmed.replace(",", "."));
  refuse();
  return undefined;
}

function namesOf(text: string, separator: string | RegExp = /[,;]/): string[] | undefined {
  const names = text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

/**
 * Returns the fields of an existing rule, as the form shows them. A target that is gone is left
 * out, so that a person chooses another one.
 */
export function typedRule(
  {
    action,
    conditions,
    buyUpTo,
    isTargetKnown,
  }: Pick<Rule, "action" | "conditions" | "buyUpTo" | "isTargetKnown">,
  language: string,
): TypedRule {
  const sign = language === "tr" ? "," : ".";
  const text = (value: number | string | null | undefined): string =>
    String(value ?? "").replace(".", sign);
  const target = "target" in action ? action.target : undefined;
  return {
    ...BLANK,
    choose: action.choose,
    days: action.choose === "cheapestWithin" ? text(action.days) : "",
    percent: action.choose === "prefer" ? text(action.percent) : "",
    targetKind: target?.kind ?? BLANK.targetKind,
    target: target === undefined || !isTargetKnown ? "" : keyOf(target),
    provinces: (conditions.provinces ?? []).join(" "),
    desiOver: text(conditions.desiOver),
    desiUpTo: text(conditions.desiUpTo),
    kgOver: text(conditions.kgOver),
    kgUpTo: text(conditions.kgUpTo),
    sources: (conditions.sources ?? []).join(", "),
    merchants: (conditions.merchants ?? []).join(", "),
    cashOnDelivery: conditions.cashOnDelivery ?? "",
    buyUpTo: text(buyUpTo),
  };
}

/** Returns the code of a carrier or service, or the id of an account. */
export function keyOf(target: RuleTarget): string {
  return target.kind === "account" ? target.id : target.code;
}
