/** A disk that is full while a truck is loaded, and while its loading is ended. */
import { describe, expect, it } from "vitest";
import { isAppError } from "../../core/base/errors.ts";
import { inTransaction } from "../../core/db/change.ts";
import { writeMeta } from "../../core/db/station-meta.ts";
import { endHandOver, finishHandOvers } from "../../core/fulfilment/hand-over/end-hand-over.ts";
import type { HandOver } from "../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { addAgreement } from "../helpers/agreements.ts";
import { smallDisk, whyNoDisk } from "../helpers/small-disk.ts";
import { shipmentWithOffers, station, type Station } from "../helpers/station.ts";

const CARRIER = "GERCEK";
const PARCELS = 60;
const cannot = whyNoDisk();

async function boughtCodes(s: Station, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const { offers } = await shipmentWithOffers(s);
    const offerID = offers?.list.find(({ providerCode }) => providerCode === CARRIER)?.id;
    const { body } = await s.call<Transaction>("POST", "/transactions", { offerID });
    codes.push(body.data.shipment.barcode ?? "");
  }
  return codes;
}

/** Writes until the journal has no room left either. */
function fillJournal({ core }: Station): void {
  try {
    for (let i = 0; ; i++)
      inTransaction(core.deps, () => writeMeta(core.deps.db, `filler ${i}`, "x".repeat(10_000)));
  } catch (error) {
    if (!isAppError(error, "diskFull")) throw error;
  }
}

const scan = (s: Station, code: string) => s.desk("POST", "/station/hand-over/scans", { code });
const read = async (s: Station) => (await s.desk<HandOver>("GET", "/station/hand-over")).data;
const countsOf = async (s: Station) =>
  (await read(s)).carriers.map(({ here, loaded, handedOver }) => [here, loaded, handedOver]);

describe.skipIf(cannot !== undefined)(
  cannot === undefined ? "a full disk at a truck" : `a full disk at a truck (skipped: ${cannot})`,
  () => {
    it("refuses scans with E2036 and counts none of them, and counts each when it has room again", async () => {
      const disk = smallDisk(24);
      const s = await station({ dataDir: disk.folder, settings: { rateLimit: null } });
      addAgreement(s);
      const codes = await boughtCodes(s, 6);
      for (const code of codes.slice(0, 2)) await scan(s, code);
      disk.fill();
      fillJournal(s);
      const answers = [];
      for (const code of codes.slice(2)) answers.push((await scan(s, code)).code);
      const full = await countsOf(s);
      const list = await s.desk("GET", `/station/hand-over/carriers/${CARRIER}`);
      disk.free();
      for (const code of codes) await scan(s, code);
      expect([answers, full, list.status, await countsOf(s)]).toEqual([
        ["E2036", "E2036", "E2036", "E2036"],
        [[4, 2, 0]],
        200,
        [[0, 6, 0]],
      ]);
    });

    it("leaves a loading that it interrupts as ending, which the station finishes with each parcel once", async () => {
      const disk = smallDisk(24);
      const s = await station({ dataDir: disk.folder, settings: { rateLimit: null } });
      addAgreement(s);
      for (const code of await boughtCodes(s, PARCELS)) await scan(s, code);
      const actor = deskActor(s.core.deps, s.started.memberID);
      let filled = 0;
      const faultPoint = (at: string): void => {
        if (at !== "handOver.begun") return;
        disk.fill();
        fillJournal(s);
        filled += 1;
      };
      const ended = await endHandOver({ ...s.core.deps, faultPoint }, actor, CARRIER, undefined)
        .then(() => "ended")
        .catch((error: unknown) => (isAppError(error, "diskFull") ? "E2036" : String(error)));
      const during = await read(s);
      const again = await s.desk("POST", "/station/hand-over/end", { carrier: CARRIER });
      disk.free();
      s.clock.nowMs += 120_000;
      await finishHandOvers(s.core.deps, false);
      const after = await read(s);
      expect([filled, ended, during.ended.map(({ isEnding }) => isEnding), again.code]).toEqual([
        1,
        "E2036",
        [true],
        "E2193",
      ]);
      expect([after.ended.map((one) => [one.isEnding, one.parcels]), await countsOf(s)]).toEqual([
        [[false, PARCELS]],
        [[0, 0, PARCELS]],
      ]);
    });
  },
);
