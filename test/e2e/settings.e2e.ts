/**
 * Settings in the real window, by keyboard: the list of sections, and the functions of most
 * sections.
 */
import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { Member } from "../../core/organizations/organizations.schema.ts";
import type { ParcelTemplate } from "../../core/shipping/parcels/parcels.schema.ts";
import {
  apiUrlOf,
  ask,
  goToSection,
  openPalette,
  settle,
  tabTo,
  typeText,
} from "../helpers/desk-keys.ts";
import { faultsOf } from "../helpers/axe.ts";
import { test } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { receiver } from "../helpers/receiver.ts";
import type { DeskWindow } from "../helpers/window.ts";

let desk: DeskWindow;
test.beforeEach(({ shared }) => {
  desk = shared;
});

/** Types slower than a scanner. */
async function type(page: Page, text: string): Promise<void> {
  await typeText(page, text);
}

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.keyboard.press(key);
}

test(
  "arrows open sections, Enter moves into a section, Esc returns to the list and then to Pack, and the last section opens again",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Boxes");
    await expect(page.getByRole("button", { name: "Move Zarf down" })).toBeVisible();
    await press(page, "Enter");
    await expect(page.getByRole("button", { name: "Move Zarf down" })).toBeFocused();
    await press(page, "Escape");
    await expect(page.getByRole("tab", { name: "Boxes" })).toBeFocused();
    await press(page, "Escape");
    await expect(page.getByRole("button", { name: "Pack" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.getByRole("button", { name: "Settings" }).press("Enter");
    await expect(page.getByRole("tab", { name: "Boxes" })).toHaveAttribute("aria-selected", "true");
  },
);

test(
  "arrows move the focus past the section First start, whose button opens a page that Esc leaves",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "First start");
    await page.getByRole("button", { name: "Open the first start" }).press("Enter");
    await expect(page.getByTestId("first-start")).toBeVisible();
    await press(page, "Escape");
    await expect(page.getByTestId("pack")).toBeVisible();
    await goToSection(page, "First start");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("tab", { name: "This computer" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await settle(page);
    await expect(page.getByRole("tab", { name: "First start" })).toBeFocused();
    for (const name of ["Practice", "About"]) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("tab", { name })).toBeFocused();
    }
  },
);

test(
  "a setting is found by its words from Settings and from the palette, and its field gets the focus",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Boxes");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Find a setting" })).toBeFocused();
    await typeText(page, "appear");
    await expect(page.getByTestId("settings-found")).toContainText("Screen, scanner, sounds");
    expect(await faultsOf(page)).toEqual([]);
    await settle(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "Screen, scanner, sounds" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(
      page.getByRole("radiogroup", { name: "Appearance" }).locator(":focus"),
    ).toHaveCount(1);
    await openPalette(page);
    await typeText(page, "callback");
    await expect(page.getByTestId("palette")).toContainText("Webhooks");
    await settle(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "Webhooks" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  },
);

