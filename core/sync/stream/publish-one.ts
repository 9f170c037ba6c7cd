/**
 * One message goes to the stream, once. The hub drops a message whose id it has seen within two
 * minutes, and every desk chooses the ids of its own messages: what it took for a second copy may
 * be the first one, behind another desk's message of that id.
 */
import { randomUUID } from "node:crypto";
import { JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { readHead, STREAM, toHeaders, type OutMessage, type Sender } from "./stream-message.ts";

const TIMEOUT_MS = 5_000;
const NOT_FOUND = 10037;

/** @throws Error when the hub has not taken it. */
export async function publishOne(
  js: JetStreamClient,
  sender: Sender,
  message: OutMessage,
): Promise<void> {
  const known = await publishAs(js, sender, message);
  if (known === undefined || (await isStored(js, sender.subject, message, known))) return;
  // Stations know a message by what stands before the "/", as the parts of a large transaction.
  if (
    (await publishAs(js, sender, { ...message, id: `${message.id}/${randomUUID()}` })) !== undefined
  )
    throw new Error("the hub has dropped a message whose id is new");
}

/** @returns The place of the message that the hub took this one for; undefined: it was stored. */
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
