/**
 * Freezes a purchase: makes its snapshot, and converts it to JSON that every later app can read.
 * The JSON leaves out empty fields to save space, since every bought shipment has a snapshot. A
 * snapshot is written in the transaction that reserves the purchase, and only an erasure replaces
 * it. Later changes of an address or an order do not affect a bought shipment.
 */
import { isObject, sparse, whole } from "../../base/sparse.ts";
import { measureText, toKg } from "../../base/units.ts";
import { byColumn, byField } from "../../db/column-names.ts";
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { Carrier } from "../carriers/carrier.ts";
import type { ShippingDeps } from "../deps.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import type { LabelSettings } from "../../organizations/organizations.service.ts";
import { readFrozenRule, type FrozenRule } from "../offers/chosen-rule.schema.ts";
import { cashOnDeliveryOf, payerOf } from "./order-terms.ts";
import { joinedIDs, parcelItems } from "./joined-orders.ts";
import { readReference } from "./shipments.store.ts";
import type { Consigned } from "./shipment-draft.ts";
import {
  type LabelText,
  type PurchaseSnapshot,
  EMPTY_ADDRESS,
  EMPTY_OFFER,
  EMPTY_LABEL,
  ERASED,
} from "./purchase-snapshot.ts";

/** Newest version of each layout in `resources/labels/`, with which new labels are drawn. */
export const NEWEST_LAYOUTS = {
  standard: 3,
  compact: 3,
  return: 3,
  appointment: 3,
  "cash-on-delivery": 3,
} as const satisfies Readonly<Record<LabelSettings["layout"], number>> &
  Readonly<Record<string, number>>;

/** Inputs of a snapshot. `labels`: label settings of the organization. */
type Purchased = {
  readonly shipment: Consigned;
  readonly offer: StoredOffer;
  readonly carrier: Pick<Carrier, "isSample">;
  readonly rule?: FrozenRule | null;
  readonly labels: LabelSettings;
};

/** Freezes the current addresses, offer, label text and label settings for a purchase. */
export function freezePurchase(
  deps: Pick<ShippingDeps, "now">,
  { shipment, offer, carrier, rule = null, labels }: Purchased,
): PurchaseSnapshot {
  return {
    ...shipment.addresses,
    offer,
    label: { ...labelText(deps, shipment, offer, labels), isSample: carrier.isSample === true },
    rule,
    isErased: false,
  };
}

function labelText(
  deps: Pick<ShippingDeps, "now">,
  { columns, parcel, order, boxCount }: Consigned,
  offer: StoredOffer,
  labels: LabelSettings,
): Omit<LabelText, "isSample"> {
  const items = parcelItems(columns);
  const cashOnDelivery = cashOnDeliveryOf(columns, order);
  return {
    shipmentNumber: columns.number,
    orderNumber: columns.orderNumber,
    reference: offer.providerAccountID === null ? "" : readReference(columns.metadata),
    desi: measureText(Math.ceil(columns.desi * 100) / 100),
    weightKg: measureText(toKg(parcel.weight ?? 0, parcel.massUnit)),
    contents:
      columns.hideContents === 1
        ? []
        : items.map(
            (i) => `${i.quantity}× ${[i.title, i.variantTitle].filter((t) => t !== "").join(" ")}`,
          ),
    cashOnDelivery,
    payer: payerOf(columns, order),
    test: columns.test === 1,
    isReturn: columns.isReturn === 1,
    boxNo: columns.boxNo,
    boxCount,
    note: order?.notes ?? "",
    joined: joinedIDs(columns),
    invoiceNumber: order?.invoiceNumber ?? "",
    arePhonesMasked: labels.arePhonesMasked,
    logoID: labels.logoID,
    layout: newest(
      layoutFor(
        {
          isReturn: columns.isReturn === 1,
          isAppointment: offer.scheduleDate !== null,
          collects: cashOnDelivery !== null,
        },
        labels,
      ),
    ),
    createdAt: deps.now(),
  };
}

/**
 * Chooses the layout: returns, appointments and cash on delivery have special layouts that are hard
 * to overlook.
 */
function layoutFor(
  {
    isReturn,
    isAppointment,
    collects,
  }: { readonly isReturn: boolean; readonly isAppointment: boolean; readonly collects: boolean },
  { layout }: LabelSettings,
): keyof typeof NEWEST_LAYOUTS {
  if (isReturn) return "return";
  if (isAppointment) return "appointment";
  return collects ? "cash-on-delivery" : layout;
}

function newest(layout: keyof typeof NEWEST_LAYOUTS): string {
  return `${layout}@${NEWEST_LAYOUTS[layout]}`;
}

const VERSION = 1;

/** Stored snapshot. The sender is a separate row, because most purchases of a day share it. */
export type StoredSnapshot = { readonly sender: string; readonly body: string };

