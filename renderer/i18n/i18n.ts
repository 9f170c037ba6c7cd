/**
 * The two languages of the screen. One of them is loaded, in two parts: the words of the first
 * screen before anything is shown, the rest right after, and always before a screen that is loaded
 * on demand. All words are files of this program; nothing is fetched from the network.
 */
import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { words as firstWords } from "./en-first.ts";
import type { words as laterWords } from "./en-later.ts";
import { countWords, type Language } from "../lib/format.ts";

export const i18n: I18n = createInstance();

void i18n.use(initReactI18next).init({
  resources: {},
  lng: "en",
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  // Words that are loaded later appear on screens that are already shown.
  react: { useSuspense: false, bindI18nStore: "added" },
});

// i18next would make a formatter for each text whose other values are new, and keep a thousand.
i18n.services.formatter?.add("number", (value: number, language) =>
  countWords(value, language === "tr" ? "tr" : "en"),
);

const FILES = {
  en: { first: () => import("./en-first.ts"), later: () => import("./en-later.ts") },
  tr: { first: () => import("./tr-first.ts"), later: () => import("./tr-later.ts") },
};

type Part = keyof (typeof FILES)[Language];

const loaded = new Map<string, Promise<void>>();
let wanted: Language = "en";
/**
 * After the first call of showLaterWords, a language is shown only when both of its parts are
 * loaded.
 */
let isLaterWanted = false;

/** Loads a part of a language once; a failed part is loaded again by the next call. */
function loadWords(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = FILES[language]
    [part]()
    .then(({ words }) => void i18n.addResourceBundle(language, "translation", words, true));
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

/**
 * Shows the screen in this language as soon as its words are loaded; until then the screen stays
 * unchanged. The last call counts.
 *
 * @returns Resolves when the words are loaded. Rejects when their file cannot be read.
 */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([
    loadWords(language, "first"),
    isLaterWanted ? loadWords(language, "later") : undefined,
  ]);
  if (wanted === language && i18n.language !== language) await i18n.changeLanguage(language);
}

/**
 * Loads the words of everything that opens after the first screen, in the current or requested
 * language. Rejects when their file cannot be read.
 */
export function showLaterWords(): Promise<void> {
  isLaterWanted = true;
  return loadWords(wanted, "later");
}

declare module "i18next" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged into i18next's own
  interface CustomTypeOptions {
    resources: { translation: typeof firstWords & typeof laterWords };
  }
}
