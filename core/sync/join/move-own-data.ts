/**
 * Moves a joining station's addresses, parcel templates, products and orders without a label into
 * the organization that it joins. The rows keep their ids, and all stations of that organization get
 * them as new rows. Only products get other rows, because their ids follow from the organization.
 * Purchases stay in the organization that paid for them, and this station can still read them.
 */
import { inSlices } from "../../base/slices.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { shipmentNumbers, takeNumber } from "../../db/number-range.ts";
import { republishRow } from "../../db/republish-row.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { deskActor } from "../../organizations/organizations.service.ts";
import { productMover } from "../../shipping/products/move-products.ts";
import { quoteWaiting } from "../../shipping/shipments/change-package.ts";
import * as store from "./move-own-data.store.ts";

/** `memberID`: the member of the organization `to` who becomes the creator of the moved rows. */
type Move = { readonly from: string; readonly to: string; readonly memberID: string };

/**
 * Moves the data. If a call was interrupted, for example by a crash, another call moves the rest.
 *
 * @param reserveNumbers Ensures that at least the given number of shipment numbers is available.
 */
export async function moveOwnData(
  deps: WriteDeps & Pick<SyncDeps, "faultPoint" | "carriers">,
  move: Move,
  reserveNumbers: (atLeast: number) => Promise<void>,
): Promise<void> {
  await reserveNumbers(store.countWaitingOrders(deps.db, move.from));
  for (const step of [
    inSlices(addressMover(deps, move)),
    inSlices(() => moveTemplates(deps, move)),
    inSlices(productMover(deps, move)),
    inSlices((n) => moveOrders(deps, move, n)),
  ])
    while (step()) await yieldToEventLoop();
}

/**
 * Returns a function that moves the next addresses, at most `atMost`, and returns how many it
 * moved.
 */
function addressMover(deps: WriteDeps, { from, to, memberID }: Move): (atMost: number) => number {
  let after = "";
  return (atMost) => {
    const ids = store.listAddresses(deps.db, from, after, atMost);
    inTransaction(deps, () =>
      ids.forEach((id) =>
        republishRow(deps.db, "addresses", { id }, { organizationID: to, createdBy: memberID }),
      ),
    );
    after = ids.at(-1) ?? after;
    return ids.length;
  };
}

/**
 * Moves all templates in one transaction.
 *
 * @returns 0: no template is left.
 */
function moveTemplates(deps: WriteDeps, { from, to }: Move): number {
  const ids = store.listTemplates(deps.db, from);
  inTransaction(deps, () =>
    ids.forEach((id) => republishRow(deps.db, "parcel_templates", { id }, { organizationID: to })),
  );
  return 0;
}

/** Moves orders, each with everything that belongs to it in one transaction. */
function moveOrders(
  deps: WriteDeps & Pick<SyncDeps, "faultPoint" | "carriers">,
  move: Move,
  atMost: number,
): number {
  const waiting = store.listWaiting(deps.db, move.from, atMost);
  const actor = deskActor(deps, move.memberID);
  for (const order of waiting) {
    inTransaction(deps, () => {
      moveOrder(deps, move, order);
      // Prices depend on the organization that packs the order.
      quoteWaiting(deps, actor, order.id);
    });
  }
  return waiting.length;
}

function moveOrder(
  { db }: ReadDeps,
  { from, to, memberID }: Move,
  { id, orderID, addresses: ids }: store.WaitingOrder,
): void {
  for (const address of new Set<string>(JSON.parse(ids)))
    if (store.organizationOf(db, "addresses", address) === from)
      republishRow(db, "addresses", { id: address }, { organizationID: to, createdBy: memberID });
  if (orderID !== null && store.organizationOf(db, "orders", orderID) === from)
    republishRow(db, "orders", { id: orderID }, { organizationID: to });
  republishRow(
    db,
    "shipments",
    { id },
    { organizationID: to, createdBy: memberID, number: takeNumber(db, shipmentNumbers(to)) },
  );
  republishRow(db, "parcels", { id });
  republishRow(db, "rate_requests", { id });
  for (const fact of store.listFactIDs(db, id))
    republishRow(db, "shipment_facts", { id: fact, parent: id });
}
