/**
 * Simulates stations without a database, each with a connection and an ordered consumer. Prints a
 * line when all of them follow the stream. At the end of its input it prints the delays of all
 * received messages, measured from their publishing, ms.
 *
 *     sync-desks-child.ts URL COUNT
 */
import { once } from "node:events";
import { DeliverPolicy, jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { STREAM } from "../../core/sync/stream/stream-message.ts";
import { percentile } from "./measure.ts";

const [url = "", count = "0"] = process.argv.slice(2);
const delays: number[] = [];
for (let i = 0; i < Number(count); i += 1) {
  const nc = await connect({ servers: url, name: `desk ${i}` });
  const consumer = await jetstream(nc).consumers.get(STREAM, { deliver_policy: DeliverPolicy.New });
  const messages = await consumer.consume({
    max_messages: 2_000,
    idle_heartbeat: 5_000,
    expires: 30_000,
  });
  void (async () => {
    for await (const message of messages)
      delays.push(Number(process.hrtime.bigint() - BigInt(message.headers?.get("at") ?? 0)) / 1e6);
  })();
}
process.stdout.write(`{"ready":true}\n`);
process.stdin.resume();
await once(process.stdin, "end");
process.stdout.write(
  `${JSON.stringify({ n: delays.length, p50: percentile(delays, 50), p99: percentile(delays, 99) })}\n`,
);
process.exit(0);
