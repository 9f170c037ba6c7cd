/** A locked desk whose key of the stored secrets is lost, so that no PIN can be checked. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { cover, makeBadges, OWNER_PIN, typePin } from "../helpers/desk-badges.ts";
import { ask, scan } from "../helpers/desk-keys.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { openOwnWindow, type OwnWindow } from "../helpers/own-window.ts";

const ARGS = ["--demo", "--password-store=basic"];

/** Types the recovery key at the locked desk, which then opens as the owner's. */
async function recover(page: Page, recoveryKey: string): Promise<void> {
  await page.getByRole("button", { name: "Badge or PIN lost?" }).click();
  await page.getByRole("textbox", { name: "Recovery key" }).fill(recoveryKey);
  await page.keyboard.press("Enter");
  await expect(cover(page)).toBeHidden();
}

async function enter(page: Page, badge: string, pin: string): Promise<void> {
  await expect(cover(page)).toHaveAttribute("data-step", "locked");
  await scan(page, badge);
  await typePin(page, pin);
}

test(
  "the locked screen says what to do without the key of the PINs: the recovery key from paper opens the desk, or a new one that a start with --give-up-secrets prints",
  { tag: "@all" },
  async () => {
    test.setTimeout(180_000);
    const dataDir = temporaryFolder();
    const opened = async (...more: string[]): Promise<OwnWindow> =>
      openOwnWindow({ dataDir, args: [...ARGS, ...more] });
    const first = await opened();
    const { owner } = await makeBadges(first.page);
    const { recoveryKey } = await ask<{ recoveryKey: string }>(
      first.page,
      "POST",
      "/station/secrets/recovery-key",
    );
    await first.close();

    rmSync(join(dataDir, "secrets.key"));
    const lost = await opened();
    await enter(lost.page, owner, OWNER_PIN);
    await expect(cover(lost.page)).toContainText("so no PIN can be checked. Type the recovery key");
    await recover(lost.page, recoveryKey);
    await lost.page.keyboard.press("Control+l");
    await enter(lost.page, owner, OWNER_PIN);
    await expect(cover(lost.page)).toBeHidden();
    await lost.close();

    rmSync(join(dataDir, "secrets.key"));
    const givenUp = await opened("--give-up-secrets");
    await enter(givenUp.page, owner, OWNER_PIN);
    await expect(cover(givenUp.page)).toContainText("If no owner has a PIN, type the recovery key");
    await expect.poll(() => givenUp.stdout()).toContain('"recoveryKey"');
    const [, printed = ""] = /"recoveryKey":"([^"]+)"/.exec(givenUp.stdout()) ?? [];
    await recover(givenUp.page, printed);
    await givenUp.close();
  },
);
