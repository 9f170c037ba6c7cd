/** Settings: of the screen itself, and the sections of other features. Its choices are shared state. */
import { Settings } from "lucide-react";
import { LANGUAGES, THEMES } from "../../store/settings.slice.ts";
import type { Feature } from "../../store/feature.ts";
import { useShared } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";

export const settings = {
  slice: () => ({}),
  bind: useShared.bind,
  views: [{ name: "settings", title: "app.view.settings", Icon: Settings, Screen: lazyScreen(async () => (await import("./SettingsView.tsx")).SettingsView) }],
  actions: [
    ...THEMES.map((theme) => ({ name: `theme.${theme}`, words: `settings.useTheme.${theme}` as const, run: () => useShared.getState().changeSettings({ theme }) })),
    ...LANGUAGES.map((language) => ({ name: `language.${language}`, words: `settings.useLanguage.${language}` as const, run: () => useShared.getState().changeSettings({ language }) })),
  ],
} as const satisfies Feature<object>;
