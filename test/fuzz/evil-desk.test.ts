/**
 * A joined desk that sends anything at all: messages, questions, notes, snapshots and files, by a seed. The others must not
 * notice it. PACKBENCH_FUZZ_SECONDS and PACKBENCH_FUZZ_SEED choose how long and which.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { Objm } from "@nats-io/obj";
import { afterEach, expect, it } from "vitest";
import { SYNCED_TABLES } from "../../core/db/tables.ts";
import { evilDesk, packText, type EvilDesk } from "../helpers/evil-desk.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub } from "../helpers/hub.ts";
import { allInStep, joined, makeShipment, type JoinedStation } from "../helpers/joined-stations.ts";

const SECONDS = Number(process.env["PACKBENCH_FUZZ_SECONDS"] ?? 60);
const SEED = Number(process.env["PACKBENCH_FUZZ_SEED"] ?? Date.now() % 1_000_000);
/** Of calls at the other stations, ms, and of their memory. */
const [P99_MS, MOST_GROWTH_BYTES] = [100, 200 * 1024 * 1024];

const stations = headlessStations();
afterEach(() => stations.killAll());

/** mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Known = { readonly organizationID: string; readonly stationIDs: readonly string[]; readonly shipmentIDs: readonly string[] };

/** @returns Sends one thing. */
function sender(evil: EvilDesk, known: Known, next: () => number): () => Promise<void> {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
  const count = (most: number): number => Math.floor(next() * most);
  const text = (): string => pick(["", "x", "{", "[]", "null", "‮gizli\u0000", "9999-12-31T23:59:59.999Z", "a".repeat(count(20_000)), "__proto__", evil.stationID, ...known.stationIDs, ...known.shipmentIDs, known.organizationID]);
  const number = (): number => pick([0, -1, 1, 0.5, 1e15, 2 ** 53, -(2 ** 53), 1e300, count(1_000)]);
  const value = (): unknown => pick([text, number, () => null])();
  const deep = (): string => pick(["[", '{"a":']).repeat(count(100_000));
  const object = (): Record<string, unknown> => Object.fromEntries(Array.from({ length: count(8) }, () => [pick(["from", "by", "id", "holder", "until", "shipmentID", "atMost", "at", "e", "total", "st", "next", "lostAt", "reported", "name", text()]), pick([value, object, () => [value()]])()]));
  const json = (): string => pick([() => JSON.stringify(object()), deep, text, () => JSON.stringify(value())])();
  const columns = ["organization_id", "shipment_id", "created_at", "updated_at", "name", "status", "items", "metadata", "body", "card", "amount_minor", "total_minor", "n", "station_id", "incarnation", "last_number", "proof", "copies", "document", "state", "events", "source_id", "at", "kind", "is_active", "parameters", "scopes", "details"];
  const fields = (): Record<string, unknown> => ({ organization_id: known.organizationID, ...Object.fromEntries(Array.from({ length: count(12) }, () => [pick([...columns, text()]), value()])) });
  const change = (): unknown => [pick([...SYNCED_TABLES, "sqlite_schema", text()]), pick([...known.shipmentIDs, ...known.stationIDs, known.organizationID, text()]), fields(), ...(next() < 0.6 ? [1] : [])];
  const stamp = (): string => pick([evil.stamp(), `${(Date.now() + count(10 ** 9)).toString(16).padStart(12, "0")}0000-${evil.stationID}.1`, `${evil.stamp()}9`, text()]);
  const message = async (): Promise<void> => {
    const body = pick([
      () => packText(JSON.stringify(Array.from({ length: count(200) }, change))),
      () => packText(deep()),
      () => packText(json()),
      () => randomBytes(count(20_000)),
      () => packText(Buffer.alloc(count(40_000_000), " ")),
    ])();
    await evil.publish(body, next() < 0.7 ? undefined : stamp());
  };
  const question = async (): Promise<void> => {
    const to = pick([...known.stationIDs, "all"]);
    const kind = pick(["claim", "claims", "deliver", "details", "money"]);
    evil.connection.publish(`ask.${to}.${evil.stationID}.${kind}`, pick([json, () => randomBytes(count(500_000))])() as never, { reply: `_INBOX_${evil.stationID}.x` });
    await evil.connection.flush();
  };
  const note = async (): Promise<void> => {
    const [bucket, key] = pick<[string, string]>([
      ["SCARCE", `num.shipments:${known.organizationID}`],
      ["SCARCE", `bal.${known.organizationID}`],
      ["SCARCE", `claim.${pick(known.shipmentIDs)}`],
      ["SCARCE", "claim.snapshot"],
      ["SCARCE", "organization"],
      ["SCARCE", "mark"],
      ["SCARCE", `deliver.${count(9)}`],
      ["SEEN", evil.stationID],
      ["IDEM", randomBytes(16).toString("hex")],
    ]);
    await (await new Kvm(jetstream(evil.connection)).open(bucket, { bindOnly: true })).put(key.replaceAll(":", "_"), pick([json, () => "x".repeat(count(800_000))])());
  };
  const object64 = async (): Promise<void> => {
    const store = await new Objm(jetstream(evil.connection)).open(pick(["SNAP", "FILES"]));
    const metadata = { seq: String(number()), schema: String(number()), madeAt: text().slice(0, 100), organizationID: known.organizationID };
    await store.putBlob({ name: `${"9".repeat(16)}.evil${count(5)}`, metadata }, pick([() => gzipSync(Buffer.alloc(count(5_000_000))), () => randomBytes(count(100_000))])());
  };
  return () => pick([message, message, message, question, question, note, object64])().catch(() => undefined);
}

