/** Records what carriers charge for parcels, each charge once, with the price of its label. */
import { minor } from "../../base/money.ts";
import { derivedId } from "../../base/derived-id.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Charge, InvoiceLine } from "../../shipping/carriers/carrier.ts";
import {
  findShipmentRow,
  listOfCarrierNumber,
} from "../../shipping/shipments/shipments.service.ts";
import { findAnnouncedLabel, findCancelledLabel } from "../transactions/transactions.service.ts";
import * as store from "./charges.store.ts";

/** Account whose carrier charges. */
export type ChargedAccount = {
  readonly organizationID: string;
  readonly accountID: string;
  readonly providerCode: string;
};

type Charged = Charge & Pick<store.ChargeRow, "invoice" | "invoicedOn" | "code">;
type Label = Pick<store.ChargeRow, "shipmentID" | "agreedMinor">;

const UNKNOWN: Label = { shipmentID: "", agreedMinor: 0 };
const SLICE = 20;
const LONGEST_CODE = 100;
/** Number of lines that are summed in one turn. */
const SUMMED_AT_ONCE = 1_000;
/** Bounds of a charge: other stations refuse rows beyond them. 10,000,000.00 TL. */
const MOST_MINOR = 1_000_000_000;
const MOST_DESI = 1_000_000;

/**
 * Records the lines of whole invoices, in turns of the event loop. Several lines of one parcel in one
 * invoice are summed. A line that was recorded before with another amount is changed, and one that
 * the invoice no longer has is withdrawn.
 *
 * @throws The signal's reason when it is aborted; what was recorded by then stays.
 */
export async function recordInvoiceLines(
  deps: WriteDeps,
  account: ChargedAccount,
  lines: readonly InvoiceLine[],
  signal?: AbortSignal,
): Promise<void> {
  const sums = await summed(lines);
  const all = [...sums.values()];
  // First, because a withdrawn line no longer holds the agreed price of its parcel.
  await withdrawOthers(deps, account, all, signal);
  for (let i = 0; i < all.length; i += SLICE) {
    signal?.throwIfAborted();
    inTransaction(deps, () => {
      for (const { trackingNumber, ...line } of all.slice(i, i + SLICE))
        record(deps, account, line, labelOf(deps, account, [line.code, trackingNumber]));
    });
    await yieldToEventLoop();
  }
}

/** Withdraws the recorded charges of these invoices that are not among the lines. */
async function withdrawOthers(
  deps: WriteDeps,
  { organizationID, accountID }: ChargedAccount,
  lines: readonly Charged[],
  signal?: AbortSignal,
): Promise<void> {
  const kept = new Set(lines.map(({ invoice, code }) => idOf({ accountID }, invoice, code)));
  const days = new Map(lines.map(({ invoice, invoicedOn }) => [invoice, invoicedOn]));
  for (const [invoice, invoicedOn] of days) {
    const of = { organizationID, accountID, invoice, invoicedOn };
    const gone = store.listOfInvoice(deps.db, of).filter((id) => !kept.has(id));
    for (let i = 0; i < gone.length; i += SLICE) {
      signal?.throwIfAborted();
      inTransaction(deps, () => {
        for (const id of gone.slice(i, i + SLICE))
          store.updateCharge(deps.db, id, {
            amountMinor: 0,
            agreedMinor: 0,
            updatedAt: deps.now(),
          });
      });
      await yieldToEventLoop();
    }
  }
}

/**
 * Records what a carrier reports about a parcel before its invoice; needs an open transaction.
 *
 * @param day Turkish day of the report, YYYY-MM-DD.
 */
export function recordCharge(
  deps: WriteDeps,
  account: ChargedAccount,
  {
    shipmentID,
    code,
    day,
    charge,
  }: {
    readonly shipmentID: string;
    readonly code: string;
    readonly day: string;
    readonly charge: Charge;
  },
): void {
  const known = store.findCharge(deps.db, idOf(account, "", code));
  record(
    deps,
    account,
    { ...charge, code, invoice: "", invoicedOn: known?.invoicedOn ?? day },
    { shipmentID, agreedMinor: agreedOf(deps, shipmentID, account.accountID) },
  );
}

