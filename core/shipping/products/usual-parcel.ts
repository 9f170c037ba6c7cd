/**
 * The usual parcel of an order's contents: size and weight of earlier purchases, and the check of a
 * weight against them.
 */
import { errors } from "../../base/errors.ts";
import { toCm, toKg } from "../../base/units.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { requireLead } from "../../http/lead-act.ts";
import { findStoredOffer } from "../offers/offers.service.ts";
import { joinedIDs } from "../shipments/joined-orders.ts";
import { maySee } from "../shipments/may-see.ts";
import { findShipmentRow, type ShipmentRow } from "../shipments/shipments.service.ts";
import { findContents, listPacked, type PackedRow } from "./contents.store.ts";
import { readProductSettings } from "./product-settings.ts";
import type { UsualParcel } from "./products.schema.ts";

/** Number of the last parcels that count. */
const LAST = 20;
/** Fewer parcels say nothing about an unusual weight. */
const FEWEST = 3;
/** A weight is unusual when it is off by more than each of these. */
const SHARE = 0.05;
const DEVIATIONS = 2;
const GRAMS = 30;

/**
 * Finds the usual parcel of a waiting order; null when no parcel had these contents, or the parcel
 * carries another order too.
 */
export function findUsualParcel(deps: ReadDeps, row: ShipmentRow): UsualParcel | null {
  if (joinedIDs(row).length > 0) return null;
  const contents = findContents(deps.db, row.id);
  if (contents === null) return null;
  const { organizationID, test } = row;
  const packed = listPacked(deps.db, { organizationID, test, contents, atMost: LAST });
  if (packed.length === 0) return null;
  const usual = { ...weightsOf(packed), ...sizeOf(packed) };
  const isUnusual = isUnusualWeight(usual, gramsOf(row));
  return { ...usual, isUnusual, stops: readProductSettings(deps, row).stopsUnusualWeight };
}

type Weights = Pick<UsualParcel, "parcels" | "grams" | "spreadGrams">;

/** Returns whether a weight is unusual; an unknown weight is not. @param grams 0: unknown. */
export function isUnusualWeight(
  { parcels, grams: usual, spreadGrams }: Weights,
  grams: number,
): boolean {
  const off = Math.abs(grams - usual);
  return (
    grams > 0 &&
    parcels >= FEWEST &&
    off > usual * SHARE &&
    off > spreadGrams * DEVIATIONS &&
    off > GRAMS
  );
}

function gramsOf({ weight, massUnit }: Pick<PackedRow, "weight" | "massUnit">): number {
  return Math.round(toKg(weight ?? 0, massUnit) * 1_000);
}

function weightsOf(packed: readonly PackedRow[]): Weights {
  const weights = packed.map(gramsOf).filter((grams) => grams > 0);
  const n = weights.length;
  if (n === 0) return { parcels: 0, grams: 0, spreadGrams: 0 };
  const mean = weights.reduce((sum, grams) => sum + grams, 0) / n;
  const squares = weights.reduce((sum, grams) => sum + (grams - mean) ** 2, 0);
  const spread = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
  return { parcels: n, grams: Math.round(mean), spreadGrams: Math.round(spread * 10) / 10 };
}

type Size = Pick<UsualParcel, "lengthMm" | "widthMm" | "heightMm">;

/** Finds the most frequent size; of equally frequent ones, the newest. */
function sizeOf(packed: readonly PackedRow[]): Size {
  const counts = new Map<string, { size: Size; n: number }>();
  for (const { length, width, height, distanceUnit } of packed) {
    const mm = (side: number | null): number => Math.round(toCm(side ?? 0, distanceUnit) * 10);
    const size = { lengthMm: mm(length), widthMm: mm(width), heightMm: mm(height) };
    if (Object.values(size).includes(0)) continue;
    const key = Object.values(size).join(" ");
    counts.set(key, { size, n: (counts.get(key)?.n ?? 0) + 1 });
  }
  let best: { size: Size; n: number } = { size: { lengthMm: 0, widthMm: 0, heightMm: 0 }, n: 0 };
  for (const one of counts.values()) if (one.n > best.n) best = one;
  return best.size;
}

/**
 * Requires a usual weight, if the organization's settings say so, or if a rule buys without a
 * person. Ignores an offer that is unknown to the actor, because the purchase rejects it later.
 *
 * @throws AppError E2254, whose sentence has both weights; E2242 for a packer at the desk who passes
 *   a weight that stops the purchase.
 */
export function requireUsualWeight(
  deps: ReadDeps,
  actor: Actor,
  {
    offerID,
    atOnce,
    passWeight,
  }: { readonly offerID: string; readonly atOnce: boolean; readonly passWeight: boolean },
): void {
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) return;
  const row = findShipmentRow(deps, offer.shipmentID);
  if (row === undefined || !maySee(actor, row) || row.isReturn === 1) return;
  const usual = findUsualParcel(deps, row);
  if (usual?.isUnusual !== true || !(usual.stops || atOnce)) return;
  if (passWeight && usual.stops) requireLead(actor, "weight");
  if (passWeight) return;
  throw errors.unusualWeight(
    `This parcel weighs ${gramsOf(row)} g; ${usual.parcels} earlier parcels with the same contents weighed ${usual.grams} g. Nothing was bought. Check the contents and weigh the parcel again, or buy it as it is.`,
  );
}
