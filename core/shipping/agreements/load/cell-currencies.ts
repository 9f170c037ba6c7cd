/**
 * Finds cells whose number format shows a currency other than the lira: the cell holds only the
 * number, and the sign that a person sees is in the workbook's styles.
 */
import type { WorkbookPart } from "../../files/unpack-workbook.ts";
import { currencyIn } from "./currency.ts";

const FORMAT = /<(?:[\w-]+:)?numFmt\s[^<>]*>/g;
const STYLES = /<(?:[\w-]+:)?cellXfs[\s>]([\s\S]*?)<\/(?:[\w-]+:)?cellXfs>/;
const STYLE = /<(?:[\w-]+:)?xf\s[^<>]*>/g;
const CELL = /<(?:[\w-]+:)?c\s[^<>]*>/g;

/** @returns The currency by the place of the cell, such as "B2". */
export function findCurrencies(parts: readonly WorkbookPart[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const styles = parts.find(({ name }) => /^xl\/styles\.xml$/i.test(name.toString()));
  const byStyle = styles === undefined ? [] : currenciesByStyle(styles.bytes.toString());
  if (byStyle.every((currency) => currency === undefined)) return found;
  for (const { name, bytes } of parts) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/i.test(name.toString())) continue;
    for (const [tag] of bytes.toString("latin1").matchAll(CELL)) {
      const currency = byStyle[Number(attribute(tag, "s") ?? -1)];
      const place = attribute(tag, "r");
      if (currency !== undefined && place !== undefined) found.set(place.toUpperCase(), currency);
    }
  }
  return found;
}

function currenciesByStyle(xml: string): (string | undefined)[] {
  const currencies = new Map<string, string>();
  for (const [tag] of xml.matchAll(FORMAT)) {
    const [id, code] = [attribute(tag, "numFmtId"), attribute(tag, "formatCode")];
    const currency = currencyIn(textOfFormat(code ?? ""));
    if (id !== undefined && currency !== undefined) currencies.set(id, currency);
  }
  const [, list = ""] = STYLES.exec(xml) ?? [];
  return [...list.matchAll(STYLE)].map(([tag]) => currencies.get(attribute(tag, "numFmtId") ?? ""));
}

/** Returns the texts of a number format: `[$€-407]` and `"USD"`, without signs of the format. */
function textOfFormat(code: string): string {
  const plain = code.replaceAll("&quot;", '"').replaceAll("&#8364;", "€").replaceAll("&#163;", "£");
  const inBrackets = [...plain.matchAll(/\[\$([^\]-]*)[^\]]*\]/g)].map(([, sign]) => sign);
  const outside = plain.replace(/\[[^\]]*\]/g, " ");
  const inQuotes = [...outside.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
  const signs = outside.match(/[$€£]/g) ?? [];
  return [...inBrackets, ...inQuotes, ...signs].join(" ");
}

const ATTRIBUTES = {
  s: /\ss\s*=\s*["']([^"']*)["']/,
  r: /\sr\s*=\s*["']([^"']*)["']/,
  numFmtId: /\snumFmtId\s*=\s*["']([^"']*)["']/,
  formatCode: /\sformatCode\s*=\s*(?:"([^"]*)"|'([^']*)')/,
} as const;

function attribute(tag: string, name: keyof typeof ATTRIBUTES): string | undefined {
  const [, double, single] = ATTRIBUTES[name].exec(tag) ?? [];
  return double ?? single;
}
