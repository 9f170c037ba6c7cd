/** Chapter: states and transitions, and the steps of test mode. */
import { expect } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { boughtShipment, parcel, senderOf, shipmentWithOffers } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const TEST_STEPS = [
  ["PRE_TRANSIT", "information_received", "TRACKING_CODE_CREATED"],
  ["TRANSIT", "package_accepted", "SHIPPED"],
  ["TRANSIT", "package_departed", "SHIPPED"],
  ["TRANSIT", "package_processing", "SHIPPED"],
  ["TRANSIT", "delivery_scheduled", "SHIPPED"],
  ["TRANSIT", "out_for_delivery", "SHIPPED"],
  ["DELIVERED", "delivered", "DELIVERED"],
  ["DELIVERED", "delivered", "DELIVERED"],
];

chapter("States and transitions", (rule) => {
  rule("POST /shipments creates a shipment in GOT_OFFERS with its `offers`.", async (s) => {
    const { statusCode, offers } = await shipmentWithOffers(s);
    expect([statusCode, offers?.percentageCompleted, offers?.list.length]).toEqual([
      "GOT_OFFERS",
      100,
      offers?.totalOffersCompleted,
    ]);
  });
  rule(
    "POST /transactions with `offerID` moves a shipment from GOT_OFFERS to TRACKING_CODE_CREATED, with barcode and label.",
    async (s) => {
      const { shipment, offerID } = await boughtShipment(s);
      expect([
        shipment.statusCode,
        shipment.acceptedOfferID,
        shipment.acceptedOffer?.isAccepted,
        shipment.labelFileType,
      ]).toEqual(["TRACKING_CODE_CREATED", offerID, true, "PDF"]);
      expect([
        shipment.barcode !== "",
        shipment.labelURL.startsWith("http"),
        shipment.responsiveLabelURL.startsWith("http"),
      ]).toEqual([true, true, true]);
    },
  );
  rule(
    "POST /transactions with `providerServiceCode` and `shipment` creates a shipment in TRACKING_CODE_CREATED.",
    async (s) => {
      const { body } = await s.call<Transaction>("POST", "/transactions", {
        providerServiceCode: "SURAT_STANDART",
        shipment: { ...parcel(), returnAddressID: await senderOf(s) },
      });
      expect([body.data.shipment.statusCode, body.data.shipment.providerServiceCode]).toEqual([
        "TRACKING_CODE_CREATED",
        "SURAT_STANDART",
      ]);
    },
  );
  rule(
    "A bought test shipment moves one step at each GET /shipments/{id} with a token: information_received → package_accepted → package_departed → package_processing → delivery_scheduled → out_for_delivery → delivered.",
    async (s) => {
      const { shipment } = await boughtShipment(s, { test: true });
      const steps = [];
      for (let i = 0; i < TEST_STEPS.length; i += 1) {
        const { data } = (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body;
        steps.push([
          data.trackingStatus?.trackingStatusCode,
          data.trackingStatus?.trackingSubStatusCode,
          data.statusCode,
        ]);
      }
      expect(steps).toEqual(TEST_STEPS);
    },
  );
  rule(
    "Lists, the window's reads and label fetches move no test shipment, and its `trackingStatus` stays null.",
    async (s) => {
      const { shipment } = await boughtShipment(s, { test: true });
      await s.call("GET", "/shipments");
      await s.desk("GET", `/shipments/${shipment.id}`);
      await fetch(shipment.labelURL);
      const { data } = await s
        .call<Shipment[]>("GET", `/shipments?filter=${shipment.barcode}`)
        .then((a) => a.body);
      expect(data.map((d) => [d.id, d.trackingStatus])).toEqual([[shipment.id, null]]);
    },
  );
  rule(
    "Test mode makes a free test shipment with the service code `<OWN_PROVIDER>_STANDART`.",
    async (s) => {
      const before = (await s.call("GET", `/organizations/${s.started.organizationID}/balance`))
        .body.data;
      const bought = await boughtShipment(s, { test: true });
      expect([
        bought.totalAmount,
        bought.shipment.test,
        bought.shipment.providerServiceCode,
        bought.shipment.barcode,
      ]).toEqual(["0.00", true, "PACKBENCH_STANDART", expect.stringMatching(/^\d{10,11}$/)]);
      expect(
        (await s.call("GET", `/organizations/${s.started.organizationID}/balance`)).body.data,
      ).toBe(before);
    },
  );
  rule(
    "With `test:true`, an unknown code that matches `*_STANDART` means our test service.",
    async (s) => {
      const shipment = { ...parcel({ test: true }), returnAddressID: await senderOf(s) };
      const { body } = await s.call<Transaction>("POST", "/transactions", {
        providerServiceCode: "OTHERMARKET_STANDART",
        shipment,
      });
      expect(body.data.shipment.providerServiceCode).toBe("PACKBENCH_STANDART");
    },
  );
  rule("A live shipment (`test` false) does not move at a GET.", async (s) => {
    const { shipment } = await boughtShipment(s);
    await s.call("GET", `/shipments/${shipment.id}`);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data).toMatchObject({
      test: false,
      trackingStatus: null,
      statusCode: "TRACKING_CODE_CREATED",
    });
  });
  rule(
    "DELETE moves a shipment from GOT_OFFERS and from TRACKING_CODE_CREATED to CANCELED.",
    async (s) => {
      const ids = [(await shipmentWithOffers(s)).id, (await boughtShipment(s)).shipment.id];
      const answers = await Promise.all(
        ids.map((id) => s.call<Shipment>("DELETE", `/shipments/${id}`)),
      );
      expect(answers.map((a) => [a.status, a.body.data.statusCode])).toEqual([
        [200, "CANCELED"],
        [200, "CANCELED"],
      ]);
    },
  );
  rule("Every shipment status is an allowed value of `statusFilter`.", async (s) => {
    for (const status of [
      "CREATED",
      "GOT_OFFERS",
      "OFFER_ACCEPTED",
      "TRACKING_CODE_CREATED",
      "LABEL_PRINTED",
      "SHIPPED",
      "DELIVERED",
      "CANCELED",
      "RETURNED",
      "RETURN_SHIPPED",
      "FAILED",
    ]) {
      const answer = await s.call<Shipment[]>("GET", `/shipments?statusFilter=${status}`);
      expect(
        [answer.status, answer.body.data.every((x) => x.statusCode === status)],
        status,
      ).toEqual([200, true]);
    }
  });
});
