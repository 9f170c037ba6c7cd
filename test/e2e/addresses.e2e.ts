/** The address book in the real window, by keyboard only. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { BookAddress } from "../../core/shipping/addresses/address-book.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import { ask, scan, settle, typeText } from "../helpers/desk-keys.ts";
import { addOrder, resize, step, test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { runFromMenu } from "../helpers/menus.ts";

const RECIPIENT = {
  isRecipientAddress: true,
  name: "Çağla Şimşekoğlu",
  phone: "+905321234567",
  email: "cagla@ornek.test",
  address1: "Caferağa Mah. Moda Cd. No: 5",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
  zip: "34710",
};

const book = async (page: Page, query = ""): Promise<BookAddress[]> =>
  (await ask<{ list: BookAddress[] }>(page, "GET", `/station/addresses?${query}`)).list;
const grid = (page: Page) => page.getByTestId("book-list").getByRole("grid");
const rows = (page: Page) => grid(page).locator('[role="row"]:not([aria-rowindex="1"])');

/** Opens the view by the key of its position in the rail. */
async function openBook(page: Page): Promise<void> {
  await page.keyboard.press("Control+5");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Addresses|Adresler/);
  await expect(page.getByRole("searchbox")).toBeFocused();
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.press("Control+A");
  await typeText(page, text);
}

test(
  "Ctrl+Enter parses a pasted text, and pressed again saves the address with its whole street",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await openBook(page);
    await page.keyboard.press("F2");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.insertText(
      "Çağla Şimşek 0532 123 45 67 cagla@ornek.test Bağdat Cad no 5/3 Caferağa Mah. Kadıköy İstanbul",
    );
    await page.keyboard.press("Control+Enter");
    await expect(page.getByLabel("District and city")).toHaveValue("Kadıköy / İstanbul");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => book(page))
      .toMatchObject([{ name: "Çağla Şimşek", address1: "Bağdat Cad no 5/3 Caferağa Mah." }]);
    await ask(page, "DELETE", `/addresses/${(await book(page))[0]?.id}`);
  },
);

test("an address is pasted, parsed, corrected and saved, found in any spelling, changed and deleted, and restored", async ({
  shared,
}) => {
  const { page } = shared;
  await openBook(page);
  await expect(page.getByTestId("book-blank")).toContainText("No recipient is saved yet");

  await page.keyboard.press("F2");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("open-address")).toContainText(
    "Type three letters of the district and choose it.",
  );
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  expect(await book(page)).toEqual([]);

  await page.keyboard.press("Shift+Tab");
  await expect(page.getByLabel("Paste an address")).toBeFocused();
  await page.keyboard.insertText("Ayşe Yılmaz, 0532 765 43 21, Bağdat Cd. No:5 Kadıköy İst");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("paste-result")).toContainText("City: İst was read as İstanbul.");
  await expect(page.getByLabel("District and city")).toHaveValue("Kadıköy / İstanbul");
  await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("+905327654321");
  await expect(page.getByLabel("Street, number, floor")).toHaveValue("Bağdat Cd. No: 5");
  await typeInto(page, "Neighbourhood", "cafer");
  await expect(page.getByRole("option", { name: "Caferağa" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Neighbourhood")).toHaveValue("Caferağa");
  await typeInto(page, "Postcode", "99999");
  await expect(page.getByTestId("open-address")).toContainText(
    "This city has no such postcode in our data. It can be saved.",
  );
  await typeInto(page, "E-mail", "ayse@ornek.test");
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByTestId("open-address").getByRole("status").filter({ hasText: "Saved" }),
  ).toBeVisible();
  expect(await book(page)).toMatchObject([
    {
      name: "Ayşe Yılmaz",
      phone: "+905327654321",
      address1: "Caferağa Mah. Bağdat Cd. No: 5",
      districtName: "Kadıköy",
      cityName: "İstanbul",
      zip: "99999",
    },
  ]);

  await ask(page, "POST", "/addresses", RECIPIENT);
  await expect(rows(page)).toHaveCount(2);
  await settle(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await typeText(page, "simsekoglu 0532 123");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Çağla Şimşekoğlu");
  await page.keyboard.press("ArrowDown");
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();

  await typeInto(page, "District and city", "bes");
  await expect(page.getByRole("option").first()).toContainText("Beşiktaş");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("District and city")).toHaveValue("Beşiktaş / İstanbul");
  await expect(page.getByTestId("open-address")).toContainText(
    "The district has no neighbourhood of this name in our data.",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("leaving-address")).toContainText("Discard the changes?");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("leaving-address")).toBeHidden();
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(async () => (await book(page, "search=cagla"))[0]?.districtName)
    .toBe("Beşiktaş");

  await page.waitForTimeout(700);
  await page.keyboard.press("F8");
  await expect(page.getByTestId("book-undo")).toContainText("Çağla Şimşekoğlu was deleted.");
  expect(await book(page, "search=cagla")).toEqual([]);
  await page.waitForTimeout(700);
  await page.keyboard.press("F8");
  await expect(page.getByTestId("book-undo")).toBeHidden();
  await expect(rows(page)).toContainText(["Çağla Şimşekoğlu"]);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(2);
});

