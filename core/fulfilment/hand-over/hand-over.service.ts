/** Reads hand-overs: each carrier's truck, and the manifests that were made today. */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findMemberName } from "../../organizations/members.ts";
import { boardQueryOf } from "../../shipping/shipments/board-limits.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { EndedHandOver, HandOver, HandOverCarrier, Truck } from "./hand-over.schema.ts";
import { countOnManifest, findHandOver, type HandOverRow } from "./hand-over.store.ts";
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
    ended: rows.ended.map((row) => presentEnded(row, deps.db.stationID)),
  };
}

function carriersOf({
  firstColumn,
  returns,
  loaded,
  unannounced,
  ended,
}: HandOverRows): HandOverCarrier[] {
  const named = [...firstColumn, ...loaded, ...ended];
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
      handedOver: sum(ended, code, (row) => row.listed),
    }))
    .filter(({ here, loaded: onTruck, handedOver }) => here + onTruck + handedOver > 0)
    .toSorted((a, b) => a.carrierName.localeCompare(b.carrierName, "tr"));
}

function presentEnded(row: EndedRow, stationID: string): EndedHandOver {
  return {
    id: row.id,
    providerCode: row.providerCode,
    carrierName: row.carrierName,
    at: row.createdAt,
    isEnding: row.state === "ENDING",
    parcels: row.parcels,
    takenBack: row.takenBack,
    stationID: row.stationID,
    isHere: row.stationID === stationID,
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
  return presentEnded(
    { ...row, endedBy: findMemberName(deps, row.endedBy), listed, takenBack },
    deps.db.stationID,
  );
}

/** Finds the row of a hand-over. @throws AppError E2194 as `getHandOver` */
export function getHandOverRow(deps: ReadDeps, actor: Actor, id: string): HandOverRow {
  const row = findHandOver(deps.db, actor.organizationID, id);
  const own = onlyOf(actor);
  if (row === undefined || (own !== undefined && row.onlyOf !== own))
    throw errors.handOverNotFound();
  return row;
}
