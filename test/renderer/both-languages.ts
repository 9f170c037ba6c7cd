/** Loads the words of both languages, which the screen loads one at a time. Shows English. */
import { showLanguage, showLaterWords } from "../../renderer/i18n/i18n.ts";

await showLaterWords();
await showLanguage("tr");
await showLanguage("en");
