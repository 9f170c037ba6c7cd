/** Barcodes that a scan at an open order teaches, and what an opened order says of its items. */
import { expect, it } from "vitest";
import { badgeNumberOf } from "../../../../core/base/badge-number.ts";
import type { Product } from "../../../../core/shipping/products/products.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

const ITEMS = [
  { title: "Kupa", variantTitle: "mavi", quantity: 2, sku: "KUPA-01" },
  { title: "Tabak", quantity: 1, ean: "8690000000012" },
];

async function opened(s: Station, items: readonly unknown[] = ITEMS) {
  const { id, organizationShipmentID } = await shipmentWithOffers(s, { items });
  const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", {
    code: `#${organizationShipmentID}`,
  });
  return { id, ...data };
}

const learn = (s: Station, shipmentID: string, itemID: string | undefined, barcode: string) =>
  s.desk<Product>("POST", "/station/products/barcodes", { shipmentID, itemID, barcode });

it("a code that was learned once is the barcode of the item's product in every later order", async () => {
  const s = await station();
  const first = await opened(s);
  const learned = await learn(s, first.id, first.shipment.items[0]?.id, "8680000000015");
  const again = await learn(s, first.id, first.shipment.items[0]?.id, "8680000000015");
  const later = await opened(s);
  expect([first.products, learned.status, again.data.barcodes]).toEqual([
    [],
    200,
    ["8680000000015"],
  ]);
  expect(learned.data).toMatchObject({ stockCode: "KUPA-01", title: "Kupa mavi" });
  expect(later.products).toEqual([
    {
      itemID: later.shipment.items[0]?.id,
      shelf: "",
      barcodes: ["8680000000015"],
      conflicts: [],
      hasPicture: false,
    },
  ]);
});

it("a badge is no barcode of a product or a box (E1085), also when a digit is missing", async () => {
  const s = await station();
  const { id, shipment } = await opened(s);
  const badge = badgeNumberOf(new Uint8Array(16).fill(7));
  const answers = [];
  for (const code of [badge, badge.slice(0, -1)])
    answers.push(
      await learn(s, id, shipment.items[0]?.id, code),
      await s.desk("PUT", "/station/products", { stockCode: "KUPA-01", barcodes: [code] }),
      await s.desk("POST", "/parceltemplates", { name: "Kutu", barcode: code }),
    );
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    answers.map(() => [400, "E1085"]),
  );
});

it("what a scan teaches is in the audit log, with its operation", async () => {
  const s = await station();
  const { id, shipment } = await opened(s);
  await learn(s, id, shipment.items[0]?.id, "8680000000015");
  const { data } = await s.desk<{ list: { kind: string; operation: string }[] }>(
    "GET",
    "/station/audit",
  );
  expect(data.list[0]).toMatchObject({ kind: "product", operation: "learnBarcode" });
});

it("a code of another product, and an item without a stock code, are refused in words", async () => {
  const s = await station();
  await s.desk("PUT", "/station/products", { stockCode: "OTHER", barcodes: ["8680000000015"] });
  const { id, shipment } = await opened(s);
  const [mug, plate] = shipment.items;
  const taken = await learn(s, id, mug?.id, "8680000000015");
  const none = await learn(s, id, plate?.id, "8680000000022");
  const unknown = await learn(s, id, "none", "8680000000022");
  expect([taken.code, none.code, unknown.code]).toEqual(["E2251", "E2252", "E1051"]);
  expect(taken.message).toContain("OTHER");
});

it("an item with a title alone has no product, and one with an EAN has the product of this barcode", async () => {
  const s = await station();
  await s.desk("PUT", "/station/products", {
    stockCode: "TABAK-1",
    shelf: "B7",
    imageURL: "https://shop.test/t.jpg",
    barcodes: ["8690000000012"],
  });
  const { products, shipment } = await opened(s, [{ title: "Kart", quantity: 1 }, ITEMS[1]]);
  expect(products).toEqual([
    {
      itemID: shipment.items[1]?.id,
      shelf: "B7",
      barcodes: ["8690000000012"],
      conflicts: [],
      hasPicture: true,
    },
  ]);
});
