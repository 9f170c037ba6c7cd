/**
 * Finds who is asked to sell a label: a remote carrier, or the connection of the offer's account if
 * its carrier makes the scanned code. Any other label gets a barcode of its agreement, at once.
 */
import type { Carrier, RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import type { StoredOffer } from "../../shipping/offers/offers.service.ts";
import type { FulfilmentDeps } from "../deps.ts";

export type Seller = Pick<RemoteCarrier, "buy" | "find" | "cancel"> & {
  /** Id of the carrier or of the account; names the lane of the jobs. */
  readonly id: string;
  /** Time limit of one call, ms. */
  readonly timeoutMs: number;
  /** The account whose connection sells; undefined for a carrier without an account. */
  readonly accountID: string | undefined;
};

/** Timeout of a call when the carrier sets none, ms; afterwards the outcome counts as unknown. */
export const CARRIER_TIMEOUT_MS = 30_000;

type SellerDeps = Pick<FulfilmentDeps, "carriers" | "connections">;
type Sold = Pick<StoredOffer, "carrierID" | "providerAccountID">;

/** Returns whether an offer's label is bought by asking, so that its purchase stays open meanwhile. */
export function isSoldByAsking(
  deps: Pick<FulfilmentDeps, "connections">,
  carrier: Pick<Carrier, "place" | "isSample">,
  { providerAccountID }: Pick<StoredOffer, "providerAccountID">,
): boolean {
  return (
    carrier.place === "remote" || sellingConnection(deps, carrier, providerAccountID) !== undefined
  );
}

/** Finds who sells an open purchase; undefined when the carrier or the connection is gone. */
export function findSeller(
  deps: SellerDeps,
  { carrierID, providerAccountID }: Sold,
): Seller | undefined {
  const carrier = deps.carriers.find(carrierID);
  if (carrier === undefined) return undefined;
  if (carrier.place === "remote") {
    const { id, find, cancel } = carrier;
    return {
      id,
      timeoutMs: carrier.purchaseDeadlineMs ?? CARRIER_TIMEOUT_MS,
      accountID: carrier.accountID,
      buy: carrier.buy.bind(carrier),
      ...(carrier.can.has("find") && find !== undefined ? { find: find.bind(carrier) } : {}),
      ...(carrier.can.has("cancel") && cancel !== undefined
        ? { cancel: cancel.bind(carrier) }
        : {}),
    };
  }
  const connection = sellingConnection(deps, carrier, providerAccountID);
  const { buy, find, cancel } = connection ?? {};
  if (connection === undefined || buy === undefined) return undefined;
  return {
    id: connection.accountID,
    timeoutMs: connection.timeoutMs,
    accountID: connection.accountID,
    buy: buy.bind(connection),
    ...(connection.can.has("find") && find !== undefined ? { find: find.bind(connection) } : {}),
    ...(connection.can.has("cancel") && cancel !== undefined
      ? { cancel: cancel.bind(connection) }
      : {}),
  };
}

/** Finds the connection that sells the labels of an account. A sample's labels are never sold. */
function sellingConnection(
  { connections }: Pick<FulfilmentDeps, "connections">,
  { isSample }: Pick<Carrier, "isSample">,
  accountID: string | null,
): Connection | undefined {
  if (isSample === true || accountID === null) return undefined;
  const connection = connections.find(accountID);
  return connection?.can.has("buy") === true ? connection : undefined;
}
