import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { done } from "../../core/shipping/carriers/carrier.ts";
import { farCarrier, LABEL, sendFar } from "../helpers/far-carrier.ts";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { DeskPurchase, Integrity } from "../../core/station/station.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type Started } from "../helpers/headless.ts";
import { receiver } from "../helpers/receiver.ts";
import { smallDisk, whyNoDisk } from "../helpers/small-disk.ts";
import {
  call,
  eventually,
  parcel,
  shipmentWithOffers,
  station,
  type Answer,
} from "../helpers/station.ts";

const cannot = whyNoDisk();
const title =
  cannot === undefined ? "a disk that is full" : `a disk that is full (skipped: ${cannot})`;
/**
 * A wait longer than every timer of the station: answers are recorded after 0.25 s, purchases
 * resume every 2 s, printers are queried every 5 s.
 */
const PAST_THE_TIMERS_MS = 8_000;

const stations = headlessStations();
const closing = new Set<() => Promise<void>>();
afterEach(async () => {
  stations.killAll();
  for (const close of closing) await close();
  closing.clear();
});

type Served = Started & {
  ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
};

async function serve(dataDir: string): Promise<Served> {
  const served = await stations.serve(dataDir, "--demo");
  const { url, token } = served.ready;
  return { ...served, ask: (method, path, body) => call(url, token, { method, path, body }) };
}

