/** A desk that is killed while shipments come back: each of them is whole or not at all, and none is lost. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../helpers/bare-nats.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { startHub, whyNoHub } from "../../../helpers/hub.ts";
import { allInStep, joined, makeShipment, type JoinedStation } from "../../../helpers/joined-stations.ts";
import { age } from "../../../helpers/old-shipments.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const SHIPMENTS = 12;
const KILLS = 6;

function withFile<T>({ folder }: JoinedStation, use: (db: BetterSqlite3.Database) => T): T {
  const db = new BetterSqlite3(join(folder, "packbench.db"));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

async function ended({ child }: JoinedStation, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  child.kill(signal);
  await until("it has ended", () => child.exitCode !== null || child.signalCode !== null);
}

const again = (station: JoinedStation): Promise<JoinedStation> => joined(stations, ["--demo"], station.folder);

type Details = { readonly id: string; readonly facts: number; readonly events: number; readonly status: string; readonly isThinned: number };

const DETAILS = `SELECT s.id, s.status,
       (SELECT count(*) FROM shipment_facts AS f WHERE f.shipment_id = s.id) AS facts,
       (SELECT count(*) FROM tracking_events AS e WHERE e.shipment_id = s.id) AS events,
       EXISTS (SELECT 1 FROM thinned_shipments AS t WHERE t.seq = s.seq AND t.back_at IS NULL) AS isThinned
  FROM shipments AS s ORDER BY s.id`;

/** Thinned, or exactly as the archive has it. @returns How many are thinned. */
function checked(desk: JoinedStation, whole: readonly Details[]): number {
  const here = withFile(desk, (db) => db.prepare(DETAILS).all() as Details[]);
  for (const [i, one] of here.entries()) expect(one).toEqual(one.isThinned === 1 ? { ...whole[i], facts: 0, events: 1, isThinned: 1 } : whole[i]);
  return here.filter(({ isThinned }) => isThinned === 1).length;
}

describe.skipIf(whyNoHub !== undefined)("a desk that is killed", { timeout: 180_000 }, () => {
  it(`has each shipment whole or not at all, ${KILLS} times while they come back, and all of them at the end`, async () => {
    const hub = await startHub();
    let archive = await joined(stations, ["--join", hub.joinCode, "--demo"]);
    let desk = await joined(stations, ["--join", await hub.add(), "--demo"]);
    const ids: string[] = [];
    for (let i = 0; i < SHIPMENTS; i += 1) {
      const { id, offers } = await makeShipment(archive, `Alıcı ${i}`, true);
      await archive.call("/transactions", { offerID: offers.cheapest.id });
      for (let step = 0; step < 7; step += 1) await archive.call(`/shipments/${id}`);
      ids.push(id);
    }
    await allInStep([archive, desk]);
    await until("all are listed", () => [archive, desk].every((one) => withFile(one, (db) => db.prepare("SELECT 1 FROM shipments WHERE is_listed = 0").get() === undefined)));
    await Promise.all([archive, desk].map((one) => ended(one, "SIGTERM")));
    for (const one of [archive, desk]) withFile(one, (db) => age(db, ids));
    withFile(desk, (db) => db.prepare("INSERT INTO station_meta (key, value) VALUES ('keeping', ?)").run(JSON.stringify({ keeps: "recent", days: 30 })));
    const whole = withFile(archive, (db) => db.prepare(DETAILS).all() as Details[]);
    archive = await again(archive);
    desk = await again(desk);
    await until("all are thinned", async () => (await desk.status()).keeping.thinned === SHIPMENTS, 30_000);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const opened = ids.slice(kill * 2).map((id) => desk.call(`/station/shipments/${id}`).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 2 + kill * 3));
      await ended(desk, "SIGKILL");
      await Promise.all(opened);
      checked(desk, whole);
      desk = await again(desk);
      await until("it is in step", async () => (await desk.status()).state === "in step", 20_000);
    }
    for (const id of ids) expect(await desk.call(`/station/shipments/${id}`)).toMatchObject({ shipment: { id } });
    expect(checked(desk, whole)).toBe(0);
    await allInStep([archive, desk]);
  });
});
