import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LabelLayoutFact, LabelPreview } from "../../../core/labels/preview.schema.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import { done } from "../../../core/shipping/carriers/carrier.ts";
import { findTextRules } from "../../carriers/text-rules.ts";
import { getLabelModel } from "../../../core/labels/labels.service.ts";
import { farCarrier, LABEL, sendFar } from "../../helpers/far-carrier.ts";
import {
  boughtShipment,
  lastingStation,
  RECIPIENT,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";

let s: Station;
/** Consignments whose labels the far carrier was asked to sell. */
const bought: Consignment[] = [];
beforeAll(async () => {
  const textRules = findTextRules("UPS");
  const far = farCarrier({
    barcodeShape: "FAR00000",
    buy: ({ consignment }) => (bought.push(consignment), Promise.resolve(done(LABEL))),
    ...(textRules === undefined ? {} : { textRules }),
  });
  s = await lastingStation({ world: { carriers: [far] } });
});
afterAll(() => s.stop());

const preview = (body: object): Promise<Answer<LabelPreview>> =>
  s.call<LabelPreview>("POST", "/station/labels/preview", body);
const previewed = async (body: object): Promise<LabelPreview> => (await preview(body)).body.data;
const fieldsOf = (changed: LabelPreview["transliterated"]): string[] =>
  changed.map(({ field }) => field);
const purchases = (): number =>
  s.core.deps.db.sql<{ n: number }>("SELECT count(*) AS n FROM transactions").get()?.n ?? 0;

describe("the layouts", () => {
  it("layouts are listed with their titles in both languages and their suitable papers", async () => {
    const { body } = await s.call<LabelLayoutFact[]>("GET", "/station/labels/layouts");
    expect(body.data.map(({ name, title }) => [name, title.tr !== "", title.en !== ""])).toEqual(
      ["appointment", "cash-on-delivery", "compact", "return", "standard"].map((name) => [
        name,
        true,
        true,
      ]),
    );
    expect(
      body.data.find(({ name }) => name === "standard")?.papers.map(({ name }) => name),
    ).toContain("80 × 50 mm");
  });
});

describe("a label before it is bought", () => {
  it("a preview shows the label as it would be bought now, with a placeholder for the barcode in the carrier's format, and buys nothing", async () => {
    const before = purchases();
    const { id, offers } = await shipmentWithOffers(s, { test: true });
    const cheapest = await previewed({ shipmentID: id });
    const named = await previewed({
      shipmentID: id,
      offerID: offers?.cheapest?.id,
      layout: "compact",
    });
    expect({ ...cheapest, dataURL: cheapest.dataURL?.slice(0, 22) }).toEqual({
      layout: { name: "standard", version: 3 },
      dataURL: "data:image/png;base64,",
      fits: true,
      omitted: [],
      transliterated: [],
      carrierText: [],
      barcode: { text: "0000000000", isPlaceholder: true },
    });
    expect([named.layout.name, named.dataURL === cheapest.dataURL, purchases()]).toEqual([
      "compact",
      false,
      before,
    ]);
  });

  it("a preview reports letters that no font has and fields that have no room on the paper", async () => {
    const { id } = await shipmentWithOffers(s, {
      test: true,
      recipientAddress: { ...RECIPIENT, name: "김민준", address1: "세종대로 175 Sk. 5" },
    });
    const { transliterated, omitted } = await previewed({
      shipmentID: id,
      widthMm: 80,
      heightMm: 50,
    });
    expect(fieldsOf(transliterated)).toEqual(["recipient.name", "recipient.address"]);
    expect(transliterated[0]).toEqual({
      field: "recipient.name",
      from: "김민준",
      to: expect.stringMatching(/^[ -~]+$/),
    });
    expect(omitted).toEqual([
      "shipmentNumber",
      "madeOn",
      "sender.phone",
      "sender.address",
      "promised",
      "payer.sender",
      "desi",
    ]);
    const crowded = await previewed({ sample: "long", widthMm: 100, heightMm: 100 });
    expect(crowded.omitted).toEqual(expect.arrayContaining(["orderNumber.bars", "madeOn"]));
  });

  it("a preview reports why the label cannot be printed on small paper, and still which texts are transliterated", async () => {
    const { id } = await shipmentWithOffers(s, {
      test: true,
      recipientAddress: {
        ...RECIPIENT,
        name: "김".repeat(80),
        address1: "Uzun Sokak ".repeat(20).trim(),
      },
    });
    const { dataURL, fits, transliterated } = await previewed({
      shipmentID: id,
      widthMm: 80,
      heightMm: 50,
    });
    expect([dataURL, fits, fieldsOf(transliterated)]).toEqual([
      null,
      { code: "E2057", message: expect.stringContaining("80 × 50 mm") },
      ["recipient.name"],
    ]);
  });

  it("a preview shows which texts a carrier with text rules is sent, while the label keeps the original letters", async () => {
    const { id, offers } = await shipmentWithOffers(s);
    const offerID = sendFar(s.core.deps, offers?.cheapest?.id);
    const { carrierText, transliterated, barcode } = await previewed({ shipmentID: id, offerID });
    expect([carrierText[0], transliterated, barcode]).toEqual([
      { field: "recipient.name", from: "Çağla Şimşekoğlu", to: "Cagla Simsekoglu" },
      [],
      { text: "FAR00000", isPlaceholder: true },
    ]);
  });

  it("a label is bought with the carrier's form of the texts, and shows the original texts", async () => {
    const { id, offers } = await shipmentWithOffers(s);
    await s.call("POST", "/transactions", { offerID: sendFar(s.core.deps, offers?.cheapest?.id) });
    expect([
      bought.map(({ recipient }) => recipient.name),
      getLabelModel(s.core.deps, id).recipient.name,
    ]).toEqual([["Cagla Simsekoglu"], "Çağla Şimşekoğlu"]);
  });

  it("after the purchase the preview has the barcode of the bought label", async () => {
    const { shipment } = await boughtShipment(s, { test: true });
    expect((await previewed({ shipmentID: shipment.id })).barcode).toEqual({
      text: shipment.barcode,
      isPlaceholder: false,
    });
  });

  it("a preview with another shipment's offer, or with an unknown layout, shipment or sample, is rejected", async () => {
    const [first, second] = [
      await shipmentWithOffers(s, { test: true }),
      await shipmentWithOffers(s, { test: true }),
    ];
    const answers = [
      await preview({ shipmentID: first.id, offerID: second.offers?.cheapest?.id }),
      await preview({ layout: "none" }),
      await preview({ shipmentID: s.started.organizationID }),
      await preview({ sample: "x" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, "E1064"],
      [400, "E1085"],
      [404, "E1051"],
      [400, "E1085"],
    ]);
  });
});

describe("a sample label", () => {
  it.each(["short", "long", "arabic", "hebrew", "han", "cash", "return", "appointment"])(
    "every layout draws the sample %s on a label of 100 × 150 mm, without a changed letter",
    async (sample) => {
      for (const layout of ["appointment", "cash-on-delivery", "compact", "return", "standard"]) {
        const { fits, dataURL, transliterated } = await previewed({ layout, sample });
        expect([layout, fits, dataURL !== null, transliterated]).toEqual([layout, true, true, []]);
      }
    },
  );

  it("a sample label shows the kind of parcel that its layout is for, and the organization's settings", async () => {
    const pictures = new Set<string | null>();
    const path = `/organizations/${s.started.organizationID}`;
    pictures.add((await previewed({ layout: "standard" })).dataURL);
    pictures.add((await previewed({ layout: "cash-on-delivery" })).dataURL);
    await s.call("PATCH", path, { maskPhonesOnLabel: true });
    pictures.add((await previewed({ layout: "standard" })).dataURL);
    await s.call("PATCH", path, { maskPhonesOnLabel: false });
    pictures.add((await previewed({ layout: "standard" })).dataURL);
    expect(pictures.size).toBe(3);
  });
});