describe.skipIf(cannot !== undefined)(title, () => {
  it(
    "a disk that fills after a purchase, during a print, stops no station, and nothing is lost or duplicated",
    { tags: "all", timeout: 120_000 },
    async () => {
      const disk = smallDisk(16);
      const printer = await createSimulator({
        port: 0,
        dir: join(temporaryFolder(), "jobs"),
        behaviour: { mode: "slow", slowMs: 3_000 },
      });
      closing.add(() => printer.close());
      const received = await receiver(() => {
        disk.fill(); // The delivery succeeds but cannot be recorded.
        return 200;
      });
      const s = await serve(disk.folder);
      await s.ask("POST", "/station/printers", {
        name: "Zebra",
        driver: "tcp",
        host: "127.0.0.1",
        port: printer.port,
      });
      await s.ask("POST", "/webhook", { type: "TRACK_UPDATED", url: `${received.url}/hook` });
      const returnAddressID = (
        await s.ask<{ id: string }[]>("GET", "/addresses?isDefaultSenderAddress=true")
      ).body.data[0]?.id;
      const order = {
        providerServiceCode: "SURAT_STANDART",
        shipment: { ...parcel(), returnAddressID },
      };
      const toPrint = (await s.ask<Shipment>("POST", "/shipments", parcel())).body.data;
      const testShipment = (await s.ask<Shipment>("POST", "/shipments", parcel({ test: true })))
        .body.data;
      await s.ask("POST", "/transactions", { offerID: testShipment.offers?.cheapest?.id });
      const desk = await s.ask<DeskPurchase>("POST", "/station/purchases", {
        offerID: toPrint.offers?.cheapest?.id,
        print: true,
      });
      const jobID = desk.body.data.printJob?.id ?? "";
      const jobOf = async (): Promise<PrintJob> =>
        (await s.ask<PrintJob>("GET", `/station/printjobs/${jobID}`)).body.data;
      await eventually("the label is on its way", async () => (await jobOf()).status === "SENDING");

      const first = await s.ask<{ id: string }>("POST", "/transactions", order);
      // The read advances the test shipment by one step, which causes a webhook delivery.
      await s.ask("GET", `/shipments/${testShipment.id}`);
      await eventually("the receiver has the delivery", () => received.calls.length === 1);
      let refused = await s.ask("POST", "/transactions", order);
      let bought = 3;
      for (; refused.status === 201; bought += 1) {
        disk.fill(); // The WAL has freed a page.
        refused = await s.ask("POST", "/transactions", order);
      }
      const setting = await s.ask("POST", "/station/printers", {
        name: "Second",
        driver: "tcp",
        host: "127.0.0.1",
        port: printer.port,
      });
      await new Promise((done) => setTimeout(done, PAST_THE_TIMERS_MS));
      expect([
        first.status,
        refused.status,
        refused.body.code,
        setting.status,
        setting.body.code,
      ]).toEqual([201, 409, "E2036", 409, "E2036"]);
      expect([s.child.exitCode, s.child.signalCode]).toEqual([null, null]);
      expect((await s.ask("GET", `/shipments/${toPrint.id}`)).status).toBe(200);
      expect(
        (await s.ask<{ list: unknown[] }>("GET", "/station/printers")).body.data.list,
      ).toHaveLength(1);

      disk.free();
      await eventually("the print is recorded", async () => (await jobOf()).status === "CONFIRMED");
      expect([printer.jobs().length, received.calls.length]).toEqual([1, 1]);
      const answered = await eventually(
        "the answer of the first purchase is recorded",
        async () => {
          const again = await s.ask<{ id: string }>("POST", "/transactions", order);
          bought += again.status === 201 && again.body.data.id !== first.body.data.id ? 1 : 0;
          return again.status === 201 && again;
        },
      );
      // The first call was answered, so the same body buys another parcel.
      expect(answered.body.data.id).not.toBe(first.body.data.id);
      const { body } = await s.ask("GET", "/shipments?limit=1");
      expect(body["totalRows"]).toBe(bought);
      // One entry for the top-up of the sample data and one for each purchase; the entry of the
      // test shipment is zero.
      expect((await s.ask<Integrity>("GET", "/station/integrity")).body.data).toMatchObject({
        isWhole: true,
        ledger: { entries: 1 + bought },
      });
      expect(s.err()).toContain("SQLITE_FULL");
    },
  );

  it(
    "a purchase is answered as unknown when the disk fills during the carrier's request, and is charged once",
    { timeout: 60_000 },
    async () => {
      const disk = smallDisk(16);
      const charged: string[] = [];
      const far = farCarrier({
        quote: () => {
          disk.fill();
          return Promise.resolve(done({ quotes: [], ineligible: [] }));
        },
        buy: ({ key }) => {
          if (charged.push(key) === 1) disk.fill();
          return Promise.resolve(done(LABEL));
        },
      });
      const s = await station({
        dataDir: disk.folder,
        world: { carriers: [far], carrierWaitMs: 500 },
      });
      const shipment = await shipmentWithOffers(s);
      const offersOf = async (): Promise<Shipment["offers"]> =>
        (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.offers;
      // The prices have arrived but cannot be written.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await offersOf())?.percentageCompleted).toBeLessThan(100);
      disk.free();
      await eventually(
        "the prices are written",
        async () => (await offersOf())?.percentageCompleted === 100,
      );
      const offerID = sendFar(s.core.deps, shipment.offers?.cheapest?.id);
      const unknown = await s.call("POST", "/transactions", { offerID });
      disk.free();
      expect([unknown.status, unknown.body.code]).toEqual([409, "E2008"]);
      s.clock.nowMs += 60_000;
      await eventually(
        "the purchase is finished",
        async () =>
          (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.statusCode ===
          "TRACKING_CODE_CREATED",
      );
      expect(new Set(charged).size).toBe(1);
      expect((await s.desk<Integrity>("GET", "/station/integrity")).data).toMatchObject({
        isWhole: true,
        ledger: { entries: 2 },
      });
    },
  );

  it(
    "a full disk still allows reads, including the integrity check",
    { timeout: 60_000 },
    async () => {
      const disk = smallDisk(16);
      const s = await station({ dataDir: disk.folder });
      const shipment = await shipmentWithOffers(s);
      disk.fill();
      expect(() =>
        s.core.deps.db.raw.exec(
          `INSERT INTO station_meta VALUES ('large', '${"x".repeat(2_000_000)}')`,
        ),
      ).toThrow("full");
      expect((await s.desk<Integrity>("GET", "/station/integrity")).data).toMatchObject({
        isWhole: true,
        ledger: { entries: 1 },
      });
      expect(
        (await s.call("GET", `/shipments?filter=${shipment.organizationShipmentID}`)).status,
      ).toBe(200);
      disk.free();
    },
  );

  it(
    "a start on a full disk in a used folder ends with one sentence and exit code 1, and succeeds when there is room",
    { tags: "all", timeout: 60_000 },
    async () => {
      const disk = smallDisk(16);
      const before = await serve(disk.folder);
      before.child.kill("SIGKILL");
      await once(before.child, "exit");
      disk.fill();
      const { code, stderr } = await stations.refused(disk.folder, "--demo");
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^The data folder \/\S+ cannot be written: its disk is full, read-only or failing \([A-Z_]+\)\. Free some space .*start again\.\n$/,
        ),
      ]);
      disk.free();
      const { child } = await serve(disk.folder);
      child.kill("SIGKILL");
    },
  );

  it(
    "a running station on a full disk refuses settings and secrets with E2036, and a start on a read-only disk ends with one sentence",
    { tags: "all", timeout: 60_000 },
    async () => {
      const disk = smallDisk(16);
      const s = await station({ dataDir: disk.folder });
      const { settings } = s.core.deps;
      settings.write("colour", "red");
      disk.fill();
      expect(() => settings.write("colour", "blue".repeat(2_000))).toThrow(
        expect.objectContaining({ code: "E2036" }),
      );
      expect([
        settings.read("colour"),
        JSON.parse(readFileSync(join(disk.folder, "station.json"), "utf8")),
      ]).toEqual(["red", expect.objectContaining({ colour: "red" })]);
      expect(() => s.core.deps.secrets.encrypt("word")).toThrow(
        expect.objectContaining({ code: "E2036" }),
      );
      disk.free();
      expect(s.core.deps.secrets.decrypt(s.core.deps.secrets.encrypt("word"))).toBe("word");
      await s.stop();
      disk.makeReadOnly();
      for (const folder of [join(disk.folder, "new"), join(disk.folder, "new", "er")]) {
        expect(await stations.refused(folder, "--demo")).toEqual({
          code: 1,
          stderr: expect.stringMatching(
            /^The data folder \S+ cannot be written: .*\(EROFS\)\. .*\n$/,
          ),
        });
      }
      const { code, stderr } = await stations.refused(disk.folder, "--demo");
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^The data folder .* \((EROFS|SQLITE_\w+)\)\. .*\n$/),
      ]);
    },
  );
});
