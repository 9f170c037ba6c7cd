/** Derives purchases, and the shipments that they change, from rows of other stations. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { refoldShipment } from "../../shipping/shipments/refold.ts";
import { isKnown } from "../../shipping/shipments/shipments.projections.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { adoptPurchases } from "./adopt-purchases.ts";
import { followErasures } from "./erase-purchase.ts";
import { findPurchase, listShipmentsOf } from "./transactions.service.ts";
import { voidSurplus } from "./void-surplus.ts";

/** Adopts this station's own purchases after its database was restored from an older copy. */
export const adoptOwnPurchases: Projection = {
  tables: {
    transactions: {
      where: "CAST(substr(s.stamp, 18) AS INTEGER) IN (SELECT value FROM json_each(:own))",
    },
  },
  when: "slice",
  run: (deps, rows) =>
    adoptPurchases(
      deps,
      rows.map(({ id }) => id),
    ),
};

export const foldForeignRows: Projection<
  WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">
> = {
  tables: {
    // Includes shipments with a conflict, so that the buyer of a duplicate label voids it even if
    // the buyer's database was restored. Includes shipments with E2008, because E2008 is an error
    // only at the station that asks the carrier.
    shipments: { where: "s.has_conflict = 1 OR s.last_error_code = 'E2008'" },
    shipment_facts: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    tracking_events: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    transactions: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    purchase_snapshots: {
      where: `EXISTS (SELECT 1 FROM main.transactions AS t WHERE t.id = s.id AND ${isKnown("t.shipment_id")})`,
    },
  },
  when: "end",
  subject: ({ id, fields }) => String(fields["shipment_id"] ?? id),
  run(deps, rows) {
    const named = rows.map(({ table, id, fields }) =>
      table === "shipments" ? id : String(fields["shipment_id"] ?? ""),
    );
    const purchases = rows.flatMap(({ table, id }) =>
      table === "transactions" || table === "purchase_snapshots" ? [id] : [],
    );
    for (const id of new Set([...named, ...listShipmentsOf(deps, purchases)]))
      if (id !== "")
        voidSurplus(
          deps,
          refoldShipment(deps, id, (transactionID) => findPurchase(deps, transactionID)),
        );
  },
};

export const erasePurchases: Projection = {
  tables: {
    purchase_snapshots: { where: "s.body ->> '$.erased' = 1", reads: ["body"] },
    label_files: {
      where: `EXISTS (
        SELECT 1 FROM main.shipment_facts AS f JOIN main.purchase_snapshots AS x ON x.id = f.source_id
         WHERE f.shipment_id = s.shipment_id AND x.body ->> '$.erased' = 1)`,
      reads: ["shipment_id"],
    },
  },
  when: "slice",
  run: followErasures,
};
