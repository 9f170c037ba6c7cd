/** The screen of printers: adding, paper and settings, state, roles and removal. */
import { expect, type Page } from "@playwright/test";
import type { PrinterRecord } from "../../core/printing/printers.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { hasMulticast } from "../helpers/multicast.ts";
import { ask, scan, settle, showAs } from "../helpers/desk-keys.ts";
import {
  addOrder,
  addPrinter,
  removePrinters,
  resize,
  step,
  test,
  withPrinter,
  withZebra,
} from "../helpers/desk-page.ts";

type Desk = {
  readonly list: readonly PrinterRecord[];
  readonly roles: Record<string, string | null>;
};
const printersOf = (page: Page): Promise<Desk> => ask<Desk>(page, "GET", "/station/printers");
const openPrinters = (page: Page): Promise<void> =>
  page
    .getByRole("button", { name: /Printers|Yazıcılar/ })
    .first()
    .click();

test.afterEach(({ shared: { page } }) => removePrinters(page));

test(
  "a printer's paper and darkness are changed in its form, and a darkness out of range is refused at its field",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addPrinter(page, 9);
    const printer = async (): Promise<PrinterRecord | undefined> =>
      (await printersOf(page)).list[0];
    await openPrinters(page);
    await page.getByRole("button", { name: "Change: Zebra" }).click();
    const form = page.getByRole("form", { name: "Change: Zebra" });
    await form.getByLabel("Paper").selectOption("80 × 130 mm");
    await form.getByText("Darkness, speed and position").click();
    await form.getByLabel(/^Darkness/).fill("40");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form.getByText("Darkness is a whole number from −30 to 30.")).toBeVisible();
    await form.getByLabel(/^Darkness/).fill("4");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form).toBeHidden();
    expect(await printer()).toMatchObject({ widthMm: 80, heightMm: 130, darkness: 4 });
    await expect(page.getByTestId("printer")).toContainText("80 × 130 mm · 203 dpi");
  },
);

test(
  "text typed for a new printer is kept while another view is open",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await openPrinters(page);
    const name = page.getByRole("form").getByLabel("Name", { exact: true });
    await name.fill("Zebra at door 2");
    await page.keyboard.press("Control+3");
    await expect(page.getByRole("heading", { level: 1, name: "Shipments" })).toBeVisible();
    await openPrinters(page);
    await expect(name).toHaveValue("Zebra at door 2");
  },
);

test("a printer's screen shows its live state and its roles, prints its test label, and switches it off and on", async ({
  shared: { page },
}) => {
  await addOrder(page, "STATE-1");
  await withZebra(page, async (printer) => {
    await openPrinters(page);
    const state = page.getByTestId("printer-state");
    await expect(state).toContainText("ready");
    await expect(page.getByTestId("printer")).toContainText("reports when a label is out");
    printer.setBehaviour({ mode: "paper out" });
    await expect(state).toContainText("Zebra is out of labels. Load a new roll.", {
      timeout: 30_000,
    });
    await page.getByRole("button", { name: "Print test label: Zebra" }).click();
    await expect(state).toContainText("1 label waits");
    printer.setBehaviour({ mode: "ok" });
    await expect(page.getByTestId("test-print")).toContainText("Test label: printed", {
      timeout: 30_000,
    });
    expect(printer.jobs()).toHaveLength(1);

    const [id] = (await printersOf(page)).list.map((one) => one.id);
    // A key that only moves through the list takes no role from a printer.
    await page.getByLabel("Labels", { exact: true }).focus();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("button", { name: "Save: Labels, No printer" })).toBeVisible();
    expect((await printersOf(page)).roles).toMatchObject({ label: id });
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Labels", { exact: true })).toBeFocused();
    await page.getByLabel("Packing slips").selectOption("Zebra");
    await page.getByRole("button", { name: "Save: Packing slips, Zebra" }).click();
    await expect
      .poll(async () => (await printersOf(page)).roles)
      .toMatchObject({ label: id, packingSlip: id, a4: null });
    await expect(page.getByTestId("printer")).toContainText("prints labels, packing slips");
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Switch off: Zebra" }).focus();
    await page.keyboard.press("Enter");
    await expect(state).toContainText("switched off");
    await expect(page.getByRole("button", { name: "Switch on: Zebra" })).toBeFocused();
    await expect(page.getByRole("contentinfo")).toContainText("Zebra: switched off");
    await scan(page, "STATE-1");
    await step(page, "offers");
    await expect(page.getByText("Zebra: switched off. Fix this first")).toBeVisible();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("gate-cause")).toHaveText(
      "Zebra is switched off. Switch it on under Printers, or let another printer print labels.",
    );
    await openPrinters(page);
    await page.getByRole("button", { name: "Switch on: Zebra" }).focus();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(state).toContainText("ready");
  });
});

