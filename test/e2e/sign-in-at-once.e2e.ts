/** Badges, PINs, locks and parcels of two people who follow each other at once, in the real window. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, type Page } from "@playwright/test";
import { startScaleSimulator } from "../../core/station/scales/simulator/simulator.ts";
import {
  cover,
  LEAD_PIN,
  makeBadge,
  makeBadges,
  newMember,
  typePin,
} from "../helpers/desk-badges.ts";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import { addOrder, step, test, withWindow } from "../helpers/desk-page.ts";

const signedIn = (page: Page) => page.getByRole("contentinfo");

/**
 * Lets another person take over where one of the two has limited access: the page is loaded again.
 */
async function takeOver(page: Page, badge: string, name: string, pin?: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await settle(page);
  await scan(page, badge);
  if (pin !== undefined) await typePin(page, pin);
  await loaded;
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  await expect(signedIn(page)).toContainText(name);
}

/** Lets a lead take over from a member with limited access, and remove all devices. */
async function removeDevices(page: Page, lead: string): Promise<void> {
  await takeOver(page, lead, "Sorumlu", LEAD_PIN);
  const { list } = await ask<{ list: { device: { id: string } }[] }>(
    page,
    "GET",
    "/station/scales",
  );
  for (const { device } of list) await ask(page, "DELETE", `/station/scales/${device.id}`);
}

/** Sets up a device at a TCP port. */
const addDevice = (page: Page, port: number, kind: "scale" | "scanner"): Promise<unknown> =>
  ask(page, "POST", "/station/scales", {
    name: kind,
    kind,
    driver: "tcp",
    host: "127.0.0.1",
    port,
  });

/** Sets up a serial scanner. @returns Function that sends lines, and one that ends the scanner. */
async function serialScanner(page: Page) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  await addDevice(page, typeof bound === "object" ? (bound?.port ?? 0) : 0, "scanner");
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  return {
    send(...codes: readonly string[]): void {
      for (const socket of sockets) socket.write(codes.map((code) => `${code}\r\n`).join(""));
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("an order that is scanned right behind a badge opens after the sign-in, also for a member with limited access, and behind a lead's badge it is refused in words", async () => {
  await withWindow(async (page) => {
    const scanner = await serialScanner(page);
    try {
      await addOrder(page, "ARKA-1");
      const { packer, lead } = await makeBadges(page);
      const limited = await makeBadge(page, await newMember(page, "Sinirli", "limitedAccessUser"));
      await page.keyboard.press("Control+l");
      await expect(cover(page)).toHaveAttribute("data-step", "locked");
      scanner.send(packer, "ARKA-1");
      await expect(signedIn(page)).toContainText("Paketci");
      await step(page, "offers");
      await expect(page.getByTestId("parcel")).toContainText("ARKA-1");
      await takeOver(page, limited, "Sinirli");
      await addOrder(page, "ARKA-2");
      await takeOver(page, packer, "Paketci");
      scanner.send(limited, "ARKA-2");
      await expect(signedIn(page)).toContainText("Sinirli");
      await expect(page.getByTestId("parcel")).toContainText("ARKA-2");
      await settle(page);
      scanner.send(lead, "ARKA-2");
      await expect(cover(page)).toHaveAttribute("data-step", "pin");
      await expect(cover(page)).toContainText("then repeat the act");
      await page.keyboard.press("Escape");
      await expect(cover(page)).toBeHidden();
      await removeDevices(page, lead);
    } finally {
      scanner.close();
    }
  });
});

test(
  "Ctrl+L while a lead's PIN is checked locks the desk, and a badge that is scanned meanwhile takes over",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const { packer, lead } = await makeBadges(page);
      await scan(page, packer);
      await expect(signedIn(page)).toContainText("Paketci");
      await settle(page);
      await scan(page, lead);
      await typePin(page, LEAD_PIN);
      // The PIN is sent 150 ms after its last digit, and its check takes about 100 ms.
      await page.waitForTimeout(115);
      await page.keyboard.press("Control+l");
      await expect(cover(page)).toHaveAttribute("data-step", "locked");
      await page.waitForTimeout(1_500);
      await expect(cover(page)).toHaveAttribute("data-step", "locked");
      await scan(page, lead);
      await typePin(page, LEAD_PIN);
      await page.waitForTimeout(100);
      await scan(page, packer);
      await expect(signedIn(page)).toContainText("Paketci");
      await page.waitForTimeout(1_000);
      await expect(signedIn(page)).toContainText("Paketci");
    });
  },
);

test(
  "a parcel that the person before left on the scale gives no weight to the next person's order",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      const scale = await startScaleSimulator({ at: { kind: "tcp", port: 0 }, everyMs: 50 });
      try {
        await addDevice(page, Number(scale.address().split(":").at(-1)), "scale");
        await addOrder(page, "TARTI-1");
        const { packer, lead } = await makeBadges(page);
        const limited = await makeBadge(
          page,
          await newMember(page, "Sinirli", "limitedAccessUser"),
        );
        await takeOver(page, limited, "Sinirli");
        await addOrder(page, "TARTI-2");
        await takeOver(page, packer, "Paketci");
        await scan(page, "TARTI-1");
        await step(page, "offers");
        scale.put(1_700);
        await expect(page.getByTestId("scale")).toHaveAttribute("data-state", "ready");
        await settle(page);
        await page.keyboard.press("Control+l");
        await expect(cover(page)).toBeVisible();
        await takeOver(page, limited, "Sinirli");
        await scan(page, "TARTI-2");
        await step(page, "offers");
        await expect(page.getByTestId("scale")).toHaveAttribute("data-state", "needsZero");
        scale.put(0);
        await expect(page.getByTestId("scale")).toHaveAttribute("data-state", "empty");
        scale.put(900);
        await expect(page.getByTestId("scale")).toHaveAttribute("data-state", "ready");
        await removeDevices(page, lead);
      } finally {
        await scale.stop();
      }
    });
  },
);
