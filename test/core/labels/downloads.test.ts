import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect, it } from "vitest";
import { done } from "../../../core/shipping/carriers/carrier.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { farCarrier, LABEL, sendFar } from "../../helpers/far-carrier.ts";
import {
  boughtShipment,
  change,
  RECIPIENT,
  shipmentWithOffers,
  station,
} from "../../helpers/station.ts";

it("a label's link returns the label on a requested paper and for a requested density, and on the default paper if the requested paper is unknown", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const link = shipment.labelURL.replace(/\.\w+$/, ".png");
  const sides = async (query: string): Promise<number[]> => {
    const png = Buffer.from(await (await fetch(`${link}${query}`)).arrayBuffer());
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };
  expect(
    await Promise.all(
      [
        "",
        "?paper=80x50",
        "?paper=101.6x152.4&dpi=300",
        "?paper=80.001x50",
        "?paper=9999x9999",
      ].map(sides),
    ),
  ).toEqual([
    [800, 1200],
    [640, 400],
    [1200, 1800],
    [800, 1200],
    [800, 1200],
  ]);
  const zpl = await (await fetch(`${link.replace(/png$/, "zpl")}?paper=76x130`)).text();
  expect(zpl).toContain("^PW608^LL1040");
});

it("a label shows the sorting code that its carrier gave", async () => {
  const carriers = [
    farCarrier({ buy: () => Promise.resolve(done({ ...LABEL, routingCode: "34-ANADOLU" })) }),
  ];
  const s = await station({ world: { carriers } });
  const offered = await shipmentWithOffers(s);
  const { body } = await s.call<Transaction>("POST", "/transactions", {
    offerID: sendFar(s.core.deps, offered.offers?.cheapest?.id),
  });
  expect(await textOf(body.data)).toContain("34-ANADOLU");
});

it("a label is drawn again with the same dots when its file is no longer stored", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const zpl = async (): Promise<string> =>
    await (await fetch(shipment.labelURL.replace(/\.\w+$/, ".zpl"))).text();
  const first = await zpl();
  change(s, "DELETE FROM documents");
  expect(await zpl()).toBe(first);
  expect(s.core.deps.db.raw.prepare("SELECT first_raster FROM documents").pluck().all()).toEqual([
    "",
  ]);
});

it(
  "names in Arabic, Hebrew, Han, kana, Cyrillic and Greek are printed unchanged, and a Korean name in other letters, without a question mark",
  { tags: "all" },
  async () => {
    const s = await station();
    const names = ["محمد علي", "דוד כהן", "王小明", "たなか", "Жанна Ёлкина", "Αθηνά Παππά"];
    for (const name of [...names, "김민수"]) {
      const text = await textOf(
        await boughtShipment(s, { recipientAddress: { ...RECIPIENT, name } }),
      );
      expect([text.includes(name.replace(/\s/g, "")), text.includes("?")], name).toEqual([
        names.includes(name),
        false,
      ]);
    }
  },
);

/** The text of a label's PDF, without spaces. */
async function textOf({ shipment }: Transaction): Promise<string> {
  const pdf = new Uint8Array(
    await (await fetch(shipment.labelURL.replace(/\.\w+$/, ".pdf"))).arrayBuffer(),
  );
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const text = document.getPage(0).getText();
  document.destroy();
  library.destroy();
  return text.replace(/\s/g, "");
}
