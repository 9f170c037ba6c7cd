/**
 * A joined station that sends random data: messages, requests, bucket entries, snapshots and files,
 * by a seed. The other stations must not be affected. PACKBENCH_FUZZ_SECONDS, PACKBENCH_FUZZ_SEED
 * and PACKBENCH_FUZZ_KINDS choose the duration, the seed and the kinds of data.
 *
 * @module-tag all
 * @module-tag alone
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { headlessStations } from "../helpers/headless.ts";
import { joinHub, startHub, whyNoHub } from "../helpers/hub.ts";
import { allInStep, joined, makeShipment, type JoinedStation } from "../helpers/joined-stations.ts";
import { programFile } from "../helpers/programs.ts";

const SECONDS = Number(process.env["PACKBENCH_FUZZ_SECONDS"] ?? 60);
const SEED = Number(process.env["PACKBENCH_FUZZ_SEED"] ?? Date.now() % 1_000_000);
/** Limits for the other stations: p99 of their reads, ms, and the growth of their memory, bytes. */
const [P99_MS, MOST_GROWTH_BYTES] = [100, 200 * 1024 * 1024];

const stations = headlessStations();
afterEach(() => stations.killAll());

const residentBytes = ({ child }: JoinedStation): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) *
  1_024;

it.skipIf(whyNoHub !== undefined)(
  `a station that sends random data for ${SECONDS} s (seed ${SEED}) stops and slows no other station, is reported as unreadable, and leaves both other stations able to buy`,
  { timeout: (SECONDS + 120) * 1_000 },
  async () => {
    const hub = await startHub();
    const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
    const second = await joined(stations, ["--join", await hub.add(), "--demo"]);
    const both = [first, second];
    const shipments = await Promise.all(
      [first, second, first].map((station) => makeShipment(station)),
    );
    await allInStep(both);
    const stationIDs = (await first.status()).stations.map(({ id }) => id);
    const { stationID, enrolled } = await joinHub(await hub.add(), "Evil");
    const known = {
      organizationID: first.ready.organizationID,
      stationIDs,
      shipmentIDs: shipments.map(({ id }) => id),
    };
    const { servers, authority, userKeySeed } = enrolled;
    const orders = {
      servers,
      authority,
      userKeySeed,
      stationID,
      known,
      seed: SEED,
      seconds: SECONDS,
    };
    const child = spawn(
      process.execPath,
      [programFile("evil-desk-child.ts"), JSON.stringify(orders)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    const ended = once(child, "exit");
    const end = performance.now() + SECONDS * 1_000;
    await sleep(5_000);
    const before = both.map(residentBytes);
    const times: number[] = [];
    for (let i = 0; performance.now() < end; i++) {
      const station = both[i % 2] as JoinedStation;
      const startedAt = performance.now();
      await (i % 10 === 0
        ? makeShipment(station, `Honest ${i}`)
        : station.call("/shipments?limit=5"));
      if (i % 10 !== 0) times.push(performance.now() - startedAt);
      await sleep(20);
    }
    await ended;
    const sent = Number(out);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    const growth = both.map((station, i) => residentBytes(station) - (before[i] ?? 0));
    process.stdout.write(
      `${sent} items sent, ${times.length} calls, p99 ${p99.toFixed(1)} ms, grown by ${growth.map((n) => (n / 2 ** 20).toFixed(0)).join(" and ")} MiB\n`,
    );
    expect(sent).toBeGreaterThan(SECONDS);
    await hub.command("revoke", stationID);
    await allInStep(both, 60_000);
    expect(p99).toBeLessThan(P99_MS);
    for (const n of growth) expect(n).toBeLessThan(MOST_GROWTH_BYTES);
    for (const station of both) {
      expect(
        (await station.status()).conflicts
          .filter(({ subjectID }) => subjectID === stationID)
          .map(({ kind }) => kind),
      ).toContain("unreadable");
      const { offers } = await makeShipment(station, "Afterwards");
      await station.call("/transactions", { offerID: offers.cheapest.id });
    }
  },
);
