import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { kill, startChild, type Child } from "./a-dying-station.ts";

it(
  "a station killed after the carrier has cancelled asks the carrier again and refunds the label once",
  { timeout: 120_000 },
  () => killedAt(["carrier cancelled"]),
);

it(
  "a station killed at any other point of a cancellation asks the carrier until the carrier agrees, and refunds each label once",
  { tags: "all", timeout: 120_000 },
  () => killedAt(["cancel.reserved", "job.taken", "cancel.asked", "job.noted", "cancel.settled"]),
);

/** Kills one station at each of these fault points of a cancellation, and checks each refund. */
async function killedAt(places: readonly string[]): Promise<void> {
  const dataDir = temporaryFolder();
  let child: Child = await startChild(dataDir, "remote");
  try {
    const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
      call<T>(child.url, child.token, { method, path, body });
    const db = new BetterSqlite3(join(dataDir, "packbench.db"));
    const balance = (): unknown => db.prepare("SELECT balance_minor FROM balances").pluck().get();
    const whole = balance();
    // Upkeep jobs that are not due are ignored: they run once after the first start, then at night.
    const openJobs = (): unknown =>
      db
        .prepare(
          "SELECT count(*) FROM jobs WHERE state = 'RUNNING' OR (state = 'WAITING' AND (kind <> 'upkeep' OR next_attempt_at <= ?))",
        )
        .pluck()
        .get(new Date().toISOString());
    for (const place of places) {
      const { id, offers } = (await ask<Shipment>("POST", "/shipments", parcel())).body.data;
      db.prepare("UPDATE offers SET carrier_id = 'far' WHERE id = ?").run(offers?.cheapest?.id);
      expect((await ask("POST", "/transactions", { offerID: offers?.cheapest?.id })).status).toBe(
        201,
      );
      // Other jobs pass the same fault points, such as the price requests to the remote carrier.
      await eventually("no other job is open", () => openJobs() === 0);
      // The station passes "job.noted" after the commit of the last job. It has passed that point
      // once it answers another call.
      await ask("GET", `/shipments/${id}`);
      const exited = once(child.process, "exit");
      writeFileSync(join(dataDir, "die-at.txt"), place);
      await expect(ask("DELETE", `/shipments/${id}`)).rejects.toThrow();
      await exited;
      rmSync(join(dataDir, "die-at.txt"));
      child = await startChild(dataDir, "remote");
      await eventually(
        `it is cancelled after "${place}"`,
        async () =>
          (await ask<Shipment>("GET", `/shipments/${id}`)).body.data.statusCode === "CANCELED",
      );
      expect([place, (await ask("DELETE", `/shipments/${id}`)).status, balance()]).toEqual([
        place,
        200,
        whole,
      ]);
    }
    const refunds = db
      .prepare("SELECT count(*) FROM ledger_entries WHERE kind = 'REFUND'")
      .pluck()
      .get();
    db.close();
    const keysIn = (book: string): string[] =>
      readFileSync(join(dataDir, book), "utf8").trimEnd().split("\n");
    expect([refunds, keysIn("cancelled.txt")]).toEqual([places.length, keysIn("charged.txt")]);
  } finally {
    await kill(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