function record(
  deps: WriteDeps,
  { organizationID, ...account }: ChargedAccount,
  { amount, desi: charged, invoice, invoicedOn, code }: Charged,
  label: Label,
): void {
  if (!(Math.abs(amount) <= MOST_MINOR)) {
    deps.log.warn({ invoice, code }, "a carrier charges an impossible amount for a parcel");
    return;
  }
  const desi = charged >= 0 && charged <= MOST_DESI ? charged : 0;
  const id = idOf(account, invoice, code);
  const { accountID } = account;
  const { shipmentID } = label;
  // A later invoice may correct the first one, or add the way back.
  const isLater = invoice !== "" && store.isInvoicedBefore(deps.db, { id, accountID, shipmentID });
  const agreedMinor = isLater ? 0 : label.agreedMinor;
  const fields = { invoicedOn, desi, amountMinor: amount, shipmentID, agreedMinor };
  const row = store.findCharge(deps.db, id);
  const now = deps.now();
  if (row === undefined)
    store.insertCharge(deps.db, {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID,
      accountID,
      invoice,
      code,
      ...fields,
    });
  else if (Object.entries(fields).some(([name, value]) => Reflect.get(row, name) !== value))
    store.updateCharge(deps.db, id, { ...fields, updatedAt: now });
}

function idOf(
  { accountID }: Pick<ChargedAccount, "accountID">,
  invoice: string,
  code: string,
): string {
  return derivedId("charge", accountID, invoice, code);
}

type Sum = Charged & Pick<InvoiceLine, "trackingNumber">;

/** Sums the lines by invoice and code, in turns of the event loop. */
async function summed(lines: readonly InvoiceLine[]): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>();
  for (const [i, line] of lines.entries()) {
    if (i % SUMMED_AT_ONCE === SUMMED_AT_ONCE - 1) await yieldToEventLoop();
    const { desi, amount, invoicedOn, trackingNumber } = line;
    if (!(Math.abs(amount) <= MOST_MINOR)) continue;
    const code = (line.barcode || trackingNumber).slice(0, LONGEST_CODE);
    const invoice = line.invoice.slice(0, LONGEST_CODE);
    const key = JSON.stringify([invoice, code]);
    const before = sums.get(key);
    sums.set(key, {
      invoice,
      invoicedOn,
      code,
      trackingNumber,
      desi: Math.max(desi, before?.desi ?? 0),
      amount: minor(amount + (before?.amount ?? 0)),
    });
  }
  return sums;
}

/** Finds the parcel of a line; a number that two parcels have names none. */
function labelOf(
  deps: WriteDeps,
  { organizationID, accountID, providerCode }: ChargedAccount,
  numbers: readonly string[],
): Label {
  for (const number of numbers) {
    const [parcel, other] = listOfCarrierNumber(deps.db, { organizationID, providerCode, number });
    if (parcel !== undefined && other === undefined)
      return { shipmentID: parcel.id, agreedMinor: agreedOf(deps, parcel.id, accountID) };
    const cancelled = findCancelledLabel(deps.db, organizationID, number);
    if (cancelled !== undefined) return { shipmentID: cancelled, agreedMinor: 0 };
  }
  return UNKNOWN;
}

/**
 * Returns the price without taxes of a shipment's label, minor units; 0 without a label in force that
 * was bought with the account.
 */
function agreedOf(deps: WriteDeps, shipmentID: string, accountID: string): number {
  const purchaseID = findShipmentRow(deps, shipmentID)?.purchaseID ?? null;
  const label = purchaseID === null ? undefined : findAnnouncedLabel(deps, purchaseID);
  if (label?.isInForce !== true) return 0;
  const { amountMinor, providerAccountID } = label.snapshot.offer;
  return providerAccountID === accountID ? amountMinor : 0;
}
