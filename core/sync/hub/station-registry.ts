/**
 * The registry of stations with their keys, and of the codes with which new stations join. Each
 * change is durable before it takes effect.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../base/json.ts";
import { writeWhole } from "../../base/write-whole.ts";
import type { EnrolRequest, Refusal } from "../enrol.schema.ts";
import type { HubList } from "../hub-control.schema.ts";
import {
  keysOf,
  registrySchema,
  type Code,
  type Ended,
  type Registry,
  type Station,
} from "./station-registry.schema.ts";
import { HubError } from "./hub-error.ts";
import type { AdmittedStation } from "./server-config.ts";

const HOUR_MS = 3_600_000;
/** Time for which an ended code is kept, so that the hub can state why it rejects the code, ms. */
const REMEMBERED_MS = 30 * 24 * HOUR_MS;

/** Result of a request to join. `isNew`: the server must learn the station's key. */
type Admission =
  | { readonly outcome: "admitted"; readonly isNew: boolean; readonly leads: boolean }
  | { readonly outcome: "refused"; readonly why: Refusal };

export type StationRegistry = {
  stations(): readonly Station[];
  /** Stations whose keys are valid. */
  admitted(): readonly AdmittedStation[];
  openCodes(): HubList["openCodes"];
  /**
   * Finds a join code.
   *
   * @returns Undefined for a code that never existed or ended long ago.
   */
  findCode(id: string): Code | undefined;
  /**
   * Adds a join code.
   *
   * @param forStation Id or name of a station that lost its key and will bring a new key.
   * @throws HubError when no station, or more than one, matches.
   */
  addCode(desks: number, hours: number, forStation?: string): Code;
  /**
   * Processes a request signed with the code's secret. A known station that is not revoked is
   * admitted again with its known key; with another key it needs a code that was made for it. A
   * revoked station needs another key, and a code that was made after the revocation.
   */
  admit(request: EnrolRequest): Admission;
  /**
   * Revokes a station.
   *
   * @param idOrName The station.
   * @throws HubError when no station, or more than one, matches.
   */
  revoke(idOrName: string): Station;
  /**
   * Renames a station.
   *
   * @throws HubError when there is no such station.
   */
  rename(id: string, name: string): Station;
  /** Records the last published position of a revoked station. */
  markEnded(id: string, ended: Ended): void;
  /**
   * Records when stations were last connected.
   *
   * @param seen By public key.
   */
  markConnected(seen: ReadonlyMap<string, Date>): void;
};

/** The registry, in memory and on disk. */
type Book = {
  registry: Registry;
  readonly now: () => Date;
  /** Writes a change, and deletes codes that ended long ago. */
  keep(changed: Partial<Registry>): void;
};

/**
 * Opens the hub's list of stations and codes.
 *
 * @throws HubError when the file is damaged.
 */
export function openRegistry(folder: string, now: () => Date): StationRegistry {
  const path = join(folder, "desks.json");
  const book: Book = {
    registry: readRegistry(path),
    now,
    keep(changed) {
      const oldest = now().getTime() - REMEMBERED_MS;
      const next = { ...book.registry, ...changed };
      const codes = next.codes.filter(({ endsAt }) => Date.parse(endsAt) > oldest);
      const kept = { ...next, codes };
      writeWhole(path, `${JSON.stringify(kept, null, 2)}\n`);
      book.registry = kept;
    },
  };
  return {
    stations: () => book.registry.stations,
    admitted: () => book.registry.stations.filter(({ revokedAt }) => revokedAt === null),
    openCodes: () =>
      book.registry.codes
        .filter((code) => refusalOf(code, now()) === undefined)
        .map(({ id, endsAt, desks, usedBy }) => ({
          id,
          endsAt,
          desks,
          left: desks - usedBy.length,
        })),
    findCode: (id) => findCode(book, id),
    addCode: (desks, hours, forStation) => addCode(book, desks, hours, forStation),
    admit: (request) => admit(book, request),
    revoke: (idOrName) => revoke(book, idOrName),
    rename(id, name) {
      const renamed = { ...findOne(book.registry.stations, id), name };
      const { stations } = book.registry;
      book.keep({ stations: stations.map((one) => (one.id === renamed.id ? renamed : one)) });
      return renamed;
    },
    markEnded(id, ended) {
      const { stations } = book.registry;
      book.keep({ stations: stations.map((one) => (one.id === id ? { ...one, ended } : one)) });
    },
    markConnected: (seen) => markConnected(book, seen),
  };
}

function findCode({ registry }: Book, id: string): Code | undefined {
  return registry.codes.find((code) => code.id === id);
}

function addCode({ registry, keep, now }: Book, desks: number, hours: number, of?: string): Code {
  const station = of === undefined ? null : findOne(registry.stations, of).id;
  const at = now();
  const code: Code = {
    id: randomBytes(5).toString("hex"),
    secret: randomBytes(16).toString("hex"),
    station,
    desks: station === null ? desks : 1,
    madeAt: at.toISOString(),
    endsAt: new Date(at.getTime() + hours * HOUR_MS).toISOString(),
    usedBy: [],
  };
  keep({ codes: [...registry.codes, code] });
  return code;
}

