/**
 * A small window with a question or message and its buttons, for when the screen cannot ask: no
 * core runs, or the window is closing.
 */
import { BrowserWindow, type Event, type Input } from "electron";

type Words = { readonly title: string; readonly text: string };

/** A choice and the words of its button. The first choice has the focus, so Enter chooses it. */
type Choice<T extends string> = { readonly name: T; readonly words: string };

type Question<T extends string> = {
  readonly words: Words;
  readonly language: "en" | "tr";
  readonly choices: readonly [Choice<T>, ...Choice<T>[]];
  /** Whether screen readers read the question at once. */
  readonly isAlert?: boolean;
  /** Called with the window, so that the caller can close it unanswered. */
  readonly onOpen?: (window: BrowserWindow) => void;
};

/**
 * Address of the page's buttons. The address leads nowhere: the attempt to navigate is the answer.
 */
const CHOICE_URL = "packbench://desk/choice/";
const SIZE = { width: 600, height: 360 };

/**
 * Asks in a small window, and waits for the answer.
 *
 * @returns The name of the choice; "closed" when the window was closed, also by Esc.
 */
export async function askInWindow<T extends string>({
  words,
  language,
  choices,
  isAlert = false,
  onOpen,
}: Question<T>): Promise<T | "closed"> {
  const window = new BrowserWindow({
    ...SIZE,
    title: `Packbench: ${words.title}`,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  onOpen?.(window);
  const choice = new Promise<T | "closed">((resolve) => {
    window.once("closed", () => resolve("closed"));
    // guard.ts prevents the navigation at this event, before `will-navigate` would fire.
    window.webContents.on("will-frame-navigate", (event) => {
      const found = choices.find(({ name }) => event.url.startsWith(`${CHOICE_URL}${name}`));
      if (found !== undefined) resolve(found.name);
    });
    window.webContents.on(
      "before-input-event",
      (event: Event, { type, key, isAutoRepeat }: Input) => {
        if (type !== "keyDown" || isAutoRepeat || key !== "Escape") return;
        event.preventDefault();
        resolve("closed");
      },
    );
  });
  const page = window.loadURL(
    `data:text/html;charset=utf-8,${encodeURIComponent(pageOf(words, language, choices, isAlert))}`,
  );
  // Closing the window while it loads rejects this promise; the answer is "closed".
  page.catch(() => {});
  const chosen = await choice;
  if (!window.isDestroyed()) window.destroy();
  return chosen;
}

function pageOf<T extends string>(
  { title, text }: Words,
  language: string,
  choices: readonly Choice<T>[],
  isAlert: boolean,
): string {
  const button = ({ name, words }: Choice<T>, i: number): string =>
    `<form action="${CHOICE_URL}${name}"><button${i === 0 ? " autofocus" : ""}>${escape(words)}<kbd>Enter</kbd></button></form>`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action packbench:">
<title>Packbench: ${escape(title)}</title>
<style>:root{color-scheme:light dark;--text:light-dark(#1a1a1a,#f2f2f2);--ground:light-dark(#fff,#1c1e22);--accent:light-dark(#1d4ed8,#9db8ff);--on-accent:light-dark(#fff,#10131a);--edge:light-dark(#667085,#98a2b3)}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:var(--text);background:var(--ground)}h1{font-size:1.25rem;margin:0 0 .5rem}p{overflow-wrap:anywhere;white-space:pre-line;margin:0 0 1.5rem}
.row{display:flex;flex-wrap:wrap;gap:.75rem}form{margin:0}
button{font:inherit;min-height:44px;padding:0 1.25rem;border:1px solid var(--edge);border-radius:8px;color:var(--text);background:none}
form:first-child button{border-color:transparent;color:var(--on-accent);background:var(--accent)}button:focus-visible{outline:3px solid var(--text);outline-offset:2px}
kbd{display:none;font:12px system-ui,sans-serif;margin-left:.75rem;padding:2px 6px;border:1px solid currentColor;border-radius:4px}button:focus kbd{display:inline}</style>
<main><div${isAlert ? ' role="alert"' : ""}><h1>${escape(title)}</h1><p>${escape(text)}</p></div>
<div class="row">${choices.map(button).join("")}</div></main></html>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
