/** Fonts, layouts and papers of the label tests, a Turkish parcel's label, and random labels. */
import fc from "fast-check";
import type { DrawingContext } from "../../../core/labels/draw/draw-label.ts";
import type { LabelLayout } from "../../../core/labels/layout/layout.schema.ts";
import { layoutKey, loadLayouts } from "../../../core/labels/layout/layouts.ts";
import { createGlyphDots } from "../../../core/labels/text/glyph-dots.ts";
import { loadLabelFonts } from "../../../core/labels/text/label-fonts.ts";
import type { LabelModel } from "../../../core/labels/labels.schema.ts";

export const RESOURCES = new URL("../../../resources", import.meta.url).pathname;
export const FONTS = await loadLabelFonts(RESOURCES);
export const LAYOUTS = loadLayouts(RESOURCES);
/** Newest version of each layout, with which labels are bought. */
export const NEWEST: readonly LabelLayout[] = [...LAYOUTS.values()].filter(
  ({ name, version }) => !LAYOUTS.has(layoutKey({ name, version: version + 1 })),
);

/** @returns The newest version of a layout, as a label names it. */
export function newestOf(name: string): LabelModel["layout"] {
  const layout = NEWEST.find((one) => one.name === name);
  if (layout === undefined) throw new Error(`no layout ${name}`);
  return { name, version: layout.version };
}

export const ROOM: DrawingContext = {
  fonts: FONTS,
  glyphs: createGlyphDots(FONTS, 8_000_000),
  layouts: LAYOUTS,
};

/** Every paper of `NAMED_MEDIA`, mm. */
export const PAPERS = {
  "100×150": [100, 150],
  "4×6 in": [101.6, 152.4],
  A6: [105, 148],
  "100×100": [100, 100],
  "80×130": [80, 130],
  "76×130": [76, 130],
  "80×50": [80, 50],
} as const;

/** Papers without a name in `NAMED_MEDIA`, mm. */
export const ODD_PAPERS = {
  "70×48": [70, 48],
  "70×70": [70, 70],
  "70×150": [70, 150],
  "75×100": [75, 100],
  "80×100": [80, 100],
  "90×79": [90, 79],
  "90×90": [90, 90],
  "100×75": [100, 75],
  "100×125": [100, 125],
  "150×48": [150, 48],
  "150×220": [150, 220],
  A5: [148, 210],
  A4: [210, 297],
} as const;

export function aLabel(change: Partial<LabelModel> = {}): LabelModel {
  return {
    version: 2,
    layout: newestOf("standard"),
    language: "tr",
    carrierName: "Sürat Örnek Kargo",
    serviceName: "Standart",
    barcode: "PB0012345678901",
    routingCode: "",
    arePhonesMasked: false,
    sender: {
      name: "Işık Kırtasiye Ltd. Şti.",
      lines: ["Perpa Ticaret Merkezi B Blok No: 1204"],
      street: "",
      district: "Şişli",
      city: "İstanbul",
      zip: "34384",
      countryCode: "TR",
      phone: "+90 212 555 01 02",
    },
    recipient: {
      name: "Çağla Şimşekoğlu",
      lines: ["Caferağa Mah. Moda Cad. Gül Apt. No: 112/A", "Kat: 3 Daire: 7"],
      street: "",
      district: "Kadıköy",
      city: "İstanbul",
      zip: "34710",
      countryCode: "TR",
      phone: "+90 532 555 44 33",
    },
    shipmentNumber: 1042,
    orderNumber: "TY-884213997",
    reference: "",
    invoiceNumber: "",
    desi: "3",
    weightKg: "2.5",
    contents: ["2× Tişört M", "1× Çizgili defter"],
    payer: "sender",
    pieces: { no: 1, of: 1 },
    promisedOn: "2026-11-24T09:00:00.000Z",
    appointmentOn: "",
    note: "",
    logo: null,
    cashOnDelivery: null,
    mark: "",
    copyNumber: 0,
    isReturn: false,
    createdAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

/**
 * Text as customers send it: any Unicode, text that ZPL would read as commands, and very long text.
 */
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  {
    weight: 3,
    arbitrary: fc.string({
      unit: fc.constantFrom(..."abcçğıiİöşüÇĞIÖŞÜẪẢgpqy ,.-/:"),
      maxLength: 160,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom("^XZ", "^FS", "~HS", "^FD", "_5E", "\\&", "^", "~", "_", ">", "a", " "),
      maxLength: 20,
    }),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 200, maxLength: 600 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "محمد علي",
      "王小明",
      "👩‍👩‍👧 Ayşe",
      "Łódź Żółć",
      "Nguyễn Thị Ẫ",
      "한국 서울",
      "שלום עולם 12",
      "たなか さん",
      "Жанна Ёлкина",
      "",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."ابتثجحخ د شارع 12 ،"), maxLength: 200 }),
  },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(..."上海市浦东新区世纪大道号楼かなカナ"),
      maxLength: 200,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."абвгдЖШЩЫ ёЁ-."), maxLength: 200 }),
  },
);

