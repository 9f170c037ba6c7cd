/** What comes for a shipment whose details are at the archive alone, and what must not be lost when stations, the hub or its store are away. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { describe, expect, it } from "vitest";
import { newId } from "../../../../core/base/ids.ts";
import { applyRemote, type RemoteCommit } from "../../../../core/db/apply-remote.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { SEEN_BUCKET } from "../../../../core/sync/hub-names.ts";
import { projectRows } from "../../../../core/sync/project-rows.ts";
import { findSnapshot } from "../../../../core/sync/snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import { openSnapshotThread } from "../../../../core/sync/snapshot/snapshot-thread.ts";
import { until } from "../../../helpers/bare-nats.ts";
import type { DeskAtHub } from "../../../helpers/desk-at-hub.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { joinHub, startHub, whyNoHub } from "../../../helpers/hub.ts";
import { archiveAndDesk, dbOf, deliveredShipment, detailsHere, inStep, joinedDesk, keeping, makeOld, shipmentRows, thinned } from "../../../helpers/old-shipments.ts";
import { RECIPIENT } from "../../../helpers/station.ts";

const HOUR_MS = 60 * 60 * 1_000;

/** An old shipment of two stations, whose details are at the first alone. */
async function oneThinned(count = 1): Promise<Awaited<ReturnType<typeof archiveAndDesk>> & { readonly ids: readonly string[] }> {
  const both = await archiveAndDesk();
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await deliveredShipment(both.archive.now));
  await inStep(both.archive, both.desk);
  await makeOld([both.archive, both.desk], ids);
  await thinned(both.desk, count);
  return { ...both, ids };
}

/** A change of a third station reaches a station, as the stream would bring it. */
function arrives(desk: DeskAtHub, commits: readonly RemoteCommit[]): void {
  const { deps } = desk.now.core;
  applyRemote(deps, commits, (rows) => projectRows(deps, rows));
}

const statusOf = (desk: DeskAtHub, id: string): unknown => dbOf(desk).sql(`SELECT status, accepted_at, has_conflict FROM shipments WHERE id = ?`).get(id);

/** A scan as a third station stamped it `hours` after the shipment's first fact. */
function scanOf(desk: DeskAtHub, shipmentID: string, code: string, hours: number): RemoteCommit {
  const first = dbOf(desk).sql<{ stamp: string }>(`SELECT stamp FROM shipment_facts WHERE shipment_id = ? ORDER BY stamp LIMIT 1`).get(shipmentID)?.stamp ?? "";
  const ms = Number.parseInt(first.slice(0, 12), 16) + hours * HOUR_MS;
  const at = new Date(ms).toISOString();
  return {
    hlc: `${ms.toString(16).padStart(12, "0")}0000-third.1`,
    changes: [["tracking_events", newId(), { shipment_id: shipmentID, created_at: at, code, sub_code: code === "RETURNED" ? "return_completed" : "package_lost", details: "geç", status_date: at, location_name: "", location_lat: null, location_lng: null }, 1]],
  };
}

