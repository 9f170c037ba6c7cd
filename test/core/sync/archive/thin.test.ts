/** A desk that keeps recent shipments only: what it deletes, what it still answers, and how the rest comes back. */
import { describe, expect, it, onTestFinished } from "vitest";
import { connectAs } from "../../../../core/hub/hub-connection.ts";
import { findSettings } from "../../../../core/hub/hub-folder.ts";
import { PACKED_QUESTION, questionSchema, unpack, type Question } from "../../../../core/sync/archive/details-message.ts";
import type { DeskAtHub } from "../../../helpers/desk-at-hub.ts";
import { whyNoHub, type TestHub } from "../../../helpers/hub.ts";
import { archiveAndDesk, dbOf, deliveredShipment, detailsHere, inStep, keeping, makeOld, shipmentRows, thinned } from "../../../helpers/old-shipments.ts";
import { boughtShipment, shipmentWithOffers } from "../../../helpers/station.ts";

/** What the desk's window and programs read of all shipments. */
const LISTS = [
  "/shipments?limit=50",
  "/shipments?search=simsekoglu",
  "/station/shipments?pageSize=50",
  "/station/shipments/rows?from=0&to=50",
  "/station/shipments/search?text=cagla",
  "/station/tracking/board",
  "/station/reports/spending?from=2026-01-01&to=2026-12-31",
  "/station/reports/cash",
  "/station/reports/ledger",
  "/station/packing/today",
];
const ofOne = (id: string): string[] => [`/shipments/${id}`, `/station/shipments/${id}`, `/station/tracking/parcels/${id}`];

type Answers = Record<string, unknown>;

async function answers(desk: DeskAtHub, paths: readonly string[]): Promise<Answers> {
  const found: Answers = {};
  for (const path of paths) {
    const { status, data, code } = await desk.desk("GET", path);
    found[path] = { status, data, code };
  }
  return found;
}

/** What stations ask each other about shipments from now on. */
async function questionsAt(hub: TestHub): Promise<Question[]> {
  const settings = findSettings(hub.dir);
  if (settings === undefined) throw new Error("the hub has no settings");
  const nc = await connectAs("admin", hub.dir, settings, false);
  onTestFinished(() => nc.close());
  const asked: Question[] = [];
  nc.subscribe("ask.*.*.details", { callback: (_, msg) => void asked.push(unpack(msg.data, questionSchema, PACKED_QUESTION)) });
  await nc.flush();
  return asked;
}

describe.skipIf(whyNoHub !== undefined)("a desk that keeps recent shipments only", { timeout: 120_000 }, () => {
  it("leaves the facts and events of old ones to the archive, answers the same, and has one back when it is opened", async () => {
    const { archive, desk } = await archiveAndDesk();
    const old = [await deliveredShipment(archive.now), await deliveredShipment(desk.now)];
    const young = await deliveredShipment(archive.now);
    const { id: open } = (await boughtShipment(desk.now)).shipment;
    const { id: unbought } = await shipmentWithOffers(archive.now);
    await inStep(archive, desk);
    await makeOld([archive, desk], [...old, open, unbought]);
    const lists = await answers(desk, LISTS);
    for (const [path, answer] of Object.entries(lists)) expect([path, answer]).toMatchObject([path, { status: 200 }]);
    const details = await answers(desk, old.flatMap(ofOne));
    const rows = shipmentRows(archive);

    await thinned(desk, old.length);

    for (const id of old) expect(detailsHere(desk, id)).toEqual({ facts: 0, events: 1 });
    for (const id of [young, open, unbought]) expect(detailsHere(desk, id)).toEqual(detailsHere(archive, id));
    expect(await answers(desk, LISTS)).toEqual(lists);
    const barcode = dbOf(desk).sql<{ barcode: string }>(`SELECT barcode FROM shipments WHERE id = ?`).get(old[0])?.barcode;
    expect(await desk.desk("POST", "/station/orders/scan", { code: barcode })).toEqual(await archive.desk("POST", "/station/orders/scan", { code: barcode }));
    // Nothing of it travels.
    expect((await desk.status()).waiting).toBe(0);
    expect(shipmentRows(archive)).toEqual(rows);

    expect(await answers(desk, old.flatMap(ofOne))).toEqual(details);
    expect(await keeping(desk)).toEqual({ keeps: "recent", days: 30, thinned: 0, isBringingBack: false });
    expect(shipmentRows(desk)).toEqual(rows);
    expect(await answers(desk, LISTS)).toEqual(lists);
  });

  it("asks the archive once when two calls open one shipment at once", async () => {
    const { hub, archive, desk } = await archiveAndDesk();
    const id = await deliveredShipment(archive.now);
    await inStep(archive, desk);
    await makeOld([archive, desk], [id]);
    await thinned(desk, 1);
    const asked = await questionsAt(hub);
    const [one, two] = await Promise.all([desk.desk("GET", `/station/shipments/${id}`), desk.desk("GET", `/station/tracking/parcels/${id}`)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(asked).toHaveLength(1);
    expect(detailsHere(desk, id)).toEqual(detailsHere(archive, id));
  });

  it("says who has a shipment while no archive is reached, and changes nothing", async () => {
    const { archive, desk } = await archiveAndDesk();
    const id = await deliveredShipment(archive.now);
    await inStep(archive, desk);
    await makeOld([archive, desk], [id]);
    await thinned(desk, 1);
    const name = (await desk.status()).stations.find(({ isThis }) => !isThis)?.name;
    await archive.now.stop();
    const rows = shipmentRows(desk);
    expect(await desk.desk("GET", `/station/shipments/${id}`)).toMatchObject({ status: 409, code: "E2152", message: expect.stringContaining(`kept by ${name}`) });
    expect(await desk.desk("GET", `/shipments/${id}`)).toMatchObject({ status: 200, data: { id } });
    expect(shipmentRows(desk)).toEqual(rows);
    expect((await keeping(desk)).thinned).toBe(1);
  });
});
