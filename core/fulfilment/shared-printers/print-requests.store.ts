/** SQL for `print_requests`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { PrintRequestState, RequestedDocument } from "./shared-printers.schema.ts";

export type PrintRequestRow = {
  readonly id: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly fromStationID: string;
  readonly fromStationName: string;
  readonly toStationID: string;
  readonly toStationName: string;
  readonly printerID: string;
  readonly printerName: string;
  readonly shipmentID: string;
  /** Purchase of the label; "": the label in force. */
  readonly transactionID: string;
  readonly document: RequestedDocument;
  readonly copies: number;
  readonly askedBy: string;
  /** Time of the request, by the hub's clock, like `expiresAt`. */
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly state: PrintRequestState;
  /** Text in the format of print-error.ts. */
  readonly reason: string;
  readonly jobID: string | null;
};

/** Inserts a request; needs an open transaction. */
export function insertRequest(db: Db, row: PrintRequestRow): void {
  insertRow(db, "print_requests", row);
}

/**
 * Updates a request; needs an open transaction.
 *
 * @param from State that the request must have.
 * @returns False when the request has another state; nothing is written then.
 */
export function updateRequest(
  db: Db,
  id: string,
  fields: Partial<Pick<PrintRequestRow, "state" | "reason" | "jobID">> &
    Pick<PrintRequestRow, "updatedAt">,
  from: PrintRequestState,
): boolean {
  return updateRow(db, "print_requests", id, fields, { state: from });
}

/** Finds a request of any organization, for this station's background work. */
export function findRequest(db: Pick<Db, "sql">, id: string): PrintRequestRow | undefined {
  return db.sql<PrintRequestRow>(`SELECT * FROM print_requests WHERE id = ?`).get(id);
}

/** Lists the open requests to a station, oldest first. */
export function listOpenTo(db: Pick<Db, "sql">, stationID: string): PrintRequestRow[] {
  return db
    .sql<PrintRequestRow>(
      `SELECT * FROM print_requests INDEXED BY print_requests_open_to WHERE to_station_id = ? AND state IN ('ASKED', 'TAKEN') ORDER BY id`,
    )
    .all(stationID);
}

/** Lists the requests to a station in one state, oldest first. */
export function listOpenIn(
  db: Pick<Db, "sql">,
  of: { readonly stationID: string; readonly state: "ASKED" | "TAKEN"; readonly limit: number },
): PrintRequestRow[] {
  return db
    .sql<PrintRequestRow>(
      `SELECT *
         FROM print_requests INDEXED BY print_requests_open_to
        WHERE to_station_id = :stationID AND state IN ('ASKED', 'TAKEN') AND state = :state
        ORDER BY id
        LIMIT :limit`,
    )
    .all(of);
}

/** Finds the stamp with which a request was inserted. */
export function findStamp(db: Pick<Db, "sql">, id: string): string | undefined {
  return db.sql<{ stamp: string }>(`SELECT stamp FROM print_requests WHERE id = ?`).get(id)?.stamp;
}

/** Lists the open requests from a station, oldest first. */
export function listOpenFrom(db: Pick<Db, "sql">, stationID: string): PrintRequestRow[] {
  return db
    .sql<PrintRequestRow>(
      `SELECT * FROM print_requests INDEXED BY print_requests_open_from WHERE from_station_id = ? AND state IN ('ASKED', 'TAKEN') ORDER BY id`,
    )
    .all(stationID);
}

/**
 * Lists the label requests from a station that ended without a print, starting at an id, newest
 * first.
 */
export function listEndedLabels(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly stationID: string;
    readonly fromID: string;
    readonly limit: number;
  },
): PrintRequestRow[] {
  return db
    .sql<PrintRequestRow>(
      `SELECT *
         FROM print_requests INDEXED BY print_requests_from
        WHERE organization_id = :organizationID AND from_station_id = :stationID AND id >= :fromID AND document = 'label' AND state IN ('FAILED', 'EXPIRED', 'CANCELLED')
        ORDER BY id DESC
        LIMIT :limit`,
    )
    .all(of);
}

/** Lists the requests to a station that expired or were cancelled, oldest first. */
export function listGivenUp(
  db: Pick<Db, "sql">,
  of: { readonly organizationID: string; readonly stationID: string },
): PrintRequestRow[] {
  return db
    .sql<PrintRequestRow>(
      `SELECT *
         FROM print_requests INDEXED BY print_requests_to
        WHERE organization_id = :organizationID AND to_station_id = :stationID AND state IN ('EXPIRED', 'CANCELLED')
        ORDER BY id`,
    )
    .all(of);
}

export type RequestFilter = {
  readonly organizationID: string;
  readonly stationID: string;
  readonly state: PrintRequestState | null;
  readonly shipmentID: string | null;
  /** Null: all members. */
  readonly askedBy: string | null;
  readonly limit: number;
};

const WHERE = "(:state IS NULL OR state = :state) AND (:askedBy IS NULL OR asked_by = :askedBy)";

/**
 * Lists the requests from or to a station, newest first. If no shipment is given, each half of the
 * query reads a range of a separate index.
 */
export function listRequests(db: Pick<Db, "sql">, filter: RequestFilter): PrintRequestRow[] {
  if (filter.shipmentID !== null) {
    return db
      .sql<PrintRequestRow>(
        `SELECT *
           FROM print_requests INDEXED BY print_requests_by_shipment
          WHERE shipment_id = :shipmentID AND organization_id = :organizationID AND (from_station_id = :stationID OR to_station_id = :stationID) AND ${WHERE}
          ORDER BY id DESC
          LIMIT :limit`,
      )
      .all(filter);
  }
  const half = (side: "from" | "to"): string =>
    `SELECT * FROM (SELECT * FROM print_requests INDEXED BY print_requests_${side} WHERE organization_id = :organizationID AND ${side}_station_id = :stationID AND ${WHERE} ORDER BY id DESC LIMIT :limit)`;
  return db
    .sql<PrintRequestRow>(`${half("from")} UNION ALL ${half("to")} ORDER BY id DESC LIMIT :limit`)
    .all(filter);
}

/**
 * Deletes requests with ids below `beforeID`; ids are ordered by time, so these requests are older.
 * Each station deletes only its own copies. Needs an open transaction.
 *
 * @returns Number of deleted requests.
 */
export function deleteBefore(db: Db, beforeID: string, atMost: number): number {
  const old = db
    .sql<{ id: string }>(
      `SELECT id FROM print_requests WHERE id < :beforeID ORDER BY id LIMIT :atMost`,
    )
    .all({ beforeID, atMost });
  for (const { id } of old) {
    db.sql(`DELETE FROM print_requests WHERE id = ?`).run(id);
    db.sql(`DELETE FROM row_clocks WHERE row_id = ? AND table_name = 'print_requests'`).run(id);
  }
  return old.length;
}
