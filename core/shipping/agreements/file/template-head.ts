/** Lines of a template that describe an agreement, with explanations between them. */
import type { CsvLanguage, CsvNumber } from "../../../base/csv.ts";
import type { Mapping } from "../load/mapping.schema.ts";
import { HEAD_NAMES, type HeadField } from "./head-names.ts";

type Row = readonly (string | CsvNumber)[];

/** A line with a field and its example in each language, or an explanation in each language. */
type Line =
  | readonly [field: HeadField, en: string, tr: string]
  | readonly [explanation: null, en: string, tr: string];

const LINES: readonly Line[] = [
  [
    null,
    "AGREEMENT. Replace the examples. Lines that you delete have their usual value; only Carrier and First day are needed. Load prices, on the screen, reads the price list alone.",
    "ANLAŞMA. Örnekleri değiştirin. Sildiğiniz satırlar olağan değerini alır; yalnızca Kargo firması ve İlk gün gereklidir. Ekrandaki Fiyat yükle yalnızca fiyat listesini okur.",
  ],
  ["carrier", "Yurtiçi Kargo", "Yurtiçi Kargo"],
  ["contract", "S-2026-001", "S-2026-001"],
  ["trackingLink", "https://example.com/{barcode}", "https://example.com/{barcode}"],
  ["serviceCode", "YURTICI_STANDART", "YURTICI_STANDART"],
  ["service", "Yurtiçi Standart", "Yurtiçi Standart"],
  [
    null,
    "Days as 2026-12-01 or 01.12.2026. Without a last day the prices count until the next file.",
    "Günler 01.12.2026 veya 2026-12-01 gibi. Son gün yoksa fiyatlar bir sonraki dosyaya kadar geçerlidir.",
  ],
  ["firstDay", "", ""],
  ["lastDay", "", ""],
  [
    null,
    "Taxes in the prices below: nothing, fee, VAT, or fee and VAT. The amounts of the lines above the list are always without taxes.",
    "Aşağıdaki fiyatların içindeki vergiler: KDV hariç, hizmet bedeli dahil, KDV dahil veya hizmet bedeli ve KDV. Listenin üstündeki satırların tutarları her zaman vergisizdir.",
  ],
  ["include", "nothing", "KDV hariç"],
  ["fee", "everything", "hepsi"],
  ["divisor", "3000", "3000"],
  ["rounding", "up", "yukarı"],
  [
    null,
    "Barcodes without their check digit, as the carrier gave them; further pairs are possible. Check digit: none, mod10, mod11 or PTT.",
    "Barkodlar kontrol hanesiz, firmanın verdiği gibi; birden çok aralık yazılabilir. Kontrol hanesi: yok, mod10, mod11 veya PTT.",
  ],
  ["firstBarcode", "YK1000000000", "YK1000000000"],
  ["lastBarcode", "YK1000009999", "YK1000009999"],
  ["checkDigit", "none", "yok"],
  [null, "Payment: balance or on account.", "Ödeme: bakiye veya cari."],
  ["payment", "on account", "cari"],
  ["creditLimit", "50000", "50000"],
  ["fuel", "0", "0"],
  ["discount", "0", "0"],
  ["minimum", "0", "0"],
  ["returns", "100", "100"],
  [
    null,
    "Cash on delivery is offered when one of its two lines is there.",
    "Kapıda ödeme, iki satırından biri varsa sunulur.",
  ],
  ["cashLeast", "25", "25"],
  ["cashPercent", "2", "2"],
  ["sms", "3", "3"],
  ["phone", "12", "12"],
  ["collection", "30", "30"],
  ["maxKg", "100", "100"],
  ["maxDesi", "100", "100"],
  ["maxSide", "180", "180"],
  [
    null,
    "Promised days: one number, or one for each zone of the list, in its order.",
    "Teslim günleri: tek sayı veya listedeki sırayla her bölge için bir sayı.",
  ],
  ["days", "1, 2, 3", "1, 2, 3"],
  ["cutOff", "17:00", "17:00"],
  ["saturdays", "no", "hayır"],
];

const FURTHER: Readonly<Record<CsvLanguage, readonly Row[]>> = {
  en: [
    ["Heavy above 100 kg", "4000"],
    ["Oversize above 150 cm", "60"],
    ["Zones: same city, up to … km, unlimited, or provinces such as 34, 41, 59."],
    ["Zone City", "same city"],
    ["Zone Near", "up to 200 km"],
    ["Zone Far", "unlimited"],
    ["PRICE LIST"],
  ],
  tr: [
    ["Ağır, 100 kg üstü", "4000"],
    ["Büyük, 150 cm üstü", "60"],
    ["Bölgeler: aynı il, … km'ye kadar, sınırsız veya 34, 41, 59 gibi iller."],
    ["Bölge Şehir içi", "aynı il"],
    ["Bölge Yakın", "200 km'ye kadar"],
    ["Bölge Uzak", "sınırsız"],
    ["FİYAT LİSTESİ"],
  ],
};

/** Lists the lines of a template above its headings. */
export function templateHead(
  shape: Mapping["shape"],
  language: CsvLanguage,
  firstDay: string,
): Row[] {
  const at = language === "en" ? 0 : 1;
  const lines = LINES.flatMap(([field, ...texts]): Row[] => {
    const text = texts[at] ?? "";
    if (field === null) return [[text]];
    // A list with one price a row names its services itself.
    if (field === "service" && shape === "prices") return [];
    return [[HEAD_NAMES[field][at], field === "firstDay" ? firstDay : text]];
  });
  return [...lines, ...FURTHER[language]];
}
