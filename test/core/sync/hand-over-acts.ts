/** Actions of packers who load a truck at one of several disconnected stations. */
import type { Actor } from "../../../core/http/actor.ts";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import { scanParcel } from "../../../core/fulfilment/hand-over/scan-parcel.ts";
import { handOverScanSchema } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { HandOverScanned } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";

/** Scans a code at a station. */
export function scanAt(
  { deps }: LooseStation,
  actor: Actor,
  code: string,
  act: "load" | "takeBack" = "load",
): HandOverScanned {
  return scanParcel(deps, actor, handOverScanSchema.parse({ code, act }));
}

/** Numbers of a station's shipments with a label, in any state. */
function labelled({ deps }: LooseStation): number[] {
  return deps.db
    .sql<{ number: number }>(
      `SELECT number FROM shipments WHERE purchase_id IS NOT NULL ORDER BY number`,
    )
    .all()
    .map(({ number }) => number);
}

/** @param random Numbers from 0 to below 1. */
export function createHandOverActs(
  actor: Actor,
  random: () => number,
): ((s: LooseStation) => unknown)[] {
  const scanSome = (s: LooseStation): void => {
    const numbers = labelled(s);
    const number = numbers[Math.floor(random() * numbers.length)];
    if (number !== undefined)
      scanAt(s, actor, String(number), random() < 0.25 ? "takeBack" : "load");
  };
  return [scanSome, scanSome, scanSome, (s) => endHandOver(s.deps, actor, "FAR", undefined)];
}