test(
  "a change is previewed on the test label before saving, shifted by the offset, and the preview reports a wrong field",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await withZebra(page, async (printer) => {
      await openPrinters(page);
      await page.getByRole("button", { name: "Change: Zebra" }).click();
      const form = page.getByRole("form", { name: "Change: Zebra" });
      const picture = form.getByTestId("test-picture");
      const image = picture.getByRole("img");
      await expect(image).toBeVisible();
      const before = await image.getAttribute("src");
      await form.getByText("Darkness, speed and position").click();
      await form.getByLabel("Shift to the right, mm").fill("2");
      await expect(image).toHaveCSS("transform", /matrix\(1, 0, 0, 1, [1-9]/);
      expect(await image.getAttribute("src")).not.toBe(before);
      expect(await faultsOf(page)).toEqual([]);
      await form.getByLabel("Shift to the right, mm").fill("9");
      await expect(picture).toContainText("Correct the fields");
      await form.getByLabel("Shift to the right, mm").fill("0");
      // Ctrl+Enter saves and prints a test label, and the form stays open for the next correction.
      await form.getByLabel("Shift to the right, mm").fill("1");
      await form.getByLabel("Shift to the right, mm").press("Control+Enter");
      await expect.poll(() => printer.jobs().length).toBe(1);
      expect((await printersOf(page)).list[0]).toMatchObject({ offsetXMm: 1 });
      await expect(form).toBeVisible();
      await form.getByLabel("It is a").selectOption("label printer for TSPL");
      await form.getByLabel("Address (host or IP)").fill("localhost");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(form).toBeHidden();
      expect((await printersOf(page)).list[0]).toMatchObject({
        language: "TSPL",
        host: "localhost",
        port: printer.port,
      });
    });
  },
);

test(
  "Esc closes the form or the question below a printer before it leaves the view, and the focus stays with the printer",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await addPrinter(page, 9);
    await openPrinters(page);
    for (const command of ["Change: Zebra", "Remove: Zebra"]) {
      await settle(page);
      await page.getByRole("button", { name: command }).press("Enter");
      const part = command.startsWith("Change")
        ? page.getByRole("form", { name: command })
        : page.getByTestId("removal");
      await expect(part).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(part).toBeHidden();
      await expect(page.getByRole("heading", { name: "Zebra" })).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("scan-field")).toBeVisible();
  },
);

test(
  "no field of a printer's form is covered by its picture, at three sizes of window and type",
  { tag: "@all" },
  async ({ shared: desk }) => {
    const { page } = desk;
    await addPrinter(page, 9);
    await openPrinters(page);
    await page.getByRole("button", { name: "Change: Zebra" }).click();
    const form = page.getByRole("form", { name: "Change: Zebra" });
    await form.getByText("Darkness, speed and position").click();
    await expect(form.getByRole("img")).toBeVisible();
    const overlaps = (): Promise<number> =>
      form.evaluate((element) => {
        const picture = element.querySelector("figure")?.getBoundingClientRect();
        const right = element.getBoundingClientRect().right;
        return [...element.querySelectorAll("input, select")]
          .map((field) => field.getBoundingClientRect())
          .filter(
            (box) =>
              box.right > right ||
              (picture !== undefined &&
                box.right > picture.left &&
                box.left < picture.right &&
                box.bottom > picture.top &&
                box.top < picture.bottom),
          ).length;
      });
    for (const [width, height, zoom] of [
      [1024, 700, 1],
      [1280, 800, 1],
      [1280, 800, 2],
    ] as const) {
      await resize(desk, { width, height, zoom });
      await page.waitForFunction((inner) => Math.abs(innerWidth - inner) <= 1, width / zoom);
      await expect.poll(overlaps, `${width} × ${height} at ${zoom * 100} %`).toBe(0);
    }
  },
);

