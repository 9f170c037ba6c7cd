/**
 * Facts for Settings that no other domain provides: the organization's carriers with their prices,
 * and the station's data on the disk.
 */
import { statSync, type Stats } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { CarrierShelf } from "../shipping/agreements/carrier-shelf.ts";
import type { Actor } from "../http/actor.ts";
import type { StationDeps } from "./deps.ts";
import { listPrices } from "../shipping/prices/price-list.ts";
import { checkIntegrity } from "./check-integrity.ts";
import {
  checkedSchema,
  MOST_PRICE_ROWS,
  type DataFacts,
  type StationCarriers,
} from "./station-facts.schema.ts";
import type { Integrity } from "./station.schema.ts";

/**
 * Lists the organization's carriers, and prices from the sender's city to `toCityCode`.
 *
 * @throws AppError E2013 for an unknown city.
 */
export async function listStationCarriers(
  deps: Pick<StationDeps, "db" | "now" | "geo" | "carriers">,
  actor: Actor,
  shelf: CarrierShelf,
  toCityCode: string,
): Promise<StationCarriers> {
  const remote = deps.carriers.list(actor.organizationID).filter(({ place }) => place === "remote");
  const query = { paramType: "", fromCityCode: "", toCityCode, ...NO_SIZE };
  const prices = await listPrices(deps, actor, query, MOST_PRICE_ROWS + 1);
  return {
    list: [
      ...shelf.list(actor.organizationID),
      ...remote.map(({ id, name, isSample }) => ({
        id,
        name,
        providerCode: "",
        isSample: isSample === true,
        needsAccount: false,
        services: [],
      })),
    ],
    prices: prices.slice(0, MOST_PRICE_ROWS),
    hasMorePrices: prices.length > MOST_PRICE_ROWS,
  };
}

const NO_SIZE = { length: undefined, width: undefined, height: undefined, weight: undefined };

/** Key in `station.json`. */
const CHECKED = "integrityChecked";

/**
 * Reads the folder and size of the station's data, the free space on its disk, and the result of
 * the last integrity check. The free space is read without blocking the core's thread. A database
 * in memory has no folder and no size.
 */
export async function readDataFacts(
  deps: Pick<StationDeps, "db" | "settings">,
): Promise<DataFacts> {
  const checked = checkedSchema.safeParse(deps.settings.read(CHECKED)).data ?? null;
  const path = deps.db.raw.name;
  if (path === ":memory:") return { folder: "", bytes: 0, freeBytes: 0, checked };
  const folder = dirname(resolve(path));
  const disk = await statfs(folder);
  return {
    folder,
    bytes: sizeOf(path) + sizeOf(`${path}-wal`),
    freeBytes: disk.bavail * disk.bsize,
    checked,
  };
}

function sizeOf(path: string): number {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found?.size ?? 0;
}

/**
 * Runs the integrity check and stores its time and result. Returns the result even when it cannot
 * be stored, for example because the disk is full.
 */
export async function checkAndNote(
  deps: Pick<StationDeps, "db" | "reader" | "now" | "log" | "settings">,
  organizationID: string,
): Promise<Integrity> {
  const found = await checkIntegrity(deps, organizationID);
  try {
    deps.settings.write(CHECKED, { at: deps.now(), isWhole: found.isWhole });
  } catch (err) {
    deps.log.warn({ err }, "the time of the integrity check was not saved");
  }
  return found;
}
