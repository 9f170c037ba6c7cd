/** Codes of products at an open order: which item they count, and which unknown code can be learned. */
import { describe, expect, it } from "vitest";
import type { Item } from "../../../../../core/shipping/shipments/shipments.schema.ts";
import { findItems } from "../../../../../renderer/features/pack/scan/find-item.ts";
import { LearnItem } from "../../../../../renderer/features/pack/scan/LearnItem.tsx";
import { itemsToLearn } from "../../../../../renderer/features/pack/scan/wrong-item.ts";
import type { PackStep, Parcel } from "../../../../../renderer/features/pack/pack-step.ts";
import { proposalOf } from "../../../../../renderer/features/pack/parcel/proposal.ts";
import { parcel, shipment } from "../../../fixtures.ts";
import { markupOf, textOf } from "../../../render.ts";
import { nameOf, OFFERS, windowCommandFor } from "../../../window-keys.ts";

const item = (id: string, part: Partial<Item> = {}): Item =>
  ({ id, title: id, variantTitle: "", quantity: 1, sku: id, ean: "", ...part }) as Item;
const MUG = item("MUG");
const PLATE = item("PLATE", { ean: "8690000000012" });
const known = (itemID: string, part: Partial<Parcel["products"][number]> = {}) => ({
  itemID,
  shelf: "",
  barcodes: [],
  conflicts: [],
  hasPicture: false,
  ...part,
});
const open = (part: Partial<Parcel> = {}): Parcel =>
  parcel({ shipment: shipment({ items: [MUG, PLATE] }), ...part });
const unknown = (code: string, of: Parcel): PackStep => {
  const from = { step: "offers", parcel: of, offerID: "cheap", lost: null } as const;
  const failure = { code: "E2024", message: "" };
  return { step: "failed", during: "opening", failure, code, parcel: of, offerID: null, from };
};

describe("the barcode of a product", () => {
  it("counts the item with its stock code, in any length of its GTIN", () => {
    const order = open({ products: [known("MUG", { barcodes: ["8680000000015", "K-1"] })] });
    const found = ["08680000000015", "k-1", "K-2"].map((code) => findItems(order, code)[0]?.id);
    expect(found).toEqual(["MUG", "MUG", undefined]);
  });

  it("counts the item whose own EAN it is, not an item whose product has it too", () => {
    const order = open({ products: [known("MUG", { barcodes: ["8690000000012"] })] });
    expect(findItems(order, "8690000000012").map(({ id }) => id)).toEqual(["PLATE"]);
  });

  it("that two products have counts nothing, cannot be learned, and the panel says why", () => {
    const order = open({ products: [known("MUG", { conflicts: ["8680000000015"] })] });
    const pack = unknown("8680000000015", order);
    expect([findItems(order, "8680000000015"), itemsToLearn(pack)]).toEqual([[], []]);
    expect(textOf(markupOf(LearnItem, { pack }, { pack }))).toContain(
      "Two products have this barcode",
    );
  });
});

describe("an unknown code at an open order", () => {
  it("may belong to an item without an EAN that has pieces to scan, and a digit names the item", () => {
    const pack = unknown("8680000000015", open());
    expect(itemsToLearn(pack).map(({ id }) => id)).toEqual(["MUG"]);
    expect(textOf(markupOf(LearnItem, { pack }, { pack }))).toContain("1 MUG");
  });

  it.each([
    ["the number of a shipment", "#10484", {}],
    ["shorter than a barcode", "12", {}],
    ["a text with a space", "A 1234", {}],
    [
      "scanned when all pieces were scanned",
      "86800015",
      { ticks: [{ itemID: "MUG", scanned: 1 }] },
    ],
  ])("that is %s belongs to no item", (_what, code, part) => {
    expect(itemsToLearn(unknown(code, open(part)))).toEqual([]);
  });

  it("is learned by a digit that names an item, once the panel has been shown for a while", () => {
    const now = { ...OFFERS, step: "failed", focus: "scanEmpty", learns: 2 } as const;
    const press = (key: string, part: object = {}) =>
      nameOf(
        windowCommandFor(
          { key, code: `Digit${key}`, alt: false, ctrl: false, repeat: false },
          { ...now, ...part },
        ),
      );
    expect([press("2"), press("3"), press("1", { settled: false })]).toEqual([
      "learn",
      "type",
      "refuse",
    ]);
  });
});

describe("the proposal of earlier parcels", () => {
  const usual = {
    parcels: 4,
    grams: 1_250,
    spreadGrams: 5,
    lengthMm: 300,
    widthMm: 205,
    heightMm: 150,
    isUnusual: false,
    stops: false,
  };
  const measuring = (measure: "weight" | "size", part: Partial<Parcel["shipment"]>): PackStep => ({
    step: "measuring",
    parcel: parcel({ shipment: shipment(part), usual }),
    offerID: null,
    measure,
  });

  it("is the weight with the size when the order has neither, and nothing for what was entered", () => {
    const none = { weight: "0", length: "0", width: "0", height: "0" };
    const sides = { length: "30", width: "20.5", height: "15", distanceUnit: "cm" };
    expect([
      proposalOf(measuring("weight", none), "weight"),
      proposalOf(measuring("weight", { weight: "0" }), "weight"),
      proposalOf(measuring("size", { length: "0" }), "size"),
      proposalOf(measuring("weight", {}), "weight"),
    ]).toEqual([
      { text: "1.25", parcels: 4, sides },
      { text: "1.25", parcels: 4 },
      { text: "30 x 20.5 x 15", parcels: 4 },
      null,
    ]);
  });
});
