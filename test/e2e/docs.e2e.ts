/**
 * The API's documentation in a browser: the viewer works offline and within its policy, and a call
 * works with a token.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { _electron, expect, test, type ElectronApplication } from "@playwright/test";
import { ask } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";

/**
 * A plain browser, because the product's window opens no other page. Records the requested
 * addresses.
 */
const BROWSER = `
const { app, BrowserWindow, session } = require("electron");
globalThis.asked = [];
app.whenReady().then(() => {
  session.defaultSession.webRequest.onBeforeRequest((details, go) => { globalThis.asked.push(details.url); go({}); });
  new BrowserWindow({ width: 1280, height: 800 }).loadURL(process.argv.at(-1));
});
`;

let desk: DeskWindow;
let browser: ElectronApplication | undefined;
test.beforeAll(async () => {
  desk = await openWindow({ size: { width: 1280, height: 800 } });
});
test.afterAll(async () => {
  await browser?.close();
  await desk.close();
});

test(
  "the viewer shows the operations with examples, contacts no other machine, violates no policy, and runs a call with a token",
  { tag: "@all" },
  async () => {
    test.setTimeout(120_000);
    const { token } = await ask<{ token: string }>(desk.page, "POST", "/apitokens", {
      name: "Docs",
    });
    const { url } = JSON.parse(readFileSync(join(desk.dataDir, "api.json"), "utf8")) as {
      url: string;
    };
    const { origin } = new URL(url);
    const main = join(temporaryFolder(), "main.cjs");
    writeFileSync(main, BROWSER);
    browser = await _electron.launch({
      args: [main, "--no-sandbox", "--disable-gpu", "about:blank"],
    });
    const docs = await browser.firstWindow();
    const wrong: string[] = [];
    docs.on("pageerror", (error) => wrong.push(String(error.stack).slice(0, 600)));
    docs.on("console", (message) => {
      if (message.type() === "error" || message.text().includes("Content Security Policy"))
        wrong.push(message.text());
    });
    await docs.goto(`${origin}/docs`);
    await expect(docs.getByRole("heading", { name: "Packbench", level: 1 })).toBeVisible({
      timeout: 30_000,
    });
    await docs.waitForTimeout(1_500);

    await docs.goto(`${origin}/docs#tag/shipments/POST/shipments`);
    await docs.waitForTimeout(3_000);
    // The example is a real call and its answer.
    await expect(docs.getByText("organizationShipmentID").first()).toBeVisible();

    await docs.goto(`${origin}/docs#tag/organizations/GET/organizations`);
    await docs
      .getByRole("button", { name: /^Test Request\s*\(get \/organizations\)/ })
      .first()
      .click();
    const dialog = docs.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await docs.waitForTimeout(1_500);
    const secret = dialog.getByRole("textbox", { name: /token/i }).first();
    await secret.click();
    await docs.keyboard.insertText(token);
    await dialog.getByRole("button", { name: /^Send/ }).first().click();
    await expect(dialog.getByText("200", { exact: false }).first()).toBeVisible();
    await docs.waitForTimeout(1_000);
    await docs.keyboard.press("Escape");

    await docs.emulateMedia({ colorScheme: "dark" });
    await docs.reload();
    await docs.waitForTimeout(3_000);
    const asked = await browser.evaluate(
      () => (globalThis as unknown as { asked: string[] }).asked,
    );
    expect(
      asked.filter((one) => !one.startsWith(origin) && !/^(?:data|blob|about|devtools):/.test(one)),
    ).toEqual([]);
    expect(wrong).toEqual([]);
  },
);
