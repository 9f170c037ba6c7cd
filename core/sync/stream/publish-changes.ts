/**
 * Publishes this station's transactions from the outbox to the stream, in order, many per atomic
 * batch. A cursor of the outbox, stored periodically, marks what was published. So after a crash
 * some transactions are sent twice: the hub drops recent duplicates by their ids, and stations may
 * apply the others twice without harm.
 */
import type { JetStreamClient } from "@nats-io/jetstream";
import { inTransaction } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { moveCursor, readCursor } from "../../db/outbox/outbox.service.ts";
import { logPublished } from "./published-log.ts";
import type { Sign } from "./message-signature.ts";
import { publishOne } from "./publish-one.ts";
import {
  subjectOf,
  toHeaders,
  toMessages,
  type OutboxChanges,
  type OutMessage,
  type Sender,
} from "./stream-message.ts";
import { listOutboxChanges } from "./sync.store.ts";

/** The outbox reader that prevents pruning of unpublished transactions. */
export const PUBLISHED = "sync";

/** Messages per batch; servers accept at most 1,000. */
const AT_ONCE = 500;
const MOST_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 5_000;
/** A smaller batch costs more than its messages one by one. */
const LEAST_BATCH = 3;

export type Publisher = {
  /**
   * Publishes the next transactions.
   *
   * @returns Whether there may be more.
   * @throws Error when the hub has not accepted all of them.
   */
  next(): Promise<boolean>;
  /** The outbox row up to which everything is published. */
  readonly published: number;
  /**
   * Moves the cursor back so that `next` publishes rows again that the hub has lost.
   *
   * @param to The row after which to start; default: the beginning.
   */
  rewind(to?: number): void;
  /** Stores the cursor. */
  note(): void;
};

type PublisherSetup = {
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
  readonly js: JetStreamClient;
  /** Removes changes that are not for the hub; returns undefined when nothing is left. */
  readonly scope: (row: OutboxChanges) => OutboxChanges | undefined;
  /**
   * Signs each message; absent at a server that lists no stations, where nobody could verify it.
   */
  readonly sign?: Sign | undefined;
  /** Aborted at the end of the session: a publication in progress then counts as unpublished. */
  readonly signal: AbortSignal;
};

/** Starts after the last row that is known to be published. */
export function createPublisher({ deps, js, scope, sign, signal }: PublisherSetup): Publisher {
  const sender: Sender = { subject: subjectOf(deps.db.stationID), sign };
  let noted = readCursor(deps, PUBLISHED);
  let published = noted;
  let notedAt = 0;
  const note = (): void => {
    if (published === noted) return;
    inTransaction(deps, () => {
      moveCursor(deps, PUBLISHED, published);
      logPublished(deps, published);
    });
    noted = published;
    notedAt = performance.now();
  };
  return {
    get published() {
      return published;
    },
    async next() {
      const { rows, isAll } = take(deps.db, published);
      const last = rows.at(-1);
      if (last === undefined) return false;
      const messages = rows.flatMap((row) => {
        const own = scope(row);
        return own === undefined ? [] : toMessages(own);
      });
      await publish(js, sender, messages);
      if (signal.aborted) return false;
      published = last.seq;
      if (performance.now() - notedAt > deps.syncTimes.notedEveryMs) note();
      return !isAll;
    },
    rewind(to = 0) {
      published = to;
      noted = -1;
      note();
    },
    note,
  };
}

/** Takes as many rows as fit into a batch. */
function take(db: Db, after: number): { rows: OutboxChanges[]; isAll: boolean } {
  const found = listOutboxChanges(db, after, AT_ONCE);
  let bytes = 0;
  const rows = found.filter((row, i) => (bytes += row.payload.length) <= MOST_BYTES || i === 0);
  return { rows, isAll: rows.length === found.length && found.length < AT_ONCE };
}

/**
 * Publishes messages in batches, and the messages of a small or rejected batch one by one.
 *
 * @throws Error of the first message that was not accepted.
 */
async function publish(
  js: JetStreamClient,
  sender: Sender,
  messages: readonly OutMessage[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += AT_ONCE) {
    const some = messages.slice(at, at + AT_ONCE);
    if (some.length >= LEAST_BATCH && (await publishTogether(js, sender, some))) continue;
    // The hub drops a single message that it already has.
    await Promise.all(some.map((message) => publishOne(js, sender, message)));
  }
}

/**
 * Publishes messages as one batch.
 *
 * @returns False when the hub did not accept the batch, for example because it already has a
 * message of the batch or is too old for batches.
 */
async function publishTogether(
  js: JetStreamClient,
  sender: Sender,
  messages: readonly OutMessage[],
): Promise<boolean> {
  const [first, ...others] = messages;
  const last = others.pop();
  if (first === undefined || last === undefined) return false;
  try {
    const batch = await js.startBatch(sender.subject, first.body, {
      headers: toHeaders(first, sender),
      timeout: TIMEOUT_MS,
    });
    for (const message of others)
      batch.add(sender.subject, message.body, { headers: toHeaders(message, sender) });
    const ack = await batch.commit(sender.subject, last.body, {
      headers: toHeaders(last, sender),
      timeout: TIMEOUT_MS,
    });
    return ack.count === messages.length;
  } catch {
    return false;
  }
}