const anyParty = fc.record({
  name: anyText,
  lines: fc.array(anyText, { maxLength: 2 }),
  street: anyText,
  district: anyText,
  city: anyText,
  zip: fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  countryCode: fc.constantFrom("TR", "DE", "US", ""),
  phone: fc.string({ unit: fc.constantFrom(..."+0123456789 "), maxLength: 24 }),
});

export const anyLabel: fc.Arbitrary<LabelModel> = fc.record({
  version: fc.constant(2 as const),
  layout: fc.constantFrom(...NEWEST.map(({ name, version }) => ({ name, version }))),
  language: fc.constantFrom("tr" as const, "en" as const),
  carrierName: anyText,
  serviceName: anyText,
  barcode: fc.string({
    unit: fc.constantFrom(..."0123456789ABCDEFabcxyz-_^~>%$ /\\."),
    minLength: 1,
    maxLength: 18,
  }),
  routingCode: fc.oneof(
    fc.constant(""),
    fc.constantFrom("34-ANADOLU", "İKİTELLİ TRANSFER MERKEZİ"),
    anyText,
  ),
  arePhonesMasked: fc.boolean(),
  sender: anyParty,
  recipient: anyParty,
  shipmentNumber: fc.nat(),
  orderNumber: anyText,
  reference: anyText,
  invoiceNumber: anyText,
  desi: fc.string({ unit: fc.constantFrom(..."0123456789."), maxLength: 8 }),
  weightKg: fc.string({ unit: fc.constantFrom(..."0123456789."), maxLength: 8 }),
  payer: fc.constantFrom("sender" as const, "recipient" as const),
  pieces: fc.constantFrom({ no: 1, of: 1 }, { no: 2, of: 3 }, { no: 10, of: 12 }),
  promisedOn: fc.constantFrom("", "2026-11-24T09:00:00.000Z"),
  appointmentOn: fc.constantFrom("", "2026-11-25"),
  note: anyText,
  logo: fc.constantFrom(null, {
    columns: 16,
    rows: 8,
    bits: Buffer.alloc(16, 0xa5).toString("base64"),
  }),
  contents: fc.array(anyText, { maxLength: 8 }),
  cashOnDelivery: fc.option(
    fc.record({
      amount: fc.oneof(fc.constantFrom("0.01", "1250.00", "9999999.99"), anyText),
      currency: fc.constantFrom("TL", "USD", "₺"),
      by: fc.constantFrom(undefined, "card" as const),
    }),
  ),
  mark: fc.constantFrom("" as const, "TEST" as const, "SAMPLE" as const),
  copyNumber: fc.constantFrom(0, 0, 1, 12),
  isReturn: fc.boolean(),
  createdAt: fc.constantFrom("2026-11-21T09:00:00.000Z", ""),
});
