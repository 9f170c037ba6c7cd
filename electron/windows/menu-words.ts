/** The words of the application's menu in English and Turkish, the languages of the screen. */
import type { Language } from "./bad-start-words.ts";

const en = {
  file: "File",
  newOrder: "New order",
  import: "Import orders…",
  quit: "Quit Packbench",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  selectAll: "Select all",
  view: "View",
  palette: "Find anything…",
  larger: "Larger",
  smaller: "Smaller",
  usualSize: "Usual size",
  fullScreen: "Full screen",
  help: "Help",
  guides: "Guides",
  keys: "Keys",
  api: "API documentation",
  updates: "Check for updates…",
  about: "About Packbench",
};

type MenuWords = typeof en;

const tr: MenuWords = {
  file: "Dosya",
  newOrder: "Yeni sipariş",
  import: "Sipariş dosyası içe aktar…",
  quit: "Packbench'ten çık",
  edit: "Düzen",
  undo: "Geri al",
  redo: "Yinele",
  cut: "Kes",
  copy: "Kopyala",
  paste: "Yapıştır",
  selectAll: "Tümünü seç",
  view: "Görünüm",
  palette: "Her şeyi ara…",
  larger: "Büyüt",
  smaller: "Küçült",
  usualSize: "Normal boyut",
  fullScreen: "Tam ekran",
  help: "Yardım",
  guides: "Kılavuzlar",
  keys: "Tuşlar",
  api: "API belgeleri",
  updates: "Güncellemeleri denetle…",
  about: "Packbench hakkında",
};

const WORDS: Readonly<Record<Language, MenuWords>> = { en, tr };

/** Returns the menu's words in this language. */
export function menuWords(language: Language): MenuWords {
  return WORDS[language];
}
