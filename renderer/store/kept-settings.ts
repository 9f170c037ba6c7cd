/**
 * Settings of the screen. The browser engine stores these settings, because they belong to this
 * computer and not to the organization.
 */
import type { Language } from "../lib/format.ts";
import type { ScannerLayout } from "../lib/scan-detector.ts";
import { LOUDNESS, type Loudness } from "../lib/sound.ts";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const LANGUAGES = ["en", "tr"] as const satisfies readonly Language[];
export const SCANNER_LAYOUTS = ["system", "us"] as const satisfies readonly ScannerLayout[];
type Theme = (typeof THEMES)[number];
export type Settings = {
  readonly language: Language;
  readonly theme: Theme;
  readonly scanner: ScannerLayout;
  readonly sound: boolean;
  readonly loudness: Loudness;
};

const STORAGE_KEY = "packbench.settings";

/**
 * Returns the stored settings. A value that is missing, or that this version does not know, is
 * replaced by its default.
 */
export function readSettings(): Settings {
  let kept: Partial<Record<keyof Settings, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as typeof kept;
  } catch {
    // The stored settings are damaged or unreadable; the defaults are used.
  }
  return {
    language:
      LANGUAGES.find((known) => known === kept.language) ??
      (navigator.language.startsWith("tr") ? "tr" : "en"),
    theme: THEMES.find((known) => known === kept.theme) ?? "system",
    scanner: SCANNER_LAYOUTS.find((known) => known === kept.scanner) ?? "system",
    sound: kept.sound !== false,
    loudness: LOUDNESS.find((known) => known === kept.loudness) ?? "middle",
  };
}

/** Stores the settings for the next start. */
export function keepSettings(settings: Settings): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
}
