/** The floor of a cold start: a window with one line of text, reported when it is ready to show. */
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
