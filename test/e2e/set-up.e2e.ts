/**
 * A station without sample data in the real window: from nothing to the first order that waits, by
 * keyboard.
 */
import { expect, type Page } from "@playwright/test";
import type { Address } from "../../core/shipping/addresses/addresses.schema.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { faultsOf } from "../helpers/axe.ts";
import {
  ask,
  dropFile,
  goToSection,
  openSection,
  scan,
  settle,
  showAs,
  typeText,
} from "../helpers/desk-keys.ts";
import { resize, step, test, withWindow } from "../helpers/desk-page.ts";
import type { DeskWindow } from "../helpers/window.ts";

const ORDERS = [
  "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet",
  "N-1;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;Kupa;1",
].join("\n");

const withEmptyStation = (work: (page: Page, desk: DeskWindow) => Promise<void>): Promise<void> =>
  withWindow(work, "empty");

const balance = async (page: Page): Promise<string> =>
  (await ask<DeskFacts>(page, "GET", "/station/desk")).balance;

/** Types into the focused field, slower than a scanner. */
async function type(page: Page, text: string): Promise<void> {
  await typeText(page, text);
}

test(
  "a station without sample data lists what is missing and leads to each form, which is filled in by keyboard",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await expect(page.getByTestId("set-up")).toContainText("Add your sender address first");
      await dropFile(page, "orders.csv", ORDERS);
      await expect(page.getByTestId("import-result")).toContainText(
        "Add your sender address first",
      );
      await page
        .getByTestId("import-result")
        .getByRole("button", { name: "Enter the sender address" })
        .click();

      await expect(page.getByRole("form", { name: "Sender" }).getByLabel("Name")).toBeFocused();
      await type(page, "Ada Depo");
      await page.keyboard.press("Tab");
      await type(page, "0505 123 45 67");
      await page.keyboard.press("Tab");
      await type(page, "bornov");
      await expect(page.getByRole("option", { name: /Bornova/ })).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("District and city")).toHaveValue("Bornova / İzmir");
      await page.keyboard.press("Tab");
      await type(page, "Ambar Sk. 3");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByTestId("sender-saved")).toBeVisible();
      const [sender] = await ask<Address[]>(page, "GET", "/addresses?isDefaultSenderAddress=true");
      expect(sender).toMatchObject({
        name: "Ada Depo",
        phone: "+905051234567",
        address1: "Ambar Sk. 3",
        cityName: "İzmir",
        districtName: "Bornova",
        isDefaultSenderAddress: true,
      });

      await page.keyboard.press("Escape");
      await expect(page.getByTestId("set-up")).not.toContainText("sender address");
      await page.getByTestId("set-up").getByRole("button", { name: "Top up the balance" }).click();
      await expect(
        page.getByRole("form", { name: "Balance" }).getByLabel("Amount in TL"),
      ).toBeFocused();
      await type(page, "1.250,50");
      await page.keyboard.press("Tab");
      await type(page, "dekont 42");
      await page.waitForTimeout(250);
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("topped-up")).toContainText("1,250.50 TL");
      await expect(page.getByTestId("balance")).toHaveText("1,250.50 TL");

      await page.keyboard.press("Escape");
      await dropFile(page, "orders.csv", ORDERS);
      await expect(page.getByTestId("import-added").last()).toHaveText("1 order added");
      await scan(page, "N-1");
      await expect(page.getByTestId("parcel")).toContainText("Ömer Işık");
    });
  },
);

test(
  "a station without carriers shows that no carrier is set up, not what to correct in the parcel, and one button adds SAMPLE prices",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await expect(page.getByTestId("set-up")).toContainText("No carrier is set up yet");
      await ask(page, "POST", "/addresses", { ...SENDER, isDefaultSenderAddress: true });
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        length: 10,
        width: 10,
        height: 10,
        weight: 1,
        order: { orderNumber: "N-1" },
      });
      await page.keyboard.type("N-1", { delay: 100 });
      await page.waitForTimeout(250);
      await page.keyboard.press("Enter");
      await expect(page.getByTestId("no-carrier")).toContainText(
        "No carrier is set up on this station yet.",
      );
      await expect(page.getByTestId("pack")).not.toContainText("Correct the weight");
      await page.getByTestId("no-carrier").getByRole("button", { name: "SAMPLE prices" }).click();
      await expect(page.getByTestId("offer-list").getByRole("radio")).not.toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(page.getByTestId("set-up")).not.toContainText("No carrier is set up yet");
    });
  },
);

