/** Chapter: create a shipment and receive offers; get, update and cancel it. */
import { expect } from "vitest";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  balanceOf,
  boughtShipment,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const create = (s: Station, change: Record<string, unknown> = {}): Promise<Answer<Shipment>> =>
  s.call<Shipment>("POST", "/shipments", parcel(change));
const to = (change: Record<string, unknown>): Record<string, unknown> => ({
  recipientAddress: { ...RECIPIENT, ...change },
});
const codeOf = async (answer: Promise<Answer>): Promise<unknown[]> => [
  (await answer).status,
  (await answer).body.code,
];

chapter("Create shipment and receive offers", (rule) => {
  rule("Without `senderAddressID`, the organization's default sender address is used.", async (s) =>
    expect((await create(s)).body.data.senderAddressID).toBe(await senderOf(s)),
  );
  rule(
    "With neither `senderAddressID` nor a default sender address, creating a shipment is E1068.",
    async (s) => {
      const { id: organizationID } = (
        await s.call<{ id: string }>("POST", "/organizations", { name: "Boş", countryCode: "TR" })
      ).body.data;
      const { token } = (
        await s.call<{ token: string }>("POST", "/apitokens", { name: "x", organizationID })
      ).body.data;
      expect(
        await codeOf(s.call("POST", "/shipments", parcel(), { authorization: `Bearer ${token}` })),
      ).toEqual([400, "E1068"]);
    },
  );
  rule("`returnAddressID` is `senderAddressID` by default.", async (s) => {
    const { data } = (await create(s)).body;
    expect(data.returnAddressID).toBe(data.senderAddressID);
  });
  rule("If `recipientAddressID` is empty, `recipientAddress` is used.", async (s) => {
    const { id } = (
      await s.call<Address>("POST", "/addresses", { ...RECIPIENT, isRecipientAddress: true })
    ).body.data;
    expect([
      (await create(s, { recipientAddress: undefined, recipientAddressID: id })).body.data
        .recipientAddressID,
      (await create(s, { recipientAddressID: "" })).body.data.recipientAddress?.name,
    ]).toEqual([id, RECIPIENT.name]);
  });
  rule("The default unit is cm for length, height and width, and kg for weight.", async (s) =>
    expect(
      (await create(s, { distanceUnit: undefined, massUnit: undefined })).body.data,
    ).toMatchObject({ distanceUnit: "cm", massUnit: "kg", desi: "3" }),
  );
  rule("The units are cm, m, mm and in, and kg, g and lb; another unit is E1054.", async (s) => {
    const desi = await Promise.all(
      [
        ["cm", 30],
        ["m", 0.3],
        ["mm", 300],
      ].map(
        async ([distanceUnit, length]) =>
          (await create(s, { distanceUnit, length, width: length, height: length })).body.data.desi,
      ),
    );
    expect([
      ...desi,
      (await create(s, { distanceUnit: "in", massUnit: "lb" })).status,
      (await create(s, { massUnit: "g", weight: 2500 })).status,
    ]).toEqual(["9", "9", "9", 201, 201]);
    expect(await codeOf(create(s, { distanceUnit: "furlong" }))).toEqual([400, "E1054"]);
  });
  rule(
    "When neither `parcelTemplateID` nor the size and unit fields are sent, the request succeeds with an empty offer list: percentage 100, totals 0, cheapest and fastest null.",
    async (s) => {
      const { status, body } = await s.call<Shipment>("POST", "/shipments", {
        test: false,
        recipientAddress: RECIPIENT,
      });
      expect([status, body.data.statusCode]).toEqual([201, "GOT_OFFERS"]);
      expect(body.data.offers).toMatchObject({
        list: [],
        cheapest: null,
        fastest: null,
        percentageCompleted: 100,
        totalOffersRequested: 0,
        totalOffersCompleted: 0,
      });
    },
  );
  rule("`cheapest` has the lowest price, and `fastest` has the shortest delivery.", async (s) => {
    const { offers } = (
      await create(s, to({ cityCode: "65", cityName: "Van", districtName: "Edremit" }))
    ).body.data;
    const list = offers?.list ?? [];
    expect(list.length).toBeGreaterThan(2);
    expect(Number(offers?.cheapest?.totalAmount)).toBe(
      Math.min(...list.map((o) => Number(o.totalAmount))),
    );
    expect(offers?.fastest?.averageEstimatedTime).toBe(
      Math.min(...list.map((o) => o.averageEstimatedTime)),
    );
  });
  rule(
    "`items` takes a list of { title, quantity }, and answers the quantity as an integer.",
    async (s) =>
      expect(
        (await create(s, { items: [{ title: "Gömlek", quantity: "3" }] })).body.data.items.map(
          (i) => [i.title, i.quantity],
        ),
      ).toEqual([["Gömlek", 3]]),
  );
  rule("`productPaymentOnDelivery` true requests cash-on-delivery offers only.", async (s) => {
    const { data } = (
      await create(s, {
        productPaymentOnDelivery: true,
        order: { totalAmount: 150, totalAmountCurrency: "TL" },
      })
    ).body;
    expect([
      data.productPaymentOnDelivery,
      data.offers?.list.map((o) => o.providerServiceCode).toSorted(),
    ]).toEqual([true, ["DHL_STANDART", "PTT_KAPIDA_ODEME", "YURTICI_STANDART"]]);
    expect(
      (await create(s)).body.data.offers?.list.some(
        (o) => o.providerServiceCode === "PTT_KAPIDA_ODEME",
      ),
    ).toBe(false);
  });
  rule(
    "Cash on delivery needs `order.totalAmount` and `totalAmountCurrency` (E1057).",
    async (s) => {
      for (const order of [
        undefined,
        {},
        { totalAmount: 150 },
        { totalAmountCurrency: "TL" },
        { totalAmount: 0, totalAmountCurrency: "TL" },
      ])
        expect(await codeOf(create(s, { productPaymentOnDelivery: true, order }))).toEqual([
          400,
          "E1057",
        ]);
    },
  );
  rule(
    "`order` keeps `sourceCode`, `sourceIdentifier`, `orderNumber` and `totalAmount`, and its currency `TRY` is the same as `TL`.",
    async (s) => {
      const { order } = (
        await create(s, {
          order: {
            sourceCode: "API",
            sourceIdentifier: "https://magaza.test",
            orderNumber: "S-7",
            totalAmount: 99,
            totalAmountCurrency: "TRY",
          },
        })
      ).body.data;
      expect(order).toMatchObject({
        sourceCode: "API",
        sourceIdentifier: "https://magaza.test",
        orderNumber: "S-7",
        totalAmount: "99.00",
        totalAmountCurrency: "TL",
      });
    },
  );
  rule(
    "`metadata` may have `providerCustomerCodes` (a map from carrier code to customer code) and `reference1`.",
    async (s) =>
      expect(
        (
          await create(s, {
            metadata: { providerCustomerCodes: { YURTICI: "42" }, reference1: "R" },
          })
        ).status,
      ).toBe(201),
  );
  rule(
    "`recipientAddress` takes `cityName` or `cityCode`, also a plate code of one digit, and `districtName` or `districtID`.",
    async (s) => {
      const { districtID } = (
        await s.call<{ districtID: number }[]>("GET", "/districts?countryCode=TR&cityCode=06")
      ).body.data[0] ?? { districtID: 0 };
      const answers = [
        await create(s, to({ cityCode: undefined })),
        await create(s, to({ cityName: undefined })),
        await create(
          s,
          to({ cityCode: "6", cityName: undefined, districtName: undefined, districtID }),
        ),
        await create(
          s,
          to({
            cityCode: "06",
            cityName: undefined,
            districtName: undefined,
            districtID: String(districtID),
          }),
        ),
      ];
      expect(answers.map((a) => [a.status, a.body.data?.recipientAddress?.cityCode])).toEqual([
        [201, "34"],
        [201, "34"],
        [201, "06"],
        [201, "06"],
      ]);
    },
  );
  rule(
    "`organizationShipmentID` is consecutive from 1 on a station that works alone.",
    async (s) => {
      const first = (
        await s.call<Shipment[]>("GET", "/shipments?sortBy=organization_shipment_id&limit=100")
      ).body.data.map((x) => x.organizationShipmentID);
      expect(first).toEqual(first.map((_, i) => i + 1));
    },
  );
});

