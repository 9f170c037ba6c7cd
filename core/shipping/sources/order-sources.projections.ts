/** Publishes that other stations have changed sources of orders. */
import type { Projection } from "../../db/projection.ts";
import { noteChanged } from "./order-sources.service.ts";
import { findOrderSource } from "./order-sources.store.ts";

export const publishForeignSources: Projection = {
  tables: { order_sources: { reads: ["organization_id"] } },
  when: "end",
  subject: ({ id, fields }) => String(fields["organization_id"] ?? id),
  run(deps, rows) {
    const organizations = new Set(
      rows.flatMap(({ id }) => findOrderSource(deps.db, id)?.organizationID ?? []),
    );
    for (const organizationID of organizations) noteChanged(deps, { organizationID });
  },
};
