/** Ends the loading of a truck while something else happens to its labels, its clock or its station. */
import { expect, it } from "vitest";
import { writeEnd } from "../../../../core/db/station-ends.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { endHandOver } from "../../../../core/fulfilment/hand-over/end-hand-over.ts";
import type {
  EndedHandOver,
  HandOver,
} from "../../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { deskActor } from "../../../../core/organizations/organizations.service.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import { cancelNow } from "../../../helpers/far-carrier.ts";
import { change, shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

const CARRIER = "GERCEK";
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Starts a station with this number of parcels on its truck. @returns The labels. */
async function loadedStation(count: number): Promise<{ s: Station; labels: Transaction[] }> {
  const s = await station();
  addAgreement(s);
  const labels: Transaction[] = [];
  while (labels.length < count) {
    const { offers } = await shipmentWithOffers(s);
    const offerID = offers?.list.find(({ providerCode }) => providerCode === CARRIER)?.id;
    const { body } = await s.call<Transaction>("POST", "/transactions", { offerID });
    labels.push(body.data);
    await s.desk("POST", "/station/hand-over/scans", { code: body.data.shipment.barcode });
  }
  return { s, labels };
}

/** Ends the loading, and does something at a fault point. @returns Id of the hand-over. */
async function endDoing(s: Station, point: string, act: () => unknown): Promise<string> {
  const acts: unknown[] = [];
  const faultPoint = (at: string): void => {
    if (at === point) acts.push(act());
  };
  const actor = deskActor(s.core.deps, s.started.memberID);
  const id = await endHandOver({ ...s.core.deps, faultPoint }, actor, CARRIER, undefined);
  await Promise.all(acts);
  return id;
}

const read = async (s: Station) => (await s.desk<HandOver>("GET", "/station/hand-over")).data;
const manifestOf = (s: Station, id: string) =>
  s.desk("POST", `/station/hand-over/ended/${id}/manifest/print`, {});

it("keeps a label that is cancelled while the loading ends off the manifest, and on the truck to be taken off", async () => {
  const { s, labels } = await loadedStation(3);
  const [, cancelled] = labels;
  const actor = deskActor(s.core.deps, s.started.memberID);
  await endDoing(s, "handOver.begun", () =>
    cancelNow(s.core.deps, actor, cancelled?.shipment.id ?? ""),
  );
  const { carriers, ended } = await read(s);
  expect([
    carriers.map(({ loaded, canceled, handedOver }) => [loaded, canceled, handedOver]),
    ended.map(({ parcels }) => parcels),
  ]).toEqual([[[1, 1, 2]], [2]]);
  const off = await s.desk("POST", "/station/hand-over/scans", {
    code: cancelled?.shipment.barcode,
    act: "takeBack",
  });
  expect(off.status).toBe(200);
});

it(
  "gives no manifest until all its parcels are written, and gives it then",
  { tags: "all" },
  async () => {
    const { s } = await loadedStation(2);
    const id = await endDoing(s, "handOver.begun", () => undefined);
    change(s, `UPDATE hand_overs SET state = 'ENDING' WHERE id = '${id}'`);
    const early = await manifestOf(s, id);
    change(s, `UPDATE hand_overs SET state = 'ENDED' WHERE id = '${id}'`);
    expect([early.status, early.code, (await manifestOf(s, id)).status]).toEqual([
      409,
      "E2240",
      201,
    ]);
  },
);

it(
  "counts as ended when its station was revoked before all parcels were written",
  { tags: "all" },
  async () => {
    const { s, labels } = await loadedStation(3);
    const id = await endDoing(s, "handOver.begun", () => undefined);
    const { db } = s.core.deps;
    change(
      s,
      `UPDATE hand_overs SET state = 'ENDING', parcels = 0, station_id = 'lost' WHERE id = '${id}'`,
    );
    change(s, `UPDATE handed_over SET hand_over_id = '' WHERE transaction_id = '${labels[2]?.id}'`);
    const before = (await read(s)).ended[0]?.isEnding;
    inTransaction(s.core.deps, () =>
      writeEnd(
        db,
        {
          organizationID: s.started.organizationID,
          stationID: "lost",
          incarnation: 1,
          lastNumber: 9,
        },
        s.core.deps.now(),
      ),
    );
    const { carriers, ended } = await read(s);
    expect([
      before,
      ended.map(({ isEnding, parcels }) => [isEnding, parcels]),
      carriers.map(({ loaded, handedOver }) => [loaded, handedOver]),
      (await manifestOf(s, id)).status,
    ]).toEqual([true, [[false, 2]], [[1, 2]], 201]);
  },
);

it(
  "is listed on the day of its last scan when the clock was set back before the loading ended",
  { tags: "all" },
  async () => {
    const { s } = await loadedStation(2);
    s.clock.nowMs -= DAY_MS;
    const { data } = await s.desk<EndedHandOver>("POST", "/station/hand-over/end", {
      carrier: CARRIER,
    });
    s.clock.nowMs += DAY_MS;
    const { carriers, ended } = await read(s);
    const today = (await s.desk<Today>("GET", "/station/today")).data.carriers;
    expect([
      ended.map(({ id }) => id),
      carriers.map(({ handedOver }) => handedOver),
      today.map(({ handedOver }) => handedOver),
    ]).toEqual([[data.id], [2], [2]]);
  },
);
