/** The formats of lib/format.ts in the screen's language. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  appointmentWords,
  arrivalWords,
  clockWords,
  dayWords,
  durationWords,
  countWords,
  instantWords,
  measureWords,
  moneyWords,
  type Language,
} from "../lib/format.ts";

/** Returns the formats of lib/format.ts for the screen's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language: Language = i18n.language === "tr" ? "tr" : "en";
  return useMemo(
    () => ({
      money: (amount: string, currency: string) => moneyWords(amount, currency, language),
      measure: (value: string, decimals?: number, most?: number) =>
        measureWords(value, language, decimals, most),
      count: (value: number) => countWords(value, language),
      instant: (instant: string) => instantWords(instant, language),
      day: (day: string) => dayWords(day, language),
      clock: (when: number) => clockWords(when, language),
      duration: (ms: number) => durationWords(ms, language),
      appointment: (day: string) => appointmentWords(day, language, Date.now()),
      arrival: (nanoseconds: number) => arrivalWords(nanoseconds, language, Date.now()),
    }),
    [language],
  );
}
