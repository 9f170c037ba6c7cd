import { describe, expect, it } from "vitest";
import { ruleWords } from "../../../../core/shipping/choosing/rule-words.ts";

const PROVINCES: Readonly<Record<string, string>> = { "34": "İstanbul", "06": "Ankara" };
const names = {
  province: (code: string) => PROVINCES[code] ?? code,
  target: () => "Aras Standart",
};
const aras = { kind: "service", code: "ARAS_STANDART" } as const;

describe("a rule in plain words", () => {
  it.each([
    [
      { conditions: {}, action: { choose: "cheapest" as const }, buyUpToMinor: null },
      "Cheapest",
      "En ucuz",
    ],
    [
      {
        conditions: { provinces: ["34", "06"], kgOver: 5 },
        action: { choose: "cheapestWithin" as const, days: 2 },
        buyUpToMinor: 25_000,
      },
      "To İstanbul or Ankara, over 5 kg: cheapest within 2 business days; buys at once up to 250.00 TL",
      "Gideceği il İstanbul veya Ankara, 5 kg üzeri: 2 iş günü içinde en ucuz; 250,00 TL tutarına kadar hemen satın alır",
    ],
    [
      {
        conditions: { cashOnDelivery: "card" as const, sources: ["Trendyol"] },
        action: { choose: "prefer" as const, target: aras, percent: 7.5 },
        buyUpToMinor: null,
      },
      "Order source Trendyol, with cash on delivery by card: prefer Aras Standart unless more than 7.5 % dearer",
      "Sipariş kaynağı Trendyol, kapıda kartla ödemeli: en ucuzdan en çok %7,5 pahalıysa Aras Standart",
    ],
    [
      {
        conditions: { desiOver: 10, desiUpTo: 30 },
        action: { choose: "never" as const, target: aras },
        buyUpToMinor: null,
      },
      "Over 10 up to 30 desi: never Aras Standart",
      "10 desi üzeri, en çok 30 desi: hiçbir zaman Aras Standart",
    ],
    [
      {
        conditions: { provinces: Array.from({ length: 8 }, () => "34") },
        action: { choose: "fastest" as const },
        buyUpToMinor: null,
      },
      "To İstanbul, İstanbul, İstanbul, İstanbul, İstanbul, İstanbul or 2 more: fastest",
      "Gideceği il İstanbul, İstanbul, İstanbul, İstanbul, İstanbul, İstanbul veya 2 diğeri: en hızlı",
    ],
  ])("%#", (rule, en, tr) => {
    expect(ruleWords(names, rule)).toEqual({ en, tr });
  });
});
