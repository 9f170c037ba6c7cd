/**
 * A shift's day at one desk, by scanner and keyboard alone: from an empty list in the morning to the
 * courier's manifest, with each act under the name of the member whose badge was scanned.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { HandOver } from "../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { AuditEntry } from "../../core/records/audit/audit.schema.ts";
import type { MadeBadge } from "../../core/station/sign-in/sign-in.schema.ts";
import { plainService, TARIFF_INPUT } from "../helpers/agreements.ts";
import { turkishDay } from "../../core/base/turkish-day.ts";
import { ask, scan, settle } from "../helpers/desk-keys.ts";
import { step, test, withWindow, withZebra } from "../helpers/desk-page.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const ORDERS = [
  "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);En;Boy;Yükseklik;Ürün;Barkod",
  "G-1;Ayşe Bir;05551110001;Gül Sk. 1;Kadıköy;İstanbul;1;20;20;10;Kupa;8690000000012",
  "G-2;Barış İki;05551110002;Gül Sk. 2;Kadıköy;İstanbul;1;20;20;10;Kupa;8690000000012",
  "G-3;Can Üç;05551110003;Gül Sk. 3;Kadıköy;İstanbul;1;20;20;10;Tabak;8690000000029",
].join("\n");
const PINS = { owner: "824917", lead: "370518" } as const;

type Member = { readonly userID: string; readonly role: string };
type Badges = Readonly<Record<"owner" | "lead" | "packer", string>>;

/** Sets up a carrier's agreement and the badges of three members, as before the first day. */
async function setUp(page: Page): Promise<Badges> {
  const { id } = await ask<{ id: string }>(page, "POST", "/station/agreements", {
    providerCode: "HIZLI",
    name: "Hızlı Kargo",
    ranges: [{ prefix: "HZ", first: "0001000", last: "0001999" }],
  });
  await ask(page, "POST", `/station/agreements/${id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: {
      ...TARIFF_INPUT,
      services: [plainService({ code: "HIZLI_STANDART", name: "Hızlı Standart" })],
    },
  });
  const [owner] = await ask<Member[]>(page, "GET", "/members");
  const add = (name: string, role: string): Promise<Member> =>
    ask(page, "POST", "/members", { name, email: `${name.toLowerCase()}@ornek.test`, role });
  const lead = await add("Sorumlu", "admin");
  const packer = await add("Paketci", "user");
  const make = async (member: Member | undefined, pin = ""): Promise<string> =>
    (await ask<MadeBadge>(page, "POST", "/station/badges", { userID: member?.userID ?? "", pin }))
      .number;
  return {
    owner: await make(owner, PINS.owner),
    lead: await make(lead, PINS.lead),
    packer: await make(packer),
  };
}

const cover = (page: Page) => page.getByTestId("badge-screen");

async function signIn(page: Page, badge: string, pin: string, name: string): Promise<void> {
  await settle(page);
  await scan(page, badge);
  if (pin !== "") {
    await expect(cover(page)).toHaveAttribute("data-step", "pin");
    for (const digit of pin) {
      await page.keyboard.press(digit);
      await page.waitForTimeout(60);
    }
  }
  await expect(cover(page)).toBeHidden();
  await expect(page.getByRole("contentinfo")).toContainText(name);
  await settle(page);
}

/** Packs an order at the agreement's offer, whose labels may be handed over. */
async function pack(page: Page, order: string, ean: string): Promise<void> {
  await scan(page, order);
  await step(page, "offers");
  await scan(page, ean);
  await expect(page.getByTestId("items")).toContainText("1 of 1");
  const offers = page.getByTestId("offer-list").locator("label");
  await expect(offers.filter({ hasText: "Hızlı" })).toHaveCount(1);
  await settle(page);
  const names = await offers.allInnerTexts();
  const place = names.findIndex((name) => name.includes("Hızlı"));
  await page.keyboard.press(String(place + 1));
  await expect(offers.nth(place)).toHaveAttribute("data-chosen", "true");
  await settle(page);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-kind", "bought");
  await settle(page);
}

test(
  "a lead and a packer run a day from an empty list to the manifest by scanner and keyboard, each under the own name",
  { tag: "@all" },
  async () => {
    test.setTimeout(180_000);
    await withWindow(async (page, { app }) => {
      const folder = temporaryFolder();
      const badges = await setUp(page);
      const file = join(folder, "orders.csv");
      writeFileSync(file, ORDERS);
      await app.evaluate(
        ({ dialog, shell }, [filePath = "", savePath = ""]) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: savePath });
          shell.openPath = () => Promise.resolve("");
        },
        [file, join(folder, "manifest.pdf")],
      );
      await withZebra(page, async (printer) => {
        // Morning: the lead opens the locked desk and brings the orders in.
        await page.keyboard.press("Control+l");
        await expect(cover(page)).toHaveAttribute("data-step", "locked");
        await signIn(page, badges.lead, PINS.lead, "Sorumlu");
        await page.keyboard.press("F7");
        await expect(page.getByTestId("import-added")).toContainText("3");
        await settle(page);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+2");
        await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
        await expect(page.getByRole("main")).toContainText("To be packed");

        // The packer packs the orders.
        await signIn(page, badges.packer, "", "Paketci");
        await page.keyboard.press("Control+1");
        await pack(page, "G-1", "8690000000012");
        await pack(page, "G-2", "8690000000012");
        await pack(page, "G-3", "8690000000029");
        await expect.poll(() => printer.jobs().length).toBe(3);

        // The last label was stained: printing it again needs the lead's leave.
        await page.keyboard.press("F6");
        await expect(page.getByTestId("reprint-reasons")).toBeVisible();
        await settle(page);
        await page.keyboard.press("1");
        await expect(cover(page)).toHaveAttribute("data-step", "lead");
        await settle(page);
        await scan(page, badges.lead);
        await expect(cover(page)).toHaveAttribute("data-step", "pin");
        for (const digit of PINS.lead) {
          await page.keyboard.press(digit);
          await page.waitForTimeout(60);
        }
        await expect.poll(() => printer.jobs().length).toBe(4);
        await expect(page.getByRole("contentinfo")).toContainText("Paketci");

        // Evening: the packer loads the truck, and the lead ends the loading.
        await settle(page);
        await page.keyboard.press("Control+t");
        for (const code of ["HZ0001000", "HZ0001001", "HZ0001002"]) {
          await scan(page, code);
          await expect(page.getByTestId("hand-over-scan")).toContainText(code);
        }
        await expect(page.getByTestId("on-the-truck")).toContainText("3");
        await signIn(page, badges.lead, PINS.lead, "Sorumlu");
        await page.getByRole("heading", { level: 1 }).focus();
        await settle(page);
        await page.keyboard.press("Enter");
        await expect(page.getByTestId("end-question")).toContainText("Hand 3 parcels over");
        await settle(page);
        await page.keyboard.press("F10");
        await expect(page.getByTestId("end-result")).toContainText("Saved: manifest.pdf");
        expect(readFileSync(join(folder, "manifest.pdf"), "latin1").slice(0, 5)).toBe("%PDF-");

        // The board agrees, and each act has the name of its member.
        const { carriers } = await ask<HandOver>(page, "GET", "/station/hand-over");
        expect(carriers.find(({ providerCode }) => providerCode === "HIZLI")).toMatchObject({
          here: 0,
          loaded: 0,
          handedOver: 3,
        });
        const { list } = await ask<{ list: AuditEntry[] }>(page, "GET", "/station/audit");
        expect(
          list.slice(0, 7).map((act) => [act.operation, act.memberName, act.approverName]),
        ).toEqual([
          ["endHandOver", "Sorumlu", ""],
          ["signIn", "Sorumlu", ""],
          ["createPrintJob", "Paketci", "Sorumlu"],
          ["buyAtDesk", "Paketci", ""],
          ["buyAtDesk", "Paketci", ""],
          ["buyAtDesk", "Paketci", ""],
          ["signIn", "Paketci", ""],
        ]);
      });
    });
  },
);
