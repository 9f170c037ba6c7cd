/** Presents the price of an offer: its amounts, and its lines. */
import { amountTexts, CURRENCY, moneyText } from "../../base/money.ts";
import { parseJsonOr } from "../../base/json.ts";
import { measureText } from "../../base/units.ts";
import { priceLinesSchema, type PriceLines } from "../carriers/price-lines.schema.ts";
import type { Offer } from "./offers.schema.ts";
import type { OfferRow } from "./offers.store.ts";

/** Reads the lines of an offer's price; undefined when the carrier gave none. */
export function linesOf({ priceLines }: Pick<OfferRow, "priceLines">): PriceLines | undefined {
  return priceLines === "" ? undefined : parseJsonOr(priceLines, priceLinesSchema, undefined);
}

/** Formats the price fields; local and foreign currency are the same here. */
export function priceTexts(
  row: Pick<OfferRow, "amountMinor" | "taxMinor" | "vatMinor" | "totalMinor" | "priceLines">,
) {
  // Lines without a discount need not be parsed.
  const lines = row.priceLines.includes('"discountPpm"') ? linesOf(row) : undefined;
  const discount = lines?.recipientPays === undefined ? lines : undefined;
  const amountOld = moneyText(discount?.amountOld ?? 0);
  return {
    ...amountTexts({
      amount: row.amountMinor,
      tax: row.taxMinor,
      vat: row.vatMinor,
      total: row.totalMinor,
    }),
    currencyLocal: CURRENCY,
    amountOld,
    amountLocalOld: amountOld,
    discountRate: moneyText(Math.round((discount?.discountPpm ?? 0) / 100)),
    bonusBalance: "0.00",
  };
}

/** Presents the lines of an offer's price; no field when the carrier gave none. */
export function presentLines(row: OfferRow): Pick<Offer, "priceLines"> {
  const read = linesOf(row);
  if (read === undefined) return {};
  return {
    priceLines: {
      desi: measureText(read.desi),
      billedBy: read.billedBy,
      lines: read.lines.map(([kind, amount]) => ({ kind, amount: moneyText(amount) })),
    },
  };
}

/** Reads what the recipient pays, minor units; 0 when the sender pays. */
export function recipientPays(row: Pick<OfferRow, "priceLines">): number {
  // Lines that the sender pays need not be parsed.
  return row.priceLines.includes('"recipientPays"') ? (linesOf(row)?.recipientPays ?? 0) : 0;
}
