import { expect, it } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import { station, type Station } from "../../helpers/station.ts";

const RECIPIENT = {
  name: "Ömer Işık",
  email: "o@ornek.test",
  phone: "0555 111 22 33",
  address1: "Gül Sk. No: 1",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

const make = async (s: Station, orderNumber: string): Promise<Shipment> =>
  (
    await s.desk<Shipment>("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      length: 20,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber },
    })
  ).data;
const sameNumber = async (s: Station, code: string): Promise<number> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data.sameNumber;

it("an opened order counts the live shipments of other orders with its number, and not its own boxes", async () => {
  const s = await station();
  const [first] = [await make(s, "N-1"), await make(s, "N-1"), await make(s, "N-2")];
  await s.desk("POST", `/station/shipments/${first.id}/boxes`, {});
  expect([
    await sameNumber(s, `#${first.organizationShipmentID}`),
    await sameNumber(s, "N-2"),
  ]).toEqual([1, 0]);
  await s.desk("DELETE", `/shipments/${(await make(s, "N-1")).id}`);
  expect(await sameNumber(s, `#${first.organizationShipmentID}`)).toBe(1);
});
