/**
 * Writes templates of price lists, which a person fills in and loads. Above the headings is an
 * agreement, so that the whole file can be entered too.
 */
import { csvLine, type CsvLanguage, type CsvNumber } from "../../../base/csv.ts";
import { templateHead } from "../file/template-head.ts";
import type { Mapping } from "./mapping.schema.ts";

type Row = readonly (string | CsvNumber)[];

/**
 * Prices of a template, by the last desi of a step. Their texts keep the word "desi", because
 * spreadsheet programs make dates of texts such as 2-3.
 */
const STEPS = [
  { from: 0, upTo: 1, prices: ["100.00", "120.00", "140.00"] },
  { from: 2, upTo: 3, prices: ["110.00", "132.50", "154.00"] },
  { from: 4, upTo: 5, prices: ["125.00", "150.00", "175.00"] },
  { from: 6, upTo: 10, prices: ["150.00", "180.00", "210.00"] },
  { from: 11, upTo: 20, prices: ["220.00", "264.00", "308.00"] },
  { from: 21, upTo: 30, prices: ["300.00", "360.00", "420.00"] },
] as const;
const FILE = ["90.00", "100.00", "110.00"];
const FURTHER = ["10.00", "12.00", "14.00"];

const WORDS = {
  en: {
    desi: "Desi/Kg",
    service: "Service",
    zone: "Zone",
    from: "Desi from",
    upTo: "Desi to",
    price: "Price",
    file: "File",
    further: "Each further desi",
    standard: "Standard",
    zones: ["City", "Near", "Far"],
  },
  tr: {
    desi: "Desi/Kg",
    service: "Hizmet",
    zone: "Bölge",
    from: "Desi başlangıç",
    upTo: "Desi bitiş",
    price: "Fiyat",
    file: "Dosya",
    further: "Her ilave desi",
    standard: "Standart",
    zones: ["Şehir içi", "Yakın", "Uzak"],
  },
} as const;

/**
 * Makes the CSV text of a template in the form that spreadsheet programs of a language open.
 *
 * @param shape Shape of the list.
 * @param firstDay First day of the example's prices.
 */
export function templateText(
  shape: Mapping["shape"],
  language: CsvLanguage,
  firstDay: string,
): string {
  const list = shape === "zones" ? zonesRows(language) : pricesRows(language);
  const rows: Row[] = [...templateHead(shape, language, firstDay), ...list];
  return `\uFEFF${rows.map((row) => csvLine(row, language)).join("")}`;
}

function zonesRows(language: CsvLanguage): Row[] {
  const words = WORDS[language];
  const line = (desi: string, prices: readonly string[]): Row => [
    desi,
    ...prices.map((number) => ({ number })),
  ];
  return [
    [words.desi, ...words.zones],
    line(words.file, FILE),
    ...STEPS.map(({ from, upTo, prices }) => line(`${from}-${upTo} desi`, prices)),
    line(words.further, FURTHER),
  ];
}

function pricesRows(language: CsvLanguage): Row[] {
  const words = WORDS[language];
  return [
    [words.service, words.zone, words.from, words.upTo, words.price],
    ...words.zones.flatMap((zone, i): Row[] => {
      const line = (from: string, upTo: string, prices: readonly string[]): Row => [
        words.standard,
        zone,
        from,
        upTo,
        { number: prices[i] ?? "" },
      ];
      return [
        line(words.file, "", FILE),
        ...STEPS.map(({ from, upTo, prices }) => line(String(from), String(upTo), prices)),
        line(words.further, "", FURTHER),
      ];
    }),
  ];
}
