/**
 * Stations on a Turkish screen: errors of a join code, a hub or a nats-server are in Turkish, and
 * so is the note about a join code that is scanned at a joined station.
 */
import { expect, test, type Page } from "@playwright/test";
import { goToSection, openSection, scan, settle, showAs } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow, type DeskWindow } from "../helpers/window.ts";
import { isHubTested, startWindowHub, type WindowHub } from "../helpers/window-hub.ts";

test.skip(!isHubTested, "there is no nats-server 2.12 or newer on this machine");
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

let hub: WindowHub;
let [a, b]: DeskWindow[] = [];

const size = { width: 1280, height: 800 };
const desk = (which: DeskWindow | undefined): Page => {
  if (which === undefined) throw new Error("the desk is not open");
  return which.page;
};

/**
 * Checks that the open section of Settings has no frequent English word, except in commands for a
 * terminal.
 */
async function expectNoEnglish(page: Page): Promise<void> {
  const words = await page.locator("#settings-pane").evaluate((pane) => {
    const copy = pane.cloneNode(true) as HTMLElement;
    for (const code of copy.querySelectorAll("code")) code.remove();
    return (
      copy.textContent.match(/\b(the|and|was|not|this|with|that|from|cannot|does|did)\b/gi) ?? []
    );
  });
  expect(words).toEqual([]);
}

test.beforeAll(async () => {
  hub = await startWindowHub(temporaryFolder());
  delete process.env["PACKBENCH_NATS_SERVER"];
  [a, b] = await Promise.all([openWindow({ size }), openWindow({ size, args: [] })]);
  await Promise.all([a, b].map(({ page }) => showAs(page, { language: "tr", theme: "light" })));
});

test.afterAll(async () => {
  for (const window of [a, b]) await window?.close().catch(() => undefined);
  await hub.kill();
});

test(
  "a station without a nats-server says in Turkish that the program is missing, and why another program is refused",
  { tag: "@all" },
  async () => {
    const page = desk(a);
    await goToSection(page, "İstasyonlar");
    const form = page.getByTestId("be-hub");
    await expect(form).toContainText("nats-server bu bilgisayarda yok.");
    await expect(form.getByRole("alert")).toHaveCount(0);
    await expectNoEnglish(page);
    await form.scrollIntoViewIfNeeded();
    await form.getByLabel("Programın yeri").fill("/bin/true");
    await page.keyboard.press("Enter");
    await expect(form.getByRole("alert")).toHaveCount(1);
    await expect(form).toContainText("Bu dosya bir nats-server değil veya başlatılamıyor.");
    await expectNoEnglish(page);
    await form.scrollIntoViewIfNeeded();
  },
);

test(
  "the reason why a used join code is refused is in Turkish, without the station's English sentence",
  { tag: "@all" },
  async () => {
    const [first, second] = [desk(a), desk(b)];
    await first.getByLabel("Katılım kodu", { exact: true }).focus();
    await first.keyboard.insertText(hub.joinCode);
    await first.keyboard.press("Enter");
    await expect(first.getByTestId("hub-state")).toHaveAttribute("data-state", "in step", {
      timeout: 90_000,
    });
    await goToSection(second, "İstasyonlar");
    await second.getByLabel("Katılım kodu", { exact: true }).focus();
    await second.keyboard.insertText(hub.joinCode);
    await second.keyboard.press("Enter");
    await expect(second.getByTestId("stations-alone").getByRole("alert")).toContainText(
      "zaten kullandı",
      { timeout: 30_000 },
    );
    await expectNoEnglish(second);
  },
);

test(
  "a join code scanned in Pack at a joined station opens no order but the section Stations, which says once that the station has a hub",
  { tag: "@all" },
  async () => {
    const page = desk(a);
    await page.keyboard.press("Control+1");
    await expect(page.getByTestId("pack")).toBeVisible();
    await scan(page, await hub.add());
    await expect(page.getByTestId("needless-code")).toContainText("zaten Depo merkezine katılmış");
    await expect(page.getByTestId("hub-state")).toBeVisible();
    await expectNoEnglish(page);
    await settle(page);
    await page.keyboard.press("Control+1");
    await expect(page.getByTestId("pack")).toBeVisible();
    await openSection(page, "İstasyonlar");
    await expect(page.getByTestId("hub-state")).toBeVisible();
    await expect(page.getByTestId("needless-code")).toHaveCount(0);
  },
);

test("an unreachable hub is reported in Turkish", { tag: "@all" }, async () => {
  const page = desk(a);
  await hub.kill();
  await expect(page.getByTestId("hub-state")).toHaveAttribute("data-state", "cut off", {
    timeout: 45_000,
  });
  await expectNoEnglish(page);
});
