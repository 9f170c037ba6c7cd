/**
 * The two languages of the screen. One of them is loaded, in two parts: the words of the first
 * screen before anything is shown, the rest right after, and in any case before a screen that is
 * loaded when it opens. All of them are files of this program: no network is asked.
 */
import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { words as firstWords } from "./en-first.ts";
import type { words as laterWords } from "./en-later.ts";

export const i18n: I18n = createInstance();

void i18n.use(initReactI18next).init({
  resources: {},
  lng: "en",
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  // Words that come later are shown by what is on the screen already.
  react: { useSuspense: false, bindI18nStore: "added" },
});

const FILES = {
  en: { first: () => import("./en-first.ts"), later: () => import("./en-later.ts") },
  tr: { first: () => import("./tr-first.ts"), later: () => import("./tr-later.ts") },
};

type Language = keyof typeof FILES;
type Part = keyof (typeof FILES)[Language];

const loaded = new Map<string, Promise<void>>();
let wanted: Language = "en";
/**
 * From the first call of showLaterWords on, a language is shown when both of its parts are there.
 */
let isLaterWanted = false;

/** Loads a part of a language once; one that failed is tried again by the next call. */
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
 * Shows the screen in this language as soon as its words are loaded; until then it stays as it is.
 * Of several calls the last one counts.
 *
 * @returns Settles when the words are there. Rejects when their file cannot be read.
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
 * Loads the words of all that opens after the first screen, in the language that is shown or about
 * to be. Rejects when their file cannot be read.
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
