/** Sample labels, to see a layout on a paper before it is used. */
import type { LabelModel, LabelParty } from "./labels.schema.ts";
import type { LabelSample } from "./preview.schema.ts";

const SENDER: LabelParty = {
  name: "Işık Kırtasiye Ltd. Şti.",
  lines: ["Perpa Ticaret Merkezi B Blok No: 1204"],
  street: "",
  district: "Şişli",
  city: "İstanbul",
  zip: "34384",
  countryCode: "TR",
  phone: "+902125550102",
};
const RECIPIENT: LabelParty = {
  name: "Çağla Şimşekoğlu",
  lines: ["Caferağa Mah. Moda Cad. No: 112/A", "Kat: 3 Daire: 7"],
  street: "",
  district: "Kadıköy",
  city: "İstanbul",
  zip: "34710",
  countryCode: "TR",
  phone: "+905325554433",
};

const SHORT: LabelModel = {
  version: 2,
  layout: { name: "standard", version: 1 },
  language: "tr",
  carrierName: "Örnek Kargo",
  serviceName: "Standart",
  barcode: "0000000000",
  routingCode: "",
  sender: SENDER,
  recipient: RECIPIENT,
  arePhonesMasked: false,
  shipmentNumber: 1042,
  orderNumber: "TY-884213997",
  reference: "",
  invoiceNumber: "",
  desi: "3",
  weightKg: "2.5",
  payer: "sender",
  pieces: { no: 1, of: 1 },
  promisedOn: "2026-11-24T09:00:00.000Z",
  appointmentOn: "",
  note: "",
  contents: ["2× Tişört M", "1× Çizgili defter"],
  logo: null,
  cashOnDelivery: null,
  mark: "",
  copyNumber: 0,
  isReturn: false,
  createdAt: "2026-11-21T09:00:00.000Z",
};

const CASH: Partial<LabelModel> = {
  cashOnDelivery: { amount: "1250.00", currency: "TL" },
  note: "Kartla ödeme yok.",
};
const RETURN: Partial<LabelModel> = { isReturn: true, sender: RECIPIENT, recipient: SENDER };
const APPOINTMENT: Partial<LabelModel> = { appointmentOn: "2026-11-26" };

const CHANGES: Readonly<Record<LabelSample, Partial<LabelModel>>> = {
  short: {},
  long: {
    recipient: {
      ...RECIPIENT,
      name: "Güneydoğu Anadolu Tarım Ürünleri Pazarlama Sanayi ve Dış Ticaret Anonim Şirketi, Depo Sorumlusu Abdurrahman Karamustafaoğlu",
      lines: [
        "Yukarı Dudullu Organize Sanayi Bölgesi Mah. İmes Sanayi Sitesi C Blok 301. Sokak No: 18 Kat: 4 Daire: 27",
        "Sarı binanın arkası, güvenlikten sonra sağdaki ikinci kapı",
      ],
      district: "Ümraniye",
    },
    orderNumber: "PAZARYERI-2026-11-884213997",
    reference: "SÖZLEŞME 4471/B",
    note: "Teslimattan önce arayın; kapıda köpek var, zili çalmayın.",
    contents: [
      "12× Kareli spiral defter A4",
      "3× Dolma kalem, lacivert",
      "24× Kurşun kalem HB",
      "1× Masa lambası, ayarlı",
      "2× Klasör geniş",
      "6× Fosforlu kalem",
      "1× Delgeç",
    ],
  },
  arabic: {
    language: "en",
    recipient: {
      ...RECIPIENT,
      name: "محمد عبد الرحمن الهاشمي",
      lines: ["شارع الشيخ زايد ١٢٥، برج السلام", "الطابق ٧، شقة ٧٠٢"],
      district: "",
      city: "دبي",
      zip: "",
      countryCode: "AE",
      phone: "+971501234567",
    },
  },
  hebrew: {
    language: "en",
    recipient: {
      ...RECIPIENT,
      name: "דניאל כהן",
      lines: ["רחוב דיזנגוף 99, דירה 4"],
      district: "",
      city: "תל אביב",
      zip: "6433222",
      countryCode: "IL",
      phone: "+972501234567",
    },
  },
  han: {
    language: "en",
    recipient: {
      ...RECIPIENT,
      name: "王小明",
      lines: ["朝阳区建国门外大街1号国贸大厦A座1203室"],
      district: "朝阳区",
      city: "北京市",
      zip: "100004",
      countryCode: "CN",
      phone: "+8613800138000",
    },
  },
  hangul: {
    language: "en",
    recipient: {
      ...RECIPIENT,
      name: "김민준",
      lines: ["세종대로 175, 5층"],
      district: "종로구",
      city: "서울",
      zip: "03172",
      countryCode: "KR",
      phone: "+821012345678",
    },
  },
  cash: CASH,
  return: RETURN,
  appointment: APPOINTMENT,
};

/** Contents by layout name: a layout for one kind of parcel shows that kind with every sample. */
const KINDS: Readonly<Record<string, Partial<LabelModel>>> = {
  "cash-on-delivery": CASH,
  return: RETURN,
  appointment: APPOINTMENT,
};

/**
 * Builds a sample label. The same sample and layout give the same label.
 *
 * @param layout The layout that draws the label.
 * @param change The organization's label settings.
 */
export function sampleLabel(
  sample: LabelSample,
  layout: LabelModel["layout"],
  change: Pick<LabelModel, "arePhonesMasked" | "logo">,
): LabelModel {
  return { ...SHORT, ...KINDS[layout.name], ...CHANGES[sample], ...change, layout };
}
