/** The tray icon: opens the window, shows the station's state and the API's address, and quits. */
import { join } from "node:path";
import { app, clipboard, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from "electron";
import type { Language } from "./bad-start-words.ts";
import { quitWords } from "./quit-words.ts";

export type TrayFacts = {
  readonly language: Language;
  readonly state: "running" | "restarting" | "stopped";
  /** Address of the API for other programs; null when none is served. */
  readonly url: string | null;
};

export type TrayIcon = {
  show(facts: TrayFacts): void;
};

/** Size of the icon, points; each system draws the icon sharper on a high-resolution screen. */
const ICON_PX = process.platform === "darwin" ? 18 : process.platform === "win32" ? 16 : 24;

/** Creates the tray icon. @param open Shows the window. */
export function createTray(open: () => void, first: TrayFacts): TrayIcon {
  const icon = nativeImage
    .createFromPath(join(app.getAppPath(), "resources", "icons", "packbench.png"))
    .resize({ width: ICON_PX, height: ICON_PX });
  const tray = new Tray(icon);
  tray.on("click", open);
  const show = (facts: TrayFacts): void => {
    tray.setToolTip(`Packbench: ${quitWords(facts.language).states[facts.state]}`);
    tray.setContextMenu(
      Menu.buildFromTemplate(
        trayMenu(facts, {
          open,
          copy: (text) => clipboard.writeText(text),
          quit: () => app.quit(),
        }),
      ),
    );
  };
  show(first);
  return { show };
}

/** Returns the items of the icon's menu, in order. */
function trayMenu(
  { language, state, url }: TrayFacts,
  acts: { open(): void; copy(text: string): void; quit(): void },
): MenuItemConstructorOptions[] {
  const words = quitWords(language);
  return [
    { label: words.open, click: acts.open },
    { type: "separator" },
    { label: words.states[state], enabled: false },
    url === null
      ? { label: words.noAddress, enabled: false }
      : { label: words.address(url), click: () => acts.copy(url) },
    { type: "separator" },
    { label: words.quit, click: acts.quit },
  ];
}
