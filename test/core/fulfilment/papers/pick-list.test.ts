/** Pick lists: the items of chosen waiting orders, by shelf. */
import { describe, expect, it } from "vitest";
import type { PickList } from "../../../../core/fulfilment/papers/pick-list.schema.ts";
import {
  boughtShipment,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const order = async (s: Station, orderNumber: string, items: readonly unknown[]) =>
  (await shipmentWithOffers(s, { order: { orderNumber }, items })).id;
const pick = (s: Station, ...shipmentIDs: readonly (string | undefined)[]) =>
  s.desk<PickList>("POST", "/station/pick-list", { shipmentIDs });
const item = (sku: string, quantity = 1, title = sku) => ({ sku, quantity, title });
const shelve = (s: Station, stockCode: string, shelf: string) =>
  s.desk("PUT", "/station/products", { stockCode, shelf });

describe("a pick list", () => {
  it("names each item once, A2 before A10 and items without a shelf last, with the orders that need it", async () => {
    const s = await station();
    await shelve(s, "MUG", "A10");
    await shelve(s, "PLATE", "A2");
    await shelve(s, "FORK", "");
    const one = await order(s, "S-1", [item("mug", 2), item("FORK"), item("MUG")]);
    const two = await order(s, "S-2", [item("PLATE"), item("MUG"), item("", 1, "Kart")]);
    const { data } = await pick(s, one, two, one);
    expect([data.orders, data.leftOut]).toEqual([2, []]);
    expect(data.items.map((i) => [i.shelf, i.stockCode, i.title, i.quantity, i.orders])).toEqual([
      ["A2", "PLATE", "PLATE", 1, [{ order: "S-2", quantity: 1 }]],
      [
        "A10",
        "MUG",
        "mug",
        4,
        [
          { order: "S-1", quantity: 3 },
          { order: "S-2", quantity: 1 },
        ],
      ],
      ["", "", "Kart", 1, [{ order: "S-2", quantity: 1 }]],
      ["", "FORK", "FORK", 1, [{ order: "S-1", quantity: 1 }]],
    ]);
  });

  it("leaves out and names orders with a label, on hold and without items", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { items: [item("MUG")] });
    const held = await order(s, "S-2", [item("MUG")]);
    await s.desk("PUT", `/station/shipments/${held}/hold`, { reason: "OUT_OF_STOCK" });
    const empty = await order(s, "S-3", []);
    const { data } = await pick(s, shipment.id, held, empty);
    expect([data.items, data.leftOut.map(({ order: name, why }) => `${name} ${why}`)]).toEqual([
      [],
      [`#${shipment.organizationShipmentID} NOT_WAITING`, "S-2 HELD", "S-3 NO_ITEMS"],
    ]);
  });

  it("is a PDF, and a print on the printer for A4 documents; without an item neither is made", async () => {
    const s = await station();
    const one = await order(s, "S-1", [item("MUG", 2)]);
    const empty = await order(s, "S-2", []);
    const paper = await fetch(`${s.url}/station/pick-list/paper`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${s.started.token}`,
      },
      body: JSON.stringify({ shipmentIDs: [one] }),
    });
    const printed = await s.desk<{ kind: string; target: string }>(
      "POST",
      "/station/pick-list/print",
      { shipmentIDs: [one] },
    );
    const refused = await s.desk("POST", "/station/pick-list/print", { shipmentIDs: [empty] });
    expect([(await paper.text()).slice(0, 5), printed.data.kind, refused.code]).toEqual([
      "%PDF-",
      "DOCUMENT",
      "E2255",
    ]);
  });
});
