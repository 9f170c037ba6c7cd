/** Chapter: POST /shipments/{shipmentID}: return or clone. */
import { expect } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { boughtShipment, RECIPIENT, shipmentWithOffers } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const ELSEWHERE = {
  name: "İade Deposu",
  phone: "+905321112233",
  address1: "Liman 1",
  countryCode: "TR",
  cityCode: "35",
  districtName: "Konak",
};

chapter("Return or clone", (rule) => {
  rule(
    "A POST without `isReturn`, or with `isReturn` false, clones the shipment with new offers.",
    async (s) => {
      const original = await shipmentWithOffers(s, { items: [{ title: "Gömlek", quantity: 2 }] });
      for (const body of [{}, undefined, { isReturn: false }, { isReturn: "False" }]) {
        const { status, body: answer } = await s.call<Shipment>(
          "POST",
          `/shipments/${original.id}`,
          body,
        );
        expect([
          status,
          answer.data.id === original.id,
          answer.data.statusCode,
          answer.data.isReturn,
          answer.data.offers?.list.length,
        ]).toEqual([201, false, "GOT_OFFERS", false, original.offers?.list.length]);
        expect([
          answer.data.recipientAddress?.name,
          answer.data.items[0]?.title,
          answer.data.length,
        ]).toEqual([RECIPIENT.name, "Gömlek", "30"]);
      }
    },
  );
  rule(
    "`isReturn` true creates a shipment from the original recipient to the original's return address.",
    async (s) => {
      const { shipment } = await boughtShipment(s, { test: true });
      const { status, body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
        isReturn: true,
      });
      expect([
        status,
        body.data.isReturn,
        body.data.statusCode,
        body.data.senderAddress?.name,
        body.data.recipientAddress?.id,
      ]).toEqual([201, true, "GOT_OFFERS", RECIPIENT.name, shipment.returnAddressID]);
      expect(
        (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.isReturned,
      ).toBe(false);
    },
  );
  rule("`senderAddress` is the address to which the return parcel is delivered.", async (s) => {
    const { shipment } = await boughtShipment(s);
    const { body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
      senderAddress: ELSEWHERE,
    });
    expect([
      body.data.recipientAddress?.name,
      body.data.recipientAddress?.cityCode,
      body.data.senderAddress?.name,
    ]).toEqual([ELSEWHERE.name, "35", RECIPIENT.name]);
  });
  rule(
    "`willAccept` true buys the return with the original's service by default, answers a Transaction, and sets `isReturned` of the original.",
    async (s) => {
      const { shipment } = await boughtShipment(s);
      const { status, body } = await s.call<Transaction>("POST", `/shipments/${shipment.id}`, {
        isReturn: true,
        willAccept: true,
      });
      expect([
        status,
        body.data.shipment.isReturn,
        body.data.shipment.statusCode,
        body.data.shipment.providerServiceCode,
      ]).toEqual([201, true, "TRACKING_CODE_CREATED", shipment.providerServiceCode]);
      expect(
        (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.isReturned,
      ).toBe(true);
      expect(
        (await s.call<Shipment[]>("GET", "/shipments?isReturned=true")).body.data.map((x) => x.id),
      ).toEqual([shipment.id]);
    },
  );
  rule(
    "`count` above 1 makes several returns: the first is answered, and the ids of the others are in `data.extraShipmentIDs`.",
    async (s) => {
      const { shipment } = await boughtShipment(s, { test: true });
      const { body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
        isReturn: true,
        count: "3",
      });
      expect([body.data.isReturn, body.data.extraShipmentIDs?.length]).toEqual([true, 2]);
      for (const id of body.data.extraShipmentIDs ?? [])
        expect((await s.call<Shipment>("GET", `/shipments/${id}`)).body.data.isReturn).toBe(true);
    },
  );
  rule(
    "A PATCH with `isReturn` true, which some clients send, is served as a return.",
    async (s) => {
      const { shipment } = await boughtShipment(s, { test: true });
      const { status, body } = await s.call<Transaction>("PATCH", `/shipments/${shipment.id}`, {
        isReturn: true,
        willAccept: true,
        providerServiceCode: "OTHER_STANDART",
        count: 1,
      });
      expect([status, body.data.shipment.isReturn, body.data.shipment.providerServiceCode]).toEqual(
        [200, true, "PACKBENCH_STANDART"],
      );
    },
  );
  rule("A shipped return has the status RETURN_SHIPPED in place of SHIPPED.", async (s) => {
    const { shipment } = await boughtShipment(s, { test: true });
    const back = (
      await s.call<Transaction>("POST", `/shipments/${shipment.id}`, {
        isReturn: true,
        willAccept: true,
      })
    ).body.data.shipment;
    await s.call("GET", `/shipments/${back.id}`);
    expect((await s.call<Shipment>("GET", `/shipments/${back.id}`)).body.data.statusCode).toBe(
      "RETURN_SHIPPED",
    );
  });
});
