/**
 * Writes the errors of cells, such as #N/A, as texts. The workbook's reader gives nothing for such a
 * cell, and for a formula that no program has calculated: an order would lose its amount silently.
 */
import type { WorkbookPart } from "./unpack-workbook.ts";

/** Cell with contents: its tag's name, its attributes, and its contents. */
const CELL = /<((?:[\w-]+:)?)c\s([^<>]*[^<>/])>(.*?)<\/\1c>/gs;
const HAS_FAULTS = /\st\s*=\s*["']e["']|<(?:[\w-]+:)?f[\s>/]/;
const IS_ERROR = /(?:^|\s)t\s*=\s*["']e["']/;
const FORMULA = /<(?:[\w-]+:)?f[\s>/]/;
const VALUE = /<(?:[\w-]+:)?v(?:\s[^<>]*)?(?:\/>|>([^<]*)<)/;
const PLACE = /(?:^|\s)r\s*=\s*["']([^"'<>]*)["']/;

/** Errors that a spreadsheet shows in a cell, in English and Turkish. */
const ERROR_TEXT =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|YOK|BAŞV!|DEĞER!|AD\?|SAYI\/0!|SAYI!|BOŞ!)$/;

/** Returns whether a cell's text is the error of a spreadsheet. */
export function isCellError(text: string): boolean {
  return ERROR_TEXT.test(text);
}

/** Writes the errors of cells as texts; a formula without a result becomes #N/A. */
export function writeCellFaults(parts: readonly WorkbookPart[]): WorkbookPart[] {
  return parts.map((part) => {
    if (!/^xl\/worksheets\//i.test(part.name.toString())) return part;
    const sheet = part.bytes.toString("latin1");
    if (!HAS_FAULTS.test(sheet)) return part;
    const written = sheet.replace(
      CELL,
      (whole: string, prefix: string, attributes: string, contents: string) => {
        const value = VALUE.exec(contents);
        const isError = IS_ERROR.test(attributes);
        if (!isError && (value !== null || !FORMULA.test(contents))) return whole;
        const place = PLACE.exec(attributes)?.[1];
        const at = place === undefined ? "" : ` r="${place}"`;
        const text = (isError ? value?.[1] : undefined) ?? "#N/A";
        const [c, is, t] = ["c", "is", "t"].map((name) => `${prefix}${name}`);
        return `<${c}${at} t="inlineStr"><${is}><${t}>${text}</${t}></${is}></${c}>`;
      },
    );
    return written === sheet ? part : { ...part, bytes: Buffer.from(written, "latin1") };
  });
}
