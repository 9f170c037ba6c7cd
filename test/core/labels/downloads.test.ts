import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect, it } from "vitest";
import { done } from "../../../core/carriers/outcome.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { farCarrier, LABEL, sendFar } from "../../helpers/far-carrier.ts";
import { boughtShipment, shipmentWithOffers, station } from "../../helpers/station.ts";

it("a label's link answers it on another paper and for another density; a paper that no printer has is passed over", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const link = shipment.labelURL.replace(/\.\w+$/, ".png");
  const sides = async (query: string): Promise<number[]> => {
    const png = Buffer.from(await (await fetch(`${link}${query}`)).arrayBuffer());
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };
  expect(await Promise.all(["", "?paper=80x50", "?paper=101.6x152.4&dpi=300", "?paper=80.001x50", "?paper=9999x9999"].map(sides))).toEqual([[800, 1200], [640, 400], [1200, 1800], [800, 1200], [800, 1200]]);
  const zpl = await (await fetch(`${link.replace(/png$/, "zpl")}?paper=76x130`)).text();
  expect(zpl).toContain("^PW608^LL1040");
});

it("a label shows the sorting code of the branch that its carrier named", async () => {
  const carriers = [farCarrier({ buy: () => Promise.resolve(done({ ...LABEL, routingCode: "34-ANADOLU" })) })];
  const s = await station({ world: { carriers } });
  const offered = await shipmentWithOffers(s);
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: sendFar(s.core.deps, offered.offers?.cheapest?.id) });
  const pdf = new Uint8Array(await (await fetch(body.data.shipment.labelURL.replace(/\.\w+$/, ".pdf"))).arrayBuffer());
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  expect(document.getPage(0).getText().replace(/\s/g, "")).toContain("34-ANADOLU");
  document.destroy();
  library.destroy();
});
