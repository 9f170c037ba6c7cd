/** What a person sets about the screen itself, applied to the page at once. */
import type { StateCreator } from "zustand";
import { showLanguage } from "../i18n/i18n.ts";
import { invoke } from "../lib/bridge.ts";
import { keepSettings, readSettings, type Settings } from "./kept-settings.ts";

export type SettingsSlice = {
  readonly settings: Settings;
  changeSettings(change: Partial<Settings>): void;
};

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
      keepSettings(changed);
    },
  };
};

function applySettings({ language, theme }: Settings): void {
  const root = document.documentElement;
  root.lang = language;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  // Words that cannot be loaded leave the language that is shown.
  void showLanguage(language).catch(() => undefined);
  // The window's own words (menus, dialogs) follow; without an answer they stay as they are.
  void invoke("window:setLanguage", { language }).catch(() => undefined);
}
