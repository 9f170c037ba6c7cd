/** A desk that keeps recent shipments only, beside a station that keeps everything, and shipments that ended long ago at both. */
import type BetterSqlite3 from "better-sqlite3";
import type { Db } from "../../core/db/database.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { until } from "./bare-nats.ts";
import { deskAtHub, type DeskAtHub } from "./desk-at-hub.ts";
import { startHub, type TestHub } from "./hub.ts";
import { hashRows } from "./linked-station.ts";
import { boughtShipment, type Station } from "./station.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Of a stamp: the digits of its time. */
const TIME = 12;

export async function joinedDesk(joinCode: string): Promise<DeskAtHub> {
  const desk = await deskAtHub();
  const { status, code, message } = await desk.desk("POST", "/station/sync/join", { code: joinCode });
  if (status !== 200) throw new Error(`not joined: ${code} ${message}`);
  await desk.startedAgain(1);
  return desk;
}

/** Two stations in step: the first founded the organization. */
export async function archiveAndDesk(): Promise<{ readonly hub: TestHub; readonly archive: DeskAtHub; readonly desk: DeskAtHub }> {
  const hub = await startHub();
  const archive = await joinedDesk(hub.joinCode);
  const desk = await joinedDesk(await hub.add());
  await inStep(archive, desk);
  return { hub, archive, desk };
}

/** Hashes of what stations have of shipments: a station's earlier organization has none. */
export function shipmentRows(desk: Pick<DeskAtHub, "now">): Record<string, string> {
  const all = hashRows(dbOf(desk));
  return Object.fromEntries(["shipments", "parcels", "orders", "shipment_facts", "tracking_events", "transactions", "purchase_snapshots"].map((table) => [table, all[table] ?? ""]));
}

export async function inStep(...desks: readonly DeskAtHub[]): Promise<void> {
  await until(
    "the stations are in step and have the same rows",
    async () => {
      const states = await Promise.all(desks.map((desk) => desk.status()));
      if (states.some(({ state, waiting, stations }) => state !== "in step" || waiting > 0 || stations.length < desks.length)) return false;
      const [first, ...others] = desks.map((desk) => JSON.stringify(shipmentRows(desk)));
      return others.every((other) => other === first);
    },
    30_000,
  );
}

export function dbOf(desk: Pick<DeskAtHub, "now">): Db {
  return desk.now.core.deps.db;
}

/** A test shipment that was bought and walked its way to the recipient: seven events. */
export async function deliveredShipment(s: Station): Promise<string> {
  const { id: shipmentID } = (await boughtShipment(s, { test: true })).shipment;
  for (let step = 0; step < 7; step += 1) await s.call("GET", `/shipments/${shipmentID}`);
  return shipmentID;
}

/** Moves shipments, and all that was done with them, so many days back: at each station alike. Each has them in its lists then. */
export async function makeOld(desks: readonly Pick<DeskAtHub, "now">[], shipmentIDs: readonly string[], days = 40): Promise<void> {
  await until("all are listed", () => Promise.resolve(desks.every((desk) => dbOf(desk).sql(`SELECT 1 FROM shipments WHERE is_listed = 0`).get() === undefined)));
  for (const desk of desks) age(dbOf(desk).raw, shipmentIDs, days);
}

/** The same in a database that no station has open, or its own. */
export function age(raw: BetterSqlite3.Database, shipmentIDs: readonly string[], days = 40): void {
  raw.transaction(() => {
    for (const id of shipmentIDs) {
      raw.prepare("UPDATE shipments SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, ?) WHERE id = ?").run(`-${days} days`, id);
      for (const table of ["shipment_facts", "tracking_events"]) {
        const rows = raw.prepare(`SELECT id, stamp FROM ${table} WHERE shipment_id = ?`).all(id) as { id: string; stamp: string }[];
        for (const row of rows) raw.prepare(`UPDATE ${table} SET stamp = ? WHERE shipment_id = ? AND id = ?`).run(earlier(row.stamp, days), id, row.id);
      }
      raw.prepare("UPDATE tracking_events SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ?) WHERE shipment_id = ?").run(`-${days} days`, id);
    }
  })();
}

function earlier(stamp: string, days: number): string {
  const ms = Number.parseInt(stamp.slice(0, TIME), 16) - days * DAY_MS;
  return `${ms.toString(16).padStart(TIME, "0")}${stamp.slice(TIME)}`;
}

export async function keeping(desk: DeskAtHub): Promise<SyncStatus["keeping"]> {
  return (await desk.status()).keeping;
}

/** The desk keeps recent shipments from now on, and has left so many to the others. */
export async function thinned(desk: DeskAtHub, count: number, days = 30): Promise<void> {
  const { status, code, message } = await desk.desk("PUT", "/station/sync/keeping", { keeps: "recent", days });
  if (status !== 200) throw new Error(`${code} ${message}`);
  await until(`${count} shipments are thinned`, async () => (await keeping(desk)).thinned === count, 15_000);
}

/** Facts and events of a shipment that are here. */
export function detailsHere(desk: Pick<DeskAtHub, "now">, shipmentID: string): { readonly facts: number; readonly events: number } {
  const count = (table: string): number => dbOf(desk).sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE shipment_id = ?`).get(shipmentID)?.n ?? 0;
  return { facts: count("shipment_facts"), events: count("tracking_events") };
}
