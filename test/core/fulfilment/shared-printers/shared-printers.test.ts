/**
 * Prints that one real station requests from another, through a real hub, on a simulated printer.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { PrintRequest } from "../../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { deskAtHub } from "../../../helpers/desk-at-hub.ts";
import { folderOnDisk, ROOT } from "../../../helpers/folders.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { hubHere, startHub, whyNoHub } from "../../../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  killed,
  makeShipment,
  type StationAtHub,
} from "../../../helpers/joined-stations.ts";
import { settableClock, whyNoOffClock } from "../../../helpers/off-clock.ts";
import { QUICK_SYNC } from "../../../helpers/quick-times.ts";
import { boughtShipment } from "../../../helpers/station.ts";
import { aSimulator } from "../../printing/a-printer.ts";
import {
  bought,
  failure,
  reaches,
  requestAt,
  rowsAt,
  sharedAt,
  sharedDesks,
  sharePrinter,
  type SharedDesks,
} from "./shared-desks.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

async function askUnderKey(
  { ready }: StationAtHub,
  key: string,
  body: unknown,
): Promise<PrintRequest> {
  const answer = await fetch(`${ready.url}/station/print-requests`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${ready.token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: PrintRequest }).data;
}

/**
 * Checks that a request is refused for an unknown printer, shipment or purchase, at the printer's
 * own station, and for too long a time, that an unknown request is not found, and that another
 * organization sees no shared printers.
 */
