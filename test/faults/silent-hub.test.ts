/**
 * A hub that is reachable but does not answer, like a hanging machine: a joining station reports
 * it, and a joined station keeps working.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { checkHub } from "../../core/sync/hub-checks.ts";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import {
  credentialsFile,
  joinHub,
  makeStreams,
  startHub,
  whyNoHub,
  type TestHub,
} from "../helpers/hub.ts";
import { allInStep, joined, killed, makeShipment } from "../helpers/joined-stations.ts";
import { ownOperator, startServer } from "../helpers/nats-server.ts";
import { eventually } from "../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

/**
 * Suspends the hub's server: sockets stay open, nothing is answered. Waits until every thread is
 * stopped, because on a busy machine some threads still answer after the signal was sent.
 * @returns A function that resumes the server.
 */
async function silence(pid: number): Promise<() => void> {
  process.kill(pid, "SIGSTOP");
  await until("every thread is stopped", () =>
    readdirSync(`/proc/${pid}/task`).every((thread) =>
      /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8")),
    ),
  );
  const goOn = (): void => void process.kill(pid, "SIGCONT");
  onTestFinished(() => {
    try {
      goOn();
    } catch {
      // The server has already ended.
    }
  });
  return goOn;
}

/**
 * Longest wait for one answer of the hub, ms. After a missing answer, the check waits the same time
 * for a ping.
 */
const ANSWER_MS = 800;

const hasTaken = async (hub: TestHub, count: number): Promise<boolean> =>
  (JSON.parse((await hub.command("list", "--json")).stdout) as { stations: unknown[] }).stations
    .length === count;

describe.skipIf(whyNoHub !== undefined)("a hub that falls silent", { timeout: 180_000 }, () => {
  it(
    "a hub that falls silent during a check is reported as unresponsive, not as a hub without streams",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const station = await joinHub(hub.joinCode);
      const connection = await station.connect();
      const goOn = await silence(hub.natsPid());
      await expect(checkHub(connection, station.stationID, ANSWER_MS)).rejects.toMatchObject({
        code: "E2112",
        message: expect.stringContaining("does not answer"),
        details: { reason: "silent" },
      });
      goOn();
      expect((await checkHub(connection, station.stationID)).every(({ ok }) => ok)).toBe(true);
    },
  );

  it("a hub that answers after a second of silence passes the check", { tags: "all" }, async () => {
    const hub = await startHub();
    const station = await joinHub(hub.joinCode);
    const connection = await station.connect();
    const goOn = await silence(hub.natsPid());
    const checking = checkHub(connection, station.stationID, ANSWER_MS);
    await sleep(1.25 * ANSWER_MS);
    goOn();
    expect((await checking).every(({ ok }) => ok)).toBe(true);
  });

  it(
    "a hub that falls silent after it accepted a station is reported as unresponsive if the join fails, and the same command joins later",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const folder = folderOnDisk();
      const started = stations.start(folder, "--join", hub.joinCode, "--demo");
      await eventually("the hub has accepted the station", () => hasTaken(hub, 1));
      const goOn = await silence(hub.natsPid());
      await until(
        "the station serves or has ended",
        () => started.out().includes("\n") || started.child.exitCode !== null,
        60_000,
      );
      if (started.child.exitCode !== null)
        expect([started.child.exitCode, started.err()]).toEqual([
          1,
          expect.stringMatching(/did not answer|does not answer|nothing answers enrolments/),
        ]);
      expect(started.err()).not.toContain("streams are missing");
      await killed(started);
      goOn();
      await allInStep([await joined(stations, ["--join", hub.joinCode, "--demo"], folder)]);
    },
  );

  it(
    "a joined station starts and buys while its hub is silent, with or without the join code",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      await allInStep([first]);
      await killed(first);
      const goOn = await silence(hub.natsPid());
      for (const args of [["--join", hub.joinCode, "--demo"], ["--demo"]]) {
        const alone = await joined(stations, args, first.folder);
        expect(await alone.status()).toMatchObject({ state: "cut off" });
        await alone.call("/transactions", {
          offerID: (await makeShipment(alone)).offers.cheapest.id,
        });
        await killed(alone);
      }
      goOn();
      await allInStep([await joined(stations, ["--join", hub.joinCode, "--demo"], first.folder)]);
    },
  );

  it(
    "a joined station starts cut off while the organization's server is silent, and is in step once the server answers",
    { tags: "all" },
    async () => {
      const operator = ownOperator();
      const server = await startServer(operator.config);
      const url = `nats://127.0.0.1:${server.port}`;
      const file = credentialsFile(operator.credentials);
      await makeStreams(url, file);
      const way = ["--join-server", url, "--credentials", file];
      const first = await joined(stations, [...way, "--demo"]);
      await allInStep([first]);
      await killed(first);
      const goOn = await silence(server.pid);
      const alone = await joined(stations, [...way, "--demo"], first.folder);
      expect(await alone.status()).toMatchObject({ state: "cut off" });
      await killed(alone);
      goOn();
      await allInStep([await joined(stations, [...way, "--demo"], first.folder)]);
    },
  );
});
