/**
 * The application's menu, in the screen's language. Keys that the screen handles, such as F1, are
 * only displayed here.
 */
import { app, BrowserWindow, Menu, shell, type MenuItemConstructorOptions } from "electron";
import type { Log } from "../../core/base/log.ts";
import { emit } from "../ipc/handle.ts";
import type { Language } from "./bad-start-words.ts";
import { menuWords } from "./menu-words.ts";
import { nextZoom, type ZoomStep } from "./zoom.ts";

export type MenuParts = {
  readonly language: Language;
  /**
   * A shared station has no menu, except the Edit menu on macOS, without which keys do not copy.
   */
  readonly isKiosk: boolean;
  /** Address of the API for other programs; null when none is served. */
  apiUrl(): Promise<string | null>;
  readonly log: Log;
};

/** Shows the menu in place of a menu in another language. */
export function showMenu(parts: MenuParts): void {
  if (!parts.isKiosk) return Menu.setApplicationMenu(Menu.buildFromTemplate(templateOf(parts)));
  Menu.setApplicationMenu(
    process.platform === "darwin"
      ? Menu.buildFromTemplate([
          { label: menuWords(parts.language).edit, submenu: editItems(parts.language) },
        ])
      : null,
  );
}

function editItems(language: Language): MenuItemConstructorOptions[] {
  return (["undo", "redo", "cut", "copy", "paste", "selectAll"] as const).map((role) => ({
    role,
    label: menuWords(language)[role],
  }));
}

function templateOf({ language, apiUrl, log }: MenuParts): MenuItemConstructorOptions[] {
  const words = menuWords(language);
  const isMac = process.platform === "darwin";
  return [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: words.file,
      submenu: [
        ask(words.newOrder, "newOrder", "CmdOrCtrl+N"),
        ask(words.import, "import", "F7"),
        { type: "separator" },
        isMac ? { role: "close" } : { role: "quit", label: words.quit },
      ],
    },
    { label: words.edit, submenu: editItems(language) },
    {
      label: words.view,
      submenu: [
        ask(words.palette, "palette", "CmdOrCtrl+K"),
        { type: "separator" },
        zoom(words.larger, "larger", "CmdOrCtrl+Plus"),
        // The key next to the digits, on which a plus needs Shift.
        { ...zoom(words.larger, "larger", "CmdOrCtrl+="), visible: false },
        zoom(words.smaller, "smaller", "CmdOrCtrl+-"),
        zoom(words.usualSize, "usual", "CmdOrCtrl+0"),
        { type: "separator" },
        { role: "togglefullscreen", label: words.fullScreen },
      ],
    },
    {
      role: "help",
      label: words.help,
      submenu: [
        ask(words.guides, "help", "Alt+H"),
        ask(words.keys, "keys", "F1"),
        { label: words.api, click: () => void openDocs(apiUrl, log) },
        ask(words.updates, "updates"),
        ...(isMac
          ? []
          : [
              { type: "separator" } as const,
              { label: words.about, click: () => app.showAboutPanel() },
            ]),
      ],
    },
  ];
}

/**
 * Creates a menu entry that sends a command to the screen.
 *
 * @param shownKey A key that the screen handles: displayed only.
 */
function ask(
  label: string,
  command: "newOrder" | "import" | "palette" | "keys" | "help" | "updates",
  shownKey?: string,
): MenuItemConstructorOptions {
  return {
    label,
    ...(shownKey === undefined ? {} : { accelerator: shownKey, registerAccelerator: false }),
    click: () => emit("window:command", { command }),
  };
}

function zoom(label: string, step: ZoomStep, accelerator: string): MenuItemConstructorOptions {
  return { label, accelerator, click: () => zoomWindow(step) };
}

function zoomWindow(step: ZoomStep): void {
  const window = BrowserWindow.getFocusedWindow();
  window?.webContents.setZoomFactor(nextZoom(window.webContents.getZoomFactor(), step));
}

async function openDocs(apiUrl: MenuParts["apiUrl"], log: Log): Promise<void> {
  try {
    const url = await apiUrl();
    if (url !== null) await shell.openExternal(new URL("/docs", url).href);
  } catch (err) {
    log.warn({ err }, "the documentation could not be opened in a browser");
  }
}
