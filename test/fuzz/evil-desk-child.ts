/** Sends random data as a joined station for some time, and prints how many items it has sent. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { Objm } from "@nats-io/obj";
import { connectHub } from "../../core/sync/connect-hub.ts";
import { asEvil, packText, type EvilDesk } from "../helpers/evil-messages.ts";
import { SYNCED_TABLES } from "../helpers/tables.ts";

/**
 * Argument of this program, as JSON: the station's credential, the ids that exist, the seed of the
 * random data, and how long to send.
 */
type Orders = {
  readonly servers: string[];
  readonly authority: string;
  readonly userKeySeed: string;
  readonly stationID: string;
  readonly known: Known;
  readonly seed: number;
  readonly seconds: number;
};

/** Returns a random number generator (mulberry32): the same seed gives the same numbers. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Known = {
  readonly organizationID: string;
  readonly stationIDs: readonly string[];
  readonly shipmentIDs: readonly string[];
};

/** Returns a function that sends one random item. */
function sender(evil: EvilDesk, known: Known, next: () => number): () => Promise<void> {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
  const count = (most: number): number => Math.floor(next() * most);
  const text = (): string =>
    pick([
      "",
      "x",
      "{",
      "[]",
      "null",
      "‮gizli\u0000",
      "9999-12-31T23:59:59.999Z",
      "a".repeat(count(20_000)),
      "__proto__",
      evil.stationID,
      ...known.stationIDs,
      ...known.shipmentIDs,
      known.organizationID,
    ]);
  const number = (): number =>
    pick([0, -1, 1, 0.5, 1e15, 2 ** 53, -(2 ** 53), 1e300, count(1_000)]);
  const value = (): unknown => pick([text, number, () => null])();
  const deep = (): string => pick(["[", '{"a":']).repeat(count(100_000));
  // `lostAt` is left out: a hub mark that states a loss is believed, and nothing is leased until
  // this station is revoked.
  const object = (): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: count(8) }, () => [
        pick([
          "from",
          "by",
          "id",
          "holder",
          "until",
          "shipmentID",
          "atMost",
          "at",
          "e",
          "total",
          "st",
          "next",
          "reported",
          "name",
          text(),
        ]),
        pick([value, object, () => [value()]])(),
      ]),
    );
  const json = (): string =>
    pick([() => JSON.stringify(object()), deep, text, () => JSON.stringify(value())])();
  const columns = [
    "organization_id",
    "shipment_id",
    "created_at",
    "updated_at",
    "name",
    "status",
    "items",
    "metadata",
    "body",
    "card",
    "amount_minor",
    "total_minor",
    "n",
    "station_id",
    "incarnation",
    "last_number",
    "proof",
    "copies",
    "document",
    "state",
    "events",
    "source_id",
    "at",
    "kind",
    "is_active",
    "parameters",
    "scopes",
    "details",
  ];
  const fields = (): Record<string, unknown> => ({
    organization_id: known.organizationID,
    ...Object.fromEntries(
      Array.from({ length: count(12) }, () => [pick([...columns, text()]), value()]),
    ),
  });
  const change = (): unknown => [
    pick([...SYNCED_TABLES, "sqlite_schema", text()]),
    pick([...known.shipmentIDs, ...known.stationIDs, known.organizationID, text()]),
    fields(),
    ...(next() < 0.6 ? [1] : []),
  ];
  const stamp = (): string =>
    pick([
      evil.stamp(),
      `${(Date.now() + count(10 ** 9)).toString(16).padStart(12, "0")}0000-${evil.stationID}.1`,
      `${evil.stamp()}9`,
      text(),
    ]);
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
    evil.connection.publish(
      `ask.${to}.${evil.stationID}.${kind}`,
      pick([json, () => randomBytes(count(500_000))])() as never,
      { reply: `_INBOX_${evil.stationID}.x` },
    );
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
    await (
      await new Kvm(jetstream(evil.connection)).open(bucket, { bindOnly: true })
    ).put(key.replaceAll(":", "_"), pick([json, () => "x".repeat(count(800_000))])());
  };
  const stored = async (): Promise<void> => {
    const store = await new Objm(jetstream(evil.connection)).open(pick(["SNAP", "FILES"]));
    const metadata = {
      seq: String(number()),
      schema: String(number()),
      madeAt: text().slice(0, 100),
      organizationID: known.organizationID,
    };
    await store.putBlob(
      { name: `${"9".repeat(16)}.evil${count(5)}`, metadata },
      pick([() => gzipSync(Buffer.alloc(count(5_000_000))), () => randomBytes(count(100_000))])(),
    );
  };
  const all: Readonly<Record<string, () => Promise<void>>> = { message, question, note, stored };
  const kinds = process.env["PACKBENCH_FUZZ_KINDS"]?.split(",") ?? [
    "message",
    "message",
    "message",
    "question",
    "question",
    "note",
    "stored",
  ];
  return () => (all[pick(kinds)] ?? message)().catch(() => undefined);
}

const { servers, authority, userKeySeed, stationID, known, seed, seconds } = JSON.parse(
  process.argv[2] ?? "",
) as Orders;
const connection = await connectHub({
  servers,
  authority,
  signIn: { seed: userKeySeed },
  stationID,
  name: "Evil",
});
const send = sender(asEvil(connection, stationID, userKeySeed), known, random(seed));
let sent = 0;
for (const end = performance.now() + seconds * 1_000; performance.now() < end; sent += 1)
  await Promise.race([send(), sleep(2_000)]);
process.stdout.write(`${sent}\n`);
process.exit(0);
