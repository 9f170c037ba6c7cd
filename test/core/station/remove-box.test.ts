import { describe, expect, it } from "vitest";
import { getLabelModel } from "../../../core/labels/labels.service.ts";
import {
  requireShipment,
  readItems,
  listBoxes,
} from "../../../core/shipping/shipments/shipments.service.ts";
import {
  shipmentInputSchema,
  type Shipment,
} from "../../../core/shipping/shipments/shipments.schema.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { addBox } from "../../../core/station/add-box.ts";
import { removeBox } from "../../../core/station/remove-box.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import {
  call,
  change,
  memberWithToken,
  parcel,
  RECIPIENT,
  senderOf,
  station,
  type Station,
} from "../../helpers/station.ts";
import { exchange, two } from "../sync/two-stations.ts";

const ITEMS = [
  { title: "Kupa", quantity: 3, ean: "8690000000012" },
  { title: "Not kartı", quantity: 1 },
];

async function order(
  s: Station,
  orderNumber: string,
  change: Record<string, unknown> = {},
): Promise<Shipment> {
  await senderOf(s);
  return (
    await s.desk<Shipment>(
      "POST",
      "/shipments",
      parcel({
        items: ITEMS,
        order: { orderNumber, totalAmount: "150.00", totalAmountCurrency: "TL" },
        ...change,
      }),
    )
  ).data;
}
const open = async (s: Station, number: number): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: `#${number}` })).data;
const add = async (s: Station, id: string): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", `/station/shipments/${id}/boxes`, {})).data;
const remove = (s: Station, id: string) =>
  s.desk<OpenedOrder>("DELETE", `/station/shipments/${id}/box`);
const tick = (s: Station, { id, items }: Shipment) =>
  s.desk("POST", `/station/shipments/${id}/ticks`, { itemID: items[0]?.id });
const contents = ({ items }: Pick<Shipment, "items">): [string, number][] =>
  items.map(({ title, quantity }) => [title, quantity]);

async function buy(s: Station, { shipment }: OpenedOrder): Promise<void> {
  await s.desk("PATCH", `/shipments/${shipment.id}`, { weight: 1 });
  const { offers } = (await open(s, shipment.organizationShipmentID)).shipment;
  expect(
    (await s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false }))
      .status,
  ).toBe(201);
}