describe.skipIf(whyNoHub !== undefined)("a shipment whose details are at the archive alone", { timeout: 120_000 }, () => {
  it("is folded like there by an event that comes late, once it was brought back by itself", async () => {
    const { archive, desk, ids } = await oneThinned();
    const [id = ""] = ids;
    // Its stamp is before that of the delivery: the parcel was returned, and the delivery fits no move any more.
    const first = dbOf(archive).sql<{ stamp: string }>(`SELECT stamp FROM tracking_events WHERE shipment_id = ? AND code = 'DELIVERED'`).get(id)?.stamp ?? "";
    const late = scanOf(archive, id, "RETURNED", 0);
    const hlc = `${(Number.parseInt(first.slice(0, 12), 16) - 1).toString(16).padStart(12, "0")}0000-third.1`;
    for (const one of [desk, archive]) arrives(one, [{ ...late, hlc }]);
    expect(statusOf(archive, id)).toMatchObject({ status: "RETURNED" });
    await until("the desk has folded it", () => Promise.resolve(JSON.stringify(statusOf(desk, id)) === JSON.stringify(statusOf(archive, id))), 20_000);
    expect(shipmentRows(desk)).toEqual(shipmentRows(archive));
    expect((await keeping(desk)).thinned).toBe(0);
  });

  it("loses its personal data when either station erases it, and has none when it is brought back", async () => {
    const { archive, desk, ids } = await oneThinned(2);
    const traces = ["Şimşekoğlu", "cagla@ornek.test", "5551112233", "Bağdat Cd. No: 5"];
    const tracesAt = (one: DeskAtHub): string[] => {
      const texts = ["shipments", "addresses", "purchase_snapshots", "transactions", "tracking_events", "orders"].map((table) => {
        const of = table === "addresses" ? " WHERE is_recipient = 1 AND is_saved = 0" : "";
        return JSON.stringify(dbOf(one).sql(`SELECT * FROM ${table}${of}`).all());
      });
      return traces.filter((trace) => texts.some((text) => text.includes(trace)));
    };
    expect(tracesAt(desk)).not.toEqual([]);
    const erased = await desk.desk("POST", "/station/privacy/erasures", { phone: RECIPIENT.phone, email: "", name: "", address: "" });
    expect(erased).toMatchObject({ status: 201, data: { shipments: 2 } });
    await inStepOf(archive, desk);
    for (const one of [archive, desk]) expect(tracesAt(one)).toEqual([]);
    for (const id of ids) {
      expect(await desk.desk("GET", `/station/shipments/${id}`)).toMatchObject({ status: 200 });
      expect(dbOf(desk).sql(`SELECT 1 FROM tracking_events WHERE shipment_id = ? AND details <> ''`).all(id)).toEqual([]);
    }
    expect(tracesAt(desk)).toEqual([]);
    await inStep(archive, desk);
  });

  it("is erased here when the archive erases it, and its money stays", async () => {
    const { archive, desk, ids } = await oneThinned();
    expect(await archive.desk("POST", "/station/privacy/erasures", { phone: RECIPIENT.phone, email: "", name: "", address: "" })).toMatchObject({ status: 201, data: { shipments: 1 } });
    await inStepOf(archive, desk);
    await until("the desk has erased it too", () => Promise.resolve(dbOf(desk).sql(`SELECT 1 FROM tracking_events WHERE shipment_id = ? AND details <> ''`).all(ids[0]).length === 0));
    expect(detailsHere(desk, ids[0] ?? "").facts).toBe(0);
    expect(await desk.desk("GET", `/station/shipments/${ids[0]}`)).toMatchObject({ status: 200 });
    await inStep(archive, desk);
  });

  it("with very many events comes back in several answers, and all of it", async () => {
    const { archive, desk } = await archiveAndDesk();
    const id = await deliveredShipment(archive.now);
    await inStep(archive, desk);
    const many = Array.from({ length: 1_300 }, (_, i) => scanOf(archive, id, "TRANSIT", (i - 1_300) / 1_000));
    for (const one of [archive, desk]) arrives(one, many);
    await makeOld([archive, desk], [id]);
    await thinned(desk, 1);
    expect(detailsHere(desk, id).events).toBe(1);
    expect((await desk.desk("GET", `/station/shipments/${id}`)).status).toBe(200);
    expect(detailsHere(desk, id).events).toBe(1_307);
    expect(shipmentRows(desk)).toEqual(shipmentRows(archive));
  });

  it("keeps its status while a snapshot of the archive is taken in, and is whole after it", async () => {
    const { archive, desk, ids } = await oneThinned(2);
    const [id = ""] = ids;
    const before = ids.map((one) => statusOf(desk, one));
    const file = join(folderOnDisk(), "snapshot.db");
    const thread = openSnapshotThread();
    await thread.call("make", { database: dbOf(archive).raw.name, file, organizationID: archive.now.started.organizationID, now: new Date().toISOString() });
    await thread.close(new Error("the snapshot is done"));
    await mergeSnapshot(desk.now.core.deps, file);
    expect(ids.map((one) => statusOf(desk, one))).toEqual(before);
    await until("they are whole again", async () => (await keeping(desk)).thinned === 0, 20_000);
    expect(ids.map((one) => statusOf(desk, one))).toEqual(before);
    expect(detailsHere(desk, id)).toEqual(detailsHere(archive, id));
  });

  it("is whole again, and all others too, when the desk keeps everything", async () => {
    const { archive, desk } = await oneThinned(3);
    expect((await desk.desk("PUT", "/station/sync/keeping", { keeps: "everything" })).status).toBe(200);
    expect(await keeping(desk)).toMatchObject({ keeps: "everything", days: 90 });
    await until("all are back", async () => (await keeping(desk)).thinned === 0, 20_000);
    await inStep(archive, desk);
    expect(dbOf(desk).sql(`SELECT * FROM thinned_shipments`).all()).toEqual([]);
  });
});

