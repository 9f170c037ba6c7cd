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
import { boardQueryOf } from "../../shipping/shipments/board-limits.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import { getHandOverRow, isStillEnding } from "../hand-over/hand-over.service.ts";
import { turnOf } from "./paper-turn.ts";
import type { ManifestCarrier, ManifestQuery } from "./papers.schema.ts";
import {
  listBoughtParcels,
  listCarriersOfDay,
  listHandedOver,
  listStaying,
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
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;

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
  return draw(deps, actor, { rows, staying: undefined, carrier, day, format }, isGone);
}

/**
 * Makes the manifest of a hand-over: the parcels that were scanned onto the truck, and, on the PDF,
 * the carrier's parcels that are still here now. It can be made again later with the same parcels,
 * without those that a station that did not know of it has handed over again since.
 *
 * @throws AppError E2052 when reading takes too long; E2194 when the actor may not see it; E2240
 *   until all its parcels are written.
 */
export async function getHandOverManifest(
  deps: Pick<
    FulfilmentDeps,
    "db" | "reader" | "now" | "labels" | "settings" | "carriers" | "connections"
  >,
  actor: Actor,
  { id, format }: { readonly id: string; readonly format: ManifestQuery["format"] },
  isGone: () => Promise<boolean>,
): Promise<Bytes> {
  const row = getHandOverRow(deps, actor, id);
  if (isStillEnding(deps, row)) throw errors.manifestNotReady();
  const { providerCode, createdAt } = row;
  const rows = await readPages((after) => listHandedOver(deps.reader, id, after, READ_AT_ONCE));
  const staying = await listStaying(deps.reader, boardQueryOf(deps, actor), providerCode);
  const of = { rows, staying, carrier: providerCode, day: turkishDay(createdAt), format };
  return draw(deps, actor, { ...of, madeAt: createdAt }, isGone);
}

type Drawn = {
  readonly rows: readonly BoughtParcelRow[];
  /** Parcels that are not on the truck; undefined: not listed. */
  readonly staying: readonly BoughtParcelRow[] | undefined;
  readonly carrier: string;
  readonly day: string;
  readonly format: ManifestQuery["format"];
  /** When the loading was ended; absent: now. */
  readonly madeAt?: string;
};

async function draw(
  deps: Pick<FulfilmentDeps, "db" | "now" | "labels">,
  actor: Actor,
  { rows, staying, carrier, day, format, madeAt = deps.now() }: Drawn,
  isGone: () => Promise<boolean>,
): Promise<Bytes> {
  const { name, countryCode } = getOrganization(deps, actor, actor.organizationID);
  const head: ManifestHead = {
    language: countryCode === "TR" ? "tr" : "en",
    organizationName: name,
    carrierName: rows[0]?.carrierName ?? carrier,
    day,
    madeAt,
    mark: rows.some(({ test }) => test === 1)
      ? "TEST"
      : rows.some(({ isSample }) => isSample === 1)
        ? "SAMPLE"
        : "",
    ...(staying === undefined ? {} : { stayingAt: deps.now() }),
  };
  const count = rows.length + (staying?.length ?? 0);
  const bytes = await deps.labels.paper(
    { kind: "manifest", format, head },
    () => batchesOf(rows, staying ?? []),
    count > MOST_SMALL ? turnOf(actor, isGone) : undefined,
  );
  return {
    bytes,
    type: TYPES[format],
    fileName: `manifest-${carrier.replaceAll(/[^\w-]/g, "_")}-${staying === undefined ? day : timeName(madeAt)}.${format}`,
  };
}

/** Returns Turkish time as part of a file's name: "2026-11-30-1702". */
function timeName(at: string): string {
  const local = new Date(Date.parse(at) + TURKISH_OFFSET_MS).toISOString();
  return `${local.slice(0, 10)}-${local.slice(11, 13)}${local.slice(14, 16)}`;
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
  return readPages((after) => listBoughtParcels(deps.reader, of, after, READ_AT_ONCE));
}

async function readPages(
  read: (after: string) => Promise<BoughtParcelRow[]>,
): Promise<BoughtParcelRow[]> {
  const rows: BoughtParcelRow[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.transactionID ?? "");
    rows.push(...page);
    if (page.length < READ_AT_ONCE) return rows;
  }
}

async function* batchesOf(
  rows: readonly BoughtParcelRow[],
  staying: readonly BoughtParcelRow[],
): AsyncGenerator<PaperBatch> {
  for (let i = 0; i < rows.length; i += DRAWN_AT_ONCE) {
    yield { parcels: rows.slice(i, i + DRAWN_AT_ONCE).map(parcelOf) };
    await setImmediate();
  }
  for (let i = 0; i < staying.length; i += DRAWN_AT_ONCE) {
    yield { staying: staying.slice(i, i + DRAWN_AT_ONCE).map(parcelOf) };
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
