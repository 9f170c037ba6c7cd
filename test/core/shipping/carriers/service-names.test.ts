/** Names of services, as packers read them. */
import { expect, it } from "vitest";
import { nameWithCarrier } from "../../../../core/shipping/carriers/service-names.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import { shipmentWithOffers, station } from "../../../helpers/station.ts";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";

it.each([
  ["Hızlı Kargo", "Standart", "Hızlı Kargo Standart"],
  ["Hızlı Kargo", "HIZLI ekonomik", "HIZLI ekonomik"],
  ["A Kargo", "Standart", "A Kargo Standart"],
  ["Yurtiçi Kargo", "Yurtici Standart", "Yurtici Standart"],
])("a service of %s that is called %s is shown as %s", (carrier, service, shown) => {
  expect(nameWithCarrier(carrier, service)).toBe(shown);
});

it("an offer of an agreement whose service is called like others is shown with its carrier", async () => {
  const s = await station();
  addAgreement(s);
  const { id, offers } = await shipmentWithOffers(s);
  const code = offers?.list.find(
    ({ providerCode }) => providerCode === "GERCEK",
  )?.providerServiceCode;
  const { data } = await s.desk<ShipmentDetail>("GET", `/station/shipments/${id}`);
  expect(data.serviceNames[code ?? ""]).toMatch(/^Gerçek/);
});
