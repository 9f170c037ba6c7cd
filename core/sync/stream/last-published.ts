/**
 * Finds the last message that a station has published itself. JetStream lets another desk store a
 * copy of a message under the station's subject; the server marks each copy by a header that no
 * station can write, and copies are ignored.
 */
import { DeliverPolicy, JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import { isStamp, writerOf } from "../../db/hlc.ts";
import { readHead, STREAM, subjectOf, type MessageHead } from "./stream-message.ts";

/** The head of a stored message. `atMs`: when the hub stored the message, ms since the epoch. */
export type StoredHead = MessageHead & { readonly atMs: number };

const NOT_FOUND = 10037;
/** Heads read at once. */
const AT_ONCE = 1_000;
const WAITED_MS = 2_000;

/**
 * Reads the head of a stored message.
 *
 * @throws Error when the hub does not answer.
 */
export async function findHead(
  manager: JetStreamManager,
  query: { seq: number } | { last_by_subj: string },
): Promise<StoredHead | undefined> {
  try {
    const message = await manager.streams.getMessage(STREAM, query);
    return message === null
      ? undefined
      : { ...readHead(message.header), atMs: message.time.getTime() };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

/** Returns whether the station has signed a head. */
export type SignedCheck = (head: MessageHead) => boolean | Promise<boolean>;

/**
 * Finds the last message in the stream that a station has published itself.
 *
 * @param isSigned Absent at a server that lists no keys: every head counts as signed.
 * @param atLeast A row of the station's outbox that the stream is known to have. If the last
 *   message is from an earlier row, a desk may have stored an earlier message again.
 * @returns Undefined when the stream has no such message.
 * @throws Error when the hub does not answer.
 */
export async function findLastPublished(
  manager: JetStreamManager,
  stationID: string,
  isSigned: SignedCheck = () => true,
  atLeast = 0,
): Promise<StoredHead | undefined> {
  const last = await findHead(manager, { last_by_subj: subjectOf(stationID) });
  if (last === undefined) return undefined;
  const isLast = isOf(stationID, last) && last.number >= atLeast && (await isSigned(last));
  return isLast ? last : lookThrough(manager, stationID, isSigned);
}

/** Finds the incarnation that wrote a message. */
export function incarnationOf({ hlc }: Pick<MessageHead, "hlc">): number {
  return Number(writerOf(hlc).split(".")[1]);
}

function isOf(stationID: string, { isCopy, hlc, number }: MessageHead): boolean {
  if (isCopy || !isStamp(hlc) || writerOf(hlc).split(".")[0] !== stationID) return false;
  return Number.isSafeInteger(number) && number >= 0;
}

/**
 * Returns whether a head is later than the head that was found before: a message that a desk stored
 * again is not later.
 */
function isLater(head: MessageHead, found: MessageHead | undefined): boolean {
  if (found === undefined) return true;
  const [a, b] = [incarnationOf(head), incarnationOf(found)];
  return a === b ? head.number >= found.number : a > b;
}

/**
 * Reads the heads of all messages under the station's subject; only needed when another desk has
 * stored a message under this subject.
 */
async function lookThrough(
  manager: JetStreamManager,
  stationID: string,
  isSigned: SignedCheck,
): Promise<StoredHead | undefined> {
  const consumer = await manager.jetstream().consumers.get(STREAM, {
    filter_subjects: [subjectOf(stationID)],
    deliver_policy: DeliverPolicy.All,
    headers_only: true,
  });
  let found: StoredHead | undefined;
  for (let pending = 1; pending > 0;) {
    let n = 0;
    for await (const message of await consumer.fetch({
      max_messages: AT_ONCE,
      expires: WAITED_MS,
    })) {
      n += 1;
      pending = message.info.pending;
      const head = { ...readHead(message.headers), atMs: message.time.getTime() };
      const isCandidate = isOf(stationID, head) && isLater(head, found);
      if (isCandidate && (await isSigned(head))) found = head;
      if (pending === 0) break;
    }
    if (n === 0) break;
  }
  return found;
}
