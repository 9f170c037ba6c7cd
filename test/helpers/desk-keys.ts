/**
 * Actions of a packer at the window: scanning, typing, API calls of the screen, and dropping files.
 */
import { expect, type Page } from "@playwright/test";

/** Time between a scanner's keys, s: far shorter than between a person's keys. */
const SCANNER_GAP_S = 0.005;

/**
 * Sends a code and Enter as a scanner does. The key events have a scanner's timestamps and are sent
 * at once, so that a scan on a slow machine does not look like typing.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const keys = [
    ...[...code].map((key) => ({ key, text: key, ...scannerKeyOf(key) })),
    { key: "Enter", text: "\r", code: "Enter", windowsVirtualKeyCode: 13 },
  ];
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1_000;
  try {
    await Promise.all(
      keys.flatMap((key, i) => [
        session.send("Input.dispatchKeyEvent", {
          type: "keyDown",
          ...key,
          timestamp: start + i * SCANNER_GAP_S,
        }),
        session.send("Input.dispatchKeyEvent", {
          type: "keyUp",
          key: key.key,
          code: key.code,
          windowsVirtualKeyCode: key.windowsVirtualKeyCode,
          timestamp: start + i * SCANNER_GAP_S + 0.001,
        }),
      ]),
    );
  } finally {
    await session.detach();
  }
}

/** Time between a person's keys, ms: longer than between any scanner's keys. */
const HAND_GAP_MS = 60;
/**
 * Time between the last character and the next key, ms: so long that the next key does not belong
 * to the same text.
 */
const HAND_REST_MS = 200;
/**
 * Minimum duration of `typeText`, ms: longer than the time in which a second Enter is ignored as a
 * bounce of the first.
 */
const HAND_TEXT_MS = 120;
/** Key and key code of characters other than letters and digits on a US keyboard. */
const SIGNS: Readonly<Record<string, readonly [string, number]>> = {
  " ": ["Space", 32],
  ",": ["Comma", 188],
  "-": ["Minus", 189],
  ".": ["Period", 190],
  "/": ["Slash", 191],
};

/**
 * Types a text into the focused element as a person does. The key events have a person's
 * timestamps, which lie in the past: the test need not wait for the time that a person takes, and a
 * slow machine does not change them. The function takes so long that Enter before the text and
 * Enter after it count as two keys.
 */
export async function typeText(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const characters = [...text];
  const startedAtMs = Date.now();
  const start = startedAtMs - HAND_REST_MS - characters.length * HAND_GAP_MS;
  try {
    for (const [i, character] of characters.entries()) {
      const usKey = usKeyOf(character);
      // A character that is not on the US keyboard has no key.
      if (usKey === undefined) {
        await session.send("Input.insertText", { text: character });
        continue;
      }
      const key = { key: character, code: usKey[0], windowsVirtualKeyCode: usKey[1] };
      const timestamp = (start + i * HAND_GAP_MS) / 1_000;
      await session.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        text: character,
        ...key,
        timestamp,
      });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key, timestamp });
    }
  } finally {
    await session.detach();
  }
  const left = startedAtMs + HAND_TEXT_MS - Date.now();
  if (left > 0) await page.waitForTimeout(left);
}

function usKeyOf(character: string): readonly [string, number] | undefined {
  if (/[A-Za-z]/.test(character))
    return [`Key${character.toUpperCase()}`, character.toUpperCase().charCodeAt(0)];
  return /\d/.test(character) ? [`Digit${character}`, character.charCodeAt(0)] : SIGNS[character];
}

function scannerKeyOf(key: string): { code: string; windowsVirtualKeyCode: number } {
  const code = /\d/.test(key) ? `Digit${key}` : key === "-" ? "Minus" : `Key${key.toUpperCase()}`;
  return { code, windowsVirtualKeyCode: key === "-" ? 189 : key.toUpperCase().charCodeAt(0) };
}

