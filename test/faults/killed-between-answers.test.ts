/**
 * A station that is killed repeatedly makes many purchases and cancellations at a carrier that
 * cuts, delays and refuses calls: in the end the carrier's sold labels equal the station's bought
 * labels.
 */
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import type { JobAnswer } from "../../core/jobs/jobs.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Fault } from "../carriers/courier/faults.ts";
import { startCourier } from "../carriers/courier/start-courier.ts";
import { seeded } from "../helpers/loose-stations.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { kill, startProgram, type Child } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const [PURCHASES, KILLS] = FULL ? [300, 40] : [16, 2];
const SEED = Number(process.env["PACKBENCH_SEED"] ?? 4_747);
const POINTS = {
  buy: ["purchase.reserved", "job.taken", "purchase.asked", "job.noted", "purchase.settled"],
  cancel: ["cancel.reserved", "job.taken", "cancel.asked", "job.noted", "cancel.settled"],
} as const;

type Weights = readonly (readonly [fault: Fault, weight: number])[];
const ASKING: Weights = [
  ["none", 5],
  ["cut before", 2],
  ["cut in", 2],
  ["cut after", 4],
  ["late", 2],
  ["busy", 1],
  ["garbage", 1],
  ["refused", 6],
];
const FINDING: Weights = [
  ["none", 6],
  ["cut before", 1],
  ["cut after", 1],
  ["busy", 1],
  ["garbage", 1],
  ["refused", 1],
];

