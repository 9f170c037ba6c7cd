/**
 * Makes the end-of-day manifest of a carrier: the parcels that a courier collects and signs for.
 */
import { setImmediate } from "node:timers/promises";
import { errors } from "../../base/errors.ts";
import { parseMoney } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Bytes } from "../../http/route.ts";
import type { ManifestHead, ManifestParcel, PaperBatch } from "../../labels/papers/paper-orders.ts";
import { getOrganization } from "../../organizations/organizations.service.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import { turnOf } from "./paper-turn.ts";
import type { ManifestCarrier, ManifestQuery } from "./papers.schema.ts";
import {
  listBoughtParcels,
  listCarriersOfDay,
  type BoughtParcelRow,
  type DayOfCarrier,
} from "./papers.store.ts";

const READ_AT_ONCE = 250;
/** Number of parcels that are drawn in one step, which takes about 25 ms of the drawing thread. */
const DRAWN_AT_ONCE = 100;
/**
 * Highest number of parcels of a manifest that is written without queueing, which takes a third of
 * a second.
 */
const MOST_SMALL = 1_000;

const TYPES = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/**
 * Makes the manifest of a carrier's labels in force that were bought on a day, as PDF or XLSX. A
 * label counts on the day on which the carrier's answer arrived, since the parcel could not be
 * handed over before. A day without parcels gives a manifest that says so, unless `needsParcels`.
 *
 * @param deps `reader` belongs to the caller: its reads end when the caller disconnects.
 * @param isGone Whether the caller has disconnected: a large manifest is not started then.
 * @throws AppError E2052 when reading takes too long; E2166 without parcels if they are needed.
 */
export async function getManifest(
  deps: Pick<FulfilmentDeps, "db" | "reader" | "now" | "labels">,
  actor: Actor,
  {
    carrier,
    day = turkishDay(deps.now()),
    format,
    needsParcels = false,
  }: ManifestQuery & { readonly needsParcels?: boolean },
  isGone: () => Promise<boolean>,
): Promise<Bytes> {
  const rows = await readDay(deps, actor, carrier, day);
  if (needsParcels && rows.length === 0) throw errors.manifestEmpty();
  const { name, countryCode } = getOrganization(deps, actor, actor.organizationID);
  const head: ManifestHead = {
    language: countryCode === "TR" ? "tr" : "en",
    organizationName: name,
    carrierName: rows[0]?.carrierName ?? carrier,
    day,
    madeAt: deps.now(),
    mark: rows.some(({ test }) => test === 1)
      ? "TEST"
      : rows.some(({ isSample }) => isSample === 1)
        ? "SAMPLE"
        : "",
  };
  const bytes = await deps.labels.paper(
    { kind: "manifest", format, head },
    () => batchesOf(rows),
    rows.length > MOST_SMALL ? turnOf(actor, isGone) : undefined,
  );
  return {
    bytes,
    type: TYPES[format],
    fileName: `manifest-${carrier.replaceAll(/[^\w-]/g, "_")}-${day}.${format}`,
  };
}

/**
 * Lists the carriers with labels in force that were bought on a day.
 *
 * @param day Turkish time, YYYY-MM-DD; today when absent.
 * @returns The carriers, with their numbers of labels.
 * @throws AppError E2052 when reading takes too long.
 */
export async function listManifestCarriers(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
  day = turkishDay(deps.now()),
): Promise<ManifestCarrier[]> {
  const rows = await listCarriersOfDay(deps.reader, dayOf(actor, day));
  return rows.map(({ providerCode, carrierName, parcels }) => ({
    providerCode,
    carrierName,
    parcels,
  }));
}

/** Builds the filter for a day; for a member with limited access only the member's own labels. */
function dayOf(actor: Actor, day: string): Omit<DayOfCarrier, "providerCode"> {
  return {
    organizationID: actor.organizationID,
    createdBy: onlyOf(actor) ?? null,
    ...instantsOfDays(day, 1),
  };
}

async function readDay(
  deps: Pick<FulfilmentDeps, "reader">,
  actor: Actor,
  providerCode: string,
  day: string,
): Promise<BoughtParcelRow[]> {
  const of = { ...dayOf(actor, day), providerCode };
  const rows: BoughtParcelRow[] = [];
  for (;;) {
    const page = await listBoughtParcels(
      deps.reader,
      of,
      rows.at(-1)?.transactionID ?? "",
      READ_AT_ONCE,
    );
    rows.push(...page);
    if (page.length < READ_AT_ONCE) return rows;
  }
}

async function* batchesOf(rows: readonly BoughtParcelRow[]): AsyncGenerator<PaperBatch> {
  for (let i = 0; i < rows.length; i += DRAWN_AT_ONCE) {
    yield { parcels: rows.slice(i, i + DRAWN_AT_ONCE).map(parcelOf) };
    await setImmediate();
  }
}

function parcelOf(row: BoughtParcelRow): ManifestParcel {
  return {
    number: row.number,
    barcode: row.barcode,
    recipient: row.recipient,
    district: row.district,
    city: row.city,
    desi: row.desi,
    weightKg: row.weightKg,
    cashMinor: parseMoney(row.cashAmount) ?? 0,
    currency: row.cashCurrency,
    pieces: 1, // a shipment is one parcel
    boughtAt: row.boughtAt,
    isUnannounced: row.isUnannounced === 1,
  };
}