test(
  "an import without a sender and a file without its columns are refused on a Turkish screen without English text",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await showAs(page, { language: "tr", theme: "light" });
      const results = page.getByTestId("import-result");
      await dropFile(page, "orders.csv", ORDERS);
      await expect(results.last()).toContainText("Önce gönderici adresinizi ekleyin");
      await expect(results.last()).not.toContainText("organization has no default");
      await dropFile(page, "other.csv", "a;b\n1;2");
      await expect(results.last()).toContainText("Dosyanın ilk satırında gereken sütunlar eksik.");
      await expect(results.last()).toContainText("Eksik: Sipariş No veya Order number");
      await expect(results.last()).not.toContainText("The first line must name");
    });
  },
);

// Outside test mode every sample price is marked, and buying at one asks first.
test(
  "an account without a connection is shown as such, its sample price is not shown as the organization's agreement, and buying at that price asks first",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page, desk) => {
      const { organization } = await ask<DeskFacts>(page, "GET", "/station/desk");
      await ask(page, "POST", "/addresses", { ...SENDER, isDefaultSenderAddress: true });
      await ask(page, "POST", "/station/carriers/sample");
      await ask(page, "POST", `/organizations/${organization.id}/balance/topups`, {
        amount: "1000.00",
        reference: "R-1",
      });
      await ask(page, "POST", "/provideraccounts", {
        providerCode: "YURTICI",
        name: "Yurtiçi",
        username: "kimse",
        password: "yanlis",
      });
      for (const orderNumber of ["N-1", "N-2"])
        await ask(page, "POST", "/shipments", {
          recipientAddress: RECIPIENT,
          length: 10,
          width: 10,
          height: 10,
          weight: 1,
          order: { orderNumber },
        });

      await goToSection(page, "Carriers");
      const accounts = page.getByTestId("accounts");
      await expect(accounts).toContainText("No connection");
      await expect(accounts).toContainText("sample price");
      await expect(accounts).not.toContainText("In use");
      await accounts.scrollIntoViewIfNeeded();

      await page.keyboard.press("Control+1");
      const question = page.getByTestId("sample-question");
      const looks = [
        ["tr", "light", 1280, 800],
        ["en", "light", 1280, 800],
      ] as const;
      for (const [language, theme, width, height] of looks) {
        await resize(desk, { width, height, zoom: 1 });
        await showAs(page, { language, theme });
        await scan(page, "N-1");
        await step(page, "offers");
        await expect(page.getByTestId("offer-list")).not.toContainText(
          /own agreement|kendi anlaşman/,
        );
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(question).toContainText("SAMPLE");
        expect(await faultsOf(page)).toEqual([]);
      }
      await settle(page);
      await page.keyboard.press("F12");
      await expect(question).toBeHidden();
      await step(page, "offers");
      expect(await balance(page)).toBe("1000.00");
      await settle(page);
      await page.keyboard.press("Enter");
      await expect(question).toBeVisible();
      await settle(page);
      await page.keyboard.press("F10");
      await step(page, "bought");
      expect(await balance(page)).not.toBe("1000.00");
      await expect(page.getByTestId("pack")).toContainText("sample price");

      // The question before buying many orders at once also says that the price is a SAMPLE price.
      await page.keyboard.press("Control+3");
      await page.getByRole("grid").focus();
      await expect(page.getByTitle("sample price")).toHaveCount(1);
      await page.keyboard.press("Control+a");
      await settle(page);
      await page.keyboard.press("F2");
      await expect(page.getByTestId("sample-plan")).toContainText("SAMPLE");
      await expect(page.getByTestId("left-out")).toContainText("bought or cancelled already");
      expect(await faultsOf(page)).toEqual([]);
    });
  },
);

