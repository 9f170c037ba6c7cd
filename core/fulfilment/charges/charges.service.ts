/** Reads what carriers charged, compared with the prices of the labels. */
import { errors } from "../../base/errors.ts";
import { CURRENCY, moneyText } from "../../base/money.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { CarrierInvoices, ChargedParcel } from "./charges.schema.ts";
import * as store from "./charges.store.ts";

type ReadingDeps = Pick<FulfilmentDeps, "reader">;
/** Turkish days, YYYY-MM-DD, both inclusive. */
type Days = { readonly from: string; readonly to: string };

const AT_ONCE = 200;
const MOST_INVOICES = 1_000;

/**
 * Lists the invoices of a period.
 *
 * @throws AppError E1055 for a member with limited access; E2052
 */
export async function readInvoices(
  { reader }: ReadingDeps,
  actor: Actor,
  { from, to }: Days,
): Promise<CarrierInvoices> {
  const days = { from, to };
  const rows = await store.listInvoices(reader, {
    ...whose(actor),
    ...days,
    atMost: MOST_INVOICES + 1,
  });
  const lines = rows.slice(0, MOST_INVOICES).map(({ amountMinor, agreedMinor, ...row }) => ({
    ...row,
    charged: moneyText(amountMinor),
    agreed: moneyText(agreedMinor),
    difference: moneyText(amountMinor - agreedMinor),
  }));
  return { ...days, currency: CURRENCY, lines, isMore: rows.length > MOST_INVOICES };
}

/**
 * Yields the charges of a period in pages, by day.
 *
 * @throws AppError E1055, E2052
 */
export async function* readChargedParcels(
  { reader }: ReadingDeps,
  actor: Actor,
  { from, to }: Days,
): AsyncGenerator<ChargedParcel[]> {
  const of = { ...whose(actor), from, to, limit: AT_ONCE };
  let [afterDay, afterID] = ["", ""];
  for (;;) {
    const rows = await store.listChargedParcels(reader, { ...of, afterDay, afterID });
    yield rows.map(({ id: _, amountMinor, agreedMinor, orderNumber, ...row }) => ({
      ...row,
      orderNumber: orderNumber ?? "",
      charged: moneyText(amountMinor),
      agreed: moneyText(agreedMinor),
      difference: moneyText(amountMinor - agreedMinor),
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    [afterDay, afterID] = [last.invoicedOn, last.id];
  }
}

function whose({ role, organizationID }: Actor): { readonly organizationID: string } {
  if (role === "limitedAccessUser") throw errors.notAuthorised();
  return { organizationID };
}