/** Addresses and offer have the names of their columns; the label has the names of its fields. */
type Body = {
  readonly version: number;
  readonly erased?: true;
  readonly recipient: Columns;
  readonly return?: Columns;
  readonly offer: Columns;
  readonly label: Partial<LabelText>;
  readonly rule?: FrozenRule;
};
type Columns = Readonly<Record<string, unknown>>;

/** Formats a snapshot as text, in the newest version. */
export function writeSnapshot({
  sender,
  recipient,
  return: back,
  offer,
  label,
  rule,
  isErased,
}: PurchaseSnapshot): StoredSnapshot {
  const at = label.createdAt;
  const body: Body = {
    version: VERSION,
    ...(isErased ? { erased: true } : {}),
    recipient: frozen(recipient, at),
    ...(back === null ? {} : { return: frozen(back, at) }),
    offer: byColumn(
      sparse(
        {
          ...offer,
          createdAt: unless(at, offer.createdAt),
          organizationID: "",
          shipmentID: "",
          requestNo: 0,
        },
        EMPTY_OFFER,
      ),
    ),
    label: sparse(label, EMPTY_LABEL),
    ...(rule === null ? {} : { rule }),
  };
  return { sender: JSON.stringify(frozen(sender, "")), body: JSON.stringify(body) };
}

/**
 * Converts an address to its stored form, without organization and member, which the transaction
 * has.
 *
 * @param at Time of the purchase, ISO 8601. An address that was created at this time, as in a
 *   one-step purchase, is stored without its time.
 */
function frozen(address: AddressRow, at: string): Columns {
  const times = {
    createdAt: unless(at, address.createdAt),
    updatedAt: unless(address.createdAt, address.updatedAt),
  };
  return byColumn(
    sparse({ ...address, ...times, organizationID: "", createdBy: "" }, EMPTY_ADDRESS),
  );
}

/** Restores a stored address. @param at Time for an address that was stored without a time. */
function thawed(stored: unknown, at: string): AddressRow {
  const address = whole(byField(stored), EMPTY_ADDRESS, "an address of a purchase");
  const createdAt = address.createdAt === "" ? at : address.createdAt;
  return {
    ...address,
    createdAt,
    updatedAt: address.updatedAt === "" ? createdAt : address.updatedAt,
  };
}

function unless(usual: string, time: string): string {
  return time === usual ? "" : time;
}

/** Returns whether a stored snapshot was erased. @param body Its JSON. */
export function isErasedBody(body: string): boolean {
  const stored: unknown = JSON.parse(body);
  return isObject(stored) && stored["erased"] === true;
}

type StoredBody = Readonly<Record<string, unknown>>;

/**
 * One reader for each version ever written: stored snapshots are never converted to a later
 * version.
 */
const READERS: Readonly<Record<number, (body: StoredBody, sender: unknown) => PurchaseSnapshot>> = {
  1: (body, sender) => {
    const label = whole(body["label"], EMPTY_LABEL, "the label of a purchase");
    const at = label.createdAt;
    const offer = whole(byField(body["offer"]), EMPTY_OFFER, "the offer of a purchase");
    return {
      sender: thawed(sender, ""),
      recipient: thawed(body["recipient"], at),
      return: body["return"] === undefined ? null : thawed(body["return"], at),
      offer: { ...offer, createdAt: offer.createdAt === "" ? at : offer.createdAt },
      label,
      rule: readFrozenRule(body["rule"]),
      isErased: body["erased"] === true,
    };
  },
};

/** Returns whether a stored value is a sender or recipient of a purchase. */
export function isFrozenAddress(stored: unknown): boolean {
  try {
    thawed(stored, "");
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a stored value is a snapshot in its version's shape. Accepts an unknown version,
 * whose shape this app cannot check.
 */
export function isSnapshotBody(stored: unknown): boolean {
  const version = isObject(stored) ? stored["version"] : undefined;
  if (!isObject(stored) || typeof version !== "number") return false;
  try {
    READERS[version]?.(stored, {});
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a snapshot.
 *
 * @throws Error for an unknown version, and for a snapshot that does not have its version's shape.
 */
export function readSnapshot(stored: StoredSnapshot): PurchaseSnapshot {
  const body: unknown = JSON.parse(stored.body);
  const version = isObject(body) ? body["version"] : undefined;
  const read = typeof version === "number" ? READERS[version] : undefined;
  if (!isObject(body) || read === undefined)
    throw new Error(
      `a purchase snapshot has version ${String(version)}; this app knows ${Object.keys(READERS).join(", ")}`,
    );
  return read(body, JSON.parse(stored.sender));
}

/**
 * Reads the purchase of a shipment's row; null while no label is bought. An unreadable snapshot
 * counts as erased.
 */
export function readPurchase({
  purchase,
  purchaseSender,
}: {
  readonly purchase: string | null;
  readonly purchaseSender: string | null;
}): PurchaseSnapshot | null {
  if (purchase === null || purchaseSender === null) return null;
  try {
    return readSnapshot({ sender: purchaseSender, body: purchase });
  } catch {
    return ERASED;
  }
}