test(
  "an invalid value in a form is explained at its field, which gets the focus, and nothing is sent",
  { tag: "@all" },
  async () => {
    await withEmptyStation(async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      const sender = page.getByRole("form", { name: "Sender" });
      await sender.getByLabel("Name").fill("Ada");
      await sender.getByLabel("Phone").fill("12");
      await sender.getByRole("button", { name: "Save the sender" }).click();
      for (const words of [
        "at least 4 letters",
        "Turkish phone",
        "Type the street",
        "Type three letters of the district",
      ])
        await expect(sender).toContainText(words);
      await expect(sender.getByLabel("Name")).toBeFocused();
      expect(await ask<Address[]>(page, "GET", "/addresses")).toEqual([]);

      await openSection(page, "Balance");
      const balance = page.getByRole("form", { name: "Balance" });
      await balance.getByLabel("Amount in TL").fill("much");
      await balance.getByRole("button", { name: "Add to the balance" }).click();
      await expect(balance).toContainText("Type an amount above 0");
      await balance.getByLabel("Amount in TL").fill("100");
      await balance.getByLabel("Reference").fill("R-1");
      await balance.getByRole("button", { name: "Add to the balance" }).click();
      await expect(page.getByTestId("balance")).toHaveText("100.00 TL");
      // The same payment is entered again.
      await balance.getByLabel("Amount in TL").fill("100");
      await balance.getByLabel("Reference").fill("R-1");
      await balance.getByRole("button", { name: "Add to the balance" }).click();
      await expect(page.getByTestId("topped-up")).toContainText("entered before");
      await expect(page.getByTestId("balance")).toHaveText("100.00 TL");
      // A payment without a reference is reported without one. A refused payment then hides that
      // report.
      await balance.getByLabel("Amount in TL").fill("5");
      await balance.getByLabel("Reference").fill("");
      await balance.getByRole("button", { name: "Add to the balance" }).click();
      await expect(page.getByTestId("topped-up")).toHaveText("5.00 TL was added.");
      await balance.getByLabel("Amount in TL").fill("0");
      await balance.getByRole("button", { name: "Add to the balance" }).click();
      await expect(balance).toContainText("Type an amount above 0");
      await expect(page.getByTestId("topped-up")).toBeHidden();
    });
  },
);

test("axe finds nothing on a form with errors", { tag: "@all" }, async () => {
  await withEmptyStation(async (page) => {
    await showAs(page, { language: "tr", theme: "light" });
    await page.getByRole("button", { name: "Ayarlar" }).click();
    await page.getByRole("button", { name: "Göndericiyi kaydet" }).click();
    await expect(page.getByRole("form", { name: "Gönderici" })).toContainText(
      "İlçenin üç harfini yazıp seçin",
    );
    expect(await faultsOf(page)).toEqual([]);
  });
});