describe.skipIf(whyNoHub !== undefined)("a desk that leaves", { timeout: 120_000 }, () => {
  it("the organization to the others says that its old shipments are there, and has them again when it joins anew", async () => {
    const { hub, archive, desk, ids } = await oneThinned();
    const [id = ""] = ids;
    expect((await desk.desk("POST", "/station/sync/leave", {})).status).toBe(200);
    await desk.startedAgain(2);
    expect(await keeping(desk)).toEqual({ keeps: "everything", days: 90, thinned: 0, isBringingBack: false });
    expect(detailsHere(desk, id)).toEqual({ facts: 0, events: 1 });
    expect((await desk.desk("POST", "/station/sync/join", { code: await hub.add() })).status).toBe(200);
    await desk.startedAgain(3);
    const recordAt = (one: DeskAtHub): string => JSON.stringify([shipmentRows(one)["shipment_facts"], shipmentRows(one)["tracking_events"], statusOf(one, id)]);
    await until("it has all again", () => Promise.resolve(recordAt(desk) === recordAt(archive)), 30_000);
    await until("nothing of it is noted", async () => (await keeping(desk)).thinned === 0 && dbOf(desk).sql(`SELECT 1 FROM thinned_shipments`).get() === undefined, 20_000);
    expect((await desk.desk("GET", `/station/shipments/${id}`)).status).toBe(200);
  });

  it("with the organization, after hub and archive were lost, shows what it has, and what comes later changes no status", async () => {
    const { hub, archive, desk, ids } = await oneThinned();
    const [id = ""] = ids;
    const before = statusOf(desk, id);
    await archive.now.stop();
    await hub.kill9("both");
    await until("it is cut off", async () => (await desk.status()).state === "cut off");
    expect((await desk.desk("POST", "/station/sync/leave", { keepOrganization: true })).status).toBe(200);
    await desk.startedAgain(2);
    expect(await desk.desk("GET", `/station/shipments/${id}`)).toMatchObject({ status: 200, data: { shipment: { id, statusCode: "DELIVERED" } } });
    const ms = Date.now() - 50 * 24 * HOUR_MS;
    arrives(desk, [{ hlc: `${ms.toString(16).padStart(12, "0")}0000-third.1`, changes: [["shipment_facts", newId(), { shipment_id: id, events: "labelPrinted", source_id: null, at: new Date(ms).toISOString() }, 1]] }]);
    expect(statusOf(desk, id)).toEqual(before);
  });
});

/** What only the archive has is left out. */
async function inStepOf(...desks: readonly DeskAtHub[]): Promise<void> {
  const rows = (desk: DeskAtHub): string => {
    const { shipment_facts: _, tracking_events: __, ...others } = shipmentRows(desk);
    return JSON.stringify(others);
  };
  await until("the stations are in step", async () => (await Promise.all(desks.map((desk) => desk.status()))).every(({ state, waiting }) => state === "in step" && waiting === 0) && new Set(desks.map(rows)).size === 1, 20_000);
}

