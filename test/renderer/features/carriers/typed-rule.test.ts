import { describe, expect, it } from "vitest";
import type { NewRule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import {
  BLANK,
  typedRule,
  typedRuleSchema,
  type TypedRule,
} from "../../../../renderer/features/carriers/rules/typed-rule.ts";
import { wrongFields } from "../../wrong-fields.ts";

const ID = "01890000-0000-7000-8000-000000000001";
const RULES: readonly NewRule[] = [
  { action: { choose: "cheapest" }, conditions: {}, buyUpTo: null },
  {
    action: { choose: "fastest" },
    conditions: { sources: ["TRENDYOL", "N11"], merchants: ["A1"], cashOnDelivery: "card" },
    buyUpTo: "1250.50",
  },
  {
    action: { choose: "cheapestWithin", days: 2 },
    conditions: { provinces: ["34", "06"], desiOver: 0, desiUpTo: 2.5, kgOver: 1, kgUpTo: 30 },
    buyUpTo: null,
  },
  {
    action: { choose: "prefer", target: { kind: "carrier", code: "SURAT" }, percent: 12.5 },
    conditions: {},
    buyUpTo: "250.00",
  },
  {
    action: { choose: "prefer", target: { kind: "account", id: ID }, percent: null },
    conditions: {},
    buyUpTo: null,
  },
  {
    action: { choose: "never", target: { kind: "service", code: "PTT_STANDART" } },
    conditions: { cashOnDelivery: "any" },
    buyUpTo: null,
  },
];

const wrong = (part: Partial<TypedRule>) => wrongFields(typedRuleSchema, { ...BLANK, ...part });

describe("a typed rule", () => {
  it("a saved rule is shown in the form, and saved unchanged, in both languages", () => {
    for (const rule of RULES)
      for (const language of ["en", "tr"])
        expect(
          typedRuleSchema.parse(typedRule({ ...rule, isTargetKnown: true }, language)),
        ).toEqual(rule);
    expect(typedRule({ ...RULES[3]!, isTargetKnown: true }, "tr")).toMatchObject({
      percent: "12,5",
      buyUpTo: "250,00",
    });
  });

  it("a target that is gone must be chosen again, and every other field stays", () => {
    const typed = typedRule({ ...RULES[3]!, isTargetKnown: false }, "en");
    expect(typed).toMatchObject({ targetKind: "carrier", target: "", percent: "12.5" });
    expect(wrongFields(typedRuleSchema, typed)).toEqual({ target: "target" });
  });

  it("each wrong field is named with its words", () => {
    expect(wrong({ choose: "cheapestWithin" })).toEqual({ days: "days" });
    expect(wrong({ choose: "cheapestWithin", days: "1,5" })).toEqual({ days: "days" });
    expect(wrong({ choose: "cheapestWithin", days: "31" })).toEqual({ days: "days" });
    expect(wrong({ choose: "prefer", percent: "ten" })).toEqual({
      percent: "percent",
      target: "target",
    });
    expect(wrong({ choose: "prefer", target: "SURAT", percent: "1001" })).toEqual({
      percent: "percent",
    });
    expect(wrong({ choose: "never", targetKind: "account" })).toEqual({ target: "target" });
    expect(wrong({ place: "İst", desiOver: "x", kgOver: "5", kgUpTo: "5", buyUpTo: "0" })).toEqual({
      place: "place",
      desiOver: "number",
      kgUpTo: "above",
      buyUpTo: "amount",
    });
    expect(wrong({ desiUpTo: "10001", sources: "A".repeat(101) })).toEqual({
      desiUpTo: "number",
      sources: "names",
    });
  });

  it("fields of another choice are not read", () => {
    expect(
      typedRuleSchema.parse({ ...BLANK, days: "x", target: "?", percent: "%", buyUpTo: "" }),
    ).toEqual({ action: { choose: "cheapest" }, conditions: {}, buyUpTo: null });
    expect(
      typedRuleSchema.parse({ ...BLANK, choose: "never", target: "SURAT", buyUpTo: "x" }),
    ).toMatchObject({ buyUpTo: null });
  });
});
