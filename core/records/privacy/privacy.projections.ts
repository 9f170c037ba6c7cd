/** Applies erasures of other stations. */
import type { Projection } from "../../db/projection.ts";
import { eraseOwnPurchases } from "./erase-shipment.ts";
import { followErasures } from "./follow-erasures.ts";

const isErased = (id: string): string =>
  `EXISTS (SELECT 1 FROM main.erasures AS e WHERE e.id = ${id})`;
const OF_SHIPMENT = { where: isErased("s.shipment_id"), reads: ["shipment_id"] };

export const applyErasures: Projection = {
  tables: {
    erasures: { reads: ["kind"] },
    frozen_addresses: { where: isErased("s.id") },
    rate_requests: { where: isErased("s.id") },
    addresses: { where: isErased("s.id") },
    shipments: { where: isErased("s.id") },
    transactions: { where: isErased("s.shipment_id") },
    purchase_snapshots: {
      where: `EXISTS (SELECT 1 FROM main.transactions AS t WHERE t.id = s.id AND ${isErased("t.shipment_id")})`,
    },
    // Orders are processed with their shipments, which come later.
    orders: { where: "FALSE" },
    order_changes: {
      where: `EXISTS (
        SELECT 1
          FROM main.orders AS o
          JOIN main.shipments AS x ON x.organization_id = o.organization_id
                                  AND x.order_number = o.order_number AND x.order_id = o.id
         WHERE o.id = s.order_id AND ${isErased("x.id")})`,
    },
    offers: OF_SHIPMENT,
    tracking_events: OF_SHIPMENT,
    handled_parcels: OF_SHIPMENT,
    announcements: OF_SHIPMENT,
    label_files: OF_SHIPMENT,
    delivery_attempts: OF_SHIPMENT,
  },
  when: "slice",
  run: followErasures,
};

/** Erases purchases that were unknown to the station that erased their shipment. */
export const eraseUnknownPurchases: Projection = {
  tables: { erasures: { where: "s.kind = 'shipment'", reads: ["kind"] } },
  when: "end",
  run: (deps, rows) =>
    rows.forEach(({ id, fields }) => fields["kind"] === "shipment" && eraseOwnPurchases(deps, id)),
};