test("a box is added with a name and measures, shows its digit, and is removed after a second press", async () => {
  const { page } = desk;
  await goToSection(page, "Boxes");
  await tabTo(page, "textbox", "Name");
  await press(page, "Enter");
  await expect(page.getByTestId("boxes")).toContainText("Type a name.");
  await type(page, "Tüp");
  for (const measure of ["60", "12,5", "12.5", "0,4"]) {
    await page.keyboard.press("Tab");
    await type(page, measure);
  }
  await press(page, "Enter");
  const row = page.getByTestId("boxes").getByRole("listitem").last();
  await expect(row).toContainText("Tüp");
  await expect(row).toContainText("60 × 12.5 × 12.5 cm · 0.4 kg");
  await expect(row).toContainText("6");
  expect((await ask<ParcelTemplate[]>(page, "GET", "/parceltemplates")).at(-1)).toMatchObject({
    name: "Tüp",
    width: "12.5",
  });
  await page.getByRole("button", { name: "Remove: Tüp" }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
  await press(page, "Tab");
  await press(page, "Enter");
  await expect(page.getByTestId("boxes")).not.toContainText("Tüp");
});

test(
  "boxes are reordered by keys and a box is renamed, and the new order and name are saved",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Boxes");
    const rows = page.getByTestId("boxes").getByRole("listitem");
    await expect(rows.first()).toBeVisible();
    const [first, second] = (await ask<ParcelTemplate[]>(page, "GET", "/parceltemplates")).map(
      ({ name }) => name,
    );
    await tabTo(page, "button", `Move ${first} down`);
    await press(page, "Enter");
    await expect(rows.first()).toContainText(second ?? "");
    await tabTo(page, "button", `Change ${second}`);
    await press(page, "Enter");
    await expect(page.getByTestId("boxes").getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("End");
    await type(page, " XL");
    await press(page, "Enter");
    await expect(rows.first()).toContainText(`${second} XL`);
    expect(
      (await ask<ParcelTemplate[]>(page, "GET", "/parceltemplates"))
        .slice(0, 2)
        .map(({ name }) => name),
    ).toEqual([`${second} XL`, first]);
  },
);

test(
  "a token is created that may only read, from given addresses and for 30 days, and its row shows these limits and its last use",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Other programs");
    await tabTo(page, "textbox", "Name of the program");
    await type(page, "Report");
    await tabTo(page, "combobox", "What the program may do");
    await typeText(page, "Read");
    await tabTo(page, "combobox", "Works for");
    await typeText(page, "30");
    await tabTo(page, "textbox", "From these addresses only");
    await type(page, "10.0.0");
    await press(page, "Enter");
    await expect(page.getByTestId("integrations")).toContainText("10.0.0");
    await page
      .getByRole("textbox", { name: "From these addresses only" })
      .fill("10.0.0.0/8, 127.0.0.1");
    await page.getByRole("textbox", { name: "From these addresses only" }).focus();
    await press(page, "Enter");
    const once = page.getByTestId("token-once");
    await expect(once).toContainText("Report");
    await expect(once.getByRole("textbox", { name: "Report" })).toBeFocused();
    const token = await once.getByRole("textbox").inputValue();
    const { apiUrl } = await page
      .evaluate(
        async () =>
          (await window.bridge.invoke("app:info", {})) as unknown as { value: { apiUrl: string } },
      )
      .then(({ value }) => value);
    expect(
      (await fetch(`${apiUrl}/shipments`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(200);
    await page.getByRole("button", { name: "Copied: hide it" }).focus();
    await press(page, "Enter");
    await expect(page.getByRole("textbox", { name: "Name of the program" })).toBeFocused();
    await page.keyboard.press("Control+1");
    await goToSection(page, "Other programs");
    const row = page.getByTestId("tokens").getByRole("listitem").filter({ hasText: "Report" });
    await expect(row).toContainText("Read only");
    await expect(row).toContainText("only from 10.0.0.0/8, 127.0.0.1");
    await expect(row).toContainText(/until .+ last used/u);
  },
);

test(
  "a backup is created in a folder that the person chooses, and its path is shown",
  { tag: "@all" },
  async () => {
    const { page, app } = desk;
    const folder = temporaryFolder();
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, folder);
    await goToSection(page, "Data and backup");
    await tabTo(page, "button", "Back up now…");
    await press(page, "Enter");
    await expect(page.getByTestId("backup")).toContainText("The backup is complete");
    expect(readdirSync(folder)).toEqual([
      expect.stringMatching(/^packbench-\d{8}T\d{6}Z-[0-9a-f]{8}$/u),
    ]);
    await expect(
      page.getByTestId("backup").getByRole("textbox", { name: /^Last backup/u }),
    ).toHaveValue(new RegExp(`^${folder}/packbench-`, "u"));
  },
);

test(
  "the preview of a backup at the lower edge of the window is in view when it opens",
  { tag: "@all" },
  async () => {
    const { page, app } = desk;
    const folder = temporaryFolder();
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, folder);
    await goToSection(page, "Data and backup");
    await tabTo(page, "button", "Back up now…");
    await press(page, "Enter");
    await expect(page.getByTestId("backup")).toContainText("The backup is complete");
    await tabTo(page, "button", "Show the backups");
    await press(page, "Enter");
    await tabTo(page, "button", "Another folder…");
    await press(page, "Enter");
    const restore = page.getByTestId("restore");
    const look = restore.getByRole("button", { name: /^Look at it: / });
    await expect(look).toHaveCount(1);
    await expect(restore.getByRole("status")).toBeEmpty();
    await look.evaluate((button) => button.scrollIntoView({ block: "end" }));
    await settle(page);
    await look.click();
    await expect(page.getByTestId("preview")).toBeInViewport({ ratio: 0.95 });
  },
);

test("a member is added, gets another role and loses access, and the last owner can neither lose access nor the role (E2030)", async () => {
  const { page } = desk;
  await goToSection(page, "Members");
  await tabTo(page, "textbox", "Name");
  await type(page, "Elif Kaya");
  await press(page, "Tab");
  await type(page, "elif");
  await press(page, "Enter");
  await expect(page.getByTestId("members")).toContainText("Type an e-mail address");
  await type(page, "@shop.test");
  await press(page, "Enter");
  await expect(page.getByTestId("members")).toContainText("The member was added.");
  await page.getByLabel("Role of Elif Kaya").focus();
  await type(page, "adm");
  const give = page.getByRole("button", { name: "Give this role: Elif Kaya, Admin" });
  await expect(give).toBeVisible();
  const elif = async (): Promise<Member | undefined> =>
    (await ask<Member[]>(page, "GET", "/members")).find(({ name }) => name === "Elif Kaya");
  // A key that only moved through the list has changed nothing, and Esc restores the choice.
  expect((await elif())?.role).toBe("user");
  await press(page, "Escape");
  await expect(give).toBeHidden();
  await expect(page.getByLabel("Role of Elif Kaya")).toHaveValue("user");
  await expect(page.getByLabel("Role of Elif Kaya")).toBeFocused();
  await press(page, "ArrowUp");
  await press(page, "Tab");
  await expect(give).toBeFocused();
  await press(page, "Enter");
  await expect.poll(async () => (await elif())?.role).toBe("admin");
  await expect(page.getByLabel("Role of Elif Kaya")).toBeFocused();
  await page.getByRole("button", { name: "End access: Elif Kaya" }).focus();
  await press(page, "Enter");
  await press(page, "Tab");
  await press(page, "Enter");
  await expect.poll(async () => (await elif())?.isActive).toBe(false);
  await expect(page.getByRole("button", { name: "Give access again: Elif Kaya" })).toBeVisible();
  await expect(page.getByRole("button", { name: "End access: Depo Sorumlusu" })).toHaveCount(0);
  await page.getByLabel("Role of Depo Sorumlusu").focus();
  await press(page, "ArrowDown");
  await press(page, "Tab");
  await press(page, "Enter");
  await expect(page.getByTestId("members").getByRole("alert")).toContainText("E2030");
});

test(
  "a webhook is added, its secret is shown once, a test shows the receiver's answer, and a delivery is sent again from the log",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    const target = await receiver();
    await goToSection(page, "Webhooks");
    await tabTo(page, "textbox", "Address");
    await type(page, "shop");
    await press(page, "Enter");
    await expect(page.getByTestId("webhooks")).toContainText("Type an address that begins with");
    await page.keyboard.press("Control+A");
    await type(page, target.url);
    await press(page, "Enter");
    const secret = page.getByTestId("webhook-secret");
    await expect(secret.getByRole("textbox")).not.toHaveValue("");
    await page.getByRole("button", { name: "Copied: hide it" }).focus();
    await press(page, "Enter");
    await expect(secret).toBeHidden();
    await page.getByRole("button", { name: `Send a test: ${target.url}` }).focus();
    await press(page, "Enter");
    await expect(page.getByTestId("webhooks")).toContainText(
      "The receiver accepted the test: answer 200",
    );

    const RECIPIENT = {
      name: "Ömer Işık",
      email: "o@ornek.test",
      phone: "+905551112233",
      address1: "Gül Sk. 1",
      countryCode: "TR",
      cityCode: "06",
      districtName: "Çankaya",
    };
    const made = await ask<{ id: string; offers: { cheapest: { id: string } } }>(
      page,
      "POST",
      "/shipments",
      {
        test: true,
        recipientAddress: RECIPIENT,
        length: 10,
        width: 10,
        height: 10,
        weight: 1,
        order: { orderNumber: "HOOK-1" },
      },
    );
    await ask(page, "POST", "/transactions", { offerID: made.offers.cheapest.id });
    // In test mode a parcel moves one step each time a program reads it.
    const { token } = await ask<{ token: string }>(page, "POST", "/apitokens", { name: "Reader" });
    const apiUrl = await apiUrlOf(page);
    await fetch(`${apiUrl}/shipments/${made.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await expect.poll(() => target.calls.length, { timeout: 15_000 }).toBeGreaterThan(1);
    await page.getByRole("button", { name: `Show deliveries: ${target.url}` }).focus();
    await press(page, "Enter");
    const log = page.getByTestId("deliveries");
    await expect(log).toContainText("Delivered");
    await expect(log).toContainText(/200 after \d+ ms/);
    const before = target.calls.length;
    await log
      .getByRole("button", { name: /^Send again/ })
      .first()
      .focus();
    await press(page, "Enter");
    await expect.poll(() => target.calls.length, { timeout: 15_000 }).toBeGreaterThan(before);
  },
);

test(
  "typed text in forms of Settings stays while another view is open, but secrets and saved text do not",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    const back = async (words: string): Promise<void> => {
      await page.keyboard.press("Control+3");
      await expect(page.getByRole("heading", { level: 1, name: "Shipments" })).toBeVisible();
      await goToSection(page, words);
    };
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const FIELDS = [
      ["Organization", "Tax office", "Kadıköy"],
      ["Organization", "Packer at this desk", "Elif K"],
      ["Balance", "Amount in TL", "1.250,50"],
      ["Members", "E-mail", "half@"],
      ["Carriers", "User name", "agreement"],
      ["Boxes", "Name", "Yeni kutu"],
      ["Other programs", "Name of the program", "Muhasebe"],
      ["Webhooks", "Address", "https://half"],
    ] as const;
    for (const [section, name, text] of FIELDS) {
      await back(section);
      await tabTo(page, "textbox", name);
      await page.keyboard.press("Control+A");
      await type(page, text);
      await back(section);
      await expect(field(name)).toHaveValue(text);
    }
    for (const [section, name] of [
      ["Carriers", "Password"],
      ["Webhooks", "Value of the extra header"],
    ] as const) {
      await back(section);
      await page.getByLabel(name, { exact: true }).focus();
      await type(page, "gizli");
      await back(section);
      await expect(page.getByLabel(name, { exact: true })).toHaveValue("");
    }
    await back("Balance");
    await tabTo(page, "textbox", "Amount in TL");
    await press(page, "Enter");
    await expect(page.getByTestId("topped-up")).toContainText("1,250.50");
    await back("Balance");
    await expect(field("Amount in TL")).toHaveValue("");
  },
);

test(
  "carriers show their services and prices by name, samples are marked, and an account is linked and removed",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Carriers");
    const section = page.getByTestId("carriers");
    await expect(section).toContainText("Sample prices");
    await expect(page.getByTestId("price-table").getByRole("rowheader").first()).not.toHaveText(
      /_/,
    );
    const cell = page.getByTestId("price-table").getByRole("cell").first();
    const within = await cell.textContent();
    await tabTo(page, "combobox", "To");
    await type(page, "van");
    await expect(cell).not.toHaveText(within ?? "");
    await tabTo(page, "combobox", "Carrier");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "textbox", "Name of the account");
    await type(page, "Own agreement");
    await press(page, "Enter");
    await expect(page.getByTestId("accounts")).toContainText("Own agreement");
    await page.getByRole("button", { name: "Remove: Own agreement" }).focus();
    await press(page, "Enter");
    await press(page, "Tab");
    await press(page, "Enter");
    await expect(page.getByTestId("accounts")).not.toContainText("Own agreement");
  },
);

test(
  "the data is shown as not checked, and a check shows its time and that the data is intact",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Data and backup");
    const section = page.getByTestId("data");
    await expect(section).toContainText("Not checked yet");
    await tabTo(page, "button", "Check now");
    await press(page, "Enter");
    await expect(section).toContainText("Whole, ");
  },
);

test(
  "a button that waited for its answer gets the focus back, so that Esc leads to the list of sections",
  { tag: "@all" },
  async () => {
    const { page } = desk;
    await goToSection(page, "Data and backup");
    const check = page.getByRole("button", { name: "Check now" });
    await tabTo(page, "button", "Check now");
    await press(page, "Enter");
    await expect(page.getByRole("tabpanel")).toContainText("Whole, ");
    await expect(check).toBeFocused();
    await press(page, "Escape");
    await expect(page.getByRole("tab", { name: "Data and backup" })).toBeFocused();
  },
);
