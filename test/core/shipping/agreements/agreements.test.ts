/** Agreements over HTTP: ranges, versions, their change at midnight, and who may enter them. */
import { describe, expect, it } from "vitest";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type {
  AgreementView,
  VersionPreview,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { TariffInput } from "../../../../core/shipping/agreements/tariff.schema.ts";
import { plainService, plainTariff } from "../../../helpers/agreements.ts";
import {
  call,
  change,
  memberWithToken,
  parcel,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const NEW = {
  providerCode: "gercek",
  name: "Gerçek Kargo",
  contractNumber: "S-1",
  checkDigit: "ptt",
  ranges: [{ prefix: "2750", first: "36569845", last: "36569854" }],
};

/** Makes a tariff as it is entered, with one price for all parcels up to 50 desi. */
function tariffOf(price: number): TariffInput {
  const {
    format: _,
    needs: __,
    ...tariff
  } = plainTariff({
    services: [plainService({ steps: [{ upToDesi: 50, prices: [price] }] })],
  });
  return tariff;
}

async function enter(s: Station, body: unknown = NEW): Promise<AgreementView> {
  const answer = await s.desk<AgreementView>("POST", "/station/agreements", body);
  expect(answer.code).toBeUndefined();
  return answer.data;
}

const addVersion = async (
  s: Station,
  id: string,
  price: number,
  validFrom: string,
  validUntil?: string,
) =>
  await s.desk<AgreementView>("POST", `/station/agreements/${id}/versions`, {
    tariff: tariffOf(price),
    validFrom,
    ...(validUntil === undefined ? {} : { validUntil }),
  });

/** Starts a live organization without sample prices, at noon of 30 November 2026, Turkish time. */
async function liveStation(): Promise<Station> {
  const s = await station();
  s.clock.nowMs = Date.parse("2026-11-30T09:00:00.000Z");
  change(s, "UPDATE organizations SET test = 0");
  await s.desk("DELETE", "/station/samples");
  return s;
}

const buy = async (s: Station) =>
  await s.call<Transaction>("POST", "/transactions", {
    providerServiceCode: "GERCEK_STANDART",
    shipment: parcel({ returnAddressID: await senderOf(s) }),
  });

describe("agreements", () => {
  it("a label of an agreement has the prices of its version, and the next barcode of its range with the check digit", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 9_425, "2026-11-30");
    const { body } = await buy(s);
    expect([body.data.totalAmount, body.data.shipment.barcode]).toEqual([
      "115.76",
      "2750365698456",
    ]);
    const [listed] = (await s.desk<AgreementView[]>("GET", "/station/agreements")).data;
    expect(listed).toMatchObject({
      providerCode: "GERCEK",
      left: 9,
      isLow: false,
      ranges: [{ firstBarcode: "2750365698456", left: 9, total: 10, state: "used" }],
      versions: [{ validFrom: "2026-11-30", validUntil: null, state: "inForce" }],
    });
  });

  it("a range that has ended is followed by the next one, and without another one nothing is bought", async () => {
    const s = await liveStation();
    const { id } = await enter(s, {
      ...NEW,
      checkDigit: "none",
      ranges: [{ prefix: "A", first: "08", last: "09" }],
    });
    await addVersion(s, id, 100, "2026-11-30");
    const barcode = async (): Promise<string> => {
      const { body } = await buy(s);
      return body.code ?? body.data.shipment.barcode;
    };
    const first = [await barcode(), await barcode(), await barcode()];
    const low = (await s.desk<AgreementView[]>("GET", "/station/agreements")).data[0];
    await s.desk("POST", `/station/agreements/${id}/ranges`, {
      prefix: "A",
      first: "50",
      last: "59",
    });
    expect([first, low?.isLow, low?.left, await barcode()]).toEqual([
      ["A08", "A09", "E1071"],
      true,
      0,
      "A50",
    ]);
  });

  it.each([
    [
      "overlaps another range of the carrier",
      { prefix: "2750", first: "36569850", last: "36569860" },
    ],
    ["is another range of the carrier", NEW.ranges[0]],
  ])("a range that %s is refused, and nothing is saved", async (_, range) => {
    const s = await liveStation();
    const { id } = await enter(s);
    const refused = await s.desk("POST", `/station/agreements/${id}/ranges`, range);
    const again = await s.desk("POST", "/station/agreements", { ...NEW, name: "Zweite" });
    const { data } = await s.desk<AgreementView[]>("GET", "/station/agreements");
    expect([refused.code, again.code, data.length, data[0]?.ranges.length]).toEqual([
      "E2170",
      "E2170",
      1,
      1,
    ]);
  });

  it.each([
    ["a longer prefix", "none", { prefix: "275", first: "01", last: "09" }],
    ["a shorter prefix", "none", { prefix: "", first: "27505", last: "27505" }],
    ["another check digit", "mod10", { prefix: "27", first: "50", last: "51" }],
  ])(
    "a range with the barcodes of another range by %s is refused",
    async (_, checkDigit, range) => {
      const s = await liveStation();
      await enter(s, {
        ...NEW,
        checkDigit: "none",
        ranges: [{ prefix: "27", first: "501", last: "509" }],
      });
      const refused = await s.desk("POST", "/station/agreements", {
        ...NEW,
        checkDigit,
        ranges: [range],
      });
      expect([refused.code, refused.message]).toEqual([
        "E2170",
        expect.stringContaining("27501 to 27509"),
      ]);
    },
  );

  it("a range that has letters where another one has digits is entered", async () => {
    const s = await liveStation();
    await enter(s, {
      ...NEW,
      checkDigit: "none",
      ranges: [
        { prefix: "A", first: "000", last: "999" },
        { prefix: "A5A", first: "0", last: "9" },
      ],
    });
  });

  it("a barcode that a parcel of this station has is passed over", async () => {
    const s = await liveStation();
    const { id } = await enter(s, {
      ...NEW,
      checkDigit: "none",
      ranges: [{ prefix: "A", first: "1", last: "9" }],
    });
    await addVersion(s, id, 100, "2026-11-30");
    change(s, "INSERT INTO used_barcodes (provider_code, barcode) VALUES ('GERCEK', 'A2')");
    const bought = [await buy(s), await buy(s)].map(({ body }) => body.data.shipment.barcode);
    expect(bought).toEqual(["A1", "A3"]);
  });

  it("a barcode that a parcel of another station has is passed over, and a range with it is refused", async () => {
    const s = await liveStation();
    const { id } = await enter(s, {
      ...NEW,
      checkDigit: "none",
      ranges: [{ prefix: "A", first: "1", last: "9" }],
    });
    await addVersion(s, id, 100, "2026-11-30");
    await buy(s);
    // The station has the parcel, but did not sell it: another station did, from another range.
    change(s, "DELETE FROM used_barcodes");
    change(s, "DELETE FROM number_ranges WHERE name LIKE 'barcode:%'");
    const { body } = await buy(s);
    change(s, "DELETE FROM used_barcodes");
    change(s, "DELETE FROM number_ranges WHERE name LIKE 'barcode:%'");
    change(s, "UPDATE barcode_ranges SET is_active = 0");
    const refused = await s.desk("POST", `/station/agreements/${id}/ranges`, {
      prefix: "A",
      first: "1",
      last: "5",
    });
    expect([body.data.shipment.barcode, refused.code, refused.message]).toEqual([
      "A2",
      "E2170",
      expect.stringContaining("A2"),
    ]);
  });

  it("the unused range of an ended agreement can be entered again, and gives its barcodes", async () => {
    const s = await liveStation();
    const { id } = await enter(s, { ...NEW, name: "Misspelt" });
    await s.desk("DELETE", `/station/agreements/${id}`);
    const again = await enter(s);
    await addVersion(s, again.id, 100, "2026-11-30");
    expect((await buy(s)).body.data.shipment.barcode).toBe("2750365698456");
  });

  it("a range with numbers that an ended agreement has used is refused, with the last used barcode", async () => {
    const s = await liveStation();
    const first = await enter(s);
    await addVersion(s, first.id, 100, "2026-11-30");
    await buy(s);
    await buy(s);
    change(s, "UPDATE barcode_ranges SET is_active = 0");
    const refused = await s.desk("POST", "/station/agreements", NEW);
    expect([refused.code, refused.message]).toEqual([
      "E2170",
      expect.stringContaining("2750365698463"),
    ]);
    expect(
      (
        await s.desk("POST", "/station/agreements", {
          ...NEW,
          ranges: [{ prefix: "2750", first: "36569847", last: "36569854" }],
        })
      ).code,
    ).toBeUndefined();
  });

  it("a version that begins in the past, or on the day of another one, is refused", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    const codes = [
      (await addVersion(s, id, 100, "2026-11-29")).code,
      (await addVersion(s, id, 100, "2026-11-30")).code,
      (await addVersion(s, id, 200, "2026-11-30")).code,
    ];
    expect(codes).toEqual(["E2171", undefined, "E2171"]);
  });

  it("at midnight of Turkish time the next version is in force, and an offer of the one before can no longer be bought", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 10_000, "2026-11-30");
    const early = await shipmentWithOffers(s);
    await addVersion(s, id, 20_000, "2026-12-01");
    const late = await shipmentWithOffers(s);
    s.clock.nowMs = Date.parse("2026-11-30T20:59:00.000Z");
    const before = (await shipmentWithOffers(s)).offers?.list[0]?.amount;
    s.clock.nowMs = Date.parse("2026-11-30T21:00:00.000Z");
    const after = (await shipmentWithOffers(s)).offers?.list[0]?.amount;
    const accept = async ({ offers }: Shipment): Promise<string | undefined> =>
      (await s.call("POST", "/transactions", { offerID: offers?.list[0]?.id })).body.code;
    expect([before, after, await accept(early), await accept(late)]).toEqual([
      "100.00",
      "200.00",
      "E1064",
      "E1064",
    ]);
  });

  it("a version with a last day makes no offers after it, and the reason says so", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 100, "2026-11-30", "2026-11-30");
    s.clock.nowMs = Date.parse("2026-11-30T21:00:00.000Z");
    const { organizationShipmentID } = await shipmentWithOffers(s);
    const { data } = await s.desk<{ missing: { code: string; name: string }[] }>(
      "POST",
      "/station/orders/open",
      { code: String(organizationShipmentID) },
    );
    expect(data.missing).toMatchObject([{ code: "NOT_IN_FORCE", name: "Gerçek Kargo" }]);
  });

  it("an agreement without a barcode range makes no offer, and the reason says so", async () => {
    const s = await liveStation();
    const { id } = await enter(s, { ...NEW, ranges: [] });
    await addVersion(s, id, 100, "2026-11-30");
    const { organizationShipmentID, offers } = await shipmentWithOffers(s);
    const { data } = await s.desk<{ missing: { code: string }[] }>("POST", "/station/orders/open", {
      code: String(organizationShipmentID),
    });
    expect([offers?.list, data.missing.map(({ code }) => code)]).toEqual([[], ["NO_BARCODES"]]);
  });

  it("an ended agreement makes no offers, and its open offers can no longer be bought", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 100, "2026-11-30");
    const { offers } = await shipmentWithOffers(s);
    await s.desk("DELETE", `/station/agreements/${id}`);
    const accepted = await s.call("POST", "/transactions", { offerID: offers?.list[0]?.id });
    expect([accepted.body.code, (await shipmentWithOffers(s)).offers?.list]).toEqual(["E1064", []]);
  });

  it("a coming version can be withdrawn, a version in force cannot", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 100, "2026-11-30");
    const { data } = await addVersion(s, id, 200, "2026-12-01");
    const remove = async (n: number) =>
      await s.desk<AgreementView>(
        "DELETE",
        `/station/agreements/${id}/versions/${data.versions[n]?.id}`,
      );
    expect([(await remove(0)).code, (await remove(1)).data.versions.length]).toEqual(["E2171", 1]);
  });

  it("a preview prices ten parcels by the version in force and by the new one, and saves nothing", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 10_000, "2026-11-30");
    const { data } = await s.desk<VersionPreview>("POST", `/station/agreements/${id}/preview`, {
      tariff: tariffOf(12_000),
      validFrom: "2026-12-01",
    });
    expect([data.parcels.length, data.parcels[1]?.prices]).toEqual([
      10,
      [
        {
          serviceCode: "GERCEK_STANDART",
          serviceName: "Gerçek",
          before: {
            amount: "100.00",
            totalAmount: "122.82",
            lines: [{ kind: "base", amount: "100.00" }],
          },
          after: {
            amount: "120.00",
            totalAmount: "147.39",
            lines: [{ kind: "base", amount: "120.00" }],
          },
        },
      ],
    ]);
    const [listed] = (await s.desk<AgreementView[]>("GET", "/station/agreements")).data;
    expect(listed?.versions.length).toBe(1);
  });

  it("a discount fills amountOld and discountRate, and the purchase keeps the lines of the price", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    const {
      format: _,
      needs: __,
      ...tariff
    } = plainTariff({
      services: [plainService({ discountPpm: 125_000 })],
    });
    await s.desk("POST", `/station/agreements/${id}/versions`, { tariff, validFrom: "2026-11-30" });
    const { body } = await buy(s);
    expect(body.data).toMatchObject({
      amount: "87.50",
      amountOld: "100.00",
      discountRate: "12.50",
    });
    const frozen = s.core.deps.db.raw
      .prepare<[], string>("SELECT body ->> '$.offer.price_lines' FROM purchase_snapshots")
      .pluck()
      .get();
    expect([JSON.parse(frozen ?? ""), (frozen ?? "").length <= 400]).toEqual([
      {
        version: expect.any(String),
        desi: 3,
        billedBy: "desi",
        lines: [
          ["base", 10_000],
          ["discount", -1_250],
        ],
        discountPpm: 125_000,
        amountOld: 10_000,
      },
      true,
    ]);
  });

  it("the prices of a version cannot be changed in the database, also not by a later program's mistake", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 100, "2026-11-30");
    expect(() => change(s, "UPDATE rate_cards SET card = '{}'")).toThrow("never change");
  });

  it("amountOld is the price without the discount, fuel included", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    const {
      format: _,
      needs: __,
      ...tariff
    } = plainTariff({
      services: [plainService({ discountPpm: 100_000 })],
      fuel: [{ from: "2026-01-01", ppm: 200_000 }],
    });
    await s.desk("POST", `/station/agreements/${id}/versions`, { tariff, validFrom: "2026-11-30" });
    expect((await buy(s)).body.data).toMatchObject({ amount: "108.00", amountOld: "120.00" });
  });

  it("the unused part of an ended agreement's range can be entered for another agreement", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    await addVersion(s, id, 100, "2026-11-30");
    await buy(s);
    await s.desk("DELETE", `/station/agreements/${id}`);
    const again = async (first: string) =>
      (
        await s.desk("POST", "/station/agreements", {
          ...NEW,
          ranges: [{ prefix: "2750", first, last: "36569854" }],
        })
      ).code;
    expect([await again("36569845"), await again("36569846")]).toEqual(["E2170", undefined]);
  });

  it("only an owner or an admin sees and changes agreements", async () => {
    const s = await liveStation();
    const { id } = await enter(s);
    const { token } = memberWithToken(s, "user");
    const codes = await Promise.all(
      (
        [
          ["GET", "/station/agreements"],
          ["POST", "/station/agreements"],
          ["PATCH", `/station/agreements/${id}`],
          ["DELETE", `/station/agreements/${id}`],
        ] as const
      ).map(
        async ([method, path]) =>
          (await call(s.url, token, { method, path, body: method === "GET" ? undefined : {} }))
            .status,
      ),
    );
    expect(codes).toEqual([403, 403, 403, 403]);
  });
});
