/** The floor of a cold start: a window with one line of text. Prints "ready" when it is shown. */
import { app, BrowserWindow } from "electron";

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true },
  });
  window.once("ready-to-show", () => {
    window.show();
    process.stdout.write("ready\n");
  });
  void window.loadURL("data:text/html,<p>bare</p>");
});