/** Prepares a station with the courier as carrier, in a folder that outlives the station. */
async function restless() {
  const dataDir = temporaryFolder();
  const random = seeded(SEED);
  const courier = await startCourier();
  const epoch = String(Date.now());
  const start = (...dieAt: readonly string[]): Promise<Child> =>
    startProgram("courier-child.ts", dataDir, courier.url, epoch, ...dieAt);
  let child = await start();
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  const list = (sql: string, ...values: unknown[]): string[] =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as string[];
  const count = (sql: string): number => Number(list(sql)[0]);
  const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
    call<T>(child.url, child.token, { method, path, body });
  const drawn = (weights: Weights): Fault[] => {
    const all = weights.flatMap(([fault, weight]) => Array.from({ length: weight }, () => fault));
    return Array.from(
      { length: 50 * PURCHASES },
      () => all[Math.floor(random() * all.length)] ?? "none",
    );
  };

  /**
   * Makes calls to a courier that answers badly, over several kills, and then without a kill until
   * no call is open. The station dies alternately at a fault point and after some time. Ignores the
   * answers to the callers.
   *
   * @param calls.left Calls that have not started.
   */
  const disturb = async (
    kind: "buy" | "cancel",
    kills: number,
    calls: {
      readonly left: () => readonly string[];
      readonly send: (id: string) => Promise<unknown>;
    },
  ): Promise<void> => {
    const send = (ids: readonly string[]): Promise<unknown> =>
      Promise.all(ids.map((id) => calls.send(id).catch(() => "the station was killed")));
    const atOnce = Math.ceil(calls.left().length / kills);
    await courier.fail(kind, ...drawn(ASKING));
    await courier.fail("find", ...drawn(FINDING));
    for (let i = 0; i < kills; i += 1) {
      await kill(child);
      child = await start(
        ...(i % 2 === 0
          ? [POINTS[kind][Math.floor(random() * 5)] ?? "", String(1 + Math.floor(random() * 4))]
          : []),
      );
      const exited = once(child.process, "exit");
      const answers = send(calls.left().slice(0, atOnce));
      await Promise.race([exited, wait(200 + random() * 600)]);
      await kill(child);
      await answers;
    }
    child = await start();
    void send(calls.left());
    await eventually("every call has started", () => calls.left().length === 0);
    await courier.fail("find"); // Otherwise one of many calls may take minutes.
    await eventually(
      "no request to the carrier is open",
      () =>
        count(
          "SELECT count(*) FROM jobs WHERE kind IN ('buy', 'cancel') AND state IN ('WAITING', 'RUNNING')",
        ) === 0,
    );
    await courier.fail(kind);
  };

  /**
   * Decides the remaining calls as a person does, with the courier's answer.
   * @returns The keys of these calls.
   */
  const decide = async (kind: "buy" | "cancel"): Promise<string[]> => {
    const { sold } = await courier.books();
    const jobs = (await ask<JobAnswer[]>("GET", "/station/jobs")).body.data;
    const keys = jobs.map(
      ({ id }) => list("SELECT subject_id FROM jobs WHERE id = ?", id)[0] ?? "",
    );
    expect(jobs.filter(({ lane }) => lane === `${kind} seeing`)).toEqual([]);
    for (const [i, { id }] of jobs.entries()) {
      const isDone = sold.includes(keys[i] ?? "") === (kind === "buy");
      expect(
        (await ask("POST", `/station/jobs/${id}/${isDone ? "again" : "not-done"}`)).status,
      ).toBe(200);
    }
    await eventually(
      "no job is open",
      () =>
        count(
          "SELECT count(*) FROM jobs WHERE kind IN ('buy', 'cancel') AND state NOT IN ('DONE', 'REFUSED')",
        ) === 0,
    );
    return keys;
  };
  const stop = async (): Promise<void> => {
    db.close();
    await kill(child);
    await courier.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const diedAt = (): string =>
    existsSync(join(dataDir, "died-at.txt"))
      ? readFileSync(join(dataDir, "died-at.txt"), "utf8").trim().replaceAll("\n", ", ")
      : "";
  return { courier, ask, list, count, disturb, decide, stop, diedAt };
}

const BOUGHT = "SELECT id FROM transactions WHERE status = 'DONE' ORDER BY id";

it(
  `${PURCHASES} purchases and their cancellations over ${KILLS} kills end as the carrier recorded them, key by key`,
  { tags: "all", timeout: 900_000 },
  async () => {
    const { courier, ask, list, count, disturb, decide, stop, diedAt } = await restless();
    const sold = async (): Promise<string[]> => [...(await courier.books()).sold].sort();
    const balanceOfAll = (kinds: string): number =>
      count(`SELECT coalesce(sum(amount_minor), 0) FROM ledger_entries WHERE kind IN (${kinds})`);
    try {
      const shipments: string[] = [];
      for (let i = 0; i < PURCHASES; i += 1)
        shipments.push((await ask<Shipment>("POST", "/shipments", parcel())).body.data.id);
      await eventually(
        "all prices have arrived",
        () =>
          count("SELECT count(*) FROM offers WHERE carrier_id IN ('seeing', 'blind')") ===
          2 * PURCHASES,
      );
      const offers = shipments.map(
        (id, i) =>
          list(
            "SELECT id FROM offers WHERE shipment_id = ? AND carrier_id = ?",
            id,
            i % 2 === 0 ? "seeing" : "blind",
          )[0] ?? "",
      );
      await disturb("buy", KILLS, {
        left: () =>
          offers.filter(
            (id) => list("SELECT id FROM transactions WHERE offer_id = ?", id).length === 0,
          ),
        send: (offerID) => ask("POST", "/transactions", { offerID }),
      });
      const stuck = list("SELECT id FROM transactions WHERE status = 'PENDING'");
      expect((await sold()).filter((key) => !stuck.includes(key))).toEqual(list(BOUGHT));
      await decide("buy");
      const bought = list(BOUGHT);
      expect(await sold()).toEqual(bought);
      expect([
        list(
          "SELECT transaction_id FROM ledger_entries WHERE kind = 'PURCHASE' ORDER BY transaction_id",
        ),
        count("SELECT sum(held_minor) FROM balances"),
      ]).toEqual([bought, 0]);

      const unwanted = list("SELECT shipment_id FROM transactions WHERE status = 'DONE'").filter(
        (_, i) => i % 2 === 0,
      );
      await disturb("cancel", Math.ceil(KILLS / 2), {
        left: () =>
          unwanted.filter(
            (id) =>
              list("SELECT id FROM jobs WHERE kind = 'cancel' AND shipment_id = ?", id).length ===
              0,
          ),
        send: (id) => ask("DELETE", `/shipments/${id}`),
      });
      const asked = await decide("cancel");
      const standing = list(BOUGHT);
      process.stdout.write(
        `seed ${SEED}, died at ${diedAt()}: ${PURCHASES} purchases, ${bought.length} bought, ${stuck.length} asked of a person; ${unwanted.length} cancellations, ${bought.length - standing.length} done, ${asked.length} asked of a person\n`,
      );
      expect(await sold()).toEqual(standing);
      expect(-balanceOfAll("'PURCHASE', 'REFUND'")).toBe(
        count("SELECT coalesce(sum(total_minor), 0) FROM transactions WHERE status = 'DONE'"),
      );
    } finally {
      await stop();
    }
  },
);
