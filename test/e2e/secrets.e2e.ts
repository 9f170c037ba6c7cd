import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { faultsOf } from "../helpers/axe.ts";
import { ask, openSection, showAs, tabTo } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { missingForKeyring, startKeyring, type Keyring } from "../helpers/keyring.ts";
import { openOwnWindow, type OwnWindow } from "../helpers/own-window.ts";

const NO_STORE = ["--demo", "--password-store=basic"];
const KEYRING = ["--demo", "--password-store=gnome-libsecret"];

const folders: string[] = [];
const newFolder = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
};

const receiver = createServer((request, response) =>
  request.resume().on("end", () => response.end("noted")),
);
const url = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

test.beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
test.afterAll(() => {
  receiver.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Opens the window, runs the test in it, and closes it. */
async function inWindow<T>(
  dataDir: string,
  options: { args: readonly string[]; keyring?: Keyring },
  run: (desk: OwnWindow) => Promise<T>,
): Promise<T> {
  const desk = await openOwnWindow({
    dataDir,
    args: options.args,
    env: options.keyring?.env ?? {},
  });
  try {
    return await run(desk);
  } finally {
    await desk.close();
  }
}

const keyPlace = async ({ page }: OwnWindow): Promise<string> =>
  (await ask<{ secretsKey: string }>(page, "GET", "/station/desk")).secretsKey;
/** Writes two secrets: a webhook's signing secret and its header. */
const writeSecret = ({ page }: OwnWindow): Promise<unknown> =>
  ask(page, "POST", "/webhook", { url: url(), headerName: "X-Key", headerValue: "v" });
/** Sends a delivery, which needs both secrets. */
const useSecret = ({ page }: OwnWindow): Promise<{ delivered: boolean; error: string }> =>
  ask(page, "PUT", "/webhook", { url: url() });

test(
  "a station without a key store keeps the key in a file that only its user can read, and Settings shows that",
  { tag: "@all" },
  async () => {
    const dataDir = newFolder();
    const first = await inWindow(dataDir, { args: NO_STORE }, async (desk) => {
      await writeSecret(desk);
      await openSection(desk.page, "About");
      await expect(desk.page.getByText("with a key in a file of the data folder")).toBeVisible();
      return [await keyPlace(desk), await useSecret(desk)];
    });
    expect(first).toMatchObject(["file", { delivered: true }]);
    expect(statSync(join(dataDir, "secrets.key")).mode & 0o777).toBe(0o600);
    expect(await inWindow(dataDir, { args: NO_STORE }, useSecret)).toMatchObject({
      delivered: true,
    });
  },
);

test.describe("with a real gnome-keyring", () => {
  const missing = missingForKeyring();
  // A developer's machine may lack the programs. In CI the tests run anyway, and fail without them.
  test.skip(
    missing.length > 0 && process.env["CI"] === undefined,
    `not on this machine: ${missing.join(", ")} (Debian: gnome-keyring, dbus)`,
  );

  test("the key is in the key store and in no file unencrypted, and the secrets open again with the same key store", async () => {
    const dataDir = newFolder();
    const home = newFolder();
    for (const start of [1, 2]) {
      const keyring = await startKeyring(home);
      const found = await inWindow(dataDir, { args: KEYRING, keyring }, async (desk) => {
        if (start === 1) await writeSecret(desk);
        return [await keyPlace(desk), await useSecret(desk)];
      });
      await keyring.stop();
      expect([start, ...found]).toMatchObject([start, "os", { delivered: true }]);
    }
    expect(readdirSync(dataDir).filter((name) => name.startsWith("secrets."))).toEqual([
      "secrets.sealed",
    ]);
    expect(statSync(join(dataDir, "secrets.sealed")).mode & 0o777).toBe(0o600);
  });

  test(
    "a folder's key file is removed when a key store appears, and the folder's secrets then open only with that store",
    { tag: "@all" },
    async () => {
      const dataDir = newFolder();
      const home = newFolder();
      await inWindow(dataDir, { args: NO_STORE }, writeSecret);
      const key = readFileSync(join(dataDir, "secrets.key"), "utf8").trim();

      const keyring = await startKeyring(home);
      const moved = await inWindow(dataDir, { args: KEYRING, keyring }, async (desk) => [
        await keyPlace(desk),
        await useSecret(desk),
      ]);
      await keyring.stop();
      expect(moved).toMatchObject(["os", { delivered: true }]);
      expect(existsSync(join(dataDir, "secrets.key"))).toBe(false);
      expect(readFileSync(join(dataDir, "secrets.sealed"), "latin1")).not.toContain(key);

      const gone = await inWindow(dataDir, { args: NO_STORE }, async (desk) => [
        await keyPlace(desk),
        await useSecret(desk),
        await writeSecret(desk),
      ]);
      expect(gone).toMatchObject([
        "os",
        {
          delivered: false,
          error: expect.stringContaining("unlock its key store, and start Packbench again"),
        },
      ]);
      const other = await startKeyring(newFolder());
      const foreign = await inWindow(dataDir, { args: KEYRING, keyring: other }, useSecret);
      await other.stop();
      expect(foreign).toMatchObject({
        delivered: false,
        error: expect.stringContaining("Unlock or restore the key store"),
      });
      expect(readdirSync(dataDir).filter((name) => name.startsWith("secrets."))).toEqual([
        "secrets.sealed",
      ]);

      const back = await startKeyring(home);
      expect(await inWindow(dataDir, { args: KEYRING, keyring: back }, useSecret)).toMatchObject({
        delivered: true,
      });
      await back.stop();
    },
  );

  test(
    "another user of the computer types the recovery key by keyboard only, and then that user's key store opens the secrets",
    { tag: "@all" },
    async () => {
      const dataDir = newFolder();
      const first = await startKeyring(newFolder());
      const recoveryKey = await inWindow(
        dataDir,
        { args: KEYRING, keyring: first },
        async (desk) => {
          const { page } = desk;
          await writeSecret(desk);
          await showAs(page, { language: "en", theme: "light" });
          await openSection(page, "Data and backup");
          await tabTo(page, "button", "Show the recovery key");
          await page.keyboard.press("Enter");
          await expect(page.getByRole("textbox", { name: "Recovery key" })).toBeFocused();
          await page.getByTestId("secrets").scrollIntoViewIfNeeded();
          return page.getByRole("textbox", { name: "Recovery key" }).inputValue();
        },
      );
      await first.stop();

      const home = newFolder();
      const other = await startKeyring(home);
      await inWindow(dataDir, { args: KEYRING, keyring: other }, async (desk) => {
        const { page } = desk;
        expect(await useSecret(desk)).toMatchObject({ delivered: false });
        for (const [language, theme, section] of [
          ["tr", "dark", "Veri ve yedek"],
          ["en", "light", "Data and backup"],
        ] as const) {
          await showAs(page, { language, theme });
          await openSection(page, section);
          // The list of lost secrets loads first and replaces the section.
          await expect(page.getByTestId("secrets").getByRole("textbox")).toBeVisible();
          await page.getByTestId("secrets").scrollIntoViewIfNeeded();
          expect(await faultsOf(page)).toEqual([]);
        }
        await tabTo(page, "textbox", "Recovery key");
        await page.keyboard.type(recoveryKey.slice(0, -1), { delay: 40 });
        await page.waitForTimeout(250);
        await page.keyboard.press("Enter");
        await expect(page.getByTestId("secrets")).toContainText("This recovery key does not fit");
        await page.keyboard.type(recoveryKey.slice(-1), { delay: 40 });
        await page.waitForTimeout(250);
        await page.keyboard.press("Enter");
        await expect(page.getByTestId("secrets")).toContainText("The key is back.");
        expect(await useSecret(desk)).toMatchObject({ delivered: true });
      });
      expect(await inWindow(dataDir, { args: KEYRING, keyring: other }, useSecret)).toMatchObject({
        delivered: true,
      });
      await other.stop();
      expect(
        readdirSync(dataDir)
          .filter((name) => name.startsWith("secrets."))
          .map((name) => name.replace(/\d+/, "TIME"))
          .toSorted(),
      ).toEqual(["secrets.sealed", "secrets.sealed.before-TIME"]);
    },
  );
});
