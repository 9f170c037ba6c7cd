import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createResponseTracker } from "../../core/fulfilment/transactions/response-tracker.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { someOf } from "../helpers/some-of.ts";
import { call, eventually, parcel, senderOf, station, type Station } from "../helpers/station.ts";

const MINUTE_MS = 60_000;
let dataDir = "";
const stations = headlessStations();
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  stations.killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

type Lost = {
  readonly body: Record<string, unknown>;
  readonly id: string;
  readonly shipmentID: string;
};

/** Buys in one step and kills the station before it has recorded that the answer was sent. */
async function buyAndDie(): Promise<Lost> {
  const { child, ready } = await stations.serve(dataDir, "--demo");
  const { url, token } = ready;
  const sender = await call<{ id: string }[]>(url, token, {
    method: "GET",
    path: "/addresses?isDefaultSenderAddress=true",
  });
  const body = {
    providerServiceCode: "SURAT_STANDART",
    shipment: { ...parcel(), returnAddressID: sender.body.data[0]?.id },
  };
  const bought = await call<Transaction>(url, token, {
    method: "POST",
    path: "/transactions",
    body,
  });
  child.kill("SIGKILL");
  await once(child, "exit");
  return { body, id: bought.body.data.id, shipmentID: bought.body.data.shipment.id };
}

/**
 * Buys in one step and removes the record that the answer was sent, as if the station had died
 * before it wrote that record.
 */
async function buyUnrecorded(s: Station, test: boolean): Promise<Lost> {
  const body = {
    providerServiceCode: test ? "PACKBENCH_STANDART" : "SURAT_STANDART",
    shipment: { ...parcel({ test }), returnAddressID: await senderOf(s) },
  };
  const bought = (await s.call<Transaction>("POST", "/transactions", body)).body.data;
  const { raw } = s.core.deps.db;
  await eventually(
    "the answer is recorded",
    () => raw.prepare("SELECT 1 FROM transactions WHERE answered_at IS NULL").get() === undefined,
  );
  raw.prepare("UPDATE transactions SET answered_at = NULL").run();
  return { body, id: bought.id, shipmentID: bought.shipment.id };
}

/** Opens the same folder again, at a later time. */
async function reopened(afterMs: number): Promise<Station> {
  const s = await station({ dataDir });
  s.clock.nowMs = Date.now() + afterMs;
  return s;
}

const repeat = async (s: Station, { body }: Lost): Promise<string> =>
  (await s.call<Transaction>("POST", "/transactions", body)).body.data.id;

describe("a one-step purchase whose answer was lost with the station", () => {
  it("a retry within ten minutes joins the purchase, and after an answer the same body orders another parcel", async () => {
    const lost = await buyAndDie();
    const s = await reopened(9 * MINUTE_MS);
    expect(await repeat(s, lost)).toBe(lost.id);
    await eventually(
      "the answer is recorded",
      () =>
        s.core.deps.db.raw
          .prepare("SELECT 1 FROM transactions WHERE id = ? AND answered_at IS NOT NULL")
          .get(lost.id) !== undefined,
    );
    expect(await repeat(s, lost)).not.toBe(lost.id);
  });

  it("each purchase is joined by one retry: retries of two lost parcels with the same body get both labels, and a third retry buys", async () => {
    const s = await station();
    const body = {
      providerServiceCode: "SURAT_STANDART",
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    };
    const buy = async (): Promise<string> =>
      (await s.call<Transaction>("POST", "/transactions", body)).body.data.id;
    const lost = [await buy(), await buy()];
    const { raw } = s.core.deps.db;
    await eventually(
      "the answers are recorded",
      () => raw.prepare("SELECT 1 FROM transactions WHERE answered_at IS NULL").get() === undefined,
    );
    // The station seems to have died before it recorded the answers.
    raw.prepare("UPDATE transactions SET answered_at = NULL").run();
    const repeats = await Promise.all([buy(), buy(), buy()]);
    expect([new Set(repeats).size, lost.filter((id) => repeats.includes(id)).length]).toEqual([
      3, 2,
    ]);
  });

  it("a retry after ten minutes does not join the purchase", async () => {
    const s = await station();
    const lost = await buyUnrecorded(s, false);
    s.clock.nowMs += 11 * MINUTE_MS;
    expect(await repeat(s, lost)).not.toBe(lost.id);
  });

  it(
    "a retry does not join a purchase whose parcel is in transit or delivered, however soon",
    { tags: "all" },
    async () => {
      const s = await station();
      const lost = await buyUnrecorded(s, true);
      s.clock.nowMs += MINUTE_MS;
      await s.call("GET", `/shipments/${lost.shipmentID}`);
      expect(await repeat(s, lost)).toBe(lost.id); // announced, and still at this station
      // The second answer seems to be lost as well.
      s.core.deps.db.raw.prepare("UPDATE transactions SET answered_at = NULL").run();
      await new Promise((done) => setTimeout(done, 500));
      s.core.deps.db.raw.prepare("UPDATE transactions SET answered_at = NULL").run();
      for (let i = 0; i < 3; i += 1) await s.call("GET", `/shipments/${lost.shipmentID}`);
      expect(await repeat(s, lost)).not.toBe(lost.id);
    },
  );
});

