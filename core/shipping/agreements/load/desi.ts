/** Reads the text of a desi cell: a step, an envelope, or the desi above the last step. */
import { fold } from "../../../base/text.ts";
import type { Cell } from "./sheet.ts";

/**
 * `step`: `from` is undefined when the cell has one number, up to which the step goes. `further`:
 * each desi above `above`, undefined when the cell names no number.
 */
export type Desi =
  | { readonly kind: "file" }
  | { readonly kind: "step"; readonly from: number | undefined; readonly upTo: number }
  | { readonly kind: "further"; readonly above: number | undefined };

const LONGEST = 60;
const MOST_DESI = 100_000;

const FILE = new Set([
  "dosya",
  "file",
  "files",
  "zarf",
  "evrak",
  "envelope",
  "document",
  "dokuman",
]);
const UNITS = /(?<![\p{L}])(?:desi|kg|ds|kilo|dm3)(?:lik|y[ae]|d[ae]n)?(?![\p{L}\d])/gu;
const N = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`;
const EACH = String.raw`(?:\s+(?:icin|her|her bir|her ilave|her ek|ilave|each|for each|per|every))*`;
const RANGE = new RegExp(String.raw`^${N}\s*(?:-|\.\.|to|ile|ila)\s*${N}(?:\s*arasi)?$`);
const UP_TO = new RegExp(
  String.raw`^(?:(?:up to|<=|≤|maks\.?|max\.?)\s*)?${N}(?:\s*['’]?\s*(?:y?[ae])?\s*kadar)?$`,
);
const ABOVE = [
  new RegExp(String.raw`^${N}\s*\+${EACH}$`),
  new RegExp(String.raw`^(?:\+|>|over|above|more than)\s*${N}${EACH}$`),
  new RegExp(
    String.raw`^${N}\s*['’]?\s*(?:[dt][ae]n\s+)?(?:ve\s+|and\s+|or\s+)?(?:ustu|uzeri|sonrasi|fazla|fazlasi|above|over|more|up)${EACH}$`,
  ),
];
const FURTHER =
  /^(?:(?:her|each|per|for each|every)\s+)?(?:ilave|ek|artan|sonraki|additional|extra|further)(?:\s+(?:her|her bir|each|1|bir))*$/;

/** Reads a desi cell; undefined when it has no desi. */
export function readDesi({ text, kind }: Cell): Desi | undefined {
  if (kind === "date" || text.length > LONGEST) return undefined;
  const plain = fold(text)
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(UNITS, " ")
    .replace(/[/()]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const words = plain.split(/[\s,-]+/);
  if (words.every((word) => FILE.has(word))) return { kind: "file" };
  const isExact = kind === "number";
  const [, first, last] = RANGE.exec(plain) ?? [];
  if (first !== undefined && last !== undefined)
    return stepOf(desiNumber(first, isExact), desiNumber(last, isExact));
  for (const pattern of ABOVE) {
    const above = desiNumber(pattern.exec(plain)?.[1] ?? "", isExact);
    if (above !== undefined) return { kind: "further", above };
  }
  if (FURTHER.test(plain)) return { kind: "further", above: undefined };
  const upTo = desiNumber(UP_TO.exec(plain)?.[1] ?? "", isExact);
  return isStepEnd(upTo) ? { kind: "step", from: undefined, upTo } : undefined;
}

/**
 * Reads a step whose first and last desi have a column each. Without a last desi, the first begins
 * the further desi.
 */
export function readDesiPair(from: Cell, upTo: Cell): Desi | undefined {
  const [first, last] = [readDesi(from), readDesi(upTo)];
  if (upTo.text === "")
    return first?.kind === "step" && first.from === undefined
      ? { kind: "further", above: first.upTo }
      : first;
  if (from.text === "") return last;
  if (last?.kind !== "step" || last.from !== undefined) return undefined;
  // A step may begin at 0, which is not the end of a step.
  const begin = /^0+([.,]0+)?$/.test(from.text)
    ? 0
    : first?.kind === "step" && first.from === undefined
      ? first.upTo
      : undefined;
  return stepOf(begin, last.upTo);
}

function stepOf(from: number | undefined, upTo: number | undefined): Desi | undefined {
  return from === undefined || !isStepEnd(upTo) || from > upTo
    ? undefined
    : { kind: "step", from, upTo };
}

function isStepEnd(upTo: number | undefined): upTo is number {
  return upTo !== undefined && upTo > 0 && upTo <= MOST_DESI;
}

/** Reads a number of desi; "1.250" is undefined, because it has two readings. */
function desiNumber(text: string, isExact: boolean): number | undefined {
  if (text === "" || (!isExact && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text))) return undefined;
  return Number(text.replace(",", "."));
}

const MONTHS =
  "oca|sub|mar|nis|may|haz|tem|agu|eyl|eki|kas|ara|jan|feb|apr|jun|jul|aug|sep|oct|nov|dec";
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}[./\s-]*(?:${MONTHS})\p{L}*(?:[./\s-]*\d{2,4})?|(?:${MONTHS})\p{L}*[./\s-]*\d{1,4}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}(?: .*)?)$`,
  "u",
);

/** Returns whether a spreadsheet program has probably made a date of a step such as 1-3. */
export function looksLikeDate({ text, kind }: Cell): boolean {
  return kind === "date" || (text.length <= LONGEST && DATE.test(fold(text)));
}
