/**
 * A station is killed at each step of a print that another one asked for. Its journal has one job
 * of it, no label comes out twice by itself, none is lost, and the answer comes after the restart.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { PrintRequest } from "../../core/shared-printers/shared-printers.schema.ts";
import {
  bought,
  reaches,
  requestAt,
  rowsAt,
  sharedAt,
} from "../core/shared-printers/shared-desks.ts";
import { aSimulator } from "../core/printing/a-printer.ts";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub } from "../helpers/hub.ts";
import { joined } from "../helpers/joined-stations.ts";
import { QUICK_SYNC } from "../helpers/quick-times.ts";
import { deathsOf, kill, startProgram, type Child } from "./a-dying-station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

/**
 * Each with whether a person is asked about the label after it, and whether the label was out then.
 */
const POINTS = [
  { point: "printRequest.taken", isAsked: false, wasOut: false },
  { point: "print.drawn", isAsked: false, wasOut: false },
  { point: "print.claimed", isAsked: true, wasOut: false },
  { point: "print.sent", isAsked: true, wasOut: true },
  { point: "print.noted", isAsked: false, wasOut: true },
] as const;

async function ask<T>({ url, token }: Child, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: T }).data;
}

describe.skipIf(whyNoHub !== undefined)(
  "a station that is killed while it prints what another one asked for",
  () => {
    it("has one job of it, prints it once, and answers after the restart", async () => {
      const hub = await startHub();
      const asker = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const simulator = await aSimulator();
      const folder = folderOnDisk();
      let owner = await startProgram(
        "shared-printing-child.ts",
        folder,
        await hub.add(),
        "none",
        "1",
      );
      onTestFinished(() => kill(owner));
      const { id: printerID } = await ask<{ id: string }>(owner, "/station/printers", {
        name: "Zebra",
        driver: "tcp",
        host: "127.0.0.1",
        port: simulator.port,
        isShared: true,
      });
      const ready = (): Promise<void> =>
        until(
          "the printer is offered",
          async () =>
            (await sharedAt(asker)).some(({ id, state }) => id === printerID && state === "ready"),
          20_000,
        );
      await ready();
      for (const { point, isAsked, wasOut } of POINTS) {
        await kill(owner);
        owner = await startProgram("shared-printing-child.ts", folder, "-", point, "1");
        const { shipmentID, barcode } = await bought(asker);
        const request = await asker.call<PrintRequest>("/station/print-requests", {
          printerID,
          shipmentID,
        });
        await once(owner.process, "exit");
        expect(deathsOf(folder).at(-1)).toBe(point);
        await sleep(300); // what the simulator had comes out
        expect([point, await simulator.jobsWith(barcode)]).toEqual([
          point,
          expect.objectContaining({ length: wasOut ? 1 : 0 }),
        ]);
        owner = await startProgram("shared-printing-child.ts", folder, "-", "none", "1");
        if (isAsked) {
          await until(
            "the outcome is asked",
            async () =>
              (await ask<PrintJob>(owner, `/station/printjobs/${request.id}`)).status === "UNKNOWN",
            20_000,
          );
          await until(
            "the other station sees why",
            async () => (await requestAt(asker, request)).reasonCode === "station stopped",
            20_000,
          );
          await sleep(QUICK_SYNC.requestsLookMs);
          expect([point, await simulator.jobsWith(barcode)]).toEqual([
            point,
            expect.objectContaining({ length: wasOut ? 1 : 0 }),
          ]);
          await ask(owner, `/station/printjobs/${request.id}/answer`, { printed: wasOut });
        }
        expect(await reaches(asker, request, "PRINTED", 30_000)).toMatchObject({
          jobID: request.id,
          reason: "",
        });
        await sleep(QUICK_SYNC.requestsLookMs);
        expect([point, await simulator.jobsWith(barcode)]).toEqual([
          point,
          expect.objectContaining({ length: 1 }),
        ]);
        expect(
          rowsAt({ folder }, "SELECT id FROM print_jobs WHERE shipment_id = ?", shipmentID),
        ).toEqual([{ id: request.id }]);
      }
    }, 240_000);
  },
);
