/**
 * Messages that were made to take long, measured on a station's only thread.
 *
 * @module-tag alone
 */
import { join } from "node:path";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { jetstream } from "@nats-io/jetstream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { packText } from "../../../helpers/evil-messages.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { connectedStation, type ConnectedStation } from "../../../helpers/connected-station.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";

const MIB = 1024 * 1024;
/** Longest allowed turn of the core's thread, ms. */
const TURN_MS = 50;

let nats: BareNats;
let nc: NatsConnection;
let station: ConnectedStation;
beforeEach(async () => {
  nats = await bareNats();
  nc = await nats.connect();
  station = connectedStation(nats, join(folderOnDisk(), "packbench.db"));
  await until("the station is in step", () => station.connection.status().state === "in step");
});
afterEach(async () => {
  await nc.close();
  await station.stop();
  await nats.stop();
});

let n = 0;
async function publish(body: Uint8Array): Promise<void> {
  n += 1;
  const all = headers();
  const time = Date.now().toString(16).padStart(12, "0");
  const head = { "Nats-Msg-Id": `evil-${n}`, n: `${n}`, h: `${time}0000-evil.1`, v: "1" };
  for (const [name, value] of Object.entries(head)) all.set(name, value);
  await jetstream(nc).publish("ev.evil.commit", body, { headers: all });
}

const TEMPLATE = {
  ...TEMPLATE_ROW,
  created_at: "t",
  updated_at: "t",
};
const template = (name: string): unknown => [
  "parcel_templates",
  `t ${name}`,
  { ...TEMPLATE, name },
  1,
];
const many = <T>(count: number, one: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

async function holdsNoTurn(_what: string, make: () => Buffer, times: number): Promise<void> {
  const body = make();
  const warm = packText(JSON.stringify([template("warm")]));
  const isHere = (name: string): boolean =>
    station.deps.db.sql(`SELECT 1 FROM parcel_templates WHERE name = ?`).get(name) !== undefined;
  await publish(warm);
  await until("the first message is applied", () => isHere("warm"));
  for (let i = 0; i < times; i++) await publish(body);
  await publish(packText(JSON.stringify([template("honest")])));
  const { longestMs } = await longestTurn(() =>
    until("the last message is applied", () => isHere("honest"), 60_000),
  );
  expect(longestMs).toBeLessThan(TURN_MS);
}

type Hostile = [what: string, make: () => Buffer, times: number];

it.each<Hostile>([
  ["nested 16 million deep", () => packText(Buffer.alloc(16_000_000, "[")), 20],
  ["with 1,900 rows", () => packText(JSON.stringify(many(1_900, (i) => template(`${i}`)))), 4],
])(
  "messages %s hold the thread for less than 50 ms, and later messages are applied",
  { timeout: 90_000 },
  holdsNoTurn,
);

it.each<Hostile>([
  [
    "with 1.9 million empty changes",
    () => packText(`[${many(1_900_000, () => '["a","b",{}]').join(",")}]`),
    20,
  ],
  [
    "that unpack to 31 MiB of spaces",
    () => packText(Buffer.concat([Buffer.from("[]"), Buffer.alloc(31 * MIB, " ")])),
    20,
  ],
  [
    "at the limits of size and values",
    () =>
      packText(
        JSON.stringify(
          many(480, (i) => [
            "gadgets",
            `g${i}`,
            Object.fromEntries(many(50, (f) => [`f${f}`, "x".repeat(110)])),
          ]),
        ),
      ),
    4,
  ],
  [
    "with 800 wide rows of an unknown table",
    () =>
      packText(JSON.stringify(many(800, (i) => ["gadgets", `g${i}`, { a: "x".repeat(2_000) }, 1]))),
    5,
  ],
])(
  "messages %s hold the thread for less than 50 ms, and later messages are applied",
  { tags: "all", timeout: 90_000 },
  holdsNoTurn,
);
