/**
 * Stores a purchase snapshot: JSON without empty fields, in a version that every later app can
 * read.
 */
import { isObject, sparse, whole } from "../../base/sparse.ts";
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import {
  type LabelText,
  type PurchaseSnapshot,
  EMPTY_ADDRESS,
  EMPTY_OFFER,
  EMPTY_LABEL,
} from "./purchase-snapshot.ts";

const VERSION = 1;

/** Stored snapshot: the sender, which most purchases of a day share, is a separate row. */
export type StoredSnapshot = { readonly sender: string; readonly body: string };

type Body = {
  readonly version: number;
  readonly erased?: true;
  readonly recipient: Partial<AddressRow>;
  readonly return?: Partial<AddressRow>;
  readonly offer: Partial<StoredOffer>;
  readonly label: Partial<LabelText>;
};

/** Formats a snapshot as text, in the newest version. */
export function writeSnapshot({
  sender,
  recipient,
  return: back,
  offer,
  label,
  isErased,
}: PurchaseSnapshot): StoredSnapshot {
  const at = label.createdAt;
  const body: Body = {
    version: VERSION,
    ...(isErased ? { erased: true } : {}),
    recipient: frozen(recipient, at),
    ...(back === null ? {} : { return: frozen(back, at) }),
    offer: sparse(
      {
        ...offer,
        created_at: unless(at, offer.created_at),
        organization_id: "",
        shipment_id: "",
        request_no: 0,
      },
      EMPTY_OFFER,
    ),
    label: sparse(label, EMPTY_LABEL),
  };
  return { sender: JSON.stringify(frozen(sender, "")), body: JSON.stringify(body) };
}

/**
 * Removes organization and member, which the transaction has. @param at Time of the purchase, ISO
 * 8601: left out when an address of a one-step purchase has the same time.
 */
function frozen(address: AddressRow, at: string): Partial<AddressRow> {
  const times = {
    created_at: unless(at, address.created_at),
    updated_at: unless(address.created_at, address.updated_at),
  };
  return sparse({ ...address, ...times, organization_id: "", created_by: "" }, EMPTY_ADDRESS);
}

/** Restores a stored address. @param at Time of an address that was stored without one. */
function thawed(stored: unknown, at: string): AddressRow {
  const address = whole(stored, EMPTY_ADDRESS, "an address of a purchase");
  const created_at = address.created_at === "" ? at : address.created_at;
  return {
    ...address,
    created_at,
    updated_at: address.updated_at === "" ? created_at : address.updated_at,
  };
}

function unless(usual: string, time: string): string {
  return time === usual ? "" : time;
}

/** Whether a stored snapshot was erased. @param body Its JSON. */
export function isErasedBody(body: string): boolean {
  const stored: unknown = JSON.parse(body);
  return isObject(stored) && stored["erased"] === true;
}

type StoredBody = Readonly<Record<string, unknown>>;

/** One reader for each version ever written: stored snapshots are never rewritten. */
const READERS: Readonly<Record<number, (body: StoredBody, sender: unknown) => PurchaseSnapshot>> = {
  1: (body, sender) => {
    const label = whole(body["label"], EMPTY_LABEL, "the label of a purchase");
    const at = label.createdAt;
    const offer = whole(body["offer"], EMPTY_OFFER, "the offer of a purchase");
    return {
      sender: thawed(sender, ""),
      recipient: thawed(body["recipient"], at),
      return: body["return"] === undefined ? null : thawed(body["return"], at),
      offer: { ...offer, created_at: offer.created_at === "" ? at : offer.created_at },
      label,
      isErased: body["erased"] === true,
    };
  },
};

/** Whether a stored value is a sender or recipient of a purchase. */
export function isFrozenAddress(stored: unknown): boolean {
  try {
    thawed(stored, "");
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a stored value is a snapshot in its version's shape. Accepts an unknown version, whose
 * shape this app cannot check.
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
 * Reads a snapshot. @throws Error for an unknown version, and for a snapshot that does not have its
 * version's shape.
 */
export function readSnapshot(stored: StoredSnapshot): PurchaseSnapshot {
  const body: unknown = JSON.parse(stored.body);
  const version = isObject(body) ? body["version"] : undefined;
  const read = typeof version === "number" ? READERS[version] : undefined;
  if (!isObject(body) || read === undefined)
    throw new Error(
      `a purchase snapshot of version ${String(version)}, this app knows ${Object.keys(READERS).join(", ")}`,
    );
  return read(body, JSON.parse(stored.sender));
}

/**
 * Reads the purchase of a shipment's row; null while no label is bought. An unreadable snapshot
 * counts as erased.
 */
export function readPurchase({
  purchase,
  purchase_sender,
}: {
  readonly purchase: string | null;
  readonly purchase_sender: string | null;
}): PurchaseSnapshot | null {
  if (purchase === null || purchase_sender === null) return null;
  try {
    return readSnapshot({ sender: purchase_sender, body: purchase });
  } catch {
    return {
      sender: EMPTY_ADDRESS,
      recipient: EMPTY_ADDRESS,
      return: null,
      offer: EMPTY_OFFER,
      label: EMPTY_LABEL,
      isErased: true,
    };
  }
}
