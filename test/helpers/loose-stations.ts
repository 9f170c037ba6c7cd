/**
 * Stations without servers and threads: the core's functions on databases in memory, each station
 * with a separate clock.
 */
import { listQuotable } from "../../core/shipping/accounts/accounts.service.ts";
import { createConnections } from "../../core/shipping/accounts/open-connections.ts";
import type { ConnectionKind } from "../../core/shipping/carriers/connection.ts";
import { createTestCarrier } from "../../core/shipping/carriers/test/test-carrier.ts";
import { withTextRules } from "../../core/shipping/carriers/with-text-rules.ts";
import { createAgreementCarriers } from "../../core/shipping/agreements/agreement-carrier.ts";
import type { Instant } from "../../core/base/units.ts";
import { newId } from "../../core/base/ids.ts";
import { fixedCarriers, joinCarriers } from "../../core/shipping/carriers/join-carriers.ts";
import { type Carrier } from "../../core/shipping/carriers/carrier.ts";
import { applyRemote, type StampedChanges } from "../../core/db/apply-remote.ts";
import { NO_LEASES } from "../../core/db/leases.ts";
import { openDatabase } from "./open-database.ts";
import { unpackChanges } from "../../core/db/packed-changes.ts";
import { createJobWaits } from "../../core/jobs/job-waits.ts";
import { silentLog } from "../../core/base/log.ts";
import type { Actor } from "../../core/http/actor.ts";
import type { Deps } from "../../core/deps.ts";
import { loadGeo } from "../../core/shipping/geo/geo.service.ts";
import { loadCalendar } from "../../core/shipping/geo/turkish-calendar.ts";
import { keySecrets } from "../../core/station/secrets.ts";
import { projectRows } from "../../core/sync/project-rows.ts";
import { createSharedKeysPort } from "../../core/http/shared-keys.ts";
import { createSharedFilesPort } from "../../core/db/documents/shared-files.ts";
import { createDeliveryTurns } from "../../core/fulfilment/webhooks/delivery-turns.ts";
import { RESOURCES } from "./folders.ts";
import { QUICK_SYNC } from "./quick-times.ts";

export type LooseStation = {
  readonly deps: Deps;
  readonly clock: { nowMs: number };
  /** Lists the station's transactions after an outbox row, as it would publish them. */
  outbox(after: number): { seq: number; stamped: StampedChanges }[];
  apply(received: readonly StampedChanges[]): void;
};

const geo = loadGeo(RESOURCES);
const calendar = loadCalendar(RESOURCES);

/**
 * Creates a station.
 *
 * @param skewMs Difference of the station's clock from the other stations' clocks, ms.
 * @param further Carriers in addition to the test carrier and the rate cards.
 * @param path File of the database, when the database must outlive the station.
 * @param connectionKinds Kinds of connections that accounts may have.
 */
export function looseStation(
  skewMs = 0,
  further: readonly Carrier[] = [],
  path = ":memory:",
  connectionKinds: readonly ConnectionKind[] = [],
): LooseStation {
  const clock = { nowMs: Date.parse("2026-11-21T09:00:00.000Z") + skewMs };
  const db = openDatabase(path, newId);
  db.raw.pragma("synchronous = OFF"); // Other tests cover power cuts.
  const carriers = joinCarriers(
    [
      fixedCarriers([createTestCarrier(db)]),
      createAgreementCarriers({
        db,
        geo,
        calendar,
        accountsOf: (id) => listQuotable(db, id),
        kinds: connectionKinds,
      }),
      fixedCarriers(further),
    ],
    withTextRules,
  );
  const unused = (): never => {
    throw new Error("a loose station has no reader and draws no labels");
  };
  const secrets = keySecrets(new Uint8Array(32), "file");
  const now = (): Instant => new Date((clock.nowMs += 1)).toISOString() as Instant;
  const deps: Deps = {
    db,
    reader: {
      all: unused,
      several: unused,
      once: unused,
      sessions: unused,
      until: unused,
      close: () => Promise.resolve(),
    },
    geo,
    calendar,
    carriers,
    connections: createConnections({ db, secrets }, connectionKinds, {
      call: () => Promise.resolve({ result: "unsent", cause: "A loose station calls nobody." }),
      listCalls: () => [],
    }),
    jobs: createJobWaits(0),
    leases: NO_LEASES,
    sharedKeys: createSharedKeysPort(),
    files: createSharedFilesPort(),
    turns: createDeliveryTurns(db.stationID, QUICK_SYNC, now),
    syncTimes: QUICK_SYNC,
    labels: {
      draw: unused,
      verify: unused,
      makeLogo: (png: Uint8Array) =>
        Promise.resolve({
          columns: 8,
          rows: 1,
          bits: Buffer.of(png[0] ?? 1).toString("base64"),
          png,
        }),
      close: () => Promise.resolve(),
    } as unknown as Deps["labels"],
    printers: {} as unknown as Deps["printers"],
    settings: {
      read: () => undefined,
      write: () => {},
      follow: (_: string, use: (value: unknown) => void) => use(undefined),
    } as unknown as Deps["settings"],
    secrets,
    now,
    newId,
    origin: () => "http://127.0.0.1:1",
    log: silentLog,
    desk: { organizationID: () => "", printerFolder: null },
    faultPoint: () => {},
  };
  return {
    deps,
    clock,
    outbox: (after) =>
      db
        .sql<{ seq: number; hlc: string; payload: Buffer }>(
          `SELECT seq, hlc, payload FROM outbox WHERE topic = 'commit' AND seq > ? ORDER BY seq`,
        )
        .all(after)
        .map(({ seq, hlc, payload }) => ({
          seq,
          stamped: { hlc, changes: unpackChanges(payload) },
        })),
    apply: (received) => applyRemote(deps, received, (rows) => projectRows(deps, rows)),
  };
}

export function owner(organizationID: string, memberID: string): Actor {
  return { organizationID, memberID, role: "owner", via: "desk" };
}

/** Returns pseudo-random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