chapter("Shipments: get, update, cancel", (rule) => {
  rule(
    "GET /shipments/{shipmentID} answers the Shipment, with `trackingNumber` and `trackingUrl` once it is bought.",
    async (s) => {
      const { shipment } = await boughtShipment(s);
      expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data).toEqual(
        shipment,
      );
      expect([shipment.trackingNumber !== "", shipment.trackingUrl.startsWith("https://")]).toEqual(
        [true, true],
      );
    },
  );
  rule(
    "PATCH with some of the sizes and the weight answers the shipment with new offers, and the old offers become E1064.",
    async (s) => {
      const old = await shipmentWithOffers(s);
      const { status, body } = await s.call<Shipment>("PATCH", `/shipments/${old.id}`, {
        length: "60",
        weight: 8,
      });
      expect([status, body.data.length, body.data.width, body.data.weight, body.data.desi]).toEqual(
        [200, "60", "20", "8", "6"],
      );
      expect([
        body.data.offers?.list.some((o) => old.offers?.list.some((x) => x.id === o.id)),
        (await s.call("POST", "/transactions", { offerID: old.offers?.cheapest?.id })).body.code,
      ]).toEqual([false, "E1064"]);
      expect(
        (await s.call("POST", "/transactions", { offerID: body.data.offers?.cheapest?.id })).status,
      ).toBe(201);
    },
  );
  rule("PATCH after the purchase is 409 E1073.", async (s) => {
    const { shipment } = await boughtShipment(s);
    expect(await codeOf(s.call("PATCH", `/shipments/${shipment.id}`, { weight: 1 }))).toEqual([
      409,
      "E1073",
    ]);
  });
  rule(
    "DELETE answers the cancelled shipment in `data`. A bought label is refunded.",
    async (s) => {
      const before = await balanceOf(s);
      const { shipment } = await boughtShipment(s);
      const { status, body } = await s.call<Shipment>("DELETE", `/shipments/${shipment.id}`);
      expect([
        status,
        body.data.id,
        body.data.statusCode,
        body.data.cancelDate === null,
        await balanceOf(s),
      ]).toEqual([200, shipment.id, "CANCELED", false, before]);
    },
  );
  rule("Cancelling a parcel that the carrier already has is 409.", async (s) => {
    const { shipment } = await boughtShipment(s, { test: true });
    for (let i = 0; i < 2; i += 1) await s.call("GET", `/shipments/${shipment.id}`);
    expect(await codeOf(s.call("DELETE", `/shipments/${shipment.id}`))).toEqual([409, "E2022"]);
  });
  rule("Cancelling twice answers the cancelled shipment again, and refunds once.", async (s) => {
    const { shipment } = await boughtShipment(s);
    const [one, two] = [
      await s.call("DELETE", `/shipments/${shipment.id}`),
      await s.call("DELETE", `/shipments/${shipment.id}`),
    ];
    expect([two.status, two.body.data]).toEqual([200, one.body.data]);
    expect(
      Number(
        s.core.deps.db.raw
          .prepare(
            "SELECT count(*) FROM ledger_entries WHERE kind = 'REFUND' AND transaction_id = (SELECT id FROM transactions WHERE shipment_id = ?)",
          )
          .pluck()
          .get(shipment.id),
      ),
    ).toBe(1);
  });
  rule(
    "Labels are fetched without Authorization; the URL is the same at every read; the same label is available as `.pdf`, `.zpl`, `.png` (also at 600 dpi) and `.html`; a wrong signature answers 403.",
    async (s) => {
      const { shipment } = await boughtShipment(s);
      expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.labelURL).toBe(
        shipment.labelURL,
      );
      const stem = shipment.labelURL.replace(/\.pdf$/, "");
      const kinds = await Promise.all(
        [".pdf", ".zpl", ".png", ".png?dpi=600", ".html"].map(async (end) => {
          const answer = await fetch(stem + end);
          return [
            answer.status,
            answer.headers.get("content-type")?.split(";")[0],
            (await answer.arrayBuffer()).byteLength > 500,
          ];
        }),
      );
      expect(kinds).toEqual([
        [200, "application/pdf", true],
        [200, "application/zpl", true],
        [200, "image/png", true],
        [200, "image/png", true],
        [200, "text/html", true],
      ]);
      expect((await fetch(`${stem.slice(0, -3)}abc.pdf`)).status).toBe(403);
    },
  );
  rule("A station without the label's data answers 404 E2020 for the label.", async (s) => {
    const { shipment } = await boughtShipment(s);
    s.core.deps.db.raw
      .prepare(
        "DELETE FROM purchase_snapshots WHERE id = (SELECT purchase_id FROM shipments WHERE id = ?)",
      )
      .run(shipment.id);
    const answer = await fetch(shipment.labelURL);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      "E2020",
    ]);
  });
});
