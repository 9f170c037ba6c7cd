/**
 * Words of the last error screen, in both languages. They are in the program's first file, because
 * the screen also breaks when the file of a language cannot be read.
 */
import type { Language } from "../lib/format.ts";

type BrokenWords = Readonly<Record<"title" | "lead" | "reload" | "detail", string>>;

export const BROKEN_WORDS: Readonly<Record<Language, BrokenWords>> = {
  en: {
    title: "The screen stopped working",
    lead: "What was bought is safe: the station keeps it. Open the screen again and scan the order to see its state.",
    reload: "Open the screen again",
    detail: "For support:",
  },
  tr: {
    title: "Ekran durdu",
    lead: "Satın alınanlar güvende, istasyonda kayıtlı. Ekranı yeniden açıp siparişi okutun; durumunu görürsünüz.",
    reload: "Ekranı yeniden aç",
    detail: "Destek için:",
  },
};
