/**
 * Five stations of one organization at a real hub, each in a separate process, in a seeded run of
 * acts and faults: stations, server and hub are killed, the server stops answering, the hub's disk
 * is emptied or restored from an older copy. Afterwards all stations have the same rows, no
 * answered act is lost, no parcel was bought and no number used twice, and the money is exact.
 * PACKBENCH_SYNC_SEEDS sets the number of runs, PACKBENCH_SYNC_SEED the first seed.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../core/db/open-reader.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { until } from "../helpers/bare-nats.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub, type TestHub } from "../helpers/hub.ts";
import {
  allInStep,
  joined,
  makeShipment,
  rowsOf,
  type JoinedStation,
} from "../helpers/joined-stations.ts";
import { seeded } from "../helpers/loose-stations.ts";

const isFull = process.env["PACKBENCH_FULL"] === "1";
const FIRST = Number(process.env["PACKBENCH_SYNC_SEED"] ?? 1);
const SEEDS = Number(process.env["PACKBENCH_SYNC_SEEDS"] ?? (isFull ? 200 : 1));
const STATIONS = 5;
const ACTS = Number(process.env["PACKBENCH_SYNC_ACTS"] ?? 60);
const stations = headlessStations();
afterEach(() => stations.killAll());

type Run = {
  readonly random: () => number;
  hub: TestHub;
  readonly desks: JoinedStation[];
  readonly made: { id: string; offerID: string }[];
  readonly bought: Set<string>;
  readonly cancelled: Set<string>;
  readonly faults: Record<string, number>;
};

/**
 * Makes a call that may fail because a station or the hub is unreachable, or because of a rule.
 * @returns Undefined when the call was not answered with success.
 */
async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  return run().catch(() => undefined);
}

const below = ({ random }: Run, n: number): number => Math.floor(random() * n);
const desk = (run: Run): JoinedStation => run.desks[below(run, run.desks.length)] as JoinedStation;

const ACT: readonly ((run: Run) => Promise<void>)[] = [
  ...Array.from({ length: 6 }, () => async (run: Run) => {
    const shipment = await attempt(() => makeShipment(desk(run), `Alıcı ${run.made.length}`));
    if (shipment !== undefined)
      run.made.push({ id: shipment.id, offerID: shipment.offers.cheapest.id });
  }),
  ...Array.from({ length: 6 }, () => async (run: Run) => {
    const one = run.made[below(run, run.made.length)];
    if (one === undefined) return;
    // Two calls at once could cause a double purchase.
    const done = await Promise.all(
      [desk(run), desk(run)].map((station) =>
        attempt(() => station.call("/transactions", { offerID: one.offerID })),
      ),
    );
    if (done.some((answer) => answer !== undefined)) run.bought.add(one.id);
  }),
  async (run) => {
    const one = run.made[below(run, run.made.length)];
    if (
      one !== undefined &&
      (await attempt(() => desk(run).call(`/shipments/${one.id}`, undefined, "DELETE"))) !==
        undefined
    )
      run.cancelled.add(one.id);
  },
  async (run) =>
    void (await attempt(() =>
      desk(run).call("/parceltemplates", {
        name: `Kutu ${below(run, 100)}`,
        length: 1,
        width: 1,
        height: 1,
        weight: 1,
        distanceUnit: "cm",
        massUnit: "kg",
      }),
    )),
  async (run) => {
    const i = below(run, run.desks.length);
    const one = run.desks[i] as JoinedStation;
    run.faults["station"] = (run.faults["station"] ?? 0) + 1;
    one.child.kill("SIGKILL");
    await until(
      "the station has ended",
      () => one.child.exitCode !== null || one.child.signalCode !== null,
    );
    run.desks[i] = await joined(stations, ["--demo"], one.folder);
  },
  async (run) => {
    run.faults["server"] = (run.faults["server"] ?? 0) + 1;
    await run.hub.kill9("nats");
  },
  async (run) => {
    run.faults["silence"] = (run.faults["silence"] ?? 0) + 1;
    const pid = run.hub.natsPid();
    if (pid > 0) process.kill(pid, "SIGSTOP");
    await sleep(1_500);
    if (pid > 0) process.kill(pid, "SIGCONT");
  },
  async (run) => {
    if ((run.faults["hub set back"] ?? 0) >= SET_BACK) return;
    run.faults["hub set back"] = (run.faults["hub set back"] ?? 0) + 1;
    await run.hub.kill9("both");
    const store = join(run.hub.dir, "jetstream");
    rmSync(store, { recursive: true });
    if (below(run, 2) === 0) cpSync(`${store}.copy`, store, { recursive: true });
    run.hub = await startHub({ dir: run.hub.dir, port: run.hub.port });
  },
];

/**
 * How often the hub is set back in a run, at most. The number is small, because the stations wait
 * for each other after each time.
 */
const SET_BACK = isFull ? 3 : 1;

