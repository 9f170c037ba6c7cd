import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errors } from "../../../../core/base/errors.ts";
import { isShort } from "../../../../core/labels/label-fit.ts";
import { RendererLostError } from "../../../../core/labels/label-renderer.ts";
import { arrangeLabel } from "../../../../core/labels/layout/arrange-label.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { aLabel, FONTS, NEWEST, ODD_PAPERS, PAPERS } from "../../labels/a-label.ts";
import { instantLabels } from "../../printing/a-printer.ts";
import {
  balanceOf,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

/** An address that fits on 100 × 150 mm, but not on 80 × 50. */
const LONG = {
  name: "Büyükkarahisarlıoğlu ".repeat(14).trim(),
  address1: "Gümüşsuyu Mahallesi ".repeat(20).trim(),
  address2: "Kat ".repeat(100).trim(),
};

const addPrinter = async (s: Station, widthMm: number, heightMm: number): Promise<void> => {
  expect(
    (
      await s.desk("POST", "/station/printers", {
        name: "Zebra",
        driver: "tcp",
        host: "127.0.0.1",
        port: 9,
        widthMm,
        heightMm,
      })
    ).status,
  ).toBe(201);
};

describe("a label that does not fit on the desk's paper", () => {
  it("a label that does not fit is E2057 before the purchase, by offer and in one step, and is bought with a shorter address", async () => {
    const s = await station();
    await addPrinter(s, 80, 50);
    const before = await balanceOf(s);
    const shipment = await shipmentWithOffers(s, { recipientAddress: { ...RECIPIENT, ...LONG } });
    const byOffer = await s.call("POST", "/transactions", {
      offerID: shipment.offers?.cheapest?.id,
    });
    const returnAddressID = await senderOf(s);
    const inOneStep = await s.call("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel({ recipientAddress: { ...RECIPIENT, ...LONG } }), returnAddressID },
    });
    expect([byOffer, inOneStep].map(({ status, body }) => [status, body.code])).toEqual([
      [409, "E2057"],
      [409, "E2057"],
    ]);
    expect([
      await balanceOf(s),
      (await s.call<{ statusCode: string }>("GET", `/shipments/${shipment.id}`)).body.data
        .statusCode,
    ]).toEqual([before, "GOT_OFFERS"]);
    const short = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID },
    });
    expect(short.status).toBe(201);
  });

  it("a label is bought if the desk has larger paper", async () => {
    const s = await station();
    await addPrinter(s, 100, 150);
    const bought = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: {
        ...parcel({ recipientAddress: { ...RECIPIENT, ...LONG } }),
        returnAddressID: await senderOf(s),
      },
    });
    expect([bought.status, bought.body.code]).toEqual([201, undefined]);
  });
});

describe("a recipient without printable letters", () => {
  it.each([
    ["name", { name: "💖💖" }],
    ["address", { address1: "🏠" }],
  ])(
    "a recipient whose %s has no printable letter is E2057 before the purchase, even without a printer",
    async (field, change) => {
      const s = await station();
      const before = await balanceOf(s);
      const shipment = {
        ...parcel({ recipientAddress: { ...RECIPIENT, ...change } }),
        returnAddressID: await senderOf(s),
      };
      const { status, body } = await s.call("POST", "/transactions", {
        providerServiceCode: "SURAT_STANDART",
        shipment,
      });
      expect([status, body.code, body.message, await balanceOf(s)]).toEqual([
        409,
        "E2057",
        `The recipient's ${field} has no letter that a label can print. Write it in letters.`,
        before,
      ]);
    },
  );

  it("a recipient with an Arabic name is accepted", async () => {
    const s = await station();
    const shipment = {
      ...parcel({ recipientAddress: { ...RECIPIENT, name: "محمد علي" } }),
      returnAddressID: await senderOf(s),
    };
    expect(
      (await s.call("POST", "/transactions", { providerServiceCode: "SURAT_STANDART", shipment }))
        .status,
    ).toBe(201);
  });
});

it("a label is bought unmeasured when the renderer is lost, and the next purchase measures its label", async () => {
  let isLost = true;
  const measure = () =>
    Promise.reject(isLost ? new RendererLostError("lost") : errors.recipientDoesNotFit());
  const s = await station({ world: { labels: { ...instantLabels, measure } } });
  await addPrinter(s, 80, 50);
  const buy = async () =>
    s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: {
        ...parcel({ recipientAddress: { ...RECIPIENT, ...LONG, name: "Çok uzun bir ad" } }),
        returnAddressID: await senderOf(s),
      },
    });
  expect((await buy()).status).toBe(201);
  isLost = false;
  expect((await buy()).body.code).toBe("E2057");
});

describe("a recipient with a short text", () => {
  const letters = fc.constantFrom(..."WMİĞŞÇÖwmğaei 0149./-國かشعЩЖ");
  const text = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: letters, maxLength });
  const recipient = fc.record({
    name: text(120),
    address1: text(170),
    address2: text(60),
    streetName: text(40),
    districtName: text(30),
    cityName: text(30),
  });
  const roomy = [
    "100×150",
    "4×6 in",
    "A6",
    "100×100",
    "80×130",
    "76×130",
    "76×100",
    "80×100",
    "100×125",
    "A4",
  ] as const;

  it(
    "a short text fits on every paper from 76 × 100 mm in every layout, with all parts that are never omitted",
    { timeout: 120_000 },
    () => {
      let short = 0;
      fc.assert(
        fc.property(
          recipient,
          fc.constantFrom(...roomy),
          fc.constantFrom(...NEWEST),
          fc.constantFrom(203 as const, 300 as const),
          (to, paper, layout, dpi) => {
            if (!isShort(to)) return;
            short++;
            const [widthMm, heightMm] = { ...PAPERS, ...ODD_PAPERS, "76×100": [76, 100] as const }[
              paper
            ];
            const party = {
              ...aLabel().recipient,
              name: to.name,
              lines: [to.address1, to.address2],
              street: to.streetName,
              district: to.districtName,
              city: to.cityName,
            };
            // Includes all parts that a label of this layout can have: returns have no cash on
            // delivery.
            const isReturn = layout.name === "return";
            const cashOnDelivery = isReturn
              ? null
              : { amount: "9999999.99", currency: "TL", by: "card" as const };
            const all = {
              recipient: party,
              mark: "TEST",
              appointmentOn: "2026-11-25",
              pieces: { no: 10, of: 12 },
              barcode: "PB0012345678901234",
            } as const;
            arrangeLabel(
              aLabel({
                ...all,
                isReturn,
                payer: "recipient",
                cashOnDelivery,
                layout: { name: layout.name, version: layout.version },
              }),
              layout,
              FONTS,
              { media: { widthMm, heightMm }, dpi },
            );
          },
        ),
        { numRuns: 400 },
      );
      expect(short).toBeGreaterThan(100);
    },
  );
});
