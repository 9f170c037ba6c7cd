/** Settings of the screen itself, applied to the page at once. */
import type { StateCreator } from "zustand";
import { showLanguage } from "../i18n/i18n.ts";
import { invoke } from "../lib/bridge.ts";
import { keepSettings, readSettings, type Settings } from "./kept-settings.ts";

export type SettingsSlice = {
  readonly settings: Settings;
  changeSettings(change: Partial<Settings>): void;
};

/** Creates the slice from the stored settings and applies them to the page. */
export const createSettingsSlice: StateCreator<SettingsSlice> = (set, get) => {
  const settings = readSettings();
  applySettings(settings);
  return {
    settings,
    changeSettings(change) {
      const changed = { ...get().settings, ...change };
      set({ settings: changed });
      applySettings(changed);
      keepSettings(changed);
    },
  };
};

function applySettings({ language, theme }: Settings): void {
  const root = document.documentElement;
  root.lang = language;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  // If the words cannot be loaded, the previous language stays.
  void showLanguage(language).catch(() => undefined);
  // Changes the language of menus and dialogs; without an answer they stay unchanged.
  void invoke("window:setLanguage", { language }).catch(() => undefined);
}
