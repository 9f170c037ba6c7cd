/**
 * Labels of parcels of a Turkish shop, each with different names, address and numbers. The same
 * number gives the same label.
 */
import type { LabelModel } from "../../core/labels/labels.schema.ts";

const FIRST = [
  "Çağla",
  "İbrahim",
  "Gülşen",
  "Oğuzhan",
  "Şükrü",
  "Ayşe Nur",
  "Mehmet Ali",
  "Züleyha",
  "Iraz",
  "Ömer",
  "Bünyamin",
  "Hatice",
  "Kıvanç",
];
const LAST = [
  "Şimşekoğlu",
  "Yılmaz",
  "Kahramanmaraşlıoğlu",
  "Öztürk",
  "Çelik",
  "Doğan",
  "Güneş",
  "Işık",
  "Aydın",
  "Karadağ",
  "Büyükçekmeceli",
];
const STREETS = [
  "Moda",
  "Gümüşsuyu",
  "İnönü",
  "Atatürk",
  "Bağdat",
  "Fevzi Çakmak",
  "Şehit Öğretmen",
  "Yıldız",
  "Kızılay",
  "Örnek",
  "Çınar",
  "Ihlamur",
];
const PLACES = [
  ["Kadıköy", "İstanbul"],
  ["Çankaya", "Ankara"],
  ["Karşıyaka", "İzmir"],
  ["Nilüfer", "Bursa"],
  ["Merkez", "Düzce"],
  ["Şahinbey", "Gaziantep"],
  ["Ortahisar", "Trabzon"],
  ["Eyyübiye", "Şanlıurfa"],
  ["Dulkadiroğlu", "Kahramanmaraş"],
] as const;
const GOODS = [
  "Tişört",
  "Çizgili defter",
  "Ğ harfli kupa",
  "Bebek örgüsü",
  "Şarj aleti",
  "Kâğıt havlu",
  "Çöp poşeti",
  "Gözlük",
];

/**
 * Returns the label with this number.
 * @param n From 0. Labels of different numbers differ in nearly all texts.
 */
export function parcelLabel(n: number): LabelModel {
  const pick = <T>(from: readonly T[], salt: number): T =>
    from[Math.floor(noise(n, salt) * from.length)] as T; // The index is below the list's length.
  const number = (salt: number, most: number): number => Math.floor(noise(n, salt) * most);
  const [district, city] = pick(PLACES, 1);
  return {
    version: 2,
    layout: { name: "standard", version: 2 },
    language: "tr",
    carrierName: pick(["Sürat Örnek Kargo", "Yurt Kargo", "Ğözde Lojistik"], 2),
    serviceName: pick(["Standart", "Ertesi gün", "Randevulu teslimat"], 3),
    barcode: `PB${String(number(4, 9e12)).padStart(13, "0")}`,
    routingCode: n % 3 === 0 ? `34-${pick(STREETS, 5).toLocaleUpperCase("tr")}` : "",
    arePhonesMasked: n % 7 === 0,
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
      name: `${pick(FIRST, 6)} ${pick(LAST, 7)}`,
      lines: [
        `${pick(STREETS, 8)} Mah. ${pick(STREETS, 9)} Cad. ${pick(LAST, 10)} Apt. No: ${number(11, 200)}/A`,
        `Kat: ${number(12, 20)} Daire: ${number(13, 60)}`,
      ],
      street: "",
      district,
      city,
      zip: String(10_000 + number(14, 70_000)),
      countryCode: "TR",
      phone: `+90 5${number(15, 90) + 10} 555 ${number(16, 90) + 10} ${number(17, 90) + 10}`,
    },
    shipmentNumber: 1_000 + n,
    orderNumber: `TY-${number(18, 1e9)}`,
    invoiceNumber: "",
    reference: n % 4 === 0 ? `R-${number(19, 1e5)}` : "",
    desi: String(number(20, 30) + 1),
    weightKg: `${number(21, 20)}.${number(22, 9) + 1}`,
    contents: Array.from(
      { length: 1 + number(23, 4) },
      (_, i) => `${number(24 + i, 5) + 1}× ${pick(GOODS, 30 + i)}`,
    ),
    payer: n % 5 === 0 ? "recipient" : "sender",
    pieces: n % 6 === 0 ? { no: 2, of: 3 } : { no: 1, of: 1 },
    promisedOn: "2026-11-24T09:00:00.000Z",
    appointmentOn: "",
    note: n % 5 === 1 ? `Akşam ${number(40, 6) + 17}:00'den sonra teslim edilsin` : "",
    logo: null,
    cashOnDelivery: n % 8 === 0 ? { amount: `${number(41, 5_000)}.50`, currency: "TL" } : null,
    mark: "",
    copyNumber: 0,
    isReturn: false,
    createdAt: "2026-11-21T09:00:00.000Z",
  };
}

/** Returns a number from 0 to below 1 that looks random, the same for the same arguments. */
function noise(n: number, salt: number): number {
  let x = Math.imul(n + 1, 0x9e37_79b1) ^ Math.imul(salt + 1, 0x85eb_ca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b_3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a_2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}
