/**
 * Follows the stream as a station does ("ours"), or does the least work of a station ("floor"): it
 * fetches, and writes the changes of all waiting messages in one durable transaction. Prints a line
 * of JSON when it follows. For each sequence number on its input it prints {"seq", "ns"} once that
 * message has been applied.
 *
 *     sync-applier-child.ts ours|floor URL FOLDER
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DeliverPolicy, jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import BetterSqlite3 from "better-sqlite3";
import type { Instant } from "../../core/base/units.ts";
import { unpackChanges } from "../../core/db/packed-changes.ts";
import { createFollower } from "../../core/sync/stream/follow-stream.ts";
import { STREAM } from "../../core/sync/stream/stream-message.ts";
import { looseStation } from "../helpers/loose-stations.ts";

const [kind = "", url = "", folder = ""] = process.argv.slice(2);
const nc = await connect({ servers: url });
const js = jetstream(nc);
/** Requested sequence numbers, ascending. */
const wanted: number[] = [];
let applied = 0;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const note = (seq: number): void => {
  applied = seq;
  for (; wanted[0] !== undefined && wanted[0] <= seq; wanted.shift())
    say({ seq: wanted[0], ns: String(process.hrtime.bigint()) });
};
createInterface({ input: process.stdin }).on("line", (line) => {
  wanted.push(Number(line));
  note(applied);
});

if (kind === "ours") await follow();
else await fetchAll();

async function follow(): Promise<void> {
  const { deps: loose } = looseStation(0, [], join(folder, "packbench.db"));
  loose.db.raw.pragma("synchronous = FULL");
  const follower = createFollower(
    { ...loose, now: () => new Date().toISOString() as Instant },
    js,
    { boundary: () => () => false, onApplied: () => note(follower.position.seq) },
  );
  const running = follower.run();
  say({ ready: true });
  await running;
}

async function fetchAll(): Promise<void> {
  const db = new BetterSqlite3(join(folder, "floor.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(
    "CREATE TABLE changes (id TEXT PRIMARY KEY, of TEXT NOT NULL, fields TEXT NOT NULL) STRICT; CREATE TABLE place (one INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT",
  );
  const insert = db.prepare("INSERT OR IGNORE INTO changes VALUES (?, ?, ?)");
  const place = db.prepare(
    "INSERT INTO place VALUES (1, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq",
  );
  const write = db.transaction((messages: readonly { seq: number; body: Uint8Array }[]) => {
    for (const { body } of messages)
      for (const [table, id, fields] of unpackChanges(body))
        insert.run(`${table} ${id}`, table, JSON.stringify(fields));
    place.run(messages.at(-1)?.seq ?? 0);
  });
  const consumer = await js.consumers.get(STREAM, {
    deliver_policy: DeliverPolicy.All,
    name_prefix: randomUUID().slice(0, 8),
  });
  const messages = await consumer.consume({ max_messages: 2_000 });
  say({ ready: true });
  let waiting: { seq: number; body: Uint8Array }[] = [];
  for await (const message of messages) {
    waiting.push({ seq: message.seq, body: message.data });
    if (message.info.pending > 0 && waiting.length < 500) continue;
    write(waiting);
    note(waiting.at(-1)?.seq ?? 0);
    waiting = [];
  }
}
