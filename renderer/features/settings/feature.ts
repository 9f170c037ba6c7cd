/**
 * The Settings view, and the sections that belong to no other feature. The screen's settings are
 * shared state.
 */
import { Settings } from "lucide-react";
import { LANGUAGES, THEMES } from "../../store/kept-settings.ts";
import type { Feature } from "../../store/feature.ts";
import { useShared } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { focusList } from "./settings-focus.ts";
import { createSettingsViewSlice, type SettingsViewSlice } from "./settings.slice.ts";
import { useSettingsView } from "./use-settings-view.ts";

/**
 * Handles Esc: moves the focus from a section to the list.
 *
 * @returns false in a section that another screen linked to, and when the focus is in no section:
 *   the view is left then.
 */
function backToList(): boolean {
  const { settingsPart, settingsChosen } = useSettingsView.getState();
  return (settingsPart === null || settingsChosen) && focusList();
}

export const settings = {
  slice: createSettingsViewSlice,
  bind: useSettingsView.bind,
  views: [
    {
      name: "settings",
      title: "app.view.settings",
      Icon: Settings,
      Screen: lazyScreen(async () => (await import("./SettingsView.tsx")).SettingsView),
      keyLines: [
        { rank: 0, key: "↑ ↓", words: "settings.keys.section" },
        { rank: 1, key: "Enter · Esc", words: "settings.keys.into" },
        { rank: 2, key: "Ctrl+Enter", words: "settings.keys.save" },
      ],
      back: backToList,
    },
  ],
  sections: [
    {
      name: "screen",
      isForPackers: true,
      group: "desk",
      rank: 90,
      title: "settings.screen",
      Screen: lazyScreen(async () => (await import("./Screen.tsx")).ScreenSettings),
    },
    {
      name: "computer",
      group: "desk",
      rank: 95,
      title: "computer.title",
      Screen: lazyScreen(async () => (await import("./Computer.tsx")).ComputerSettings),
    },
    {
      name: "data",
      group: "data",
      rank: 100,
      title: "data.title",
      Screen: lazyScreen(async () => (await import("./DataSettings.tsx")).DataSettings),
    },
    {
      name: "privacy",
      group: "data",
      rank: 105,
      title: "privacy.title",
      Screen: lazyScreen(async () => (await import("./Privacy.tsx")).Privacy),
    },
    {
      name: "practice",
      isForPackers: true,
      group: "desk",
      rank: 120,
      title: "settings.practice",
      Screen: lazyScreen(async () => (await import("./Practice.tsx")).Practice),
    },
    {
      name: "about",
      isForPackers: true,
      group: "desk",
      rank: 130,
      title: "settings.about",
      Screen: lazyScreen(async () => (await import("./About.tsx")).About),
    },
  ],
  finder: {
    title: "app.view.settings",
    find: async (text) => (await import("./find-settings.ts")).settingsFound(text),
  },
  actions: [
    ...THEMES.map((theme) => ({
      name: `theme.${theme}`,
      words: `settings.useTheme.${theme}` as const,
      run: () => useShared.getState().changeSettings({ theme }),
    })),
    ...LANGUAGES.map((language) => ({
      name: `language.${language}`,
      words: `settings.useLanguage.${language}` as const,
      run: () => useShared.getState().changeSettings({ language }),
    })),
  ],
} as const satisfies Feature<SettingsViewSlice>;
