/** Reads the terms of an order from its first row: payer, collection, declared value, waybill and invoice. */
import { fold } from "../../base/text.ts";
import { namesOf } from "../../base/objects.ts";
import { LONGEST_INVOICE, LONGEST_WAYBILL } from "../shipments/order-terms.schema.ts";
import type { RejectedRow } from "./imports.schema.ts";
import { isOtherCurrency, numberOf, type NumberFormats } from "./order-numbers.ts";
import type { OrderRow } from "./read-csv.ts";
import { cell, reject, type Headings } from "./reject-row.ts";

/** Folded words of a cell, by the value that they mean. */
const PAYERS = {
  sender: ["gonderici", "gonderen", "gonderici odemeli", "sender", "sender pays"],
  recipient: [
    "alici",
    "alici odemeli",
    "karsi odemeli",
    "recipient",
    "recipient pays",
    "receiver",
    "receiver pays",
  ],
} as const;
const COLLECTIONS = {
  cash: ["nakit", "cash"],
  card: ["kart", "kredi karti", "banka karti", "card", "credit card", "debit card"],
} as const;

/** Lists the faults of the terms. The number of a declared value is checked with other numbers. */
export function findTermFaults(headings: Headings, row: OrderRow): RejectedRow[] {
  const faults: RejectedRow[] = [];
  if (valueIn(PAYERS, cell(row, "payer")) === undefined)
    faults.push(reject(headings, row, "payer", "BAD_PAYER"));
  if (valueIn(COLLECTIONS, cell(row, "collection")) === undefined)
    faults.push(reject(headings, row, "collection", "BAD_COLLECTION"));
  if (cell(row, "declaredValue") !== "" && isOtherCurrency(row, "declaredValue"))
    faults.push(reject(headings, row, "declaredValue", "BAD_DECLARED_VALUE"));
  if (cell(row, "waybillNumber").length > LONGEST_WAYBILL)
    faults.push(reject(headings, row, "waybillNumber", "LONG_WAYBILL"));
  if (cell(row, "invoiceNumber").length > LONGEST_INVOICE)
    faults.push(reject(headings, row, "invoiceNumber", "LONG_INVOICE"));
  return faults;
}

/** Converts the cells of a row without faults to the fields of an order. */
export function termsOf(formats: NumberFormats, row: OrderRow): Readonly<Record<string, string>> {
  const declared = numberOf(formats, row, "declaredValue");
  return {
    payer: valueIn(PAYERS, cell(row, "payer")) ?? "",
    collection: valueIn(COLLECTIONS, cell(row, "collection")) ?? "",
    declaredValue: declared.kind === "number" ? declared.text : "",
    waybillNumber: cell(row, "waybillNumber"),
    invoiceNumber: cell(row, "invoiceNumber"),
  };
}

/** Finds the value that a cell means; "" for an empty cell, undefined for an unknown word. */
function valueIn<Value extends string>(
  words: Readonly<Record<Value, readonly string[]>>,
  text: string,
): Value | "" | undefined {
  const word = fold(text);
  return word === "" ? "" : namesOf(words).find((value) => words[value].includes(word));
}
