/**
 * Parses stored tariffs, and keeps the results: a version never changes. The largest tariff takes
 * 20 ms, so `parse-ahead.ts` parses tariffs before anybody asks for prices.
 */
import { setImmediate } from "node:timers/promises";
import type { CachedDb } from "../../db/database.ts";
import type { AgreementVersionView } from "./agreements.schema.ts";
import { readTariff, type ReadTariff } from "./read-tariff.ts";
import type { Tariff } from "./tariff.schema.ts";
import { readCard } from "./versions.store.ts";

/** Summary of a version for lists. */
export type Contents = Pick<AgreementVersionView, "isReadable" | "services">;

type Cache = {
  readonly tariffs: Map<string, ReadTariff>;
  readonly contents: Map<string, Contents>;
};

const cacheOf = new WeakMap<CachedDb, Cache>();

function openCache(db: CachedDb): Cache {
  const cache = cacheOf.get(db) ?? { tariffs: new Map(), contents: new Map() };
  cacheOf.set(db, cache);
  return cache;
}

/** Returns the tariffs that are parsed, by version. */
export function parsedTariffs(db: CachedDb): ReadonlyMap<string, ReadTariff> {
  return openCache(db).tariffs;
}

/** Gets the tariff of a version. */
export function getTariff(db: CachedDb, versionID: string): ReadTariff {
  return openCache(db).tariffs.get(versionID) ?? keepTariff(db, versionID, readCard(db, versionID));
}

/** Gets the summary of a version. Keeps no prices, since lists show all versions there ever were. */
export function getContents(db: CachedDb, versionID: string): Contents {
  const known = openCache(db).contents.get(versionID);
  return known ?? keepContents(db, versionID, contentsOf(readTariff(readCard(db, versionID))));
}

/**
 * Keeps the summary of a version whose tariff is not parsed yet.
 *
 * @returns The summary.
 */
export function keepContents(db: CachedDb, versionID: string, contents: Contents): Contents {
  openCache(db).contents.set(versionID, contents);
  return contents;
}

/** Parses and keeps the tariff of a version, or its summary, in two turns of the event loop. */
export async function parseVersion(
  db: CachedDb,
  versionID: string,
  what: keyof Cache,
): Promise<void> {
  const card = readCard(db, versionID);
  await setImmediate();
  if (what === "tariffs") keepTariff(db, versionID, card);
  else keepContents(db, versionID, contentsOf(readTariff(card)));
  await setImmediate();
}

function keepTariff(db: CachedDb, versionID: string, card: string): ReadTariff {
  const tariff = readTariff(card);
  openCache(db).tariffs.set(versionID, tariff);
  keepContents(db, versionID, contentsOf(tariff));
  return tariff;
}

/** Returns whether the tariff of a version, or at least its summary, has been parsed. */
export function isParsed(db: CachedDb, versionID: string, what: keyof Cache): boolean {
  return openCache(db)[what].has(versionID);
}

function contentsOf(read: ReadTariff): Contents {
  return read.kind === "tariff" ? summaryOf(read.tariff) : { isReadable: false, services: [] };
}

/** Makes the summary of a tariff that this version of Packbench can price. */
export function summaryOf({ services }: Pick<Tariff, "services">): Contents {
  return { isReadable: true, services: services.map(({ code, name }) => ({ code, name })) };
}