describe.skipIf(whyNoHub !== undefined)("a desk thins nothing", { timeout: 120_000 }, () => {
  it("while it is alone, and when no other station keeps everything: it is refused", async () => {
    const hub = await startHub();
    const archive = await joinedDesk(hub.joinCode);
    const recent = { keeps: "recent", days: 30 };
    expect(await archive.desk("PUT", "/station/sync/keeping", recent)).toMatchObject({ status: 409, code: "E2154" });
    const desk = await joinedDesk(await hub.add());
    await inStep(archive, desk);
    expect((await desk.desk("PUT", "/station/sync/keeping", recent)).status).toBe(200);
    await until("the archive knows it", async () => (await archive.status()).stations.some(({ isThis, keeps }) => !isThis && keeps === "recent"), 15_000);
    expect(await archive.desk("PUT", "/station/sync/keeping", recent)).toMatchObject({ status: 409, code: "E2154" });
    expect(await archive.desk("POST", "/station/sync/leave", {})).toMatchObject({ status: 409, code: "E2154" });
    expect(await archive.desk("PUT", "/station/sync/keeping", { keeps: "recent", days: 29 })).toMatchObject({ status: 400 });
    expect(await keeping(archive)).toMatchObject({ keeps: "everything" });
  });

  it("that the archive does not have exactly so, and nothing while the archive or the hub is away", async () => {
    const { hub, archive, desk } = await archiveAndDesk();
    const ids = [await deliveredShipment(archive.now), await deliveredShipment(archive.now)];
    const [same = "", differs = ""] = ids;
    await inStep(archive, desk);
    await makeOld([archive, desk], ids);
    // What the archive lost on its disk.
    inTransaction(archive.now.core.deps, () => dbOf(archive).sql(`DELETE FROM tracking_events WHERE shipment_id = ? AND code = 'DELIVERED'`).run(differs));
    await thinned(desk, 1);
    expect(detailsHere(desk, same)).toEqual({ facts: 0, events: 1 });
    expect(detailsHere(desk, differs).events).toBe(7);
    await hub.kill9("both");
    await until("it is cut off", async () => (await desk.status()).state === "cut off");
    expect(await desk.desk("GET", `/station/shipments/${same}`)).toMatchObject({ status: 409, code: "E2152" });
    expect((await desk.desk("GET", `/station/shipments/${differs}`)).status).toBe(200);
    expect((await keeping(desk)).thinned).toBe(1);
  });

  it("for a station of an earlier version, which keeps everything and confirms nothing", async () => {
    const hub = await startHub();
    const desk = await joinedDesk(hub.joinCode);
    const id = await deliveredShipment(desk.now);
    await makeOld([desk], [id]);
    const { connect, stationID } = await joinHub(await hub.add());
    const kv = await new Kvm(jetstream(await connect())).open(SEEN_BUCKET, { bindOnly: true });
    await kv.put(stationID, JSON.stringify({ name: "Eski", at: new Date().toISOString(), version: "1.0.0", schema: 34, lease: null, skewMs: 0, waiting: 0, packing: null }));
    await until("it is seen", async () => (await desk.status()).stations.some(({ name, keeps }) => name === "Eski" && keeps === "everything"));
    expect((await desk.desk("PUT", "/station/sync/keeping", { keeps: "recent", days: 30 })).status).toBe(200);
    await sleep(3_000);
    expect((await keeping(desk)).thinned).toBe(0);
    expect(detailsHere(desk, id)).toMatchObject({ events: 7 });
  });
});

describe.skipIf(whyNoHub !== undefined)("a hub whose disk was emptied", { timeout: 180_000 }, () => {
  it("gets its snapshot from the archive, never from the desk, and a new station has all of it", async () => {
    const { hub, archive, desk, ids } = await oneThinned();
    const rows = shipmentRows(archive);
    await hub.kill9("both");
    rmSync(join(hub.dir, "jetstream"), { recursive: true });
    const again = await startHub({ dir: hub.dir, port: hub.port });
    await until("both are there again", async () => (await Promise.all([archive, desk].map((one) => one.status()))).every(({ state, waiting }) => state === "in step" && waiting === 0), 30_000);
    const { connect } = await joinHub(await again.add());
    const js = jetstream(await connect());
    let found: Awaited<ReturnType<typeof findSnapshot>>;
    for (let looks = 0; found === undefined && looks < 60; looks += 1) {
      await sleep(1_000); // each look is a consumer at the hub for a moment
      found = await findSnapshot({ js });
    }
    expect(found?.name).toContain(dbOf(archive).stationID);
    const third = await joinedDesk(await again.add());
    await until("the new one has all", () => Promise.resolve(JSON.stringify(shipmentRows(third)) === JSON.stringify(rows)), 30_000);
    expect(detailsHere(third, ids[0] ?? "")).toEqual(detailsHere(archive, ids[0] ?? ""));
    // What was published anew brings it back, one message after the other.
    const same = (): boolean => JSON.stringify(statusOf(desk, ids[0] ?? "")) === JSON.stringify(statusOf(archive, ids[0] ?? ""));
    await until("the desk has its status again", () => Promise.resolve(same()), 30_000);
  });
});