describe("removing a box", () => {
  it("the removed box's items move back to the first box, which is 1 of 1 again and still has cash on delivery", async () => {
    const s = await station();
    const first = await order(s, "R-1", { productPaymentOnDelivery: true });
    await tick(s, first);
    const second = await add(s, first.id);
    await tick(s, second.shipment);
    expect((await open(s, first.organizationShipmentID)).lastBox).toEqual({
      shipmentID: second.shipment.id,
      no: 2,
      scanned: 1,
    });

    const { status, data } = await remove(s, second.shipment.id);
    expect([status, data.shipment.id, data.box, data.lastBox, data.ticks]).toEqual([
      200,
      first.id,
      { no: 1, of: 1, next: null },
      null,
      [{ itemID: first.items[0]?.id, scanned: 1 }],
    ]);
    expect(contents(data.shipment)).toEqual(contents(first));
    expect((await open(s, second.shipment.organizationShipmentID)).shipment.statusCode).toBe(
      "CANCELED",
    );

    await buy(s, data);
    const label = getLabelModel(s.core.deps, first.id);
    expect([label.pieces, label.cashOnDelivery === null]).toEqual([{ no: 1, of: 1 }, false]);
  });

  it(
    "an order of 22 boxes counts each box, and the next box is number 23",
    { tags: "all" },
    async () => {
      const s = await station();
      const first = await order(s, "R-22");
      let last = await add(s, first.id);
      while (last.box.no < 22) last = await add(s, first.id);
      await buy(s, last);
      expect([
        (await open(s, first.organizationShipmentID)).box,
        (await open(s, last.shipment.organizationShipmentID)).box,
        (await add(s, first.id)).box.no,
      ]).toEqual([
        { no: 1, of: 22, next: first.organizationShipmentID + 1 },
        { no: 22, of: 22, next: first.organizationShipmentID },
        23,
      ]);
    },
  );

  it("removing a box a second time changes nothing, and the next added box is number two again", async () => {
    const s = await station();
    const first = await order(s, "R-2");
    const second = await add(s, first.id);
    await remove(s, second.shipment.id);
    const again = await remove(s, second.shipment.id);
    expect([again.status, again.data.shipment.id, contents(again.data.shipment)]).toEqual([
      200,
      first.id,
      contents(first),
    ]);
    expect((await add(s, first.id)).box).toMatchObject({ no: 2, of: 2 });
  });

  it("the second of three boxes cannot be removed before the third, and keeps its items when the third is removed", async () => {
    const s = await station();
    const first = await order(s, "R-3");
    await tick(s, first);
    const second = await add(s, first.id);
    await tick(s, second.shipment);
    const third = await add(s, second.shipment.id);
    expect((await remove(s, second.shipment.id)).code).toBe("E2086");
    const { data } = await remove(s, third.shipment.id);
    expect([data.shipment.id, data.box.of, contents(data.shipment)]).toEqual([
      first.id,
      2,
      [
        ["Kupa", 2],
        ["Not kartı", 1],
      ],
    ]);
    expect(contents((await open(s, second.shipment.organizationShipmentID)).shipment)).toEqual([
      ["Kupa", 1],
    ]);
  });

  it("removing the first box, a box with a label, or a shipment without an order is E2086", async () => {
    const s = await station();
    const first = await order(s, "R-4");
    const second = await add(s, first.id);
    await buy(s, second);
    const alone = (await s.desk<Shipment>("POST", "/shipments", parcel())).data;
    const answers = await Promise.all(
      [first.id, second.shipment.id, alone.id].map((id) => remove(s, id)),
    );
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, "E2086"],
      [409, "E2086"],
      [409, "E2086"],
    ]);
    const after = await open(s, second.shipment.organizationShipmentID);
    expect([after.shipment.statusCode, after.lastBox]).toEqual(["TRACKING_CODE_CREATED", null]);
  });

  it("removing a box is E2087 when another box's label counts it, and succeeds when the label was bought before the box was added", async () => {
    const s = await station();
    const first = await order(s, "R-5");
    await tick(s, first);
    const second = await add(s, first.id);
    await buy(s, await open(s, first.organizationShipmentID));
    expect((await remove(s, second.shipment.id)).code).toBe("E2087");
    expect(contents((await open(s, second.shipment.organizationShipmentID)).shipment)).toEqual([
      ["Kupa", 2],
      ["Not kartı", 1],
    ]);

    const other = await order(s, "R-6");
    await buy(s, await open(s, other.organizationShipmentID));
    const later = await add(s, other.id);
    const { status, data } = await remove(s, later.shipment.id);
    expect([status, data.shipment.id, data.box]).toEqual([
      200,
      other.id,
      { no: 1, of: 1, next: null },
    ]);
  });

  it("a member with limited access moves no items into a box that the member may not see, and is answered with a visible box", async () => {
    const s = await station();
    const { token } = memberWithToken(s, "limitedAccessUser");
    const own = <T>(method: string, path: string, body?: unknown) =>
      call<T>(s.url, token, { method, path, body });
    const first = (
      await own<Shipment>("POST", "/shipments", parcel({ order: { orderNumber: "R-8" } }))
    ).body.data;
    const others = await add(s, first.id);
    await buy(s, await open(s, first.organizationShipmentID));
    const third = (await own<OpenedOrder>("POST", `/station/shipments/${first.id}/boxes`)).body.data
      .shipment;
    change(
      s,
      `UPDATE shipments SET items = '${JSON.stringify(ITEMS.map((item, i) => ({ id: `i${i}`, ...item })))}' WHERE id = '${third.id}'`,
    );
    const removeOwn = () => own<OpenedOrder>("DELETE", `/station/shipments/${third.id}/box`);

    expect((await removeOwn()).body.code).toBe("E2087");
    change(s, `UPDATE shipments SET items = '[]' WHERE id = '${third.id}'`);
    const { status, body } = await removeOwn();
    expect([status, body.data?.shipment.id]).toEqual([200, first.id]);
    expect((await removeOwn()).body.data.shipment.id).toBe(first.id);
    expect(requireShipment(s.core.deps, others.shipment.id).items).toBe("[]");
  });

  it("the removal of a box reaches the other station unchanged, and needs the removing station's claim of the shipment", async () => {
    const { a, b, actor } = two();
    const input = shipmentInputSchema.parse({
      recipientAddress: RECIPIENT,
      weight: "1",
      items: ITEMS,
      order: { orderNumber: "R-7" },
    });
    const first = createShipment(a.deps, actor, input, { needsEmail: false, quote: true }).id;
    const second = await addBox(a.deps, actor, first);
    exchange(a, b);
    b.deps.db.isLeasing = true;
    await expect(removeBox(b.deps, actor, second)).rejects.toMatchObject({ code: "E2134" });
    await removeBox(a.deps, actor, second);
    exchange(a, b);
    for (const { deps } of [a, b]) {
      const row = requireShipment(deps, first);
      expect([
        requireShipment(deps, second).status,
        listBoxes(deps, row).map(({ id }) => id),
        readItems(row.items).map(({ quantity }) => quantity),
      ]).toEqual(["CANCELED", [first], [3, 1]]);
    }
  });
});
