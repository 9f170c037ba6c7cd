/** Causes of refused imports and of a marketplace on a Turkish screen in the real window. */
import { expect } from "@playwright/test";
import { ask, dropFile, goToSection, showAs, tabTo } from "../helpers/desk-keys.ts";
import { test, withWindow } from "../helpers/desk-page.ts";
import { headlessStations } from "../helpers/headless.ts";
import { openEmpty, startMarketplace } from "../helpers/marketplace-window.ts";

const SENDER = {
  name: "Ada Depo",
  phone: "+905051234567",
  address1: "Ambar Sk. 3",
  countryCode: "TR",
  cityCode: "35",
  districtName: "Bornova",
  isDefaultSenderAddress: true,
};
const HEADINGS = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";

/** Words that occur in every English cause and in no Turkish one. */
const ENGLISH = /\b(the|this|is|has|must|of|and|was|import(ed)?)\b/i;

test(
  "rows and files that an import refuses are explained on a Turkish screen without an English word",
  { tag: "@all" },
  async () => {
    await withWindow(async (page) => {
      await showAs(page, { language: "tr", theme: "light" });
      await ask(page, "POST", "/addresses", SENDER);
      const results = page.getByTestId("import-result");
      const rows = [
        "R-1;Ömer Işık;05551112233;Gül Sk. 1;Yoktur;İstanbul;1",
        "R-2;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;çok",
        "R-3;;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1",
        `R-4;Ömer Işık;05551112233;${"Gül Sk. ".repeat(400)};Kadıköy;İstanbul;1`,
        ...Array.from({ length: 1_001 }, () => "R-5;Ömer;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1"),
      ];
      await dropFile(page, "rows.csv", [HEADINGS, ...rows].join("\n"));
      await expect(results.last()).toContainText("İstanbul ilinde bu adda bir ilçe yok.");
      await expect(results.last()).toContainText("Bu siparişin çok fazla satırı var");
      await expect(results.last()).not.toContainText(ENGLISH);

      const wide = `${HEADINGS}${";x".repeat(2_000)}`;
      for (const [text, words] of [
        ["", "Dosya boş."],
        [HEADINGS, "Dosyada ilk satırın altında satır yok."],
        [`${wide}\n${rows[0]}`, "satırda çok fazla sütun var"],
        [`${HEADINGS}\nR-6;${"x".repeat(200_000)}`, "sütununda"],
      ] as const) {
        await dropFile(page, "file.csv", text);
        await expect(results.last()).toContainText(words);
        await expect(results.last()).not.toContainText(ENGLISH);
      }
    }, "empty");
  },
);

const servers = headlessStations();
test.afterAll(() => servers.killAll());

test(
  "a marketplace's refusal and its silence are explained on a Turkish screen without an English word",
  { tag: "@all" },
  async () => {
    const { ready, child } = await startMarketplace(servers);
    const desk = await openEmpty();
    const { page } = desk;
    try {
      await showAs(page, { language: "tr", theme: "light" });
      await ask(page, "POST", "/provideraccounts", {
        providerCode: "MARKETPLACE",
        name: "Pazar",
        parameters: { connection: "marketplace", url: ready.url, token: "wrong" },
      });
      await page.reload();
      await goToSection(page, "Kargo firmaları");
      const row = page.getByTestId("marketplace");
      await tabTo(page, "button", "Pazar bağlantısını dene");
      await page.keyboard.press("Enter");
      await expect(row).toContainText("Pazar anahtarı kabul etmedi (E2001).");
      await expect(row).not.toContainText(ENGLISH);
      child.kill("SIGKILL");
      await tabTo(page, "button", "Pazar bakiyesini sor");
      await page.keyboard.press("Enter");
      await expect(row).toContainText("Bu adreste yanıt veren bir program yok (ECONNREFUSED).");
      await expect(row).not.toContainText(ENGLISH);
    } finally {
      await desk.close();
    }
  },
);