test(
  "arrows change the panel of addresses, Enter opens the form in it, Esc comes back to the list, and F8 deletes nothing without an open form",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    for (const name of ["Panel Bir", "Panel İki"])
      await ask(page, "POST", "/addresses", { ...RECIPIENT, name });
    await openBook(page);
    await typeText(page, "panel");
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press("ArrowDown");
    await expect(grid(page)).toBeFocused();
    const inHand = page.getByTestId("address-in-hand");
    await expect(inHand).toContainText("Panel İki");
    await page.keyboard.press("ArrowDown");
    await expect(inHand).toContainText("Panel Bir");
    await expect(inHand).toContainText("Caferağa Mah. Moda Cd. No: 5");
    expect(await faultsOf(page)).toEqual([]);
    await settle(page);
    await page.keyboard.press("F8");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Panel Bir");
    await page.keyboard.press("Escape");
    await expect(grid(page)).toBeFocused();
    await expect(inHand).toContainText("Panel Bir");
    for (const key of ["Control+f", "/"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("searchbox")).toBeFocused();
      await grid(page).focus();
    }
    await expect(inHand).toContainText("Panel Bir");
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await grid(page).focus();
    await page.keyboard.press("ArrowUp");
    await expect(inHand).toContainText("Panel İki");

    await resize(shared, { width: 1024, height: 700, zoom: 1 });
    await expect(inHand).toBeHidden();
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Panel İki");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("address-pane")).toBeHidden();
    await expect(grid(page)).toBeFocused();
    await resize(shared, { width: 1280, height: 800, zoom: 1 });

    await runFromMenu(page, "address-more", "Delete");
    await expect(page.getByTestId("book-undo")).toContainText("Panel İki was deleted.");
    await addOrder(page, "ADR-SCAN");
    await page.getByRole("button", { name: "Close the panel" }).focus();
    await scan(page, "ADR-SCAN");
    await expect(page.getByTestId("parcel")).toContainText("ADR-SCAN");
    for (const { id } of await book(page, "search=panel"))
      await ask(page, "DELETE", `/addresses/${id}`);
  },
);

test("Alt+A corrects the recipient of the open order only, and requests its prices again", async ({
  shared,
}) => {
  const { page } = shared;
  await addOrder(page, "ADR-1");
  await scan(page, "ADR-1");
  await step(page, "offers");
  await page.keyboard.press("Alt+a");
  const panel = page.getByTestId("recipient-panel");
  await expect(panel.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+A");
  await typeText(page, "Ömer Faruk Işık");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await typeText(page, "cankaya");
  await expect(page.getByRole("option", { name: /Çankaya/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect(panel).toBeHidden();
  await expect(page.getByTestId("parcel")).toContainText("Ömer Faruk Işık");
  await expect(page.getByTestId("parcel")).toContainText(/Çankaya/i);
  await step(page, "offers");
  await page.keyboard.press("Alt+a");
  await expect(panel.getByLabel("District and city")).toHaveValue("Çankaya / Ankara");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByTestId("parcel")).toContainText("ADR-1");
  await page.keyboard.press("Escape");
});

test(
  "duplicates are found with the reason, merged into the kept address, and restored",
  { tag: "@all" },
  async ({ shared }) => {
    const { page } = shared;
    await ask(page, "POST", "/addresses", {
      ...RECIPIENT,
      name: "Işıl Günay",
      phone: "05559990011",
    });
    await ask(page, "POST", "/addresses", {
      ...RECIPIENT,
      name: "ISIL GUNAY",
      phone: "0555 999 00 11",
      address1: "Lale Sk. 3",
      zip: "",
    });
    await openBook(page);
    await page.keyboard.press("F3");
    const pane = page.getByTestId("duplicates");
    await expect(pane).toContainText("Same name and same phone");
    const keep = pane.getByRole("button", { name: /^Keep .*Caferağa/ });
    await keep.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("book-undo")).toContainText(
      "1 address was merged into Işıl Günay.",
    );
    expect(await book(page, "search=gunay")).toHaveLength(1);
    await page.waitForTimeout(700);
    await page.keyboard.press("F8");
    await expect.poll(async () => (await book(page, "search=gunay")).length).toBe(2);
    await page.keyboard.press("Escape");
  },
);

test("a file is checked first, two rows need correction, and the good rows are imported with progress", async ({
  shared,
}) => {
  const { page, app } = shared;
  const file = join(temporaryFolder(), "adresler.csv");
  const good = Array.from(
    { length: 450 },
    (_, i) => `Ömer Işık ${i};0533${String(i).padStart(7, "0")};Lale Sk. ${i};Konak;İzmir`,
  );
  writeFileSync(
    file,
    [
      "Ad Soyad;Telefon;Adres;İlçe;İl",
      ";05321112233;Gül Sk. 1;Konak;İzmir",
      "Veli Kaya;05321112233;Gül Sk. 1;Konak;Atlantis",
      ...good,
    ].join("\n"),
  );
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, file);
  await openBook(page);
  await page.keyboard.press("F7");
  const pane = page.getByTestId("address-import");
  await expect(pane).toHaveAttribute("data-step", "checked");
  await expect(pane).toContainText("2 rows need fixing");
  await expect(pane).toContainText("No city has this name.");
  expect(await faultsOf(page)).toEqual([]);
  await expect(pane.getByRole("button", { name: "Import 450 addresses" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pane).toHaveAttribute("data-step", "done", { timeout: 30_000 });
  await expect(page.getByTestId("address-import-progress")).toContainText(
    "450 addresses imported, 0 already there",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await typeText(page, "isik 449");
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
});