const LONG = "TY-20261121-00004821";
const RECIPIENT = {
  name: "Abdurrahman Karahasanoğlu",
  email: "o@ornek.test",
  phone: "+905551112233",
  address1: "Gül Sk. 1",
  countryCode: "TR",
  cityCode: "06",
  districtName: "Şereflikoçhisar",
};
const SENDER = {
  name: "Ada Depo",
  phone: "+905051234567",
  address1: "Ambar Sk. 3",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

test(
  "in the smallest window, the waiting list shows an order number of twenty characters whole, and a number of a hundred characters leaves room for the other columns",
  { tag: "@all" },
  async () => {
    await withWindow(async (page, desk) => {
      await resize(desk, { width: 1024, height: 700, zoom: 1 });
      await showAs(page, { language: "tr", theme: "light" });
      await ask(page, "POST", "/addresses", SENDER);
      for (const orderNumber of [LONG, LONG.replace("21-", "22-"), "7"])
        await ask(page, "POST", "/shipments", {
          recipientAddress: RECIPIENT,
          weight: 1,
          order: { orderNumber },
        });
      const rows = page.getByTestId("waiting-list").getByRole("button");
      await expect(rows).toHaveCount(3);
      const cells = await rows.evaluateAll((buttons) =>
        buttons.map((button) =>
          [...button.children].slice(0, 4).map((cell) => ({
            left: cell.getBoundingClientRect().left,
            right: cell.getBoundingClientRect().right,
            cut: cell.scrollWidth - cell.clientWidth,
            lines: cell.getClientRects().length,
          })),
        ),
      );
      for (const row of cells) {
        expect(row[0]?.cut).toBeLessThanOrEqual(1); // The number itself is never cut off.
        for (const [i, cell] of row.entries())
          if (i > 0) expect(cell.left).toBeGreaterThanOrEqual((row[i - 1]?.right ?? 0) - 1);
        expect(row.map(({ left }) => Math.round(left))).toEqual(
          cells[0]?.map(({ left }) => Math.round(left)),
        ); // The columns stay aligned.
      }

      // A number longer than any column leaves room for the other columns.
      await ask(page, "POST", "/shipments", {
        recipientAddress: RECIPIENT,
        weight: 1,
        order: { orderNumber: `TY-${"20261121".repeat(12)}` },
      });
      await expect(rows).toHaveCount(4);
      const sizes = await rows.evaluateAll((buttons) =>
        buttons.map((row) => ({
          height: row.getBoundingClientRect().height,
          columns: [...row.children].slice(0, 3).map((cell) => cell.getBoundingClientRect().width),
        })),
      );
      for (const { height, columns } of sizes) {
        expect(height).toBeLessThan(130);
        expect(Math.min(columns[1] ?? 0, columns[2] ?? 0)).toBeGreaterThan(60);
      }
    }, "empty");
  },
);

test(
  "an order number of twenty characters is whole in the parcel, the status bar and the questions, within the window",
  { tag: "@all" },
  async ({ shared: desk }) => {
    const { page } = desk;
    await resize(desk, { width: 1024, height: 700, zoom: 1 });
    const inside = (): Promise<boolean> =>
      page.evaluate(
        () =>
          document.documentElement.scrollWidth <= window.innerWidth &&
          [
            ...document.querySelectorAll(
              "footer, [data-testid=parcel], [data-testid=undo-question]",
            ),
          ].every((part) => part.scrollWidth <= part.clientWidth),
      );
    await showAs(page, { language: "tr", theme: "light" });
    await ask(page, "POST", "/shipments", {
      recipientAddress: RECIPIENT,
      weight: 1,
      order: { orderNumber: LONG },
    });
    await scan(page, LONG);
    await expect(page.getByTestId("parcel")).toContainText(LONG);
    expect(await inside()).toBe(true);
    await settle(page);
    await page.getByTestId("buy-button").click();
    const last = page.getByTestId("last-result");
    await expect(last).toContainText(LONG);
    expect(
      await last.evaluate((bar) => bar.getBoundingClientRect().right <= window.innerWidth),
    ).toBe(true);
    await page.keyboard.press("F8");
    await expect(page.getByTestId("undo-question")).toContainText(LONG);
    expect(await inside()).toBe(true);
  },
);

test(
  "the names of packer and organization and the company's tax data are saved in Settings, and the status bar shows the packer",
  { tag: "@all" },
  async ({ shared: { page } }) => {
    await page.getByRole("button", { name: "Settings" }).click();
    const names = page.getByRole("form", { name: "Names" });
    await names.getByLabel("Organization").fill("Ada Kitabevi");
    await names.getByLabel("Packer at this desk").fill("Elif Şahin");
    await names.getByRole("button", { name: "Save the names" }).click();
    await expect(page.getByRole("contentinfo", { name: "Station" })).toContainText("Elif Şahin");
    const { organization } = await ask<DeskFacts>(page, "GET", "/station/desk");
    expect(organization.name).toBe("Ada Kitabevi");
    const company = page.getByRole("form", { name: "Company" });
    await company.getByLabel("Tax office").fill("Kadıköy");
    await company.getByLabel("Tax number").fill("1234567890");
    await company.getByRole("button", { name: "Save the company" }).click();
    await expect(company).toContainText("Saved");
    expect(await ask(page, "GET", `/organizations/${organization.id}`)).toMatchObject({
      taxOffice: "Kadıköy",
      taxNumber: "1234567890",
      name: "Ada Kitabevi",
    });
  },
);
