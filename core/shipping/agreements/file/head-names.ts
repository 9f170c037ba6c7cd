/** Knows the Turkish and English names of the lines above a price list that describe its agreement. */
import { entriesOf } from "../../../base/objects.ts";
import { fold } from "../../../base/text.ts";

/** Names by field: the English name, the Turkish name, then other spellings. */
export const HEAD_NAMES = {
  carrier: ["Carrier", "Kargo firması", "Kargo", "Firma", "Taşıyıcı", "Carrier name"],
  contract: ["Contract number", "Sözleşme no", "Sözleşme numarası", "Contract no", "Contract"],
  trackingLink: ["Tracking link", "Takip adresi", "Takip bağlantısı", "Tracking URL"],
  service: ["Service", "Hizmet", "Hizmet adı", "Service name"],
  serviceCode: ["Service code", "Hizmet kodu"],
  firstDay: ["First day", "İlk gün", "Başlangıç tarihi", "Geçerlilik başlangıcı", "Valid from"],
  lastDay: ["Last day", "Son gün", "Bitiş tarihi", "Geçerlilik bitişi", "Valid until"],
  include: ["Prices include", "Fiyatlara dahil", "Fiyatlara dahil olan"],
  fee: ["Service fee on", "Hizmet bedeli", "Evrensel hizmet bedeli", "Universal service fee"],
  divisor: ["Divisor", "Desi böleni", "Desi divisor", "Bölen"],
  rounding: ["Rounding", "Yuvarlama", "Desi yuvarlama"],
  firstBarcode: ["First barcode", "İlk barkod", "Barkod başlangıcı"],
  lastBarcode: ["Last barcode", "Son barkod", "Barkod bitişi"],
  checkDigit: ["Check digit", "Kontrol hanesi", "Kontrol basamağı"],
  payment: ["Payment", "Ödeme", "Ödeme şekli"],
  creditLimit: ["Credit limit", "Kredi limiti"],
  fuel: ["Fuel %", "Yakıt %", "Yakıt farkı %", "Fuel surcharge %"],
  discount: ["Discount %", "İndirim %", "İskonto %"],
  minimum: ["Minimum", "En az ücret", "Asgari ücret", "Minimum charge"],
  returns: ["Return %", "İade %", "Returns %"],
  cashLeast: ["Cash on delivery, least", "Kapıda ödeme, en az", "Kapıda ödeme en az"],
  cashPercent: ["Cash on delivery, %", "Kapıda ödeme, %", "Kapıda ödeme %"],
  sms: ["SMS", "SMS bildirimi", "SMS notice"],
  phone: ["Phone notice", "Telefonla ihbar", "Telefon ihbarı"],
  collection: ["Collection", "Adresten alım", "Pick-up"],
  maxKg: ["Max kg", "En çok kg", "Maks kg"],
  maxDesi: ["Max desi", "En çok desi", "Maks desi"],
  maxSide: ["Max side", "En uzun kenar", "Maks kenar", "Max side cm"],
  days: ["Promised days", "Teslim günleri", "Teslim süresi", "Promised days by zone"],
  cutOff: ["Cut-off", "Son kabul saati", "Cut-off time"],
  saturdays: ["Saturdays", "Cumartesi", "Cumartesi teslimat"],
} as const satisfies Readonly<Record<string, readonly [string, string, ...string[]]>>;
export type HeadField = keyof typeof HEAD_NAMES;

/**
 * Meaning of a line: a field, a zone with its name as the file writes it, or an extra above a limit
 * in kg or cm.
 */
export type HeadMeaning =
  | { readonly is: "field"; readonly field: HeadField }
  | { readonly is: "zone"; readonly zone: string }
  | { readonly is: "heavy" | "oversize"; readonly over: number };

const LONGEST = 100;

const FIELDS = new Map(
  entriesOf(HEAD_NAMES).flatMap(([field, names]) =>
    names.map((name) => [plainName(name), field] as const),
  ),
);

const N = String.raw`(\d{1,5})`;
const HEAVY = new RegExp(`^(?:heavy,? (?:above|over) ${N} kg|agir,? ${N} kg (?:ustu|uzeri))$`);
const OVERSIZE = new RegExp(
  `^(?:oversize,? (?:above|over) ${N} cm|(?:buyuk|uzun),? ${N} cm (?:ustu|uzeri))$`,
);

/** Finds the meaning of the name of a line; undefined when the name is unknown. */
export function headMeaning(name: string): HeadMeaning | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = plainName(name);
  const field = FIELDS.get(plain);
  if (field !== undefined) return { is: "field", field };
  const heavy = HEAVY.exec(plain);
  if (heavy !== null) return { is: "heavy", over: Number(heavy[1] ?? heavy[2]) };
  const oversize = OVERSIZE.exec(plain);
  if (oversize !== null) return { is: "oversize", over: Number(oversize[1] ?? oversize[2]) };
  const [, zone] = /^(?:zone|bölge|bolge)\s+(.+?)\s*:?$/iu.exec(name.trim()) ?? [];
  return zone === undefined ? undefined : { is: "zone", zone };
}

function plainName(name: string): string {
  return fold(name)
    .replace(/\s*:$/, "")
    .replace(/\s*:\s*/g, ", ");
}