/** A client in a separate process, which keeps running while the station's thread is busy. */
const CLIENT = `
  const { connect } = require("node:net");
  const [port, request, how] = process.argv.slice(1);
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(request));
  socket.on("error", () => {});
  socket.on("close", () => process.exit());
  if (how === "reads") socket.on("data", () => socket.destroy());
  else if (how === "dies") socket.pause(), setTimeout(() => process.kill(process.pid, "SIGKILL"), 600);
  else if (how === "resets late") setTimeout(() => socket.resetAndDestroy(), 600);
  else setTimeout(() => (how === "resets" ? socket.resetAndDestroy() : socket.destroy()), 150);
`;

type How = "gives up" | "resets" | "reads" | "dies" | "resets late";

type Sent = readonly [s: Station, how: How, body: unknown, connection?: "keep-alive" | "close"];

function clientArguments(...[s, how, body, connection = "keep-alive"]: Sent): string[] {
  const text = JSON.stringify(body);
  const request = `POST /api/v1/transactions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: ${connection}\r\nAuthorization: Bearer ${s.started.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  return ["-e", CLIENT, new URL(s.url).port, request, how];
}

async function clientThat(...sent: Sent): Promise<void> {
  const client = spawn(process.execPath, clientArguments(...sent), { stdio: "inherit" });
  await once(client, "exit");
}

describe("a one-step purchase whose caller gave up while the station was busy", () => {
  const body = async (s: Station): Promise<unknown> => ({
    providerServiceCode: "SURAT_STANDART",
    shipment: parcel({ returnAddressID: await senderOf(s) }),
  });
  const labels = (s: Station): number =>
    s.core.deps.db.raw.prepare("SELECT count(*) FROM transactions").pluck().get() as number;
  /** Blocks the station's only thread, as a slow disk does. */
  const busy = (ms: number): void =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  const GIVEN_UP = [
    ["gives up", "keep-alive"],
    ["resets", "keep-alive"],
    ["gives up", "close"],
    ["resets", "close"],
  ] as const;

  it.each(someOf(GIVEN_UP, 4))(
    "a retry joins the purchase when the caller %s before it has read the answer (connection: %s)",
    async (how, connection) => {
      const s = await station({
        world: { faultPoint: (point) => point === "purchase.settled" && busy(600) },
      });
      const wanted = await body(s);
      await clientThat(s, how, wanted, connection);
      await new Promise((done) => setTimeout(done, 700));
      expect(labels(s)).toBe(1);
      expect((await s.call<Transaction>("POST", "/transactions", wanted)).status).toBe(201);
      expect(labels(s)).toBe(1);
    },
  );

  it.each(["dies", "resets late"] as const)(
    "a retry joins the purchase when the caller %s after the answer was recorded, without having read it",
    async (how) => {
      const s = await station();
      const wanted = await body(s);
      await clientThat(s, how, wanted);
      await eventually(
        "the loss is recorded",
        () =>
          s.core.deps.db.raw
            .prepare("SELECT 1 FROM transactions WHERE answered_at IS NULL")
            .get() !== undefined,
      );
      expect((await s.call<Transaction>("POST", "/transactions", wanted)).status).toBe(201);
      expect(labels(s)).toBe(1);
    },
  );

  it("the loss of an answer is recorded at once, also while the record of another purchase's answer waits", async () => {
    const s = await station();
    const { deps } = s.core;
    const first = (await s.call<Transaction>("POST", "/transactions", await body(s))).body.data.id;
    const isUnanswered = (): boolean =>
      deps.db.raw
        .prepare("SELECT answered_at IS NULL FROM transactions WHERE id = ?")
        .pluck()
        .get(first) === 1;
    await eventually("the answer is recorded", () => !isUnanswered());
    const responses = createResponseTracker(deps);
    responses.close("another", true);
    responses.close(first, false);
    expect(isUnanswered()).toBe(true);
  });

  it("a retry does not join when the connection is reset after its next request, because the answer was read", async () => {
    const s = await station();
    const wanted = await body(s);
    const text = JSON.stringify(wanted);
    const socket = connect(Number(new URL(s.url).port), "127.0.0.1");
    const answered = (): Promise<unknown> => once(socket, "data");
    socket.write(
      `POST /api/v1/transactions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${s.started.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
    await answered();
    await new Promise((done) => setTimeout(done, 300));
    socket.write(
      `GET /api/v1/parceltemplates HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${s.started.token}\r\n\r\n`,
    );
    await answered();
    socket.resetAndDestroy();
    await new Promise((done) => setTimeout(done, 600));
    await s.call<Transaction>("POST", "/transactions", wanted);
    expect(labels(s)).toBe(2);
  });

  it("nothing is bought when the caller has gone before the purchase starts", async () => {
    const s = await station();
    const wanted = await body(s);
    // Blocks the station's only thread until the caller has gone.
    spawnSync(process.execPath, clientArguments(s, "gives up", wanted));
    await new Promise((done) => setTimeout(done, 200));
    expect(labels(s)).toBe(0);
    expect((await s.call<Transaction>("POST", "/transactions", wanted)).status).toBe(201);
    expect(labels(s)).toBe(1);
  });

  it.each(["keep-alive", "close"] as const)(
    "a new call orders another parcel when its caller read the answer and closed the connection (connection: %s)",
    async (connection) => {
      const s = await station();
      const wanted = await body(s);
      await clientThat(s, "reads", wanted, connection);
      await s.call<Transaction>("POST", "/transactions", wanted);
      expect(labels(s)).toBe(2);
    },
  );
});
