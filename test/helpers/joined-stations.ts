/** Stations as processes of their own that have joined a hub, and what a program sees of each. */
import { join } from "node:path";
import { openReader } from "../../core/db/database.ts";
import { createStamps } from "../../core/db/stamps.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { until } from "./bare-nats.ts";
import { folderOnDisk } from "./folders.ts";
import type { HeadlessStations, Started, Ready } from "./headless.ts";
import { hashRows } from "./linked-station.ts";
import { RECIPIENT } from "./station.ts";

export type JoinedStation = Started & {
  readonly ready: Ready;
  readonly folder: string;
  call<T>(path: string, body?: unknown, method?: string): Promise<T>;
  status(): Promise<SyncStatus>;
};

/** Starts a station on its folder. @param args As for `npm run serve`. */
export async function joined(
  stations: HeadlessStations,
  args: readonly string[],
  folder = folderOnDisk(),
): Promise<JoinedStation> {
  const started = await stations.serve(folder, ...args);
  const { url, token } = started.ready;
  const call = async <T>(
    path: string,
    body?: unknown,
    method = body === undefined ? "GET" : "POST",
  ): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
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
  return { ...started, folder, call, status: () => call<SyncStatus>("/station/sync") };
}

/** Killed at once, as by a power cut. */
export async function killed({ child }: Pick<JoinedStation, "child">): Promise<void> {
  child.kill("SIGKILL");
  await until("the station has ended", () => child.exitCode !== null || child.signalCode !== null);
}

/** A hash of all synced rows of a station, read beside it. */
export function rowsOf({ folder }: Pick<JoinedStation, "folder">): Record<string, string> {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return hashRows({ ...reader, columns: new Map(), stamps: createStamps(reader) });
  } finally {
    reader.close();
  }
}

/** Waits until all have the same rows and nothing waits. */
export async function allInStep(stations: readonly JoinedStation[], ms = 20_000): Promise<void> {
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

/** A shipment with its offers. */
export async function makeShipment(
  station: JoinedStation,
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