test("removing a printer asks first, names its roles, passes them to no other printer, and never loses the focus", async ({
  shared: { page },
}) => {
  await addPrinter(page, 9);
  await ask(page, "POST", "/station/printers", {
    name: "Spare",
    driver: "tcp",
    host: "127.0.0.1",
    port: 10,
  });
  await openPrinters(page);
  await page.getByRole("button", { name: "Remove: Zebra" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByTestId("removal");
  await expect(question).toContainText("This printer prints labels.");
  await expect(question.getByRole("button", { name: "Keep printer" })).toBeFocused();
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(page.getByRole("heading", { name: "Zebra" })).toBeFocused();
  await page.getByRole("button", { name: "Remove: Zebra" }).click();
  await question.getByRole("button", { name: "Remove printer" }).click();
  await expect(page.getByTestId("printer")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Printers", level: 1 })).toBeFocused();
  expect((await printersOf(page)).roles["label"]).toBeNull();
});

test(
  "the network is searched for printers, and a printer is added by its address with a chosen language",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await openPrinters(page);
    await expect(page.getByTestId("found-queues").getByRole("status")).not.toContainText(
      "Looking for",
    );
    const network = page.getByTestId("network-search");
    await network.getByRole("button", { name: "Search the network" }).click();
    await expect(network).toContainText("Searching the network");
    await expect(network.getByRole("progressbar")).toBeVisible();
    await expect(network.getByRole("progressbar")).toBeHidden({ timeout: 15_000 });
    const form = page.getByRole("form", { name: "Add a printer" });
    await form.getByLabel("Name").fill("Argox");
    await form.getByLabel("Address (host or IP)").fill("127.0.0.1:9");
    await form.getByLabel("It is a").selectOption("label printer for EPL");
    await form.getByRole("button", { name: "Add a printer" }).click();
    await expect(page.getByTestId("printer")).toContainText("127.0.0.1:9 · EPL");
    await expect(page.getByRole("heading", { name: "Argox" })).toBeFocused();
    for (const [language, theme] of [
      ["en", "light"],
      ["en", "dark"],
      ["tr", "light"],
    ] as const) {
      await showAs(page, { language, theme });
      await openPrinters(page);
      await expect(page.getByTestId("printer")).toBeVisible();
      await page.getByTestId("network-search").scrollIntoViewIfNeeded();
    }
  },
);

test(
  "a printer found on the network fills the form, and is added with its address and language",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    // Searches start on the system's network, not on loopback.
    test.skip(!(await hasMulticast()), "multicast does not work on this machine's network");
    await withPrinter({ host: "0.0.0.0", mdns: true, language: "EPL" }, async (printer) => {
      await openPrinters(page);
      const network = page.getByTestId("network-search");
      await network.getByRole("button", { name: "Search the network" }).click();
      await expect(network.getByRole("progressbar")).toBeVisible();
      await expect(network.getByRole("progressbar")).toBeHidden({ timeout: 15_000 });
      const found = network.getByRole("listitem").filter({ hasText: `:${printer.port}` });
      await found.getByRole("button", { name: /^Use this printer: / }).click();
      const form = page.getByRole("form", { name: "Add a printer" });
      await expect(form.getByLabel("Name", { exact: true })).toBeFocused();
      await form.getByRole("button", { name: "Add: it is a label printer for EPL" }).click();
      await expect(page.getByTestId("printer")).toContainText(`:${printer.port} · EPL`);
      await expect(found).toContainText("set up already");
    });
  },
);