function admit(book: Book, request: EnrolRequest): Admission {
  const { registry, now } = book;
  const { codeID, stationID, name, userKey, boxPublicKey } = request;
  const code = findCode(book, codeID);
  if (code === undefined) return { outcome: "refused", why: "unknown" };
  const known = registry.stations.find(({ id }) => id === stationID);
  const settled = admittedOrRefused(book, { code, known, request });
  if (settled !== undefined) return settled;
  // A station that only has a new key keeps its right to admit and revoke other stations.
  const isRekeyed = known !== undefined && known.revokedAt === null;
  const leads = isRekeyed
    ? known.leads
    : !registry.stations.some((one) => one.leads && one.revokedAt === null);
  const earlierKeys =
    known === undefined || known.userKey === userKey ? (known?.earlierKeys ?? []) : keysOf(known);
  const station: Station = {
    id: stationID,
    name,
    userKey,
    earlierKeys,
    boxPublicKey,
    codeID,
    enrolledAt: now().toISOString(),
    lastConnectedAt: null,
    revokedAt: null,
    ended: known?.ended ?? null,
    leads,
  };
  book.keep({
    stations: withStation(registry, station),
    codes: registry.codes.map((one) =>
      one === code ? { ...one, usedBy: [...one.usedBy, stationID] } : one,
    ),
    ...(isRekeyed ? { revokedKeys: [...registry.revokedKeys, known.userKey] } : {}),
  });
  return { outcome: "admitted", isNew: true, leads };
}

type Asked = {
  readonly code: Code;
  readonly known: Station | undefined;
  readonly request: EnrolRequest;
};

/**
 * Decides requests to join that change nothing in the list: refusals and repeated requests.
 *
 * @returns Undefined for a new station, or a new key of a station, that may join.
 */
function admittedOrRefused(
  { registry, now }: Book,
  { code, known, request: { stationID, userKey } }: Asked,
): Admission | undefined {
  const refused = (why: Refusal): Admission => ({ outcome: "refused", why });
  if (code.station !== null && code.station !== stationID) return refused("another");
  if (registry.revokedKeys.includes(userKey)) return refused("revoked");
  if (known?.revokedAt === null) {
    if (known.userKey === userKey) return { outcome: "admitted", isNew: false, leads: known.leads };
    if (code.station !== stationID) return refused("taken");
  }
  // A code for many desks that was open when a station was revoked does not admit that station
  // again.
  if (known !== undefined && known.revokedAt !== null && known.revokedAt >= code.madeAt)
    return refused("revoked");
  const why = refusalOf(code, now());
  if (why !== undefined) return refused(why);
  return registry.stations.some((station) => station.userKey === userKey)
    ? refused("taken")
    : undefined;
}

function revoke({ registry, keep, now }: Book, idOrName: string): Station {
  const station = findOne(registry.stations, idOrName);
  const at = now().toISOString();
  const revoked = { ...station, revokedAt: station.revokedAt ?? at };
  // The code with which the station joined ends too, because a lost computer may still have it.
  const codes = registry.codes.map((code) =>
    code.id === station.codeID && code.endsAt > at ? { ...code, endsAt: at } : code,
  );
  keep({
    stations: withStation(registry, revoked),
    codes,
    revokedKeys: [...new Set([...registry.revokedKeys, station.userKey])],
  });
  return revoked;
}

function markConnected({ registry, keep }: Book, seen: ReadonlyMap<string, Date>): void {
  const stations = registry.stations.map((station) => ({
    ...station,
    lastConnectedAt: later(station.lastConnectedAt, seen.get(station.userKey)),
  }));
  if (
    stations.some(
      ({ lastConnectedAt }, at) => lastConnectedAt !== registry.stations[at]?.lastConnectedAt,
    )
  )
    keep({ stations });
}

/** Returns the registry's stations with this station updated and moved to the end. */
function withStation({ stations }: Registry, station: Station): Station[] {
  return [...stations.filter(({ id }) => id !== station.id), station];
}

function refusalOf({ desks, usedBy, endsAt }: Code, now: Date): "used" | "ended" | undefined {
  if (usedBy.length >= desks) return "used";
  return Date.parse(endsAt) <= now.getTime() ? "ended" : undefined;
}

function later(known: string | null, seen: Date | undefined): string | null {
  if (seen === undefined) return known;
  return known === null || Date.parse(known) < seen.getTime() ? seen.toISOString() : known;
}

function findOne(stations: readonly Station[], idOrName: string): Station {
  const byID = stations.find(({ id }) => id === idOrName.toLowerCase());
  if (byID !== undefined) return byID;
  const named = stations.filter(({ name }) => name === idOrName);
  const live = named.filter(({ revokedAt }) => revokedAt === null);
  const found = live.length > 0 ? live : named;
  if (found.length > 1)
    throw new HubError(
      `There are ${found.length} stations named "${idOrName}". Give the id of one: ${found.map(({ id }) => id).join(", ")}.`,
    );
  const [station] = found;
  if (station === undefined)
    throw new HubError(
      `There is no station "${idOrName}". The command list shows all, with their ids.`,
    );
  return station;
}

function readRegistry(path: string): Registry {
  if (!existsSync(path)) return { v: 1, stations: [], codes: [], revokedKeys: [] };
  try {
    return parseJson(readFileSync(path, "utf8"), registrySchema, path);
  } catch (error) {
    throw new HubError(
      `${error instanceof Error ? error.message : String(error)}. Put a good copy of ${path} back: it has the stations' keys.`,
    );
  }
}
