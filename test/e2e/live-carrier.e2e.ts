/**
 * A live carrier by keyboard alone, against Yurtiçi's simulator: connection, purchase, refusal,
 * correction, cancellation and return.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import { startCarrierSimulator } from "../../core/shipping/carriers/simulator/simulator.ts";
import { createSimulatedYurtici } from "../../core/shipping/carriers/simulator/yurtici.ts";
import { plainService, TARIFF_INPUT } from "../helpers/agreements.ts";
import {
  RECIPIENT,
  ask,
  goToSection,
  scan,
  settle,
  tabTo,
  typeText,
} from "../helpers/desk-keys.ts";
import { barcodeOf, step, test, withFilledWindow } from "../helpers/desk-page.ts";
import { runFromMenu } from "../helpers/menus.ts";

const ACCOUNT = "Yurtiçi hesabımız";
/** A second Enter within a shorter time counts as the scanner's, ms. */
const ECHO_MS = 250;

/** Allows the station plain addresses of this computer, as for the carriers' simulator. */
async function allowLoopback(dataDir: string): Promise<void> {
  const settings = { carrierTargets: { loopback: true } };
  await writeFile(join(dataDir, "station.json"), JSON.stringify(settings));
}

/** Adds an agreement that is cheaper than the sample prices, and an account without a connection. */
async function addAccount(page: Page): Promise<void> {
  const { id } = await ask<AgreementView>(page, "POST", "/station/agreements", {
    providerCode: "YURTICI",
    name: "Yurtiçi",
    needsAccount: true,
    ranges: [{ prefix: "YK", first: "0001000", last: "0001999" }],
  });
  const services = [
    plainService({ code: "YURTICI_SOZLESME", steps: [{ upToDesi: 5, prices: [100] }] }),
  ];
  await ask(page, "POST", `/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: { ...TARIFF_INPUT, services },
  });
  await ask(page, "POST", "/provideraccounts", {
    providerCode: "YURTICI",
    name: ACCOUNT,
    username: "",
    password: "",
    parameters: { rateCardID: id },
  });
}

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(ECHO_MS);
  await page.keyboard.press(key);
}

async function buyOrder(page: Page, orderNumber: string): Promise<string> {
  await ask(page, "POST", "/shipments", {
    // The sample station is in test mode, in which no label is announced.
    test: false,
    recipientAddress: RECIPIENT,
    length: 20,
    width: 10,
    height: 10,
    weight: 1,
    order: { orderNumber },
  });
  await page.keyboard.press("Control+1");
  await scan(page, orderNumber);
  await step(page, "offers");
  await settle(page);
  await page.keyboard.press("Enter");
  await step(page, "bought");
  return await barcodeOf(page, orderNumber);
}

async function connect(page: Page, url: string): Promise<void> {
  await goToSection(page, "Carriers");
  await tabTo(page, "button", `Connection of ${ACCOUNT}`);
  await press(page, "Enter");
  await expect(page.getByTestId("connection-page")).toBeFocused();
  await expect(page.getByRole("heading", { name: `Connection of ${ACCOUNT}` })).toBeInViewport();
  await tabTo(page, "combobox", "Connection");
  await typeText(page, "Yurt");
  await tabTo(page, "textbox", "User name");
  await typeText(page, "packbench");
  await press(page, "Enter");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await expect(page.getByTestId("connection-page")).toContainText("missing or not valid");
  await expect(page.getByTestId("connection-page").getByRole("alert")).toBeInViewport();
  for (const [field, text] of [
    ["Password", "packbench"],
    ["Address of the carrier's server", url],
  ] as const) {
    await tabTo(page, "textbox", field);
    await typeText(page, text);
  }
  await press(page, "Enter");
  await expect(page.getByText("The connection was saved.")).toBeVisible();
  await tabTo(page, "button", "Test");
  await press(page, "Enter");
  await expect(page.getByTestId("connection-test")).toContainText("accepts");
}

test(
  "a packer and a lead connect Yurtiçi, buy, correct a refused label, cancel one and make a return by keyboard alone",
  { tag: "@all" },
  async () => {
    const yurtici = createSimulatedYurtici();
    const simulator = await startCarrierSimulator(yurtici, 0);
    const parcelOf = (code: string) => yurtici.parcels.find(code);
    try {
      await withFilledWindow(allowLoopback, async (page) => {
        await addAccount(page);
        await connect(page, simulator.url);

        const known = await buyOrder(page, "CANLI-1");
        await expect.poll(() => parcelOf(known)?.isCancelled).toBe(false);
        await expect(page.getByTestId("announcement-mark")).toHaveCount(0);

        await fetch(`${simulator.pageUrl}control/faults`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ operation: "createShipment", faults: ["failed row"] }),
        });
        const corrected = await buyOrder(page, "CANLI-2");
        const refusal = page.getByTestId("refused-by-carrier");
        await expect(refusal).toContainText("Alıcı adresi hatalı.");
        await settle(page);
        // Orders wait, and Enter opens none of them.
        await page.keyboard.press("Enter");
        await step(page, "empty");
        await scan(page, "CANLI-2");
        await expect(refusal).toContainText("Put it aside");
        await tabTo(page, "button", "Open announcements");
        await press(page, "Enter");
        await tabTo(page, "button", "Correct: CANLI-2");
        await press(page, "Enter");
        const address = page.getByRole("textbox", { name: "Address", exact: true });
        await expect(address).toBeFocused();
        await page.keyboard.press("Control+a");
        await typeText(page, "Lale Sk. 14 D. 3");
        await press(page, "Enter");
        await expect(page.getByTestId("open-labels")).toContainText("No label was refused");
        await expect
          .poll(() => parcelOf(corrected)?.fields["receiverAddress"])
          .toContain("Lale Sk. 14");

        await page.keyboard.press("Control+1");
        await scan(page, "CANLI-1");
        await step(page, "closed");
        await page.keyboard.press("F8");
        await expect(page.getByTestId("undo-question")).toBeVisible();
        await settle(page);
        await page.keyboard.press("F10");
        await expect.poll(() => parcelOf(known)?.isCancelled).toBe(true);

        await page.keyboard.press("Control+3");
        await page.getByRole("grid").focus();
        // The newest shipment.
        await page.keyboard.press("Home");
        await settle(page);
        await page.keyboard.press("Shift+Enter");
        await expect(page.getByTestId("detail-announcement")).toContainText("The carrier knows it");
        await runFromMenu(page, "shipment-more", "Make return");
        await settle(page);
        await page.keyboard.press("F10");
        await expect(page.getByTestId("return-step").getByRole("radio").first()).toBeChecked();
        await settle(page);
        await page.keyboard.press("F2");
        const code = (await page.getByTestId("return-code").textContent()) ?? "";
        expect(parcelOf(code)?.fields["returnCode"]).toBe(code);
      });
    } finally {
      await simulator.close();
    }
  },
);