async function refusesOthers({
  asker,
  owner,
  printerID,
  shipmentID,
}: Pick<SharedDesks, "asker" | "owner" | "printerID"> & {
  readonly shipmentID: string;
}): Promise<void> {
  const unknown = "01900000-0000-7000-8000-0000000000ff";
  expect(
    await failure(asker.call("/station/print-requests", { printerID: unknown, shipmentID })),
  ).toContain("E2147");
  expect(await failure(owner.call("/station/print-requests", { printerID, shipmentID }))).toContain(
    "E2147",
  );
  expect(
    await failure(asker.call("/station/print-requests", { printerID, shipmentID: unknown })),
  ).toContain("E1051");
  expect(
    await failure(asker.call("/station/print-requests", { printerID, transactionID: unknown })),
  ).toContain("E2034");
  expect(
    await failure(
      asker.call("/station/print-requests", { printerID, shipmentID, expiresInMinutes: 121 }),
    ),
  ).toContain("E1085");
  expect(await failure(asker.call(`/station/print-requests/${unknown}`))).toContain("E2153");
  const other = await asker.call<{ id: string }>("/organizations", { name: "Başka" });
  const { token } = await asker.call<{ token: string }>("/apitokens", {
    organizationID: other.id,
  });
  const foreign = await fetch(`${asker.ready.url}/station/shared-printers`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([foreign.status, ((await foreign.json()) as { code: string }).code]).toEqual([
    403,
    "E1055",
  ]);
}

describe.skipIf(whyNoHub !== undefined)("a printer that another station shares", () => {
  it("a label is printed once per request, and the other station answers with the id of the job", async () => {
    const { asker, owner, simulator, printerID } = await sharedDesks();
    expect(await sharedAt(asker)).toEqual([
      {
        id: printerID,
        name: "Zebra",
        stationID: expect.any(String),
        stationName: expect.any(String),
        language: "ZPL",
        dpi: 203,
        media: { widthMm: 100, heightMm: 150 },
        state: "ready",
        isReachable: true,
        updatedAt: expect.any(String),
      },
    ]);
    expect(await sharedAt(owner)).toEqual([]);
    const { shipmentID, barcode, transactionID } = await bought(asker);
    const request = await asker.call<PrintRequest>("/station/print-requests", {
      printerID,
      transactionID,
    });
    expect(request).toMatchObject({
      state: "ASKED",
      isFromHere: true,
      shipmentID,
      transactionID,
      printerName: "Zebra",
      document: "label",
      copies: 1,
      reason: "",
      jobID: null,
    });
    const printed = await reaches(asker, request, "PRINTED");
    expect(printed).toMatchObject({ jobID: request.id, reason: "" });
    await allInStep([asker, owner]);
    expect(await requestAt(owner, request)).toEqual({ ...printed, isFromHere: false });
    expect(
      rowsAt(owner, "SELECT id, status, copies FROM print_jobs WHERE shipment_id = ?", shipmentID),
    ).toEqual([{ id: request.id, status: "CONFIRMED", copies: 1 }]);
    expect(rowsAt(asker, "SELECT id FROM print_jobs")).toEqual([]);
    expect(await simulator.jobsWith(barcode)).toHaveLength(1);
    // Another request by a person prints a copy.
    const again = await asker.call<PrintRequest>("/station/print-requests", {
      printerID,
      shipmentID,
    });
    await reaches(asker, again, "PRINTED");
    expect(
      rowsAt(
        owner,
        "SELECT id, is_reprint FROM print_jobs WHERE shipment_id = ? ORDER BY id",
        shipmentID,
      ),
    ).toEqual([
      { id: request.id, is_reprint: 0 },
      { id: again.id, is_reprint: 1 },
    ]);
    expect(
      (
        await asker.call<{ list: PrintRequest[] }>("/station/print-requests?state=PRINTED")
      ).list.map(({ id }) => id),
    ).toEqual([again.id, request.id]);
    expect(
      (
        await owner.call<{ list: PrintRequest[] }>(
          `/station/print-requests?shipmentID=${shipmentID}&limit=1`,
        )
      ).list.map(({ id }) => id),
    ).toEqual([again.id]);
  }, 90_000);

  it(
    "a packing slip is printed before the purchase, and the printer's station draws it",
    { tags: "all", timeout: 90_000 },
    async () => {
      const { asker, owner, simulator, printerID } = await sharedDesks();
      const { id: unbought } = await makeShipment(asker, "Deneme", true);
      expect(
        await failure(asker.call("/station/print-requests", { printerID, shipmentID: unbought })),
      ).toContain("E1072");
      const slip = await asker.call<PrintRequest>("/station/print-requests", {
        printerID,
        shipmentID: unbought,
        document: "packingSlip",
      });
      await reaches(asker, slip, "PRINTED", 30_000);
      expect(
        rowsAt(owner, "SELECT id, kind, status FROM print_jobs WHERE shipment_id = ?", unbought),
      ).toEqual([{ id: slip.id, kind: "PAPER", status: "CONFIRMED" }]);
      expect(simulator.jobs()).toHaveLength(1);
    },
  );

  it(
    "another station sees the printer's state within five seconds, and a request with an Idempotency-Key waits for paper and shows the reason",
    { tags: "all", timeout: 90_000 },
    async () => {
      const { asker, owner, simulator, printerID } = await sharedDesks();
      await owner.call("/station/printers/roles", { label: null }, "PUT");
      simulator.setBehaviour({ mode: "paper out" });
      const begun = Date.now();
      await until(
        "the printer's state is seen",
        async () => (await sharedAt(asker))[0]?.state === "paper out",
        10_000,
      );
      expect(Date.now() - begun).toBeLessThan(5_000);
      const { shipmentID, barcode } = await bought(asker);
      const asked = { printerID, shipmentID, copies: 2 };
      const [request, second] = [
        await askUnderKey(asker, "shelf-7", asked),
        await askUnderKey(asker, "shelf-7", asked),
      ];
      expect(second.id).toBe(request.id);
      await reaches(asker, request, "TAKEN");
      expect(rowsAt(owner, "SELECT id FROM print_jobs")).toEqual([{ id: request.id }]);
      await until(
        "the request says what it waits for",
        async () => (await requestAt(asker, request)).reasonCode === "paper out",
        15_000,
      );
      expect(
        await failure(asker.call(`/station/print-requests/${request.id}`, undefined, "DELETE")),
      ).toContain("E2149");
      simulator.setBehaviour({ mode: "ok" });
      expect(await reaches(asker, request, "PRINTED")).toMatchObject({ copies: 2, reason: "" });
      expect(await simulator.jobsWith(barcode)).toHaveLength(2);
      await until(
        "the printer's state is seen",
        async () => (await sharedAt(asker))[0]?.state === "ready",
        10_000,
      );
      await refusesOthers({ asker, owner, printerID, shipmentID });
      await owner.call(`/station/printers/${printerID}`, { isShared: false }, "PATCH");
      await until("the printer is not offered", async () => (await sharedAt(asker)).length === 0);
      expect(
        await failure(asker.call("/station/print-requests", { printerID, shipmentID })),
      ).toContain("E2147");
    },
  );

  it(
    "requests beyond ten prints in a minute ask a person at the printer's desk, and allowed requests are printed",
    { tags: "all", timeout: 90_000 },
    async () => {
      const { asker, owner, simulator, printerID } = await sharedDesks();
      const { shipmentID } = await bought(asker);
      const asked: PrintRequest[] = [];
      for (let i = 0; i < 14; i++)
        asked.push(
          await asker.call<PrintRequest>("/station/print-requests", { printerID, shipmentID }),
        );
      type Waiting = { list: { stationID: string; prints: number; requestIDs: string[] }[] };
      const waiting = async (): Promise<Waiting["list"]> =>
        (await owner.call<Waiting>("/station/waiting-prints")).list;
      await until("four wait", async () => (await waiting())[0]?.prints === 4, 30_000);
      await until("ten are printed", () => simulator.jobs().length === 10, 30_000);
      const [desk] = await waiting();
      expect(desk).toMatchObject({
        stationID: asked[0]?.fromStationID,
        requestIDs: asked.slice(10).map(({ id }) => id),
      });
      const [last] = asked.slice(-1);
      await until(
        "the asking desk sees why",
        async () =>
          last !== undefined && (await requestAt(asker, last)).reasonCode === "waits for a person",
      );
      expect(await asker.call<Waiting>("/station/waiting-prints")).toEqual({ list: [] });
      const answer = (
        requestIDs: readonly string[] | undefined,
        print: boolean,
      ): Promise<Waiting> =>
        owner.call<Waiting>("/station/waiting-prints/answer", { requestIDs, print });
      await answer(desk?.requestIDs.slice(0, 3), true);
      await answer(desk?.requestIDs.slice(3), false);
      await until("three more are printed", () => simulator.jobs().length === 13, 30_000);
      if (last !== undefined)
        expect(await reaches(asker, last, "FAILED")).toMatchObject({ reasonCode: "not allowed" });
      expect(await waiting()).toEqual([]);
    },
  );

  it("a station that has not joined a hub has no shared printers", async () => {
    const alone = await joinedHere(["--demo"]);
    const { shipmentID } = await bought(alone);
    expect(await sharedAt(alone)).toEqual([]);
    expect(
      await failure(alone.call("/station/print-requests", { printerID: shipmentID, shipmentID })),
    ).toContain("E2148");
  }, 60_000);

  it(
    "a request that was cancelled or expired while the printer's station was offline is not printed",
    { tags: "all", timeout: 240_000 },
    async () => {
      // Without the library that sets clocks the test waits until the requests expire.
      const clock =
        whyNoOffClock === undefined ? settableClock(join(folderOnDisk(), "clock")) : undefined;
      const askers = headlessStations(ROOT, clock?.environment);
      onTestFinished(() => askers.killAll());
      const hub = await startHub();
      const before = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const asker = await joined(askers, ["--join", await hub.add(), "--demo"]);
      const { simulator, printerID } = await sharePrinter({ owner: before, asker });
      await killed(before);
      const [cancelled, late, cutOff] = [
        await bought(asker),
        await bought(asker),
        await bought(asker),
      ];
      const ask = (
        { shipmentID }: { shipmentID: string },
        expiresInMinutes = 1,
      ): Promise<PrintRequest> =>
        asker.call<PrintRequest>("/station/print-requests", {
          printerID,
          shipmentID,
          expiresInMinutes,
        });
      const [first, second] = [await ask(cancelled, 120), await ask(late)];
      expect(
        await asker.call<PrintRequest>(`/station/print-requests/${first.id}`, undefined, "DELETE"),
      ).toMatchObject({ state: "CANCELLED" });
      expect(
        await asker.call<PrintRequest>(`/station/print-requests/${first.id}`, undefined, "DELETE"),
      ).toMatchObject({ state: "CANCELLED" });
      // The test also uses a request that waits here because the hub is offline.
      await hub.kill9("both");
      await until(
        "the asking station is cut off",
        async () => (await asker.status()).state === "cut off",
      );
      const third = await ask(cutOff);
      expect(await sharedAt(asker)).toMatchObject([{ id: printerID, isReachable: false }]);
      clock?.set("+70");
      // The printer's station was online a moment before `second` was made, so it may have got that
      // request. `third` never left this station.
      expect(await reaches(asker, second, "EXPIRED", 90_000)).toMatchObject({
        reasonCode: "not answered",
      });
      expect(await reaches(asker, third, "EXPIRED", 90_000)).toMatchObject({
        reasonCode: "expired",
      });
      expect(
        await failure(asker.call(`/station/print-requests/${third.id}`, undefined, "DELETE")),
      ).toContain("E2149");
      await hubHere({ dir: hub.dir, port: hub.port });
      const owner = await joinedHere(["--demo"], before.folder);
      await allInStep([asker, owner], 40_000);
      await sleep(2 * QUICK_SYNC.requestsLookMs);
      expect(
        await Promise.all(
          [first, second, third].map(async (one) => (await requestAt(owner, one)).state),
        ),
      ).toEqual(["CANCELLED", "EXPIRED", "EXPIRED"]);
      expect(rowsAt(owner, "SELECT id FROM print_jobs")).toEqual([]);
      expect(simulator.jobs()).toEqual([]);
      // A request that is still valid is printed.
      const fourth = await ask(late);
      await reaches(asker, fourth, "PRINTED");
    },
  );

  it(
    "requests that the printer's station took are printed while the hub is offline, and answered when the hub is back",
    { tags: "all", timeout: 120_000 },
    async () => {
      const hub = await startHub();
      const owner = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const asker = await joinedHere(["--join", await hub.add(), "--demo"]);
      const { simulator, printerID } = await sharePrinter({ owner, asker }, { mode: "paper out" });
      const { shipmentID, barcode } = await bought(asker);
      const request = await asker.call<PrintRequest>("/station/print-requests", {
        printerID,
        shipmentID,
      });
      await reaches(asker, request, "TAKEN");
      await hub.kill9("both");
      await until("both stations are cut off", async () =>
        (await Promise.all([asker, owner].map((station) => station.status()))).every(
          ({ state }) => state === "cut off",
        ),
      );
      simulator.setBehaviour({ mode: "ok" });
      await until(
        "the label is printed",
        async () => (await simulator.jobsWith(barcode)).length === 1,
        15_000,
      );
      await killed(owner);
      const again = await joinedHere(["--demo"], owner.folder);
      await sleep(QUICK_SYNC.requestsLookMs);
      expect((await requestAt(asker, request)).state).toBe("TAKEN");
      await hubHere({ dir: hub.dir, port: hub.port });
      await reaches(asker, request, "PRINTED", 30_000);
      await allInStep([asker, again], 30_000);
      expect(await simulator.jobsWith(barcode)).toHaveLength(1);
    },
  );

  it(
    "a printer is withdrawn when its station is revoked, and its open requests end",
    { tags: "all", timeout: 90_000 },
    async () => {
      const hub = await hubHere();
      const owner = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const [asker, third] = [
        await joinedHere(["--join", await hub.add(), "--demo"]),
        await joinedHere(["--join", await hub.add(), "--demo"]),
      ];
      const { printerID } = await sharePrinter({ owner, asker }, { mode: "paper out" });
      await until(
        "the third station knows the printer",
        async () => (await sharedAt(third)).length === 1,
      );
      const taken = await asker.call<PrintRequest>("/station/print-requests", {
        printerID,
        shipmentID: (await bought(asker)).shipmentID,
      });
      await reaches(asker, taken, "TAKEN");
      const name = (await sharedAt(asker))[0]?.stationID ?? "";
      await killed(owner);
      const asked = await asker.call<PrintRequest>("/station/print-requests", {
        printerID,
        shipmentID: (await bought(asker)).shipmentID,
      });
      expect((await hub.command("revoke", name)).code).toBe(0);
      expect(await reaches(asker, asked, "EXPIRED")).toMatchObject({ reasonCode: "station gone" });
      expect(await reaches(asker, taken, "FAILED")).toMatchObject({
        reasonCode: "station gone",
        reason: expect.stringContaining("Check there"),
      });
      for (const station of [asker, third])
        await until(
          "the printer is not offered",
          async () => (await sharedAt(station)).length === 0,
        );
      expect(
        await failure(
          asker.call("/station/print-requests", { printerID, shipmentID: taken.shipmentID }),
        ),
      ).toContain("E2147");
    },
  );

  it(
    "a desk that leaves the hub first withdraws its printer and ends its own requests",
    { tags: "all", timeout: 90_000 },
    async () => {
      const { hub, asker, owner, printerID } = await sharedDesks();
      const desk = await deskAtHub();
      expect(
        (await desk.desk("POST", "/station/sync/join", { code: await hub.add() })).status,
      ).toBe(200);
      await desk.startedAgain(1);
      const simulator = await aSimulator();
      const { id: ownID } = (
        await desk.desk<{ id: string }>("POST", "/station/printers", {
          name: "TSC",
          driver: "tcp",
          host: "127.0.0.1",
          port: simulator.port,
          isShared: true,
        })
      ).data;
      await until(
        "both are offered",
        async () =>
          (await sharedAt(asker))
            .map(({ id }) => id)
            .sort()
            .join() === [printerID, ownID].sort().join(),
        20_000,
      );
      await owner.stop();
      const { id: shipmentID } = await boughtShipment(desk.now).then(
        ({ shipment }) => shipment as { id: string },
      );
      const asked = await desk.desk<PrintRequest>("POST", "/station/print-requests", {
        printerID,
        shipmentID,
      });
      expect(asked).toMatchObject({
        status: 201,
        data: { state: "ASKED", toStationID: expect.any(String) },
      });
      await until("nothing waits", async () => (await desk.status()).waiting === 0);
      expect((await desk.desk("POST", "/station/sync/leave", {})).status).toBe(200);
      await until(
        "the printer is not offered",
        async () => (await sharedAt(asker)).map(({ id }) => id).join() === printerID,
      );
      expect(
        rowsAt(
          asker,
          "SELECT r.state, p.is_shared FROM print_requests AS r JOIN shared_printers AS p ON p.id = ? WHERE r.id = ?",
          ownID,
          asked.data.id,
        ),
      ).toEqual([{ state: "EXPIRED", is_shared: 0 }]);
      await desk.startedAgain(2);
      expect(
        (await desk.desk<{ list: unknown[] }>("GET", "/station/shared-printers")).data.list,
      ).toEqual([]);
    },
  );
});
