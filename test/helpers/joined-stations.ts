/** Stations that have joined a hub, used through their API as a program uses it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_TABLES } from "../../core/all-tables.ts";
import { openReader } from "../../core/db/open-reader.ts";
import { createStamps } from "../../core/db/stamps.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { until } from "./bare-nats.ts";
import { readOptions } from "../../core/headless-options.ts";
import { folderOnDisk, ROOT } from "./folders.ts";
import type { HeadlessStations, Started, Ready } from "./headless.ts";
import { hashRows } from "./connected-station.ts";
import {
  addEmptyDatabase,
  RECIPIENT,
  station,
  trueTime,
  type Station,
  type StationOptions,
} from "./station.ts";

const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
};

/** A joined station, as a program sees it. */
export type StationAtHub = {
  readonly ready: Pick<Ready, "url" | "organizationID" | "token">;
  readonly folder: string;
  call<T>(path: string, body?: unknown, method?: string): Promise<T>;
  status(): Promise<SyncStatus>;
};

/** A joined station in a separate process. */
export type JoinedStation = StationAtHub & Started;

/** Starts a station on its folder as a process. @param args Arguments of `npm run serve`. */
export async function joined(
  stations: HeadlessStations,
  args: readonly string[],
  folder = folderOnDisk(),
): Promise<JoinedStation> {
  const started = await stations.serve(folder, ...args);
  return { ...started, ...atHub(started.ready, folder) };
}

/**
 * Starts a station on its folder in this process, which costs a quarter of the processor time of
 * `joined`, for tests that do not kill the station. The station is stopped after the test.
 *
 * @param args Arguments of `npm run serve`.
 */
export async function joinedHere(
  args: readonly string[],
  folder = folderOnDisk(),
  { log, world }: Pick<StationOptions, "log" | "world"> = {},
): Promise<StationAtHub & Pick<Station, "core" | "started" | "stop">> {
  const options = readOptions(["--data", folder, "--port", "0", ...args]);
  if (options === undefined)
    throw new Error("these arguments print the usage and start no station");
  if (readdirSync(folder).length === 0) addEmptyDatabase(folder);
  const { core, url, started, stop } = await station({
    ...options,
    version: VERSION,
    ...(log === undefined ? {} : { log }),
    world: { now: trueTime, ...world },
  });
  const { organizationID, token } = started;
  if (token === null) throw new Error("the station has no token");
  return { ...atHub({ url, organizationID, token }, folder), core, started, stop };
}

function atHub(ready: StationAtHub["ready"], folder: string): StationAtHub {
  const call = async <T>(
    path: string,
    body?: unknown,
    method = body === undefined ? "GET" : "POST",
  ): Promise<T> => {
    const answer = await fetch(`${ready.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${ready.token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const whole = (await answer.json()) as {
      result: boolean;
      data: T;
      code?: string;
      message?: string;
    };
    if (!whole.result)
      throw new Error(`${method} ${path}: ${answer.status} ${whole.code} ${whole.message}`);
    return whole.data;
  };
  return { ready, folder, call, status: () => call<SyncStatus>("/station/sync") };
}

/** Kills a station at once, like a power cut. */
export async function killed({ child }: Pick<JoinedStation, "child">): Promise<void> {
  child.kill("SIGKILL");
  await until("the station has ended", () => child.exitCode !== null || child.signalCode !== null);
}

/** Hashes all synced rows of a station, read on a separate connection. */
export function rowsOf({ folder }: Pick<StationAtHub, "folder">): Record<string, string> {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return hashRows({
      ...reader,
      tables: ALL_TABLES,
      columns: new Map(),
      stamps: createStamps(reader),
    });
  } finally {
    reader.close();
  }
}

/** Waits until all stations have the same rows and no change waits. */
export async function allInStep(stations: readonly StationAtHub[], ms = 20_000): Promise<void> {
  await until(
    "all stations have the same rows",
    async () => {
      const states = await Promise.all(stations.map((station) => station.status()));
      if (states.some(({ state, waiting }) => state !== "in step" || waiting > 0)) return false;
      const [first, ...others] = stations.map((station) => JSON.stringify(rowsOf(station)));
      return others.every((other) => other === first);
    },
    ms,
  );
}

/** Creates a shipment and returns it with its offers. */
export async function makeShipment(
  station: StationAtHub,
  name = RECIPIENT.name,
  test = false,
): Promise<{
  readonly id: string;
  readonly offers: { readonly cheapest: { readonly id: string } };
}> {
  return station.call("/shipments", {
    test,
    recipientAddress: { ...RECIPIENT, name },
    length: "30",
    width: "20",
    height: "10",
    weight: "1",
    distanceUnit: "cm",
    massUnit: "kg",
  });
}
