/**
 * Validates a print request that another station wrote, by the rules of POST
 * /station/print-requests.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { sameID, uuidID } from "../../base/wire.ts";
import { MAX_SKEW_MS } from "../../db/hlc.ts";
import type { PrintError } from "../../printing/print-error.ts";
import { findStamp, type PrintRequestRow } from "./print-requests.store.ts";
import { newPrintRequestSchema } from "./shared-printers.schema.ts";
import type { Stations } from "./stations.ts";

const MINUTE_MS = 60_000;
/** Longest name of a desk in a reason, characters. */
const LONGEST_NAME = 60;
/** Longest id of a member, characters. */
const LONGEST_MEMBER = 64;

/** Finds the requesting desk's name, shortened to fit into a sentence. */
export function deskOf(
  stations: Pick<Stations, "find">,
  row: Pick<PrintRequestRow, "fromStationID" | "fromStationName">,
): string {
  const name = stations.find(row.fromStationID)?.name ?? String(row.fromStationName);
  const plain = name.replace(/[\p{C}\p{Z}]/gu, " ").trim();
  return (plain === "" ? row.fromStationID : plain).slice(0, LONGEST_NAME);
}

/** Explains why a request is invalid; undefined when it is valid. */
export function explainInvalid(
  deps: ReadDeps,
  stations: Stations,
  row: PrintRequestRow,
): PrintError | undefined {
  const fault = faultOf(deps, stations, row);
  if (fault === undefined) return undefined;
  const message = `The desk "${deskOf(stations, row)}" asked for a print that is not valid: ${fault}.`;
  return { code: "not valid", message };
}

function faultOf(deps: ReadDeps, stations: Stations, row: PrintRequestRow): string | undefined {
  const parsed = newPrintRequestSchema.safeParse({
    printerID: row.printerID,
    shipmentID: row.shipmentID,
    document: row.document,
    copies: row.copies,
    expiresInMinutes: (Date.parse(row.expiresAt) - Date.parse(row.askedAt)) / MINUTE_MS,
  });
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  const ids = [
    row.id,
    row.printerID,
    row.shipmentID,
    ...(row.transactionID === "" ? [] : [row.transactionID]),
  ];
  if (ids.some((id) => !uuidID.safeParse(id).success || sameID(id) !== id)) return "an id";
  if (row.askedBy === "" || row.askedBy.length > LONGEST_MEMBER) return "the member";
  if (row.organizationID !== stations.organizationID()) return "the organization";
  if (Date.parse(row.askedAt) > stations.hubNow() + MAX_SKEW_MS) return "askedAt";
  return isWrittenBy(deps, row) ? undefined : "another desk wrote it";
}

/** Returns whether the requesting desk itself inserted the request. */
function isWrittenBy({ db }: ReadDeps, { id, fromStationID }: PrintRequestRow): boolean {
  const stamp = findStamp(db, id);
  // A writer is a station and its incarnation, separated by a dot.
  return (
    stamp !== undefined && db.stamps.writerOf(stamp).replace(/\.\d{1,9}$/, "") === fromStationID
  );
}
