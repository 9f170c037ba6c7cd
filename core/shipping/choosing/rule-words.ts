/** Says in plain words what a rule does, in English and Turkish. Pure. */
import { moneyText } from "../../base/money.ts";
import type { RuleWords } from "../offers/chosen-rule.schema.ts";
import type { RuleConditions, RuleTarget } from "./choosing.schema.ts";
import type { RuleRow } from "./choosing.store.ts";

/** Names that words use in place of codes; a code without a name stays a code. */
export type RuleNames = {
  readonly province: (code: string) => string;
  readonly target: (target: RuleTarget) => string;
};

/** Most names of a condition that are written out. */
const MOST_NAMED = 6;

type Language = keyof RuleWords;
type RuleContent = Pick<RuleRow, "conditions" | "action" | "buyUpToMinor">;

/**
 * Says what a rule does.
 *
 * @returns "To İstanbul, over 5 kg: cheapest within 2 business days; buys at once up to 250.00 TL"
 */
export function ruleWords(names: RuleNames, rule: RuleContent): RuleWords {
  return { en: sentence("en", names, rule), tr: sentence("tr", names, rule) };
}

function sentence(
  language: Language,
  names: RuleNames,
  { conditions, ...rule }: RuleContent,
): string {
  const orders = conditionWords(language, names, conditions);
  const what = actionWords(language, names, rule.action);
  const buys =
    rule.buyUpToMinor === null ? "" : `; ${BUYS[language](money(language, rule.buyUpToMinor))}`;
  const [first = "", ...rest] = orders.length === 0 ? what : `${orders.join(", ")}: ${what}`;
  return `${first.toLocaleUpperCase(language)}${rest.join("")}${buys}`;
}

const BUYS: Readonly<Record<Language, (amount: string) => string>> = {
  en: (amount) => `buys at once up to ${amount}`,
  tr: (amount) => `${amount} tutarına kadar hemen satın alır`,
};

function actionWords(language: Language, names: RuleNames, action: RuleRow["action"]): string {
  const isEnglish = language === "en";
  switch (action.choose) {
    case "cheapest":
      return isEnglish ? "cheapest" : "en ucuz";
    case "fastest":
      return isEnglish ? "fastest" : "en hızlı";
    case "cheapestWithin":
      if (action.days === 0) return isEnglish ? "cheapest today" : "bugün içinde en ucuz";
      if (!isEnglish) return `${action.days} iş günü içinde en ucuz`;
      return `cheapest within ${action.days} business ${action.days === 1 ? "day" : "days"}`;
    case "never":
      return isEnglish
        ? `never ${names.target(action.target)}`
        : `hiçbir zaman ${names.target(action.target)}`;
    case "ask":
      return isEnglish
        ? `ask ${names.target(action.target)} for offers`
        : `teklif sorulur: ${names.target(action.target)}`;
    case "prefer": {
      const name = names.target(action.target);
      if (action.percent === null) return isEnglish ? `prefer ${name}` : `tercihen ${name}`;
      const percent = number(language, action.percent);
      return isEnglish
        ? `prefer ${name} unless more than ${percent} % dearer`
        : `en ucuzdan en çok %${percent} pahalıysa ${name}`;
    }
  }
}

function conditionWords(
  language: Language,
  names: RuleNames,
  conditions: RuleConditions,
): string[] {
  const isEnglish = language === "en";
  const { provinces, sources, merchants, cashOnDelivery } = conditions;
  const found: string[] = [];
  if (provinces !== undefined) {
    const listed = listWords(language, provinces.map(names.province));
    found.push(isEnglish ? `to ${listed}` : `gideceği il ${listed}`);
  }
  found.push(
    ...rangeWords(language, "desi", conditions.desiOver, conditions.desiUpTo),
    ...rangeWords(language, "kg", conditions.kgOver, conditions.kgUpTo),
  );
  if (sources !== undefined)
    found.push(`${isEnglish ? "order source" : "sipariş kaynağı"} ${listWords(language, sources)}`);
  if (merchants !== undefined)
    found.push(`${isEnglish ? "merchant" : "satıcı"} ${listWords(language, merchants)}`);
  if (cashOnDelivery !== undefined) found.push(CASH[language][cashOnDelivery]);
  return found;
}

const CASH: Readonly<
  Record<Language, Readonly<Record<NonNullable<RuleConditions["cashOnDelivery"]>, string>>>
> = {
  en: {
    none: "without cash on delivery",
    any: "with cash on delivery",
    cash: "with cash on delivery in cash",
    card: "with cash on delivery by card",
  },
  tr: {
    none: "kapıda ödemesiz",
    any: "kapıda ödemeli",
    cash: "kapıda nakit ödemeli",
    card: "kapıda kartla ödemeli",
  },
};

function rangeWords(
  language: Language,
  unit: "desi" | "kg",
  over: number | undefined,
  upTo: number | undefined,
): string[] {
  const isEnglish = language === "en";
  const [low, high] = [over, upTo].map((value) => number(language, value ?? 0));
  if (over !== undefined && upTo !== undefined)
    return [
      isEnglish
        ? `over ${low} up to ${high} ${unit}`
        : `${low} ${unit} üzeri, en çok ${high} ${unit}`,
    ];
  if (over !== undefined) return [isEnglish ? `over ${low} ${unit}` : `${low} ${unit} üzeri`];
  if (upTo !== undefined) return [isEnglish ? `up to ${high} ${unit}` : `en çok ${high} ${unit}`];
  return [];
}

/** Joins names: "İstanbul, Ankara or İzmir"; of a long list, the first names and a count. */
function listWords(language: Language, names: readonly string[]): string {
  const or = language === "en" ? "or" : "veya";
  const more = names.length - MOST_NAMED;
  const shown =
    more > 0
      ? [...names.slice(0, MOST_NAMED), language === "en" ? `${more} more` : `${more} diğeri`]
      : names;
  return shown.length < 2
    ? shown.join("")
    : `${shown.slice(0, -1).join(", ")} ${or} ${shown.at(-1)}`;
}

function number(language: Language, value: number): string {
  return language === "en" ? String(value) : String(value).replace(".", ",");
}

function money(language: Language, amountMinor: number): string {
  const text = moneyText(amountMinor);
  return `${language === "en" ? text : text.replace(".", ",")} TL`;
}