/** Calls the core through the window, as the member at the desk. */
export async function ask<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const request = { method, path, ...(body === undefined ? {} : { body }) };
  return page.evaluate(async (asked) => {
    const desk = Reflect.get(globalThis, "bridge") as {
      invoke(channel: string, input: unknown): Promise<{ value: { body: { data: never } } }>;
    };
    return (await desk.invoke("api:request", asked)).value.body.data;
  }, request);
}

/** Drops a file on the window. */
export function dropFile(page: Page, name: string, text: string): Promise<void> {
  return dropFiles(page, [{ name, text }]);
}

/** Drops several files on the window at once. */
export async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped)
      transfer.items.add(new File([text], name, { type: "text/csv" }));
    return transfer;
  }, files);
  const target = page.getByTestId("pack");
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

/** Reloads the screen with this language and theme, without sound. */
export async function showAs(
  page: Page,
  settings: { language: "en" | "tr"; theme: "light" | "dark" | "contrast" },
): Promise<void> {
  await page.evaluate((kept) => {
    localStorage.setItem("packbench.settings", JSON.stringify({ ...kept, sound: false }));
    // Prevents the screen of the first start from opening.
    localStorage.setItem("packbench.firstStart", "begun");
  }, settings);
  await page.reload();
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
}

/** Recipient of a test's parcel when the address does not matter. */
export const RECIPIENT = {
  name: "Ömer Işık",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

/** Place of Hand-over in the rail, from 0; the view has a letter, and the others have digits. */
const HAND_OVER_PLACE = 4;

/** Returns the key that opens the view at a place of the rail, from 0. */
export function viewKey(place: number): string {
  if (place === HAND_OVER_PLACE) return "Control+t";
  return `Control+${place < HAND_OVER_PLACE ? place + 1 : place}`;
}

/** Returns the place in the rail of the view that Ctrl and a digit opens, from 0. */
export const placeOf = (digit: number): number => (digit <= HAND_OVER_PLACE ? digit - 1 : digit);

/** Returns the address of the window's own API. */
export const apiUrlOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const desk = Reflect.get(globalThis, "bridge") as {
      invoke(channel: string, input: unknown): Promise<{ value: { apiUrl: string } }>;
    };
    return (await desk.invoke("app:info", {})).value.apiUrl;
  });

/** Opens the palette by its key and waits until it has the focus. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByTestId("palette").locator("input")).toBeFocused();
}

/**
 * Waits until the screen has been shown so long that it accepts a key or click that buys, prints,
 * cancels, or answers a question.
 */
export const settle = (page: Page): Promise<void> => page.waitForTimeout(600);

/**
 * Opens a section of Settings from any screen.
 * @param words Text of its entry in the list of sections.
 */
export async function openSection(page: Page, words: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("button", { name: /^(Settings|Ayarlar)$/ })
    .click();
  await page.getByRole("tab", { name: words }).click();
}

/** Maximum number of Tab presses: more than any screen has focusable elements. */
const MAX_TABS = 150;

/**
 * Presses Tab until the element has the focus. Waits for the element first, because the focus might
 * pass its position before the element is loaded.
 */
export async function tabTo(
  page: Page,
  role: "button" | "combobox" | "radio" | "textbox",
  name: string,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  for (let i = 0; i < MAX_TABS; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/**
 * Opens a section of Settings by the keyboard: the key of Settings, then the arrows.
 *
 * @param words Text of its entry in the list of sections.
 */
export async function goToSection(page: Page, words: string): Promise<void> {
  const places = await page.getByRole("navigation").getByRole("button").allTextContents();
  await page.keyboard.press(viewKey(places.findIndex((place) => /Settings|Ayarlar/.test(place))));
  const list = page.getByRole("tablist");
  await expect(list).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // The search and the way to Help are before the list.
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Tab");
  await expect(list.getByRole("tab", { selected: true })).toBeFocused();
  const tab = list.getByRole("tab", { name: words });
  await page.keyboard.press("Home");
  for (let i = 0; i < 40 && (await tab.getAttribute("aria-selected")) !== "true"; i += 1)
    await page.keyboard.press("ArrowDown");
  await expect(tab).toBeFocused();
}
