/** Settings: of the screen itself, and the sections of other features. Its choices are shared state. */
import { Settings } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { useShared } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";

export const settings = {
  slice: () => ({}),
  bind: useShared.bind,
  views: [{ name: "settings", title: "app.view.settings", Icon: Settings, Screen: lazyScreen(async () => (await import("./SettingsView.tsx")).SettingsView) }],
} as const satisfies Feature<object>;
