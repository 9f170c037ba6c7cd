/** SQL that lists and counts the jobs of the print journal. */
import type { Db } from "../db/database.ts";
import { PRINT_JOB_STATUSES, type PrintJob } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

type JobFilter = {
  readonly organizationID: string;
  readonly createdBy: string | null;
  readonly status: PrintJob["status"] | null;
  readonly shipmentID: string | null;
};

/**
 * The index is named because statistics from a day on which all labels had one status would make
 * the planner choose another index.
 */
const BY_STATUS = "print_jobs INDEXED BY print_jobs_by_status";
const BY_MEMBER = "print_jobs INDEXED BY print_jobs_by_member";
const NEWEST = "ORDER BY created_at DESC, rowid DESC LIMIT :limit";

/**
 * Lists jobs, newest first. The few jobs of one shipment are found by their shipment and sorted in
 * memory; the plus signs keep the planner from using another index.
 */
export function listJobs(
  db: Pick<Db, "sql">,
  { organizationID, createdBy, status, shipmentID, limit }: JobFilter & { readonly limit: number },
): PrintJobRow[] {
  if (shipmentID !== null) {
    const where =
      "shipment_id = :shipmentID AND +organization_id = :organizationID AND (:createdBy IS NULL OR +created_by = :createdBy) AND (:status IS NULL OR +status = :status)";
    return db
      .sql<PrintJobRow>(
        `SELECT * FROM print_jobs WHERE ${where} ORDER BY +created_at DESC, rowid DESC LIMIT :limit`,
      )
      .all({ organizationID, createdBy, status, shipmentID, limit });
  }
  if (status !== null) {
    const { from, where, values } = statusFilter({ organizationID, createdBy, status });
    return db
      .sql<PrintJobRow>(`SELECT * FROM ${from} WHERE ${where} ${NEWEST}`)
      .all({ ...values, limit });
  }
  if (createdBy === null)
    return db
      .sql<PrintJobRow>(
        `SELECT * FROM print_jobs WHERE organization_id = :organizationID ${NEWEST}`,
      )
      .all({ organizationID, limit });
  return db
    .sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE rowid IN (${NEWEST_OF_MEMBER}) ${NEWEST}`)
    .all({ organizationID, createdBy, limit });
}

/**
 * Selects a member's newest jobs of each status, because the member's index orders jobs by status
 * before time.
 */
const NEWEST_OF_MEMBER = PRINT_JOB_STATUSES.map(
  (status) =>
    `SELECT id FROM (SELECT rowid AS id FROM ${BY_MEMBER} WHERE organization_id = :organizationID AND created_by = :createdBy AND status = '${status}' ${NEWEST})`,
).join(" UNION ALL ");

/** Counts the jobs with a status; only one member's jobs when `createdBy` is given. */
export function countJobs(db: Pick<Db, "sql">, filter: StatusFilter): number {
  const { from, where, values } = statusFilter(filter);
  return (
    db.sql<{ n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}`).get(values)?.n ?? 0
  );
}

/**
 * Counts the jobs that failed before and are being sent again now; only one member's jobs when
 * `createdBy` is given.
 */
export function countRetried(db: Pick<Db, "sql">, filter: Omit<StatusFilter, "status">): number {
  const { from, where, values } = statusFilter({ ...filter, status: "SENDING" });
  return (
    db
      .sql<{ n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where} AND last_error <> ''`)
      .get(values)?.n ?? 0
  );
}

type StatusFilter = {
  readonly organizationID: string;
  readonly createdBy: string | null;
  readonly status: PrintJob["status"];
};

/** Chooses the index that has the requested jobs in order of time. */
function statusFilter({ organizationID, createdBy, status }: StatusFilter): {
  from: string;
  where: string;
  values: Record<string, string>;
} {
  if (createdBy === null)
    return {
      from: BY_STATUS,
      where: "status = :status AND organization_id = :organizationID",
      values: { organizationID, status },
    };
  return {
    from: BY_MEMBER,
    where: "organization_id = :organizationID AND created_by = :createdBy AND status = :status",
    values: { organizationID, createdBy, status },
  };
}
