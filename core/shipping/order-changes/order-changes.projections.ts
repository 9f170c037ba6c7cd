/** Publishes changes of order files, and decisions about them, that other stations have written. */
import type { Projection } from "../../db/projection.ts";
import { noteChanged } from "../shipments/note-changed.ts";
import { findOrderNow } from "./order-now.ts";
import { findChange } from "./order-changes.store.ts";

export const followOrderChanges: Projection = {
  tables: { order_changes: {} },
  when: "end",
  subject: ({ id }) => id,
  run(deps, rows) {
    for (const id of new Set(rows.map((row) => row.id))) {
      const row = findChange(deps.db, id);
      const now = row === undefined ? undefined : findOrderNow(deps, row.orderID);
      if (now === undefined) continue;
      for (const box of now.boxes.length === 0 ? [now.shown] : now.boxes) noteChanged(deps, box.id);
    }
  },
};
