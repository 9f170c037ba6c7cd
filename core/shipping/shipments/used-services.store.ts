/** SQL for the services that an organization uses, read on the reader's connection. */
import type { Reader } from "../../db/reader.ts";
import type { ListFilter } from "./list-conditions.store.ts";
import type { UsedServices } from "./shipment-rows.schema.ts";

const OF_SERVICE = `organization_id = :organizationID AND is_listed = 1 AND provider_service_code <> ''`;

/** Codes of all services: reads one index entry for each, however many shipments there are. */
const ALL_CODES = `SELECT min(provider_service_code) FROM shipments WHERE ${OF_SERVICE} AND provider_service_code > ''
        UNION ALL
       SELECT (SELECT min(provider_service_code) FROM shipments WHERE ${OF_SERVICE} AND provider_service_code > code)
         FROM codes
        WHERE code IS NOT NULL`;

/** Codes of one member's services: reads the member's shipments. */
const OWN_CODES = `SELECT DISTINCT provider_service_code FROM shipments INDEXED BY shipments_by_member WHERE ${OF_SERVICE} AND created_by = :createdBy`;

/**
 * Lists the services of all labels that a member may see, with the names at the newest purchase.
 *
 * @throws AppError E2052
 */
export async function listUsedServices(
  reader: Reader,
  { organizationID, createdBy }: Pick<ListFilter, "organizationID" | "createdBy">,
): Promise<UsedServices> {
  const isOwn = createdBy !== undefined;
  const list = await reader.all<UsedServices["list"][number]>(
    `WITH RECURSIVE codes (code) AS (
       ${isOwn ? OWN_CODES : ALL_CODES}
     )
     SELECT s.provider_code AS carrier_code,
            coalesce(nullif(t.carrier_name, ''), s.provider_code) AS carrier_name,
            code AS service_code,
            coalesce(x.body ->> '$.offer.service_name', code) AS service_name
       FROM codes
      CROSS JOIN shipments AS s ON s.seq = (SELECT seq FROM shipments WHERE ${OF_SERVICE} AND provider_service_code = code ${isOwn ? "AND created_by = :createdBy" : ""} ORDER BY number DESC LIMIT 1)
       LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
       LEFT JOIN transactions AS t ON t.id = s.purchase_id
      ORDER BY service_code`,
    { organizationID, ...(isOwn ? { createdBy } : {}) },
    isOwn ? "long" : "quick",
  );
  return { list };
}
