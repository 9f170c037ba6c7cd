/**
 * A complete core on a real data folder, with a clock, carriers and a printer that the test
 * controls.
 */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../core/base/units.ts";
import type { CoreConfig, StartedCore } from "../../core/core-config.ts";
import { createCore, type Core } from "../../core/core.ts";
import { DATABASE_FILE } from "../../core/db/data-folder.ts";
import { makeDatabase } from "../../core/db/open-writer.ts";
import type { LabelRenderer } from "../../core/labels/label-renderer.ts";
import { createWorkerRenderer } from "../../core/labels/worker-renderer.ts";
import { issueToken } from "../../core/organizations/api-tokens.ts";
import { createMember } from "../../core/organizations/members.ts";
import type { Role } from "../../core/organizations/organizations.schema.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { RESOURCES, temporaryFolder } from "./folders.ts";
import { QUICK_WORLD } from "./quick-times.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";

export { RESOURCES, temporaryFolder };

type Json = Record<string, unknown>;
export type Answer<T = unknown> = {
  readonly status: number;
  readonly body: Json & { data: T; code: string; message: string };
  readonly headers: Headers;
};

export type Station = {
  readonly core: Core;
  readonly started: StartedCore;
  readonly url: string;
  readonly dataDir: string;
  readonly clock: { nowMs: number };
  /** Calls the API over a real socket with the demo's token. */
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Calls the API as the desk's window does. */
  desk<T = unknown>(
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<{
    status: number;
    data: T;
    code: string;
    message: string;
    reason?: string;
    values?: Readonly<Record<string, unknown>>;
  }>;
  stop(): Promise<void>;
};

const open = new Set<() => Promise<void>>();

/** Stops the stations that `station` started. test/helpers/set-up.ts calls it after each test. */
export async function stopStations(): Promise<void> {
  for (const stop of open) await stop();
}

/**
 * Draws the labels of all stations of a test process in one thread, because starting the thread
 * costs a second of processor time. The thread has no station's state; closing it does nothing, and
 * it ends with its process.
 */
const renderer = createWorkerRenderer({ resourcesDir: RESOURCES });
const labels: LabelRenderer = { ...renderer, close: () => Promise.resolve() };

let empty: string | undefined;

/**
 * Copies an empty database into a new folder. Creating the tables would take a fifth of a station's
 * start.
 */
export function addEmptyDatabase(folder: string): void {
  if (empty === undefined) {
    empty = join(temporaryFolder(), DATABASE_FILE);
    makeDatabase(empty);
  }
  copyFileSync(empty, join(folder, DATABASE_FILE));
}

export type StationOptions = Partial<CoreConfig> & {
  readonly world?: CoreConfig["world"];
  readonly settings?: Record<string, unknown>;
};

/**
 * Starts a station; after the test the station is stopped, and its folder is removed unless the
 * test has chosen it.
 * @param options.settings Settings of the desk; `{ rateLimit: null }` for tests with many calls.
 */
export async function station(options: StationOptions = {}): Promise<Station> {
  const s = await lastingStation(options);
  const stop = async (): Promise<void> => {
    if (open.delete(stop)) await s.stop();
  };
  open.add(stop);
  return { ...s, stop };
}

/** Returns the real time, for stations whose work depends on it. */
export const trueTime = (): Instant => new Date().toISOString() as Instant;

/** Starts a station for several tests; the caller stops it. */
export async function lastingStation({
  settings,
  ...options
}: StationOptions = {}): Promise<Station> {
  const dataDir = options.dataDir ?? temporaryFolder();
  if (options.dataDir === undefined) addEmptyDatabase(dataDir);
  const clock = { nowMs: Date.parse("2026-11-21T09:00:00.000Z") };
  const core = await createCore({
    resourcesDir: RESOURCES,
    port: 0,
    demo: true,
    ...options,
    dataDir,
    world: {
      ...QUICK_WORLD,
      labels,
      now: () => new Date((clock.nowMs += 1)).toISOString() as Instant,
      ...options.world,
    },
  });
  for (const [key, value] of Object.entries(settings ?? {})) core.deps.settings.write(key, value);
  const started = await core.start();
  const url = started.url ?? "";
  const stop = async (): Promise<void> => {
    await core.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    core,
    started,
    url,
    dataDir,
    clock,
    call: (method, path, body, headers) =>
      call(url, started.token, { method, path, body, headers }),
    async desk(method, path, body) {
      const answer = await core.request({ method, path, body });
      return {
        status: answer.status,
        ...(answer.body as { data: never; code: string; message: string; reason?: string }),
      };
    },
    stop,
  };
}

/** Makes one call over HTTP. A text body is sent unchanged. */
export async function call<T>(
  url: string,
  token: string | null,
  request: {
    method: string;
    path: string;
    body?: unknown;
    headers?: Record<string, string> | undefined;
  },
): Promise<Answer<T>> {
  const { method, path, body } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Answer<T>["body"],
    headers: response.headers,
  };
}

/** Creates a member of the demo's organization, with a token. */
export function memberWithToken(
  s: Station,
  role: Role,
  email = `${role}@ornek.test`,
): { memberID: string; userID: string; token: string } {
  const owner = deskActor(s.core.deps, s.started.memberID);
  const { id: memberID, userID } = createMember(s.core.deps, owner, {
    userID: "",
    email,
    name: role,
    role,
  });
  const { token } = issueToken(
    s.core.deps,
    { organizationID: s.started.organizationID, memberID },
    { name: role },
  );
  return { memberID, userID, token };
}

export const RECIPIENT = {
  name: "Çağla Şimşekoğlu",
  email: "cagla@ornek.test",
  phone: "+905551112233",
  address1: "Bağdat Cd. No: 5 D: 3",
  countryCode: "TR",
  cityName: "İstanbul",
  cityCode: "34",
  districtName: "Kadıköy",
};

export function parcel(change: Json = {}): Json {
  return {
    test: false,
    recipientAddress: RECIPIENT,
    length: "30",
    width: "20",
    height: "15",
    distanceUnit: "cm",
    weight: "2.5",
    massUnit: "kg",
    ...change,
  };
}

/** Finds the default sender's id, which one-step purchases use as return address. */
export async function senderOf(s: Station): Promise<string> {
  const { body } = await s.call<{ id: string }[]>("GET", "/addresses?isDefaultSenderAddress=true");
  return body.data[0]?.id ?? "";
}

export async function shipmentWithOffers(s: Station, change: Json = {}): Promise<Shipment> {
  return (await s.call<Shipment>("POST", "/shipments", parcel(change))).body.data;
}

export async function boughtShipment(s: Station, change: Json = {}): Promise<Transaction> {
  const shipment = await shipmentWithOffers(s, change);
  return (
    await s.call<Transaction>("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id })
  ).body.data;
}

export async function balanceOf(s: Station): Promise<string> {
  return (await s.call<string>("GET", `/organizations/${s.started.organizationID}/balance`)).body
    .data;
}

/** Changes rows, bypassing all rules, and clears the read cache. */
export function change(s: Station, sql: string): void {
  s.core.deps.db.raw.prepare(sql).run();
  s.core.deps.db.readCache.clear();
}

/** Longest wait for a fact, ms, long enough for a busy machine. */
const LONGEST_WAIT_MS = 30_000;

/** Waits until `fact` returns a value. @throws Error with `what` after half a minute. */
export async function eventually<T>(
  what: string,
  fact: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const until = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = await fact();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`not within ${LONGEST_WAIT_MS / 1_000} s: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
