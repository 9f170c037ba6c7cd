/** Actions of stations that pack orders of one recipient together while they are disconnected. */
import { inTransaction } from "../../../core/db/change.ts";
import { releaseOrders } from "../../../core/fulfilment/together/release-orders.ts";
import { joinOrders, separateOrders } from "../../../core/fulfilment/together/join-orders.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { shipmentWithTermsSchema } from "../../../core/shipping/shipments/order-terms.schema.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { joinedIDs, parcelItems } from "../../../core/shipping/shipments/joined-orders.ts";
import type { ShipmentRow } from "../../../core/shipping/shipments/shipments.service.ts";
import { cancelNow } from "../../helpers/far-carrier.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { buy } from "./two-stations.ts";

/** Imports an order for the one recipient. Its shipment has the same id at each station. */
export function importOrder({ deps }: LooseStation, actor: Actor, orderNumber: string): string {
  const input = shipmentWithTermsSchema.parse({
    recipientAddress: RECIPIENT,
    weight: "1",
    massUnit: "kg",
    length: "10",
    width: "10",
    height: "10",
    distanceUnit: "cm",
    items: [{ title: orderNumber, quantity: 1 }],
    order: { orderNumber, sourceIdentifier: "Import" },
  });
  return createShipment(deps, actor, input, {
    needsEmail: false,
    quote: false,
    imported: { contentHash: "h" },
  }).id;
}

/** Finds the live shipments of an order, and those that are cancelled. */
function rowsOf({ deps }: LooseStation, orderNumber: string): ShipmentRow[] {
  return deps.db
    .sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE order_number = ? ORDER BY id`)
    .all(orderNumber);
}

function liveOf(s: LooseStation, orderNumber: string): ShipmentRow | undefined {
  return rowsOf(s, orderNumber).find(({ status }) => status !== "CANCELED");
}

const waits = ({ status }: ShipmentRow): boolean => status === "CREATED" || status === "GOT_OFFERS";

/** Joins orders to the first. */
export async function joinAt(
  s: LooseStation,
  actor: Actor,
  first: string,
  ...others: readonly string[]
): Promise<void> {
  s.clock.nowMs += 1_000;
  const ids = others.flatMap((order) => liveOf(s, order)?.id ?? []);
  await joinOrders(s.deps, actor, liveOf(s, first)?.id ?? "", ids);
}

export async function separateAt(s: LooseStation, actor: Actor, first: string): Promise<void> {
  s.clock.nowMs += 1_000;
  await separateOrders(s.deps, actor, liveOf(s, first)?.id ?? "");
}

export function buyAt(s: LooseStation, actor: Actor, order: string): void {
  buy(s, actor, liveOf(s, order)?.id ?? "");
}

export async function cancelAt(s: LooseStation, actor: Actor, order: string): Promise<void> {
  s.clock.nowMs += 1_000;
  await cancelNow(s.deps, actor, liveOf(s, order)?.id ?? "");
}

/** Runs the waiting jobs that let orders wait again. @returns Their number. */
export function releaseAt({ deps, clock }: LooseStation): number {
  clock.nowMs += 20_000;
  const jobs = deps.db
    .sql<{ id: string; subjectID: string }>(
      `SELECT id, subject_id FROM jobs WHERE kind = 'release' AND state = 'WAITING' ORDER BY id`,
    )
    .all();
  for (const { id, subjectID } of jobs)
    inTransaction(deps, () => {
      releaseOrders(deps, subjectID);
      deps.db.sql(`UPDATE jobs SET state = 'DONE' WHERE id = ?`).run(id);
    });
  return jobs.length;
}

/** Parcels of a station that wait or are bought: order number, items, whether the label is bought. */
export function parcelsOf({ deps }: LooseStation): (readonly [string, string, boolean])[] {
  return deps.db
    .sql<ShipmentRow>(
      `SELECT * FROM whole_shipments WHERE order_number LIKE 'T-%' AND status <> 'CANCELED' ORDER BY order_number, id`,
    )
    .all()
    .map((row) => [
      row.orderNumber,
      parcelItems(row)
        .map(({ title }) => title)
        .toSorted()
        .join(" "),
      !waits(row),
    ]);
}

/** Reads each shipment of a station, with the orders that are packed in it. */
export function readState({ deps }: LooseStation): unknown[] {
  return deps.db
    .sql<ShipmentRow>(`SELECT * FROM whole_shipments ORDER BY id`)
    .all()
    .map((row) => [row.id, row.status, parcelItems(row), joinedIDs(row)]);
}
