/**
 * Requests the words of the first screen before the rest of the program is evaluated, so that their
 * file loads meanwhile.
 */
import { showLanguage } from "./i18n/i18n.ts";
import { readSettings } from "./store/kept-settings.ts";

/** Settles when the words of the first screen are loaded, or when their file could not be read. */
export const startWords: Promise<void> = showLanguage(readSettings().language).catch(
  () => undefined,
);
