/** Finds the parcel and the scan of a status file's row. */
import type { AppError } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import { listOfCarrierNumber } from "../../shipping/shipments/shipments.service.ts";
import { scanID } from "../../shipping/shipments/record-tracking.ts";
import { hasEvent } from "../../shipping/tracking/tracking.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { findScanFault, type EnteredScan } from "./enter-scans.ts";
import { listCodes } from "./status-codes.ts";
import type { StatusRow } from "./status-file-protocol.ts";
import type { RefusedStatus } from "./status-files.schema.ts";

type MatchedRow = {
  readonly shipmentID: string;
  readonly scan: EnteredScan;
  /** Whether the scan is recorded already, or was in an earlier row. */
  readonly isKnown: boolean;
};

export type Matcher = (row: StatusRow) => MatchedRow | RefusedStatus;

/**
 * Makes a matcher for the rows of one carrier's file. A number that two parcels of the carrier have
 * is refused, and not guessed.
 */
export function createMatcher(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  providerCode: string,
): Matcher {
  const { organizationID } = actor;
  const statuses = new Map(
    listCodes(deps, actor, providerCode).list.map(({ code, subCode }) => [code, subCode]),
  );
  const seen = new Set<string>();
  return (row) => {
    const refuse = (reason: RefusedStatus["reason"], value = row.number): RefusedStatus => ({
      line: row.line,
      value,
      reason,
    });
    const { number } = row;
    const [parcel, other] = listOfCarrierNumber(deps.db, { organizationID, providerCode, number });
    if (parcel === undefined) return refuse("UNKNOWN_PARCEL");
    if (other !== undefined) return refuse("SEVERAL_PARCELS");
    const scan: EnteredScan = {
      subCode: statuses.get(row.code) ?? "other",
      statusDate: row.at,
      isDay: row.isDay,
      details: row.details,
      locationName: row.place,
      trackingNumber: row.newNumber,
      trackingURL: "",
    };
    const fault = findScanFault(deps, parcel, scan);
    if (fault !== undefined) {
      const reason = reasonOf(fault);
      return refuse(reason, reason === "EARLY" || reason === "FUTURE" ? row.at : number);
    }
    const id = scanID(parcel.id, scan);
    const isKnown = seen.has(id) || hasEvent(deps.db, parcel.id, id);
    seen.add(id);
    return { shipmentID: parcel.id, scan, isKnown };
  };
}

function reasonOf({ code, details }: AppError): RefusedStatus["reason"] {
  if (code === "E2176") return "TEST";
  if (code === "E2175") return "NO_LABEL";
  return details["reason"] === "early" ? "EARLY" : "FUTURE";
}
