/** Carriers that report scans, as after a status file of each was applied. */
import type { Core } from "../../core/core.ts";
import { inTransaction } from "../../core/db/change.ts";
import { insertStatusFile } from "../../core/shipping/tracking/tracking.service.ts";

/** Stores an applied status file of today for the carrier of each open parcel. */
export function carriersReport({ deps }: Pick<Core, "deps">): void {
  const carriers = deps.db
    .sql<{ organizationID: string; providerCode: string }>(
      `SELECT DISTINCT organization_id, provider_code FROM open_parcels`,
    )
    .all();
  inTransaction(deps, () => {
    for (const carrier of carriers)
      insertStatusFile(deps.db, {
        id: deps.newId(),
        createdAt: deps.now(),
        name: "status.csv",
        rowCount: 1,
        recorded: 1,
        createdBy: "",
        ...carrier,
      });
  });
}
