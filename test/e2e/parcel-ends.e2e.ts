/** The parcels that the desk's scales weigh, in the real window. */
import { expect, type Page } from "@playwright/test";
import {
  startScaleSimulator,
  type ScaleSimulator,
} from "../../core/station/scales/simulator/simulator.ts";
import type { LiveDevice } from "../../core/station/scales/scales.schema.ts";
import type { MadeBadge } from "../../core/station/sign-in/sign-in.schema.ts";
import { ask, scan, settle, viewKey } from "../helpers/desk-keys.ts";
import { addOrder, step, test, withWindow } from "../helpers/desk-page.ts";
import { csvOf } from "../core/fulfilment/together/together-acts.ts";

const listed = async (page: Page): Promise<LiveDevice[]> =>
  (await ask<{ list: LiveDevice[] }>(page, "GET", "/station/scales")).list;
const states = async (page: Page): Promise<string[]> =>
  (await listed(page)).map(({ now }) => now.state);

/** Sets up simulated scales, and removes them after `work`. */
async function withScales(
  page: Page,
  count: number,
  work: (...scales: ScaleSimulator[]) => Promise<void>,
): Promise<void> {
  const scales: ScaleSimulator[] = [];
  for (let left = count; left > 0; left--) {
    const scale = await startScaleSimulator({ at: { kind: "tcp", port: 0 }, everyMs: 50 });
    scales.push(scale);
    const port = Number(scale.address().split(":").at(-1));
    const body = { name: `Scale ${port}`, driver: "tcp", host: "127.0.0.1", port };
    await ask(page, "POST", "/station/scales", body);
  }
  await expect.poll(() => states(page)).toEqual(scales.map(() => "empty"));
  try {
    await work(...scales);
  } finally {
    for (const { device } of await listed(page))
      await ask(page, "DELETE", `/station/scales/${device.id}`);
    for (const scale of scales) await scale.stop();
  }
}

test("a parcel that still moves on the second of two scales gives the next order no weight, bought or left", async () => {
  await withWindow(async (page) => {
    await withScales(page, 2, async (_first, second) => {
      for (const order of ["90521", "90522", "90523"]) await addOrder(page, order);
      const hold = async (): Promise<void> => {
        await second?.setMood("wobbling");
        second?.put(2_000);
        await expect.poll(() => states(page)).toEqual(["empty", "moving"]);
        await settle(page);
      };
      const letGo = async (): Promise<void> => {
        await second?.setMood("steady");
        await expect.poll(() => states(page)).toEqual(["empty", "needsZero"]);
        second?.put(0);
        await expect.poll(() => states(page)).toEqual(["empty", "empty"]);
      };
      await scan(page, "90521");
      await step(page, "offers");
      await hold();
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
      await letGo();
      await scan(page, "90522");
      await step(page, "offers");
      await hold();
      await scan(page, "90523");
      await expect(page.getByTestId("parcel")).toContainText("90523");
      await letGo();
    });
  });
});

test("two scales with a weight each give an order none, and Pack says so", async () => {
  await withWindow(async (page) => {
    await withScales(page, 2, async (first, second) => {
      await addOrder(page, "90551");
      await scan(page, "90551");
      await step(page, "offers");
      first?.put(300);
      second?.put(2_900);
      await expect.poll(() => states(page)).toEqual(["ready", "ready"]);
      await settle(page);
      await page.keyboard.press("F2");
      await step(page, "measuring");
      await expect(page.getByTestId("scale")).toContainText("Several scales have a weight");
      first?.put(0);
      await expect(page.getByTestId("measures")).toContainText("2.90 kg");
    });
  });
});

test(
  "an order that is left by a scan in another view ends its parcel on the scale",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await withScales(page, 1, async (scale) => {
        for (const order of ["90525", "90526"]) await addOrder(page, order);
        await scan(page, "90525");
        await step(page, "offers");
        scale?.put(1_700);
        await expect.poll(() => states(page)).toEqual(["ready"]);
        await settle(page);
        await page.keyboard.press(viewKey(3));
        await expect(page.getByTestId("pack")).toBeHidden();
        await settle(page);
        await scan(page, "90526");
        await expect(page.getByTestId("parcel")).toContainText("90526");
        await expect.poll(() => states(page)).toEqual(["needsZero"]);
      });
    });
  },
);

