/** The desk's window: sandboxed, at its last place, showing the screen and nothing else. */
import { join } from "node:path";
import { app, BrowserWindow, screen } from "electron";
import type { Log } from "../../core/base/log.ts";
import { trustSender } from "../ipc/handle.ts";
import type { Bounds, SettingsStore } from "../settings/window-settings.ts";
import { SCREEN_ORIGIN } from "./app-scheme.ts";

const FIRST_BOUNDS: Bounds = { width: 1280, height: 800 };

/** Opens the window where it was last, on a display that is there now; shown when its page has drawn. Its bounds are saved when it closes. */
export function openDeskWindow(settings: SettingsStore, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    ...visibleBounds(settings.get("bounds")),
    minWidth: 900,
    minHeight: 600,
    title: "Packbench",
    icon: join(app.getAppPath(), "resources", "icons", "packbench.png"),
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, "preload.cjs"),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (settings.get("maximized") === true) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () => {
    settings.set("maximized", window.isMaximized());
    settings.set("bounds", window.getNormalBounds());
  });
  trustSender(window.webContents, SCREEN_ORIGIN);
  const language = settings.get("language");
  window.loadURL(`${SCREEN_ORIGIN}/index.html${language === undefined ? "" : `?language=${language}`}`).catch((err: unknown) => {
    // A station that cannot start takes its window away while it loads.
    if (!window.isDestroyed()) log.error({ err }, "the screen could not be loaded");
  });
  return window;
}

/** A screen that is no longer there must not hide the window. */
function visibleBounds(bounds: Bounds | undefined): Bounds {
  if (bounds?.x === undefined || bounds.y === undefined) return bounds ?? FIRST_BOUNDS;
  const { x, y } = bounds;
  const isOnSome = screen.getAllDisplays().some(({ workArea }) => {
    return x < workArea.x + workArea.width - 100 && x + bounds.width > workArea.x + 100 && y >= workArea.y - 10 && y < workArea.y + workArea.height - 50;
  });
  return isOnSome ? bounds : { width: bounds.width, height: bounds.height };
}

/** Resolves when the screen is usable: it has marked its first data and the waiting list as shown, and that frame has been drawn. */
export async function untilUsable(window: BrowserWindow): Promise<void> {
  await window.webContents.executeJavaScript(`new Promise((resolve) => {
    const { dataset } = document.documentElement;
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const isUsable = () => dataset.ready === "true" && dataset.list === "true";
    if (isUsable()) return drawn();
    const watch = new MutationObserver(() => isUsable() && (watch.disconnect(), drawn()));
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready", "data-list"] });
  })`);
}