/** Copies the hub's store after all stations have joined. */
async function copyStore(hub: TestHub): Promise<TestHub> {
  await hub.kill9("both");
  cpSync(join(hub.dir, "jetstream"), join(hub.dir, "jetstream.copy"), { recursive: true });
  return await startHub({ dir: hub.dir, port: hub.port });
}

async function runSeed(seed: number): Promise<Run> {
  const random = seeded(seed);
  const hub = await startHub();
  const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
  const code = await hub.add("--desks", String(STATIONS - 1));
  const desks = [
    first,
    ...(await Promise.all(
      Array.from({ length: STATIONS - 1 }, () => joined(stations, ["--join", code, "--demo"])),
    )),
  ];
  const run: Run = {
    random,
    hub: await copyStore(hub),
    desks,
    made: [],
    bought: new Set(),
    cancelled: new Set(),
    faults: {},
  };
  for (let i = 0; i < ACTS; i += 1) await ACT[below(run, ACT.length)]?.(run);
  return run;
}

type Row = Record<string, number | string | null>;

function read({ folder }: JoinedStation, sql: string): Row[] {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return reader.sql<Row>(sql).all();
  } finally {
    reader.close();
  }
}

/** Describes the state of each station, for a failed run. */
async function stateOf(run: Run): Promise<string> {
  const lines = run.desks.map(async (station) => {
    const { stations: seen, ...status } = await station.status();
    return `${seen.find(({ isThis }) => isThis)?.id} ${JSON.stringify({ ...status, hub: undefined, seen: seen.length })} ${JSON.stringify(rowsOf(station))}\n${station.err().slice(-3_000)}`;
  });
  return `${(await Promise.all(lines)).join("\n")}\n${run.hub.err().slice(-3_000)}`;
}

/** Lists the first station's conflicts that are left after at most 30 s. */
async function settledConflicts({ desks: [desk] }: Run): Promise<SyncStatus["conflicts"]> {
  const list = async (): Promise<SyncStatus["conflicts"]> =>
    (await desk?.status())?.conflicts ?? [];
  await until("no conflict is left", async () => (await list()).length === 0, 30_000).catch(
    () => {},
  );
  return await list();
}

/** Describes the history of a shipment, with the stations that changed it. */
function historyOf({ desks: [desk] }: Run, shipmentID: string): string {
  return desk === undefined
    ? ""
    : JSON.stringify(
        read(
          desk,
          `SELECT f.events, f.at, f.stamp, f.source_id, t.status, t.barcode FROM shipment_facts AS f LEFT JOIN transactions AS t ON t.id = f.source_id WHERE f.shipment_id = '${shipmentID}' ORDER BY f.stamp`,
        ),
      );
}

describe.skipIf(whyNoHub !== undefined)("five stations and faults", { tags: "all" }, () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => FIRST + i))(
    "five stations end with the same rows, nothing lost or doubled, and exact money (seed %i)",
    { timeout: 240_000 },
    async (seed) => {
      const run = await runSeed(seed);
      await allInStep(run.desks, 90_000).catch(async (error: unknown) => {
        throw new Error(`${String(error)}\n${await stateOf(run)}`);
      });
      for (const station of run.desks) {
        const shipments = read(
          station,
          "SELECT id, number, barcode, status, has_conflict FROM shipments",
        );
        expect(shipments.map(({ id }) => id)).toEqual(
          expect.arrayContaining(run.made.map(({ id }) => id)),
        );
        expect(new Set(shipments.map(({ number }) => number)).size).toBe(shipments.length);
        const labels = read(
          station,
          "SELECT shipment_id, barcode, status, total_minor FROM transactions WHERE status IN ('DONE', 'CANCELED')",
        );
        expect(new Set(labels.map(({ barcode }) => barcode)).size).toBe(labels.length);
        const live = labels.filter(({ status }) => status === "DONE");
        expect(new Set(live.map((label) => label["shipmentID"])).size).toBe(live.length);
        for (const id of run.bought)
          expect(labels.some((label) => label["shipmentID"] === id)).toBe(true);
        const [money] = read(
          station,
          `SELECT (SELECT sum(amount_minor) FROM ledger_entries) AS entries, (SELECT sum(amount_minor) FROM ledger_entries WHERE kind = 'TOPUP') AS added, (SELECT balance_minor FROM balances) AS balance`,
        );
        const spent = live.reduce((sum, label) => sum + Number(label["totalMinor"]), 0);
        expect({ entries: money?.["entries"], balance: money?.["balance"] }).toEqual({
          entries: Number(money?.["added"]) - spent,
          balance: Number(money?.["added"]) - spent,
        });
      }
      // A hub that was set back late is complete again once all stations have reported to it.
      const conflicts = await settledConflicts(run);
      const why =
        conflicts.length === 0
          ? ""
          : [
              ...conflicts.map(({ subjectID }) => historyOf(run, subjectID)),
              await stateOf(run),
            ].join("\n");
      expect(conflicts, why).toEqual([]);
      process.stdout.write(
        `five stations, seed ${seed}: ${run.made.length} shipments, ${run.bought.size} bought, faults ${JSON.stringify(run.faults)}\n`,
      );
    },
  );
});
