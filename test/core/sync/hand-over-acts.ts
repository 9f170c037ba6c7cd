/** Actions of packers who load a truck at one of several disconnected stations. */
import type { Actor } from "../../../core/http/actor.ts";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import { scanParcel } from "../../../core/fulfilment/hand-over/scan-parcel.ts";
import { handOverScanSchema } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { HandOverScanned } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { instant } from "../../../core/base/units.ts";
import { inTransaction } from "../../../core/db/change.ts";
import {
  createAgreement,
  createVersion,
} from "../../../core/shipping/agreements/make-agreement.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import { shipmentInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { plainTariff } from "../../helpers/agreements.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import { parcel } from "../../helpers/station.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";

export const CARRIER = "GERCEK";

type At = Pick<LooseStation, "deps">;

/** Adds an agreement whose labels may be shipped. */
export function addCarrier({ deps }: At, actor: Actor): void {
  const agreement = createAgreement(deps, actor.organizationID, {
    providerCode: CARRIER,
    name: "Gerçek",
    ranges: [{ prefix: "G", first: 1, last: 999, width: 3 }],
  });
  createVersion(deps, agreement, plainTariff(), {
    from: instant("2026-11-20T21:00:00.000Z"),
    to: null,
  });
}

/** Buys a label of that agreement. @returns Its barcode. */
export function buyLabel({ deps }: At, actor: Actor): string {
  const input = shipmentInputSchema.parse(parcel());
  const { id } = createShipment(deps, actor, input, { needsEmail: false, quote: true });
  const offer = deps.db
    .sql<{ id: string }>(
      `SELECT id FROM offers WHERE shipment_id = ? AND provider_code = '${CARRIER}'`,
    )
    .get(id);
  inTransaction(deps, () => reserveNow(deps, actor, offer?.id ?? ""));
  return requireShipment(deps, id).barcode;
}

/** Scans a code at a station. */
export function scanAt(
  { deps }: At,
  actor: Actor,
  code: string,
  act: "load" | "takeBack" = "load",
): HandOverScanned {
  return scanParcel(deps, actor, handOverScanSchema.parse({ code, act }));
}

/** Numbers of a station's shipments with a label that may be shipped, in any state. */
function labelled({ deps }: LooseStation): number[] {
  return deps.db
    .sql<{ number: number }>(
      `SELECT number FROM shipments WHERE purchase_id IS NOT NULL AND provider_code = '${CARRIER}' ORDER BY number`,
    )
    .all()
    .map(({ number }) => number);
}

/**
 * @param actor Member of an organization that has the carrier of `addCarrier`.
 * @param random Numbers from 0 to below 1.
 */
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
  const end = (s: LooseStation) => endHandOver(s.deps, actor, CARRIER, undefined);
  return [(s) => buyLabel(s, actor), scanSome, scanSome, scanSome, end];
}
