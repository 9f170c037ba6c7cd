/**
 * A station is killed at each step of a print that another station requested. Its database has one
 * job for the request, no label prints twice automatically, none is lost, and the answer comes
 * after the restart.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { Simulator } from "../../core/printing/simulator/simulator.ts";
import type { PrintRequest } from "../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import {
  bought,
  reaches,
  requestAt,
  rowsAt,
  sharedAt,
} from "../core/fulfilment/shared-printers/shared-desks.ts";
import { aSimulator } from "../core/printing/a-printer.ts";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { hubHere, whyNoHub } from "../helpers/hub.ts";
import { joinedHere, type StationAtHub } from "../helpers/joined-stations.ts";
import { QUICK_SYNC } from "../helpers/quick-times.ts";
import { deathsOf, kill, startProgram, type Child } from "./a-dying-station.ts";

/**
 * Fault points. `isAsked`: the station asks a person about the label after the restart. `wasOut`:
 * the label was printed before the kill.
 */
const POINTS = [
  { point: "printRequest.taken", isAsked: false, wasOut: false },
  { point: "print.drawn", isAsked: false, wasOut: false },
  { point: "print.claimed", isAsked: true, wasOut: false },
  { point: "print.sent", isAsked: true, wasOut: true },
  { point: "print.noted", isAsked: false, wasOut: true },
] as const;
type Death = (typeof POINTS)[number];

async function ask<T>({ url, token }: Child, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: T }).data;
}

type Desks = {
  readonly asker: StationAtHub;
  readonly simulator: Simulator;
  /** Data folder of the station that shares its printer. */
  readonly folder: string;
};
type Asked = {
  readonly shipmentID: string;
  readonly barcode: string;
  readonly request: PrintRequest;
};

/** Starts the station that shares its printer. */
const ownerOn = (folder: string, code: string, point: string): Promise<Child> =>
  startProgram("shared-printing-child.ts", folder, code, point, "1");

/** Kills the station that shares its printer at each of these fault points while it prints. */
async function printsOver(deaths: readonly Death[]): Promise<void> {
  const hub = await hubHere();
  const asker = await joinedHere(["--join", hub.joinCode, "--demo"]);
  const simulator = await aSimulator();
  const folder = folderOnDisk();
  let owner = await ownerOn(folder, await hub.add(), "none");
  onTestFinished(() => kill(owner));
  const { id: printerID } = await ask<{ id: string }>(owner, "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: simulator.port,
    isShared: true,
  });
  await until(
    "the shared printer is listed",
    async () =>
      (await sharedAt(asker)).some(({ id, state }) => id === printerID && state === "ready"),
    20_000,
  );
  for (const death of deaths) {
    await kill(owner);
    owner = await ownerOn(folder, "-", death.point);
    const label = await bought(asker);
    const request = await asker.call<PrintRequest>("/station/print-requests", {
      printerID,
      shipmentID: label.shipmentID,
    });
    await once(owner.process, "exit");
    owner = await printsAfter({ asker, simulator, folder }, death, { ...label, request });
  }
}

/**
 * Checks the print after the kill, and restarts the station that shares its printer.
 * @returns The restarted station.
 */
async function printsAfter(
  { asker, simulator, folder }: Desks,
  { point, isAsked, wasOut }: Death,
  { shipmentID, barcode, request }: Asked,
): Promise<Child> {
  const out = async (): Promise<unknown> => [point, (await simulator.jobsWith(barcode)).length];
  expect(deathsOf(folder).at(-1)).toBe(point);
  await sleep(300); // Labels that the simulator had received are printed now.
  expect(await out()).toEqual([point, wasOut ? 1 : 0]);
  const owner = await ownerOn(folder, "-", "none");
  onTestFinished(() => kill(owner));
  if (isAsked) {
    await until(
      "the station asks a person about the outcome",
      async () =>
        (await ask<PrintJob>(owner, `/station/printjobs/${request.id}`)).status === "UNKNOWN",
      20_000,
    );
    await until(
      "the other station has the reason",
      async () => (await requestAt(asker, request)).reasonCode === "station stopped",
      20_000,
    );
    await sleep(QUICK_SYNC.requestsLookMs);
    expect(await out()).toEqual([point, wasOut ? 1 : 0]);
    await ask(owner, `/station/printjobs/${request.id}/answer`, { printed: wasOut });
  }
  expect(await reaches(asker, request, "PRINTED", 30_000)).toMatchObject({
    jobID: request.id,
    reason: "",
  });
  await sleep(QUICK_SYNC.requestsLookMs);
  expect(await out()).toEqual([point, 1]);
  expect(rowsAt({ folder }, "SELECT id FROM print_jobs WHERE shipment_id = ?", shipmentID)).toEqual(
    [{ id: request.id }],
  );
  return owner;
}

describe.skipIf(whyNoHub !== undefined)(
  "a station that is killed while it prints for another station",
  { timeout: 240_000 },
  () => {
    it("a station killed after its printer has the label has one job, prints once, and answers after the restart", () =>
      printsOver(POINTS.filter(({ point }) => point === "print.sent")));

    it(
      "a station killed at any other point has one job, prints once, and answers after the restart",
      { tags: "all" },
      () => printsOver(POINTS.filter(({ point }) => point !== "print.sent")),
    );
  },
);
