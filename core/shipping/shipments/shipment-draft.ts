/** A shipment between its input and its rows; carriers and labels get the same shape. */
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { OrderRow } from "./orders.store.ts";
import type { FoldedColumns, ParcelColumns, ShipmentColumns } from "./shipments.store.ts";

/**
 * Addresses of a shipment. `return` is null when parcels return to the sender. Addresses read from
 * a snapshot have no organization and no member.
 */
export type FrozenAddresses = {
  readonly sender: AddressRow;
  readonly recipient: AddressRow;
  readonly return: AddressRow | null;
};

/** A complete, checked shipment that has not been written. */
export type ShipmentDraft = {
  readonly columns: Omit<ShipmentColumns, keyof FoldedColumns> & {
    /** Orders that are packed in the same parcel, of a stored shipment. */
    readonly joined?: string | null;
  };
  readonly parcel: ParcelColumns;
  readonly addresses: FrozenAddresses;
  /** Whether the recipient is new and is written with the shipment. */
  readonly isNewRecipient: boolean;
  readonly order: OrderRow | undefined;
  /** Id of an order, from an earlier import, that this draft's order overwrites. */
  readonly knownOrderID: string | undefined;
  /** Whether the order is stored already and stays unchanged. */
  readonly isOrderKept: boolean;
  /** Number of known boxes of the order, including this shipment. */
  readonly boxCount: number;
};

/** A draft, or a stored shipment in the same form. */
export type Consigned = Pick<
  ShipmentDraft,
  "columns" | "parcel" | "addresses" | "order" | "boxCount"
>;
