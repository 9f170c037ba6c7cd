/** The station's window: sandboxed, at its last position, showing only the screen. */
import { join } from "node:path";
import { app, BrowserWindow, screen, type BrowserWindowConstructorOptions } from "electron";
import type { Log } from "../../core/base/log.ts";
import { trustSender } from "../ipc/handle.ts";
import type { Bounds, SettingsStore } from "../settings/window-settings.ts";
import { SCREEN_ORIGIN } from "./app-scheme.ts";

const FIRST_BOUNDS: Bounds = { width: 1280, height: 800 };

/**
 * Opens the window; shows it when its page has drawn. Unless the station is shared, the window
 * opens at its last position if that is on a connected display, and its bounds are saved when it
 * closes.
 *
 * @param isKiosk Whether the station is shared, so that the window fills the screen.
 */
export function openStationWindow(
  settings: SettingsStore,
  log: Log,
  isKiosk: boolean,
): BrowserWindow {
  const window = new BrowserWindow({
    ...(isKiosk ? kioskOptions() : visibleBounds(settings.get("bounds"))),
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
      devTools: !isKiosk,
    },
  });
  window.once("ready-to-show", () => window.show());
  if (isKiosk) keepWhole(window);
  else keepPlace(window, settings);
  trustSender(window.webContents, SCREEN_ORIGIN);
  window.loadURL(`${SCREEN_ORIGIN}/index.html`).catch((err: unknown) => {
    // A station that cannot start destroys its window while it loads.
    if (!window.isDestroyed()) log.error({ err }, "the screen could not be loaded");
  });
  return window;
}

/** Fills the screen, without a frame whose buttons would close or shrink the window. */
function kioskOptions(): BrowserWindowConstructorOptions {
  return {
    ...screen.getPrimaryDisplay().bounds,
    kiosk: true,
    frame: false,
    minimizable: false,
    movable: false,
  };
}

/**
 * Undoes leaving full screen and minimizing, which keys of the desktop can do. Resets a zoom factor
 * from an earlier user, because a shared station offers no way to change it.
 */
function keepWhole(window: BrowserWindow): void {
  const { webContents } = window;
  window.on("leave-full-screen", () => window.setKiosk(true));
  window.on("minimize", () => window.restore());
  webContents.on("did-finish-load", () => {
    webContents.setZoomFactor(1);
    webContents.setVisualZoomLevelLimits(1, 1).catch(() => {});
  });
}

function keepPlace(window: BrowserWindow, settings: SettingsStore): void {
  if (settings.get("maximized") === true) window.maximize();
  window.on("close", () => {
    settings.set("maximized", window.isMaximized());
    settings.set("bounds", window.getNormalBounds());
  });
}

/** Returns the saved bounds; only their size when their display is no longer connected. */
function visibleBounds(bounds: Bounds | undefined): Bounds {
  if (bounds?.x === undefined || bounds.y === undefined) return bounds ?? FIRST_BOUNDS;
  const { x, y } = bounds;
  const isOnSome = screen.getAllDisplays().some(({ workArea }) => {
    return (
      x < workArea.x + workArea.width - 100 &&
      x + bounds.width > workArea.x + 100 &&
      y >= workArea.y - 10 &&
      y < workArea.y + workArea.height - 50
    );
  });
  return isOnSome ? bounds : { width: bounds.width, height: bounds.height };
}

/**
 * Resolves when the screen is usable: it has marked its first data and the waiting list as shown,
 * and that frame has been drawn. A page that is loaded again meanwhile is asked again, because the
 * question to the page before it is never answered.
 */
export async function untilUsable({ webContents }: BrowserWindow): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ask = (): void =>
    void webContents.executeJavaScript(UNTIL_USABLE).then(() => resolve(), reject);
  webContents.on("did-finish-load", ask);
  ask();
  await promise.finally(() => webContents.off("did-finish-load", ask));
}

const UNTIL_USABLE = `new Promise((resolve) => {
  const { dataset } = document.documentElement;
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const isUsable = () => dataset.ready === "true" && dataset.list === "true";
  if (isUsable()) return drawn();
  const watch = new MutationObserver(() => isUsable() && (watch.disconnect(), drawn()));
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready", "data-list"] });
})`;
