/** Chapter: GET /shipments: filters, sorts and pages. */
import { expect } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { parcel, RECIPIENT, shipmentWithOffers, type Station } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const list = async (s: Station, query: string): Promise<Shipment[]> =>
  (await s.call<Shipment[]>("GET", `/shipments?limit=100&${query}`)).body.data;
const numbers = async (s: Station, query: string): Promise<number[]> =>
  (await list(s, query)).map((x) => x.organizationShipmentID);

const NAMES = ["", "Arı", "Böcek", "Çiçek", "Işık", "Deniz"];

chapter("List shipments", (rule) => {
  rule(
    "A list has 20 shipments on a page by default and at most 100; larger or invalid values fall back to the defaults, and totals are exact.",
    async (s) => {
      const sizes = [3, 1, 2, 5, 4].map((weight) => ({ weight, length: weight * 10 }));
      for (const size of sizes)
        await shipmentWithOffers(s, {
          ...size,
          recipientAddress: { ...RECIPIENT, name: `Müşteri ${NAMES[size.weight]}` },
          order: {
            orderNumber: `S-${size.weight}`,
            merchantCode: `M-${size.weight}`,
            sourceIdentifier: `shop-${size.weight}`,
          },
        });
      for (let i = 0; i < 17; i += 1)
        await s.call("POST", "/shipments", { test: true, recipientAddress: RECIPIENT });
      for (const [query, limit, page, n] of [
        ["", 20, 1, 20],
        ["page=2", 20, 2, 2],
        ["limit=5&page=5", 5, 5, 2],
        ["limit=101", 20, 1, 20],
        ["limit=abc&page=-1", 20, 1, 20],
        ["page=99", 20, 99, 0],
      ] as const) {
        const { body } = await s.call<Shipment[]>("GET", `/shipments?${query}`);
        expect(
          [body["limit"], body["page"], body.data.length, body["totalRows"], body["totalPages"]],
          query,
        ).toEqual([limit, page, n, 22, Math.ceil(22 / limit)]);
      }
    },
  );
  rule(
    "The default sort of GET /shipments is `organization_shipment_id desc`, also when `sortBy` is empty or invalid.",
    async (s) => {
      const down = Array.from({ length: 22 }, (_, i) => 22 - i);
      for (const query of ["", "sortBy=", "sortBy=nonsense", "sortBy=id;DROP TABLE shipments"]) {
        const { body } = await s.call<Shipment[]>("GET", `/shipments?limit=100&${query}`);
        expect([body["sort"], body.data.map((x) => x.organizationShipmentID)], query).toEqual([
          "organization_shipment_id desc",
          down,
        ]);
      }
    },
  );
  rule(
    "`sortBy` sorts by `organization_shipment_id`, `desi`, `desi desc`, `amount`, `amount desc` or `updated_at desc`.",
    async (s) => {
      await s.call("POST", "/transactions", {
        offerID: (await list(s, "filter=S-1"))[0]?.offers?.cheapest?.id,
      });
      const keys = {
        organization_shipment_id: (x: Shipment) => x.organizationShipmentID,
        desi: (x: Shipment) => Number(x.desi),
        amount: (x: Shipment) => Number(x.amount),
        updated_at: (x: Shipment) => Date.parse(x.updatedAt),
      };
      for (const sort of [
        "organization_shipment_id",
        "desi",
        "desi desc",
        "amount",
        "amount desc",
        "updated_at desc",
      ]) {
        const [name = "", down] = sort.split(" ");
        const values = (await list(s, `sortBy=${encodeURIComponent(sort)}`)).map(
          keys[name as keyof typeof keys],
        );
        const sorted = [...values].sort((a, b) => (down === undefined ? a - b : b - a));
        expect(
          [
            (await s.call("GET", `/shipments?sortBy=${encodeURIComponent(sort)}`)).body["sort"],
            values,
          ],
          sort,
        ).toEqual([sort, sorted]);
      }
    },
  );
  rule("`filter` searches the shipment number and the recipient's data.", async (s) => {
    expect([
      await numbers(s, "filter=musteri%20isik"),
      await numbers(s, "filter=M%C3%9C%C5%9ETER%C4%B0%20%C3%87i%C3%A7ek"),
      await numbers(s, "filter=zzz"),
      (await numbers(s, "filter=kadikoy")).length,
    ]).toEqual([[5], [1], [], 22]);
    expect(await numbers(s, "filter=22")).toContain(22);
  });
  rule(
    "`startDate` and `endDate` (ISO 8601) are inclusive bounds of the creation time.",
    async (s) => {
      const at = (await list(s, "")).find((x) => x.organizationShipmentID === 3)?.createdAt ?? "";
      expect([
        await numbers(s, `startDate=${at}&endDate=${at}`),
        (await numbers(s, `startDate=${at}`)).length,
        (await numbers(s, `endDate=${at}`)).length,
        (await numbers(s, "startDate=2026-11-21&endDate=2026-11-21")).length,
        await numbers(s, "startDate=2026-11-22"),
      ]).toEqual([[3], 20, 3, 22, []]);
    },
  );
  rule("An invalid date is E1085.", async (s) => {
    for (const query of ["startDate=yesterday", "endDate=2026-13-45", "startDate=2026-02-30"])
      expect((await s.call("GET", `/shipments?${query}`)).body.code, query).toBe("E1085");
  });
  rule(
    "`statusFilter` selects the shipments of a status code, and an unknown code is E1085.",
    async (s) => {
      expect([
        (await numbers(s, "statusFilter=TRACKING_CODE_CREATED")).length,
        (await numbers(s, "statusFilter=GOT_OFFERS")).length,
        (await s.call("GET", "/shipments?statusFilter=NONE")).body.code,
      ]).toEqual([1, 21, "E1085"]);
    },
  );
  rule(
    "`merchantCode`, `orderNumber`, `providerServiceCode` and `storeIdentifier` (the order's `sourceIdentifier`) filter by the exact value.",
    async (s) => {
      expect([
        await numbers(s, "merchantCode=M-5"),
        await numbers(s, "orderNumber=S-5"),
        await numbers(s, "storeIdentifier=shop-5"),
        await numbers(s, "orderNumber=S"),
        (await numbers(s, "providerServiceCode=PTT_STANDART")).length +
          (await numbers(s, "providerServiceCode=SURAT_STANDART")).length,
      ]).toEqual([[4], [4], [4], [], 1]);
    },
  );
  rule(
    "`tags` and `invoiceID` find nothing, because no published operation sets them.",
    async (s) =>
      expect([
        await numbers(s, "tags=x"),
        await numbers(s, "invoiceID=01930000-0000-7000-8000-000000000000"),
      ]).toEqual([[], []]),
  );
  rule("`isReturned` may be true, false or null.", async (s) => {
    expect([
      (await numbers(s, "isReturned=true")).length,
      (await numbers(s, "isReturned=False")).length,
      (await numbers(s, "isReturned=null")).length,
      (await numbers(s, "isReturned=")).length,
    ]).toEqual([0, 22, 22, 22]);
  });
  rule("SQL in strings finds nothing and breaks nothing.", async (s) => {
    const sql = encodeURIComponent("' OR 1=1; DROP TABLE shipments --");
    for (const name of ["merchantCode", "orderNumber", "storeIdentifier", "providerServiceCode"])
      expect(await numbers(s, `${name}=${sql}`), name).toEqual([]);
    expect([
      (await s.call("GET", `/shipments?filter=${sql}`)).status,
      (await s.call("POST", "/shipments", parcel())).status,
    ]).toEqual([200, 201]);
  });
});
