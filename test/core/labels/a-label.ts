/** A label model of a Turkish parcel, and the fonts, for the label tests. */
import fc from "fast-check";
import { loadLabelFonts } from "../../../core/labels/label-fonts.ts";
import type { LabelModel } from "../../../core/labels/labels.schema.ts";

export const RESOURCES = new URL("../../../resources", import.meta.url).pathname;
export const FONTS = loadLabelFonts(RESOURCES);

export function aLabel(change: Partial<LabelModel> = {}): LabelModel {
  return {
    version: 1,
    widthMm: 100,
    heightMm: 150,
    carrierName: "Sürat Örnek Kargo",
    serviceName: "Standart",
    barcode: "PB0012345678901",
    sender: {
      name: "Işık Kırtasiye Ltd. Şti.",
      lines: ["Perpa Ticaret Merkezi B Blok No: 1204"],
      district: "Şişli",
      city: "İstanbul",
      zip: "34384",
      countryCode: "TR",
      phone: "+90 212 555 01 02",
    },
    recipient: {
      name: "Çağla Şimşekoğlu",
      lines: ["Caferağa Mah. Moda Cad. Gül Apt. No: 112/A", "Kat: 3 Daire: 7"],
      district: "Kadıköy",
      city: "İstanbul",
      zip: "34710",
      countryCode: "TR",
      phone: "+90 532 555 44 33",
    },
    shipmentNumber: 1042,
    orderNumber: "TY-884213997",
    reference: "",
    desi: "3",
    weightKg: "2.5",
    contents: ["2× Tişört M", "1× Çizgili defter"],
    cashOnDelivery: null,
    test: false,
    isReturn: false,
    createdAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

/** Text as customers send it: any Unicode, with what ZPL takes for commands, and very long. */
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(..."abcçğıiİöşüÇĞIÖŞÜẪẢgpqy ,.-/:"), maxLength: 160 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom("^XZ", "^FS", "~HS", "^FD", "_5E", "\\&", "^", "~", "_", ">", "a", " ") , maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 200, maxLength: 600 }) },
  { weight: 1, arbitrary: fc.constantFrom("محمد علي", "王小明", "👩‍👩‍👧 Ayşe", "Łódź Żółć", "Nguyễn Thị Ẫ", "") },
);

const anyParty = fc.record({
  name: anyText,
  lines: fc.array(anyText, { maxLength: 4 }),
  district: anyText,
  city: anyText,
  zip: fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  countryCode: fc.constantFrom("TR", "DE", "US", ""),
  phone: fc.string({ unit: fc.constantFrom(..."+0123456789 "), maxLength: 24 }),
});

export const anyLabel: fc.Arbitrary<LabelModel> = fc.record({
  version: fc.constant(1 as const),
  widthMm: fc.constant(100),
  heightMm: fc.constant(150),
  carrierName: anyText,
  serviceName: anyText,
  barcode: fc.string({ unit: fc.constantFrom(..."0123456789ABCDEFabcxyz-_^~>%$ /\\."), minLength: 1, maxLength: 18 }),
  sender: anyParty,
  recipient: anyParty,
  shipmentNumber: fc.nat(),
  orderNumber: anyText,
  reference: anyText,
  desi: fc.string({ unit: fc.constantFrom(..."0123456789."), maxLength: 8 }),
  weightKg: fc.string({ unit: fc.constantFrom(..."0123456789."), maxLength: 8 }),
  contents: fc.array(anyText, { maxLength: 8 }),
  cashOnDelivery: fc.option(fc.record({ amount: fc.oneof(fc.constantFrom("0.01", "1250.00", "9999999.99"), anyText), currency: fc.constantFrom("TL", "USD", "₺") })),
  test: fc.boolean(),
  isReturn: fc.boolean(),
  createdAt: fc.constantFrom("2026-11-21T09:00:00.000Z", ""),
});
