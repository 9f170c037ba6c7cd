/**
 * Publishes one message, and ensures that the hub has stored it. The hub drops a message whose id
 * it has seen within two minutes, and every desk chooses its own ids. So a message that the hub
 * dropped as a duplicate may in fact be new, if another desk used its id.
 */
import { randomUUID } from "node:crypto";
import { JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { readHead, STREAM, toHeaders, type OutMessage, type Sender } from "./stream-message.ts";

const TIMEOUT_MS = 5_000;
const NOT_FOUND = 10037;

/**
 * Publishes one message.
 *
 * @throws Error when the hub has not accepted it.
 */
export async function publishOne(
  js: JetStreamClient,
  sender: Sender,
  message: OutMessage,
): Promise<void> {
  const known = await publishAs(js, sender, message);
  if (known === undefined || (await isStored(js, sender.subject, message, known))) return;
  // Stations identify a message by the part before the "/", as with parts of a large transaction.
  if (
    (await publishAs(js, sender, { ...message, id: `${message.id}/${randomUUID()}` })) !== undefined
  )
    throw new Error("the hub dropped a message although its id is new");
}

/**
 * Publishes a message once; the hub recognizes a duplicate by its id.
 *
 * @returns Sequence number of the earlier message, if the hub counts this message as its duplicate;
 *   undefined: the message was stored.
 */
async function publishAs(
  js: JetStreamClient,
  sender: Sender,
  message: OutMessage,
): Promise<number | undefined> {
  const { duplicate, seq } = await js.publish(sender.subject, message.body, {
    headers: toHeaders(message, sender),
    timeout: TIMEOUT_MS,
    expect: { streamName: STREAM },
  });
  return duplicate ? seq : undefined;
}

async function isStored(
  js: JetStreamClient,
  subject: string,
  { id, seq: number, hlc }: OutMessage,
  seq: number,
): Promise<boolean> {
  try {
    const manager = await js.jetstreamManager(false);
    const found = await manager.streams.getMessage(STREAM, { seq });
    if (found === null) return false;
    const head = readHead(found.header);
    return (
      found.subject === subject &&
      !head.isCopy &&
      head.id === id &&
      head.number === number &&
      head.hlc === hlc
    );
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return false;
    throw error;
  }
}
