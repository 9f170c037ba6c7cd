/** What a person sets about the screen itself. Kept by the browser engine: it belongs to this desk, not to the organization. */
import type { StateCreator } from "zustand";
import { i18n } from "../i18n/i18n.ts";
import { invoke } from "../lib/bridge.ts";
import { LOUDNESS, type Loudness } from "../lib/sound.ts";
import type { ScannerLayout } from "../lib/scan-detector.ts";
import type { Language } from "../lib/format.ts";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const LANGUAGES = ["en", "tr"] as const satisfies readonly Language[];
export const SCANNER_LAYOUTS = ["system", "us"] as const satisfies readonly ScannerLayout[];
type Theme = (typeof THEMES)[number];
type Settings = { readonly language: Language; readonly theme: Theme; readonly scanner: ScannerLayout; readonly sound: boolean; readonly loudness: Loudness };

export type SettingsSlice = { readonly settings: Settings; changeSettings(change: Partial<Settings>): void };

const PLACE = "packbench.settings";

/** The settings as they were kept, applied to the page at once. */
export const createSettingsSlice: StateCreator<SettingsSlice> = (set, get) => {
  const settings = readSettings();
  applySettings(settings);
  return {
    settings,
    changeSettings(change) {
      const changed = { ...get().settings, ...change };
      set({ settings: changed });
      applySettings(changed);
      localStorage.setItem(PLACE, JSON.stringify(changed));
    },
  };
};

/** What was kept, field by field: a value this version does not know falls back alone. */
function readSettings(): Settings {
  let kept: Partial<Record<keyof Settings, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as typeof kept;
  } catch {
    // Damaged or unreadable: the defaults are a working desk.
  }
  return {
    language: LANGUAGES.find((known) => known === kept.language) ?? (navigator.language.startsWith("tr") ? "tr" : "en"),
    theme: THEMES.find((known) => known === kept.theme) ?? "system",
    scanner: SCANNER_LAYOUTS.find((known) => known === kept.scanner) ?? "system",
    sound: kept.sound !== false,
    loudness: LOUDNESS.find((known) => known === kept.loudness) ?? "middle",
  };
}

function applySettings({ language, theme }: Settings): void {
  const root = document.documentElement;
  root.lang = language;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  void i18n.changeLanguage(language);
  // The window's own words (menus, dialogs) follow; without an answer they stay as they are.
  void invoke("window:setLanguage", { language }).catch(() => undefined);
}
