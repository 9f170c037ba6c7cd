/** Webhooks of an organization with several real stations at a real hub, and a real receiver. */
import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { Delivery, Webhook } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { until } from "../../helpers/bare-nats.ts";
import { folderOnDisk, ROOT } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubHere, startHub, whyNoHub, type HubHere } from "../../helpers/hub.ts";
import { readCredentials } from "../../../core/shipping/accounts/accounts.service.ts";
import {
  allInStep,
  joined,
  joinedHere,
  type JoinedStation,
  killed,
  makeShipment,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";
import { settableClock, whyNoOffClock } from "../../helpers/off-clock.ts";
import { QUICK_SYNC } from "../../helpers/quick-times.ts";
import { station, trueTime } from "../../helpers/station.ts";

const stations = headlessStations();
/**
 * Longest time until stations have detected an unresponsive station, and another station has
 * replaced it, ms.
 */
const AGREED_MS = 5 * QUICK_SYNC.deliveriesAskMs;
afterEach(() => stations.killAll());

type Received = {
  readonly id: string;
  readonly shipment: string;
  readonly step: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};
type Registered = Webhook & { readonly signingSecret: string };

/**
 * Returns a name or an IPv4 address of this machine, if possible not the loopback address, so that
 * every station may call the receiver.
 */
async function nameOfMachine(): Promise<string> {
  const found = await lookup(hostname(), 4).catch(() => undefined);
  return found === undefined
    ? (Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1")
    : hostname();
}

/** @param answer Answer to the nth call, from 1: a status, or "hang". */
async function receiverFor(
  host: string,
  answer: (n: number) => number | "hang" = () => 200,
): Promise<{ readonly url: string; readonly calls: Received[] }> {
  const calls: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString();
      const { data } = JSON.parse(text) as {
        data: { id: string; trackingStatus: { trackingSubStatusCode: string } };
      };
      calls.push({
        id: String(request.headers["x-event-id"]),
        shipment: data.id,
        step: data.trackingStatus.trackingSubStatusCode,
        headers: request.headers,
        text,
      });
      const status = answer(calls.length);
      if (status !== "hang") response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "0.0.0.0", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/hook`, calls };
}

/** Creates a folder whose station may call receivers on this machine. */
function folderOfDesk(): string {
  const folder = folderOnDisk();
  writeFileSync(
    join(folder, "station.json"),
    JSON.stringify({ webhookTargets: { loopback: true, private: true } }),
  );
  return folder;
}

type StationHere = Awaited<ReturnType<typeof joinedHere>>;

const desk = (code: string): Promise<StationHere> =>
  joinedHere(["--join", code, "--demo"], folderOfDesk());

async function desks(hub: HubHere, count: number): Promise<StationHere[]> {
  const all = [await desk(hub.joinCode)];
  while (all.length < count) all.push(await desk(await hub.add()));
  return all;
}

/** Starts a station as a process that the test can kill. */
const mortalDesk = (code: string): Promise<JoinedStation> =>
  joined(stations, ["--join", code, "--demo"], folderOfDesk());

/** Buys a test shipment: each read of it at its station makes an event. @returns Its id. */
async function bought(station: StationAtHub): Promise<string> {
  const { id, offers } = await makeShipment(station, "Deneme", true);
  await station.call("/transactions", { offerID: offers.cheapest.id });
  return id;
}

async function move(
  station: StationAtHub,
  shipments: readonly string[],
  times: number,
): Promise<void> {
  for (let i = 0; i < times; i += 1)
    for (const id of shipments) await station.call(`/shipments/${id}`);
}

const log = (station: StationAtHub, webhook: Webhook): Promise<Delivery[]> =>
  station.call<Delivery[]>(`/webhook/${webhook.id}/deliveries?limit=50`);

/**
 * Waits until a station has scheduled its next call.
 *
 * @param failed Failed calls before that call.
 * @returns Time from the last failed call to the next call, ms.
 */
async function backoffAt(station: StationAtHub, webhook: Webhook, failed: number): Promise<number> {
  let ms: number | undefined;
  await until(
    `the next call after ${failed} failed calls is scheduled`,
    async () => {
      const [delivery] = await log(station, webhook);
      const next = nextCallOf(station);
      if (next === undefined || delivery?.attempts.length !== failed) return false;
      ms = Date.parse(next) - Date.parse(delivery.attempts.at(-1)?.at ?? "");
      return true;
    },
    40_000,
  );
  return ms ?? 0;
}

function nextCallOf({ folder }: Pick<StationAtHub, "folder">): string | undefined {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  try {
    return db
      .prepare<[], string>(
        "SELECT next_attempt_at FROM jobs WHERE kind = 'webhook' AND state = 'WAITING'",
      )
      .pluck()
      .get();
  } finally {
    db.close();
  }
}

const isSigned = ({ signingSecret }: Registered, { headers, text }: Received): boolean =>
  headers["x-signature"] ===
  createHmac("sha256", signingSecret)
    .update(`${String(headers["x-timestamp"])}.${text}`)
    .digest("hex");

/** Lists the files below the folder that contain the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text)
      ? [entry.name]
      : [],
  );
}

describe.skipIf(whyNoHub !== undefined)("webhooks of stations at a hub", () => {
  it(
    "180 events of three stations are delivered once each, in the same order for each shipment, signed with the same secret",
    { tags: "all", timeout: 180_000 },
    async () => {
      const hub = await hubHere();
      const all = await desks(hub, 3);
      const { url, calls } = await receiverFor(await nameOfMachine());
      const webhook = await all[0]!.call<Registered>("/webhook", {
        url,
        headerName: "X-Shop",
        headerValue: "gizli-deger-4711",
      });
      await allInStep(all);
      const made = await Promise.all(
        all.map(async (station) => ({
          station,
          shipments: await Promise.all(Array.from({ length: 15 }, () => bought(station))),
        })),
      );
      await Promise.all(made.map(({ station, shipments }) => move(station, shipments, 4)));
      await until("all events are there", () => calls.length >= 180, 60_000);
      await allInStep(all);
      await sleep(AGREED_MS);
      expect({ calls: calls.length, ids: new Set(calls.map(({ id }) => id)).size }).toEqual({
        calls: 180,
        ids: 180,
      });
      const orders = new Set(
        made
          .flatMap(({ shipments }) => shipments)
          .map((id) =>
            calls
              .filter(({ shipment }) => shipment === id)
              .map(({ step }) => step)
              .join(" "),
          ),
      );
      expect(orders.size).toBe(1);
      expect(
        calls.filter(
          (call) => !isSigned(webhook, call) || call.headers["x-shop"] !== "gizli-deger-4711",
        ),
      ).toEqual([]);
      const logs = await Promise.all(all.map((station) => log(station, webhook)));
      expect(
        logs[0]?.every(({ state, attempts }) => state === "DELIVERED" && attempts.length === 1),
      ).toBe(true);
      expect(logs.slice(1)).toEqual([logs[0], logs[0]]);
      for (const text of [webhook.signingSecret, "gizli-deger-4711"])
        for (const folder of [hub.dir, ...all.map((station) => station.folder)])
          expect(filesWith(folder, text)).toEqual([]);
    },
  );

  it(
    "another station serves the webhooks within half a minute when the serving station is killed before the receiver answers",
    { tags: "all", timeout: 120_000 },
    async () => {
      const hub = await hubHere();
      const a = await mortalDesk(hub.joinCode);
      const [b, c] = [await desk(await hub.add()), await desk(await hub.add())];
      let hangs = true;
      const { url, calls } = await receiverFor(await nameOfMachine(), () => (hangs ? "hang" : 200));
      const webhook = await a.call<Registered>("/webhook", { url });
      await allInStep([a, b, c]);
      const shipments = [await bought(b), await bought(c)];
      await allInStep([a, b, c]);
      await move(b, [shipments[0]!], 1);
      await until("the first station calls", () => calls.length > 0, 15_000);
      await killed(a); // The webhook was registered at that station, so that station delivers.
      hangs = false;
      const first = calls[0]!.id;
      const killedAt = Date.now();
      await until(
        "another station calls with the same id",
        () => calls.slice(1).some(({ id }) => id === first),
        30_000,
      );
      expect(Date.now() - killedAt).toBeLessThan(30_000);
      await move(c, [shipments[1]!], 3);
      await until(
        "the later events come",
        () => calls.filter(({ shipment }) => shipment === shipments[1]).length === 3,
        15_000,
      );
      await until("both stations have the log", async () =>
        (await Promise.all([b, c].map((station) => log(station, webhook)))).every(
          (entries) => entries.length === 4 && entries.every(({ state }) => state === "DELIVERED"),
        ),
      );
      expect(calls.every((call) => isSigned(webhook, call))).toBe(true);
    },
  );

  it(
    "a disconnected station delivers the events that it made, and none is delivered again when the hub is back",
    { tags: "all", timeout: 150_000 },
    async () => {
      const hub = await startHub();
      const [a, b] = (await desks(hub, 2)) as [StationHere, StationHere];
      const { url, calls } = await receiverFor(await nameOfMachine());
      const webhook = await a.call<Registered>("/webhook", { url });
      await allInStep([a, b]);
      const own = await Promise.all([a, b].map((station) => bought(station)));
      await allInStep([a, b]);
      await hub.kill9("both");
      await until("both stations are cut off", async () =>
        (await Promise.all([a, b].map((station) => station.status()))).every(
          ({ state }) => state === "cut off",
        ),
      );
      await Promise.all([a, b].map((station, i) => move(station, [own[i]!], 3)));
      await until("all events are delivered", () => calls.length === 6, 20_000);
      await hubHere({ dir: hub.dir, port: hub.port });
      await allInStep([a, b]);
      await sleep(AGREED_MS);
      expect({ calls: calls.length, ids: new Set(calls.map(({ id }) => id)).size }).toEqual({
        calls: 6,
        ids: 6,
      });
      expect(await log(b, webhook)).toEqual(await log(a, webhook));
      await move(b, [own[1]!], 1);
      await until("the next event comes", () => calls.length === 7, 15_000);
    },
  );

  it(
    "a webhook on a station's machine is called only by that station, whichever station made the event",
    { tags: "all", timeout: 120_000 },
    async () => {
      const hub = await hubHere();
      const [a, b] = (await desks(hub, 2)) as [StationHere, StationHere];
      const { url, calls } = await receiverFor("127.0.0.1");
      const webhook = await b.call<Registered>("/webhook", { url });
      await allInStep([a, b]);
      const id = await bought(a);
      await move(a, [id], 2);
      await until("both events come", () => calls.length === 2, 15_000);
      await until(
        "the other station has the log",
        async () =>
          (await log(a, webhook)).filter(({ state }) => state === "DELIVERED").length === 2,
      );
      expect(await log(a, webhook)).toEqual(await log(b, webhook));
      await b.stop();
      await move(a, [id], 1);
      await sleep(AGREED_MS);
      expect(calls).toHaveLength(2);
      const again = await joinedHere(["--demo"], b.folder);
      await until(
        "the event comes when the webhook's station is back",
        () => calls.length === 3,
        15_000,
      );
      await until("the log has it", async () => (await log(again, webhook)).length === 3);
    },
  );

  it(
    "a webhook keeps its failed calls and backoff when its station is killed, any station can replay a delivery, and a deletion ends it everywhere",
    { tags: "all", timeout: 150_000 },
    async () => {
      const hub = await hubHere();
      // Without the clock library, the test waits for the backoff.
      const clock =
        whyNoOffClock === undefined ? settableClock(join(folderOnDisk(), "clock")) : undefined;
      const others = headlessStations(ROOT, clock?.environment);
      onTestFinished(() => others.killAll());
      const a = await mortalDesk(hub.joinCode);
      const b = await joined(others, ["--join", await hub.add(), "--demo"], folderOfDesk());
      let status = 500;
      const { url, calls } = await receiverFor(await nameOfMachine(), () => status);
      const webhook = await a.call<Registered>("/webhook", { url });
      await allInStep([a, b]);
      const id = await bought(b);
      await move(b, [id], 1);
      await until(
        "a call has failed",
        async () => (await log(b, webhook))[0]?.attempts.length === 1,
        15_000,
      );
      await killed(a);
      // The first backoff is ten seconds, the next is twice as long, and each varies by a fifth at
      // most.
      expect(await backoffAt(b, webhook, 1)).toBeGreaterThanOrEqual(8_000);
      clock?.set("+12");
      expect(await backoffAt(b, webhook, 2)).toBeGreaterThanOrEqual(16_000);
      status = 200;
      clock?.set("+36");
      const delivered = await until(
        "the delivery is accepted",
        async () => (await log(b, webhook))[0]?.state === "DELIVERED",
        60_000,
      ).then(() => log(b, webhook));
      expect(delivered[0]?.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 500, 200]);
      const back = await joinedHere(["--demo"], a.folder);
      await allInStep([back, b]);
      expect(await log(back, webhook)).toEqual(delivered);
      await back.call(`/webhook/${webhook.id}/deliveries/${delivered[0]!.id}/replay`, {});
      await until("the delivery is sent once more", () => calls.length === 4, 15_000);
      expect(new Set(calls.map((call) => call.id)).size).toBe(1);
      await back.call(`/webhook/${webhook.id}`, undefined, "DELETE");
      await until(
        "the webhook is gone at the other station",
        async () => (await b.call<Webhook[]>("/webhook")).length === 0,
      );
      await move(b, [id], 1);
      await sleep(AGREED_MS);
      expect(calls).toHaveLength(4);
    },
  );

  it("webhooks and carrier accounts with their secrets reach a station that joins later, and no file of the hub or of a station has the secrets unsealed", async () => {
    const hub = await hubHere();
    const a = await desk(hub.joinCode);
    await a.call("/webhook", {
      url: "http://hooks.example/a",
      headerName: "X-Shop",
      headerValue: "cok-gizli-90419",
    });
    const { id } = await a.call<{ id: string }>("/provideraccounts", {
      providerCode: "YURTICI",
      username: "ornek",
      password: "cok-gizli-90417",
      parameters: { apiKey: "cok-gizli-90418" },
    });
    const b = await desk(await hub.add());
    await allInStep([a, b]);
    expect(await b.call<Webhook[]>("/webhook")).toEqual(await a.call<Webhook[]>("/webhook"));
    await until(
      "the key has come",
      () =>
        new BetterSqlite3(join(b.folder, "packbench.db"), { readonly: true })
          .prepare("SELECT 1 FROM station_meta WHERE key = 'organization_secrets'")
          .get() !== undefined,
    );
    for (const folder of [hub.dir, a.folder, b.folder])
      expect(filesWith(folder, "cok-gizli")).toEqual([]);
    await b.stop();
    const opened = await station({ dataDir: b.folder, world: { now: trueTime } });
    expect(readCredentials(opened.core.deps, b.ready.organizationID, id)).toEqual({
      username: "ornek",
      password: "cok-gizli-90417",
      parameters: { apiKey: "cok-gizli-90418" },
      connection: {},
    });
    await opened.stop();
  }, 60_000);
});
