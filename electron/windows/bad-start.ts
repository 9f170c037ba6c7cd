/** The one window that is shown when the station cannot open: what is wrong and what to do, in words. */
import { BrowserWindow } from "electron";
import type { BadStart } from "../core-messages.ts";

export type Words = { readonly title: string; readonly text: string };

/** What happened and what to do, by the core's name for it. A reason nobody foresaw is shown as it is. */
export function wordsFor(why: BadStart, dataFolder: string): Words {
  switch (why.name) {
    case "FolderInUseError":
      return {
        title: "The data folder is in use",
        text: `${dataFolder} is held by ${why.holder ?? "another process"}. Close it, or start with another folder: --data FOLDER.`,
      };
    case "PortTakenError":
      return {
        title: `Port ${why.port ?? ""} is taken`,
        text: `Another program listens on port ${why.port ?? ""}. Close it, or start with another port: --port NUMBER.`,
      };
    case "DatabaseIsNewerError":
      return {
        title: "The data is from a newer Packbench",
        text: `${dataFolder} was written by a newer version. Install that version; this one leaves the data as it is. (${why.message})`,
      };
    default:
      return { title: "Packbench could not start", text: why.message };
  }
}

/** Resolves when the window is closed. */
export async function showBadStart({ title, text }: Words): Promise<void> {
  const window = new BrowserWindow({
    width: 560,
    height: 260,
    title: `Packbench: ${title}`,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  const closed = new Promise<void>((resolve) => window.once("closed", () => resolve()));
  await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page(title, text))}`);
  return closed;
}

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Packbench: ${escape(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1a1a1a;background:#fff}h1{font-size:1.25rem}p{overflow-wrap:anywhere}</style>
<main role="alert"><h1>${escape(title)}</h1><p>${escape(text)}</p></main></html>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