test(
  "a parcel on the scale gives no weight to an order that is opened after the page was loaded again",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await withScales(page, 1, async (scale) => {
        await addOrder(page, "90527");
        await scan(page, "90527");
        await step(page, "offers");
        scale?.put(1_700);
        await expect.poll(() => states(page)).toEqual(["ready"]);
        await page.reload();
        await expect.poll(() => states(page)).toEqual(["needsZero"]);
      });
    });
  },
);

test(
  "an order that another is joined to is weighed again by a desk that takes the weight at once",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await ask(page, "PATCH", "/station/packing/settings", { takeWeightAtOnce: true });
      await withScales(page, 1, async (scale) => {
        await page.reload();
        await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
        const orders = [
          { no: "90541", item: "Kupa" },
          { no: "90542", item: "Defter" },
        ];
        await ask(page, "POST", "/station/imports", { fileName: "o.csv", content: csvOf(orders) });
        const measures = page.getByTestId("measures");
        await scan(page, "90541");
        await step(page, "offers");
        scale?.put(1_300);
        await expect(measures).toContainText("1.30 kg");
        scale?.put(0);
        await expect.poll(() => states(page)).toEqual(["empty"]);
        await settle(page);
        await page.keyboard.press("Alt+t");
        await expect(page.getByTestId("joined")).toContainText("90542");
        scale?.put(5_900);
        await expect(measures).toContainText("5.90 kg");
      });
      await ask(page, "PATCH", "/station/packing/settings", { takeWeightAtOnce: false });
    });
  },
);

/** Makes an owner's and a packer's badge. @returns The packer's number. */
async function makePackersBadge(page: Page): Promise<string> {
  type Member = { readonly userID: string; readonly role: string };
  const [owner] = await ask<Member[]>(page, "GET", "/members");
  const packer = { name: "Ayşe", email: "ayse@ornek.test", role: "user" };
  const { userID } = await ask<Member>(page, "POST", "/members", packer);
  await ask(page, "POST", "/station/badges", { userID: owner?.userID, pin: "824917" });
  return (await ask<MadeBadge>(page, "POST", "/station/badges", { userID, pin: "" })).number;
}

/** Presses Enter, and some milliseconds later Ctrl+L. */
const buyAndLock = (page: Page, afterMs: number): Promise<void> =>
  page.evaluate(async (ms) => {
    const press = (init: KeyboardEventInit): unknown =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }),
      );
    press({ key: "Enter", code: "Enter" });
    await new Promise((resolve) => setTimeout(resolve, ms));
    press({ key: "l", code: "KeyL", ctrlKey: true });
  }, afterMs);

test(
  "a purchase that finishes while the desk is locked ends its parcel on the scale",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await withScales(page, 1, async (scale) => {
        const delaysMs = [10, 30, 60];
        for (const ms of delaysMs) await addOrder(page, `9053-${ms}`);
        const badge = await makePackersBadge(page);
        await scan(page, badge);
        await expect(page.getByRole("contentinfo")).toContainText("Ayşe");
        for (const ms of delaysMs) {
          scale?.put(0);
          await expect.poll(() => states(page)).toEqual(["empty"]);
          await settle(page);
          await scan(page, `9053-${ms}`);
          await step(page, "offers");
          await expect(page.getByTestId("parcel")).toContainText(`9053-${ms}`);
          scale?.put(1_700);
          await expect.poll(() => states(page)).toEqual(["ready"]);
          await settle(page);
          await buyAndLock(page, ms);
          await expect(page.getByTestId("badge-screen")).toBeVisible();
          await page.waitForTimeout(1_000);
          await scan(page, badge);
          await expect(page.getByTestId("badge-screen")).toBeHidden();
          const path = `/shipments?orderNumber=9053-${ms}`;
          const [shipment] = await ask<{ statusCode: string }[]>(page, "GET", path);
          const isBought = shipment?.statusCode !== "GOT_OFFERS";
          // A lock that comes before the purchase refuses it, and the parcel is still the order's.
          expect(await states(page)).toEqual([isBought ? "needsZero" : "ready"]);
        }
      });
    });
  },
);
