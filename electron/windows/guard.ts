/** Forbids every page to navigate, open windows, embed others, ask for permissions, or download. */
import { app, session, type Event, type WebContents } from "electron";

type Navigation = Event<{ readonly url: string; readonly isMainFrame: boolean }>;

/**
 * Guards every page that is created from now on: no navigation except reloading the same page, no
 * redirect, no new window, no webview.
 */
export function guardAllContents(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-navigate", (event) => stay(event, contents));
    contents.on("will-frame-navigate", (event) => stay(event, contents));
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}

function stay(event: Navigation, contents: WebContents): void {
  if (!event.isMainFrame || event.url !== contents.getURL()) event.preventDefault();
}

/**
 * Denies all permissions and downloads, because the station reaches devices and files through the
 * core and this process. Must run after the app is ready.
 */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) =>
    callback(false),
  );
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  session.defaultSession.on("will-download", (event) => event.preventDefault());
}
