/** Chapter: parcel templates, the price list, and money. */
import { expect } from "vitest";
import type { ParcelTemplate } from "../../../core/shipping/parcels/parcels.schema.ts";
import type { PriceRow } from "../../../core/shipping/prices/prices.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { balanceOf, boughtShipment, parcel, shipmentWithOffers } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";
import { expectFields, instant, TEMPLATE } from "../fields.ts";

const SIZE = {
  name: "Kutu",
  distanceUnit: "cm",
  massUnit: "kg",
  height: 15,
  length: "30",
  weight: "2",
  width: 20.5,
};

chapter("Parcel templates", (rule) => {
  rule(
    "POST /parceltemplates takes numbers as numbers or strings, and answers the ParcelTemplate.",
    async (s) => {
      const { status, body } = await s.call<ParcelTemplate>("POST", "/parceltemplates", SIZE);
      expectFields(body.data, TEMPLATE);
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        name: "Kutu",
        length: "30",
        width: "20.5",
        height: "15",
        weight: "2",
        desi: "3.075",
        isActive: true,
      });
    },
  );
  rule("The server requires no field of a parcel template.", async (s) =>
    expect((await s.call("POST", "/parceltemplates", {})).status).toBe(201),
  );
  rule(
    "GET /parceltemplates lists the templates, and GET /parceltemplates/{parcelTemplateID} answers each of them.",
    async (s) => {
      const { data } = (await s.call<ParcelTemplate[]>("GET", "/parceltemplates")).body;
      for (const template of data)
        expect((await s.call("GET", `/parceltemplates/${template.id}`)).body.data).toEqual(
          template,
        );
    },
  );
  rule(
    "DELETE answers `result` true with an empty object in `data`: nil UUID, zero dates and `isActive` false.",
    async (s) => {
      const { id } = (await s.call<ParcelTemplate>("POST", "/parceltemplates", SIZE)).body.data;
      const { status, body } = await s.call<Record<string, unknown>>(
        "DELETE",
        `/parceltemplates/${id}`,
      );
      expect([status, body["result"], body.data["id"], body.data["isActive"]]).toEqual([
        200,
        true,
        "00000000-0000-0000-0000-000000000000",
        false,
      ]);
      expect([
        String(body.data["createdAt"]).startsWith("0001-01-01"),
        instant(body.data["updatedAt"]),
      ]).toEqual([true, true]);
      expect(
        (await s.call<ParcelTemplate[]>("GET", "/parceltemplates")).body.data.some(
          (t) => t.id === id,
        ),
      ).toBe(false);
    },
  );
  rule("The `data` of a deletion also has fields of an Address, which are empty.", async (s) => {
    const { id } = (await s.call<ParcelTemplate>("POST", "/parceltemplates", SIZE)).body.data;
    const { data } = (await s.call<Record<string, unknown>>("DELETE", `/parceltemplates/${id}`))
      .body;
    expect(data).toMatchObject({
      name: "",
      email: "",
      phone: "",
      cityCode: "",
      city: null,
      districtID: 0,
      isDefaultSenderAddress: false,
      isRecipientAddress: false,
    });
  });
  rule(
    "With `parcelTemplateID`, length, height, width and distanceUnit are ignored; weight and massUnit still apply.",
    async (s) => {
      const { id } = (await s.call<ParcelTemplate>("POST", "/parceltemplates", SIZE)).body.data;
      const { data } = (
        await s.call<Shipment>(
          "POST",
          "/shipments",
          parcel({
            parcelTemplateID: id,
            length: 99,
            width: 99,
            height: 99,
            distanceUnit: "m",
            weight: 700,
            massUnit: "g",
          }),
        )
      ).body;
      expect(data).toMatchObject({
        length: "30",
        width: "20.5",
        height: "15",
        distanceUnit: "cm",
        weight: "700",
        massUnit: "g",
      });
    },
  );
});

chapter("Price list and money", (rule) => {
  const prices = async (s: Parameters<typeof balanceOf>[0], query: string): Promise<PriceRow[]> =>
    (await s.call("GET", `/priceList?${query}`)).body["priceList"] as PriceRow[];

  rule(
    "GET /priceList with `paramType` (`parcel`), `length`, `width`, `height` and `weight` answers one row of { desi, offers[] }.",
    async (s) => {
      const rows = await prices(s, "paramType=parcel&length=30&width=20&height=15&weight=2");
      expect([rows.length, rows[0]?.desi, (rows[0]?.offers.length ?? 0) > 2]).toEqual([
        1,
        "3",
        true,
      ]);
    },
  );
  rule(
    "GET /priceList without sizes answers a row for each desi step, in ascending order.",
    async (s) => {
      const desi = (await prices(s, "paramType=parcel")).map((row) => Number(row.desi));
      expect([desi.length > 5, desi]).toEqual([true, [...desi].sort((a, b) => a - b)]);
    },
  );
  rule(
    "Desi = length × width × height in cm / 3000; the price is that of the larger of desi and kg.",
    async (s) => {
      const [bulky, heavy, both] = [
        await prices(s, "length=30&width=20&height=50&weight=1"),
        await prices(s, "length=1&width=1&height=1&weight=10"),
        await prices(s, "length=30&width=20&height=50&weight=10"),
      ];
      expect([bulky[0]?.desi, heavy[0]?.desi, bulky[0]?.offers, heavy[0]?.offers]).toEqual([
        "10",
        "10",
        both[0]?.offers,
        both[0]?.offers,
      ]);
    },
  );
  rule(
    "Tax = ⌈2.35 % of amount⌉, VAT = ⌈20 % of (amount + tax unrounded)⌉, total = ⌈amount × 1.0235 × 1.20⌉, each rounded up to the kuruş from the exact value.",
    async (s) => {
      const up = (exact: bigint, scale: bigint): string =>
        (Number((exact + scale - 1n) / scale) / 100).toFixed(2);
      for (const row of await prices(s, "paramType=parcel")) {
        for (const o of row.offers) {
          const net = BigInt(Math.round(Number(o.amount) * 100));
          expect([o.amountTax, o.amountVat, o.totalAmount]).toEqual([
            up(net * 235n, 10_000n),
            up(net * 10_235n * 20n, 1_000_000n),
            up(net * 10_235n * 120n, 1_000_000n),
          ]);
        }
      }
    },
  );
  rule(
    "`averageEstimatedTime` is a duration in nanoseconds; `averageEstimatedTimeHumanReadible` reads `02 gün 00 saat`.",
    async (s) => {
      for (const offer of (await shipmentWithOffers(s)).offers?.list ?? []) {
        const hours = offer.averageEstimatedTime / 3.6e12;
        const two = (n: number): string => String(n).padStart(2, "0");
        expect([hours > 0, offer.averageEstimatedTimeHumanReadible]).toEqual([
          true,
          `${two(Math.floor(hours / 24))} gün ${two(hours % 24)} saat`,
        ]);
      }
    },
  );
  rule(
    "A transaction's `newBalance` is its `oldBalance` less its `totalAmount`, and the invoice debts are `0.00`.",
    async (s) => {
      const before = await balanceOf(s);
      const t = await boughtShipment(s);
      expect([t.oldBalance, t.newBalance, t.invoiceOldDebt, t.invoiceNewDebt]).toEqual([
        before,
        (Number(before) - Number(t.totalAmount)).toFixed(2),
        "0.00",
        "0.00",
      ]);
      expect(await balanceOf(s)).toBe(t.newBalance);
    },
  );
});
