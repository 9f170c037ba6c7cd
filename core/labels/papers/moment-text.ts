/** Instants on papers, in the languages of labels. */
import type { LabelLanguage } from "../layout/layout.schema.ts";

const MOMENTS: Readonly<Record<LabelLanguage, Intl.DateTimeFormat>> = {
  tr: new Intl.DateTimeFormat("tr-TR", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "Europe/Istanbul",
  }),
  en: new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Europe/Istanbul",
  }),
};

/** Returns an instant as Turkish time of day and day; "" for an invalid one. */
export function momentText(instant: string, language: LabelLanguage): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : MOMENTS[language].format(date);
}
