/**
 * Labels of the contact sheet: parcels that fill a label a little, a lot, too much, and in other
 * scripts.
 */
import type { LabelModel } from "../../../core/labels/labels.schema.ts";
import { aLabel, newestOf } from "./a-label.ts";

/** A checkered band between two lines: a shop's logo. */
const LOGO = {
  columns: 64,
  rows: 32,
  bits: Buffer.from(
    Array.from({ length: 32 * 8 }, (_, i) =>
      i < 16 || i >= 240 ? 255 : (i >> 5) % 2 === 0 ? 0xf0 : 0x0f,
    ),
  ).toString("base64"),
};

const RICH: Partial<LabelModel> = {
  note: "Akşam 18:00'den sonra teslim edilsin, zil çalışmıyor",
  routingCode: "34-ANADOLU",
  reference: "REF-2231",
  invoiceNumber: "ABC2026000000017",
  pieces: { no: 2, of: 3 },
  contents: Array.from({ length: 14 }, (_, i) => `${i + 1}× Ürün adı ${i + 1} uzun başlık`),
  cashOnDelivery: { amount: "1250.00", currency: "TL" },
  logo: LOGO,
};

const TEXTS = {
  plain: {},
  rich: RICH,
  long: {
    carrierName: "Kahramanmaraşlılar Uluslararası Taşımacılık ve Lojistik",
    recipient: {
      ...aLabel().recipient,
      name: "Muhammed Abdürrahimoğlu Büyükkarahisarlıgil ve Ortakları",
      lines: [
        "Şehit Öğretmen Hüseyin Ağırman Çalıkuşlu Mahallesi, Gümüşsuyu Bulvarı, Karanfilköy Sitesi",
        "B Blok Kat: 12 Daire: 48, güvenlikten sonra sağdaki ikinci kapı",
      ],
      district: "Mustafakemalpaşa",
      city: "Bursa",
    },
    orderNumber: "TY-884213997-2026-0042",
  },
  arabic: {
    recipient: {
      name: "محمد علي الحسيني",
      lines: ["شارع الملك فيصل 12", "بناية 7، الطابق 3"],
      street: "",
      district: "الكرادة",
      city: "بغداد",
      zip: "10011",
      countryCode: "IQ",
      phone: "+964 770 123 4567",
    },
  },
  han: {
    recipient: {
      name: "王小明 先生",
      lines: ["上海市浦东新区世纪大道100号", "环球金融中心 35楼"],
      street: "",
      district: "浦东新区",
      city: "上海",
      zip: "200120",
      countryCode: "CN",
      phone: "+86 138 0013 8000",
    },
  },
  mark: { mark: "TEST", note: "Kapıcıya bırakılabilir" },
  copy: { copyNumber: 2 },
} as const satisfies Record<string, Partial<LabelModel>>;

/** @returns The labels of a layout by name, each with the fields that this layout is for. */
export function sheetLabels(layout: string): Readonly<Record<string, LabelModel>> {
  const own: Partial<LabelModel> = {
    layout: newestOf(layout),
    ...(layout === "return" ? { isReturn: true } : {}),
    ...(layout === "cash-on-delivery"
      ? { cashOnDelivery: { amount: "1250.00", currency: "TL" } }
      : {}),
    ...(layout === "appointment" ? { appointmentOn: "2026-11-25" } : {}),
  };
  return Object.fromEntries(
    Object.entries(TEXTS).map(([name, change]) => [name, aLabel({ ...change, ...own })]),
  );
}
