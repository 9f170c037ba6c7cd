/** A packing slip and the parcels of a manifest, in several scripts, for the tests of papers. */
import type {
  ManifestHead,
  ManifestParcel,
  PackingSlip,
} from "../../../../core/labels/papers/paper-orders.ts";
import { aLabel } from "../a-label.ts";

export function aSlip(change: Partial<PackingSlip> = {}): PackingSlip {
  const { sender, recipient } = aLabel();
  return {
    paper: "A4",
    language: "tr",
    sender,
    logo: null,
    recipient,
    shipmentNumber: 1042,
    orderNumber: "TY-884213997",
    invoiceNumber: "",
    madeAt: "2026-11-21T09:00:00.000Z",
    items: [
      { title: "Tişört, organik pamuk", variant: "M / Lacivert", sku: "TS-ORG-M-LAC", quantity: 2 },
      { title: "Çizgili defter A5", variant: "", sku: "DF-A5", quantity: 1 },
    ],
    note: "Hediye paketi yapılsın.\nFaturayı pakete koymayın.",
    followURL: "",
    bought: {
      carrierName: "Sürat Örnek Kargo",
      serviceName: "Standart",
      barcode: "PB0012345678901",
    },
    mark: "",
    ...change,
  };
}

export const HEAD: ManifestHead = {
  language: "tr",
  organizationName: "Işık Kırtasiye Ltd. Şti.",
  carrierName: "Sürat Örnek Kargo",
  day: "2026-11-21",
  madeAt: "2026-11-21T15:30:00.000Z",
  mark: "",
};

const NAMES = [
  "Çağla Şimşekoğlu",
  "محمد بن عبد الله",
  "王小明",
  "Жанна Ёлкина",
  "Ayşegül Büyükçekmeceoğlu Karamanlıoğlu Hacıosmanoğulları",
  "דוד כהן",
];
const PLACES = [
  ["Kadıköy", "İstanbul"],
  ["Şahinbey", "Gaziantep"],
  ["Merkez", "Çanakkale"],
  ["Afyonkarahisar Merkez", "Afyonkarahisar"],
] as const;

/** @param i From 0. */
export function aParcel(i: number): ManifestParcel {
  const [district, city] = PLACES[i % PLACES.length] ?? ["", ""];
  const isCash = i % 3 === 0;
  return {
    number: 1_000 + i,
    barcode: `PB${String(i).padStart(13, "0")}`,
    recipient: NAMES[i % NAMES.length] ?? "",
    district,
    city,
    desi: "2.5",
    weightKg: "1.25",
    cashMinor: isCash ? 125_050 : 0,
    currency: isCash ? "TL" : "",
    pieces: 1,
    boughtAt: "2026-11-21T09:00:00.000Z",
    isUnannounced: false,
  };
}

export async function* batches<T>(...all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
