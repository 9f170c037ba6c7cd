/** Reads hand-overs: each carrier's truck, and the manifests that were made today. */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { findEnd } from "../../db/station-ends.ts";
import type { Actor } from "../../http/actor.ts";
import { findMemberName } from "../../organizations/members.ts";
import { boardQueryOf } from "../../shipping/shipments/board-limits.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { EndedHandOver, HandOver, HandOverCarrier, Truck } from "./hand-over.schema.ts";
import { handedOverID } from "./handed-over-id.ts";
import {
  countOnManifest,
  findHandedOver,
  findHandOver,
  type HandOverRow,
} from "./hand-over.store.ts";
import {
  readHandOverRows,
  readTruckRows,
  type EndedRow,
  type HandOverRows,
} from "./hand-over-lists.store.ts";

type ReadingDeps = Pick<
  FulfilmentDeps,
  "db" | "reader" | "now" | "settings" | "carriers" | "connections"
>;

/**
 * Reads each carrier's parcels that are here, on its truck and on today's manifests. A member with
 * limited access gets only its own parcels.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readHandOver(deps: ReadingDeps, actor: Actor): Promise<HandOver> {
  const rows = await readHandOverRows(deps.reader, boardQueryOf(deps, actor));
  return {
    carriers: carriersOf(rows),
    ended: rows.ended.map((row) => presentEnded(deps, row)),
  };
}

function carriersOf({
  firstColumn,
  returns,
  loaded,
  unannounced,
  listed,
}: HandOverRows): HandOverCarrier[] {
  const named = [...firstColumn, ...loaded, ...listed];
  const codes = new Set(named.map(({ providerCode }) => providerCode));
  const sum = <Row extends { readonly providerCode: string }>(
    rows: readonly Row[],
    code: string,
    of: (row: Row) => number,
  ): number => rows.reduce((all, row) => (row.providerCode === code ? all + of(row) : all), 0);
  return [...codes]
    .map((code) => ({
      providerCode: code,
      carrierName:
        named.find(({ providerCode, carrierName }) => providerCode === code && carrierName !== "")
          ?.carrierName ?? code,
      here: sum(firstColumn, code, ({ n }) => n) - sum(returns, code, ({ first }) => first),
      unannounced: sum(unannounced, code, ({ n }) => n),
      loaded: sum(loaded, code, (row) => row.loaded),
      canceled: sum(loaded, code, (row) => row.canceled),
      handedOver: sum(listed, code, (row) => row.listed),
    }))
    .filter(({ here, loaded: onTruck, handedOver }) => here + onTruck + handedOver > 0)
    .toSorted((a, b) => a.carrierName.localeCompare(b.carrierName, "tr"));
}

/**
 * Returns whether a hand-over's parcels are still being written. A revoked station writes no more
 * of them: its hand-over counts as ended with the parcels that it has, and the others stay on the
 * truck.
 */
export function isStillEnding(
  { db }: Pick<ReadDeps, "db">,
  { state, stationID }: Pick<HandOverRow, "stationID"> & { readonly state: string },
): boolean {
  return state === "ENDING" && (stationID === db.stationID || findEnd(db, stationID) === undefined);
}

function presentEnded(deps: Pick<ReadDeps, "db">, row: EndedRow): EndedHandOver {
  const isEnding = isStillEnding(deps, row);
  return {
    id: row.id,
    providerCode: row.providerCode,
    carrierName: row.carrierName,
    at: row.createdAt,
    isEnding,
    parcels: row.state === "ENDING" && !isEnding ? row.listed + row.takenBack : row.parcels,
    takenBack: row.takenBack,
    elsewhere: row.state === "ENDED" ? Math.max(0, row.parcels - row.listed - row.takenBack) : 0,
    stationID: row.stationID,
    isHere: row.stationID === deps.db.stationID,
    endedBy: row.endedBy,
  };
}

/**
 * Lists the parcels on a carrier's truck, and those of the carrier that are not on it.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readTruck(
  deps: ReadingDeps,
  actor: Actor,
  providerCode: string,
): Promise<Truck> {
  const { loaded, staying } = await readTruckRows(
    deps.reader,
    boardQueryOf(deps, actor),
    providerCode,
  );
  return {
    loaded: loaded.map(({ isCanceled, isPassed, ...parcel }) => ({
      ...parcel,
      isHere: parcel.stationID === deps.db.stationID,
      isCanceled: isCanceled === 1,
      isPassed: isPassed === 1,
    })),
    staying: [...staying],
  };
}

/**
 * Reads one hand-over.
 *
 * @throws AppError E2194 when there is none, or the actor may not see it.
 */
export function getHandOver(deps: ReadDeps, actor: Actor, id: string): EndedHandOver {
  const row = getHandOverRow(deps, actor, id);
  const { listed, takenBack } = countOnManifest(deps.db, id);
  return presentEnded(deps, {
    ...row,
    endedBy: findMemberName(deps, row.endedBy),
    listed,
    takenBack,
  });
}

/** Finds the row of a hand-over. @throws AppError E2194 as `getHandOver` */
export function getHandOverRow(deps: ReadDeps, actor: Actor, id: string): HandOverRow {
  const row = findHandOver(deps.db, actor.organizationID, id);
  const own = onlyOf(actor);
  if (row === undefined || (own !== undefined && row.onlyOf !== own))
    throw errors.handOverNotFound();
  return row;
}

/** Finds when and by whom a label was scanned onto its truck; null when it is on none. */
export function findScannedOnto(
  deps: ReadDeps,
  transactionID: string | null,
): { readonly at: string; readonly by: string; readonly isEnded: boolean } | null {
  const row =
    transactionID === null ? undefined : findHandedOver(deps.db, handedOverID(transactionID));
  if (row?.state !== "LOADED") return null;
  const by = findMemberName(deps, row.scannedBy);
  return { at: row.scannedAt, by, isEnded: row.handOverID !== "" };
}
