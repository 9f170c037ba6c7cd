/** Reads price cells to net prices in minor units. */
import { moneyText } from "../../../base/money.ts";
import { isLira } from "../../files/lira.ts";
import { findNumberFormat, readNumber, type NumberFormat } from "../../files/number-format.ts";
import { MOST_MINOR } from "../tariff.schema.ts";
import { currencyIn, splitCurrency } from "./currency.ts";
import type { Problem } from "./findings.schema.ts";
import type { PricesInclude } from "./price-list.schema.ts";
import type { Cell } from "./sheet.ts";

/** Rates in parts per million: universal service fee of the net price, VAT of price and fee. */
export type ListTaxes = {
  readonly include: PricesInclude;
  readonly feePpm: number;
  readonly vatPpm: number;
};

export type PriceReading =
  | { readonly minor: number; readonly isRounded: boolean }
  | Pick<Problem, "code" | "values">;

const MILLION = 1_000_000n;
const LONGEST = 60;
/** Number of characters of a cell that a finding shows. */
const SHOWN = 40;

/** Finds the number format of all price cells of a list. */
export function findPriceFormat(cells: readonly Cell[]): NumberFormat {
  return findNumberFormat(cells.flatMap((cell) => (cell.kind === "text" ? amountOf(cell) : [])));
}

/**
 * Reads a price.
 *
 * @param cell Not empty.
 * @param format Format of all prices of the list.
 */
export function readPrice(cell: Cell, format: NumberFormat, taxes: ListTaxes): PriceReading {
  const text = shown(cell.text);
  if (cell.kind === "date") return { code: "dateCell", values: { text } };
  const currency = otherCurrency(cell);
  if (currency !== undefined) return { code: "otherCurrency", values: { currency } };
  const amount = amountOf(cell);
  if (/^[-−]\s?\d/.test(amount)) return { code: "negative", values: {} };
  const reading =
    cell.kind === "number"
      ? ({ kind: "number", text: amount } as const)
      : readNumber(amount, format);
  if (reading.kind === "none") return { code: "notANumber", values: { text } };
  if (reading.kind === "ambiguous") {
    const [first, second] = reading.readings;
    return { code: "ambiguousNumber", values: { text, first, second } };
  }
  const minor = netMinor(reading.text, taxes);
  return minor > BigInt(MOST_MINOR)
    ? { code: "tooLarge", values: { most: moneyText(MOST_MINOR) } }
    : { minor: Number(minor), isRounded: /\.\d\d\d*?[1-9]/.test(reading.text) };
}

/** Shortens the text of a cell for a finding. */
export function shown(text: string): string {
  return text.slice(0, SHOWN);
}

function otherCurrency(cell: Cell): string | undefined {
  if (cell.currency !== undefined) return cell.currency;
  if (cell.text.length > LONGEST) return undefined;
  const { name } = splitCurrency(cell.text);
  const isCode = /^[A-Z]{3}$/.test(name) && !isLira(name);
  return isCode ? name : currencyIn(cell.text);
}

/** Returns the amount of a cell without the lira's name and without spaces between thousands. */
function amountOf({ text }: Cell): string {
  if (text.length > LONGEST) return text;
  const { amount, name } = splitCurrency(text);
  const isAmount = name === "" || isLira(name);
  return isAmount ? amount.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "") : text;
}

/**
 * Takes the taxes out of a price; the result is rounded half up to the minor unit.
 *
 * @param text Digits, with a point before the decimals.
 */
function netMinor(text: string, { include, feePpm, vatPpm }: ListTaxes): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  let over = BigInt(whole + fraction) * 100n;
  let under = 10n ** BigInt(fraction.length);
  const ppms = [
    ...(include === "fee" || include === "feeAndVat" ? [feePpm] : []),
    ...(include === "vat" || include === "feeAndVat" ? [vatPpm] : []),
  ];
  for (const ppm of ppms) {
    over *= MILLION;
    under *= MILLION + BigInt(ppm);
  }
  return (2n * over + under) / (2n * under);
}
