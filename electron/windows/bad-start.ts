/** The one window that is shown when the station cannot open: what is wrong, what to do, and a button to try again. */
import { BrowserWindow } from "electron";
import { retryWord, type Language, type Words } from "./bad-start-words.ts";

/** Where the page's button leads. Nothing is there: the window sees the attempt and that is the answer. */
const RETRY_URL = "packbench://desk/retry";

/** @returns "retry" when the person asked for another try, by the button or by Enter; "closed" when the window was closed. */
export async function showBadStart({ title, text }: Words, language: Language): Promise<"retry" | "closed"> {
  const window = new BrowserWindow({
    width: 560,
    height: 320,
    title: `Packbench: ${title}`,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  const choice = new Promise<"retry" | "closed">((resolve) => {
    window.once("closed", () => resolve("closed"));
    // guard.ts prevents it here, before `will-navigate` would come.
    window.webContents.on("will-frame-navigate", (event) => {
      if (event.url.startsWith(RETRY_URL)) resolve("retry");
    });
    window.webContents.on("before-input-event", (event, input) => {
      if (input.type !== "keyDown" || input.key !== "Enter" || input.isAutoRepeat) return;
      event.preventDefault();
      resolve("retry");
    });
  });
  const page = window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(pageOf(title, text, language))}`);
  // A window that is closed while it loads has given its answer.
  page.catch(() => {});
  const chosen = await choice;
  if (!window.isDestroyed()) window.destroy();
  return chosen;
}

function pageOf(title: string, text: string, language: Language): string {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action packbench:">
<title>Packbench: ${escape(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1a1a1a;background:#fff}h1{font-size:1.25rem}p{overflow-wrap:anywhere}
button{font:inherit;min-height:44px;padding:0 1.25rem;border:0;border-radius:8px;color:#fff;background:#1d4ed8}button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}
kbd{font:12px system-ui,sans-serif;margin-left:.75rem;padding:2px 6px;border:1px solid currentColor;border-radius:4px}</style>
<main><div role="alert"><h1>${escape(title)}</h1><p>${escape(text)}</p></div>
<form action="${RETRY_URL}"><button autofocus>${escape(retryWord(language))}<kbd>Enter</kbd></button></form></main></html>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