const residentBytes = ({ child }: JoinedStation): number => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1_024;

it.skipIf(whyNoHub !== undefined)(`a desk that sends anything for ${SECONDS} s (seed ${SEED}) stops no other, slows none, and changes no money`, { timeout: (SECONDS + 120) * 1_000 }, async () => {
  const hub = await startHub();
  const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
  const second = await joined(stations, ["--join", await hub.add(), "--demo"]);
  const both = [first, second];
  const shipments = await Promise.all([first, second, first].map((station) => makeShipment(station)));
  await allInStep(both);
  const stationIDs = (await first.status()).stations.map(({ id }) => id);
  const evil = await evilDesk(hub);
  const known = { organizationID: first.ready.organizationID, stationIDs, shipmentIDs: shipments.map(({ id }) => id) };
  const send = sender(evil, known, random(SEED));
  const end = performance.now() + SECONDS * 1_000;
  let sent = 0;
  const sending = (async () => {
    for (; performance.now() < end; sent += 1) await Promise.race([send(), sleep(2_000)]);
  })();
  await sleep(5_000);
  const before = both.map(residentBytes);
  const times: number[] = [];
  for (let i = 0; performance.now() < end; i++) {
    const station = both[i % 2] as JoinedStation;
    const begun = performance.now();
    await (i % 10 === 0 ? makeShipment(station, `Honest ${i}`) : station.call("/shipments?limit=5"));
    if (i % 10 !== 0) times.push(performance.now() - begun);
    await sleep(20);
  }
  await sending;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  const growth = both.map((station, i) => residentBytes(station) - (before[i] ?? 0));
  process.stdout.write(`${sent} things sent, ${times.length} calls, p99 ${p99.toFixed(1)} ms, grown by ${growth.map((n) => (n / 2 ** 20).toFixed(0)).join(" and ")} MiB\n`);
  expect(sent).toBeGreaterThan(SECONDS);
  await hub.command("revoke", evil.stationID);
  await allInStep(both, 60_000);
  expect(p99).toBeLessThan(P99_MS);
  for (const n of growth) expect(n).toBeLessThan(MOST_GROWTH_BYTES);
  for (const station of both) {
    expect((await station.status()).conflicts.some(({ subjectID }) => subjectID === evil.stationID)).toBe(true);
    const { offers } = await makeShipment(station, "Afterwards");
    await station.call("/transactions", { offerID: offers.cheapest.id });
  }
});
