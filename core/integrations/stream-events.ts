/**
 * Facts as server-sent events. A stream is pulled: it reads the next facts from the outbox when its
 * client has taken the ones before, so a slow client costs no memory, and no fact is skipped or
 * sent twice.
 *
 * A client that has fallen behind gets its facts in batches, one batch in a turn of the event loop
 * for all streams together, so that years of facts do not block other requests.
 *
 * The token is looked up for every batch, and twice a second besides: when it has ended, or its
 * member's role has changed, the stream ends without waiting for a fact.
 */
import { Readable } from "node:stream";
import type { Fact } from "../db/database.ts";
import type { Actor, Deps } from "../deps.ts";
import {
  listVisibleFacts,
  newestFact,
  oldestFact,
  type VisibleFact,
} from "../outbox/outbox.service.ts";
import { streamsOf, type OpenStream } from "./open-streams.ts";

const HEARTBEAT_MS = 15_000;
const AT_ONCE = 50;
const LOOKED_AT_ONCE = 500;
/** After how many ms a client that lost its stream reconnects. */
const COME_BACK_MS = 2_000;

/** An event as it is sent. `isLast`: the stream ends after it. */
type Event = { readonly text: string; readonly isLast: boolean };
/** A stream of less than all facts. */
type Narrow = {
  /** Sent at once. */
  readonly beginning: Event;
  /** @returns What is sent for a fact; undefined for nothing. */
  of(fact: VisibleFact): Event | undefined;
};

/**
 * @param actor Who opens the stream.
 * @param reauthenticate Looks the token up again; throws when it has ended.
 * @param lastEventID The last number the client received; undefined: from now on.
 * @param narrow What is sent instead of every fact.
 * @throws AppError E2005 when its token or its organization has too many streams open.
 */
export function streamEvents(
  deps: Deps,
  actor: Actor,
  reauthenticate: () => Actor,
  lastEventID: string | undefined,
  narrow?: Narrow,
): Readable {
  const streams = streamsOf(deps);
  streams.checkRoom(actor);

  let { seq, beginning } = placeOf(deps, lastEventID);
  let isOver = narrow?.beginning.isLast === true;
  beginning += narrow?.beginning.text ?? "";
  let isWanted = false;
  let isPlanned = false;
  let missedBeats = 0;

  const push = (text: string): void => {
    isWanted = stream.push(text);
    if (isWanted) missedBeats = 0;
    if (!isOver) return;
    stream.push(null);
    isWanted = false;
  };
  const textOf = (fact: VisibleFact): string => {
    if (narrow === undefined) return eventText(fact);
    const event = isOver ? undefined : narrow.of(fact);
    isOver ||= event?.isLast === true;
    return event?.text ?? "";
  };
  /** Ends the stream when its token now has another role or none; a reconnect gets the error. */
  const isStillOpen = (): boolean => {
    if (stream.destroyed) return false;
    try {
      if (isSame(actor, reauthenticate())) return true;
    } catch {
      // its token has ended
    }
    stream.destroy();
    return false;
  };
  const fill = (): void => {
    if (!isWanted || isOver || !isStillOpen()) return;
    const memberID = actor.role === "limitedAccessUser" ? actor.memberID : null;
    const upTo = Math.min(newestFact(deps), seq + LOOKED_AT_ONCE);
    const facts = listVisibleFacts(deps, {
      organizationID: actor.organizationID,
      memberID,
      after: seq,
      upTo,
      atMost: AT_ONCE,
    });
    const isMore = facts.length === AT_ONCE || upTo - seq === LOOKED_AT_ONCE;
    seq = facts.length === AT_ONCE ? (facts.at(-1)?.seq ?? upTo) : Math.max(seq, upTo);
    const text = facts.map(textOf).join("");
    if (text !== "") push(text);
    if (isWanted && isMore) planFill();
  };
  /** A read that fails ends this stream alone: its client reconnects and continues where it was. */
  const fillOrEnd = (): void => {
    try {
      fill();
    } catch (error) {
      deps.log.error({ err: error }, "an event stream could not be read; it was closed");
      stream.destroy();
    }
  };
  const planFill = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    streams.inTurn(() => {
      isPlanned = false;
      fillOrEnd();
    });
  };
  const onFacts = (facts: readonly Fact[]): void => {
    // After the commit's own call has ended: a stream never slows a purchase.
    if (isWanted && facts.some((fact) => fact.topic !== "commit")) planFill();
  };
  const beat = setInterval(() => {
    if (isWanted) {
      fillOrEnd();
      if (isWanted && !stream.destroyed) push(": still here\n\n");
    } else if (++missedBeats >= 2) {
      stream.destroy();
    }
  }, HEARTBEAT_MS).unref();

  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      isWanted = true;
      if (beginning !== "") {
        const text = beginning;
        beginning = "";
        push(text);
      } else planFill();
    },
    destroy(error, done) {
      clearInterval(beat);
      deps.db.listeners.delete(onFacts);
      streams.delete(open);
      done(error);
    },
  });
  const open: OpenStream = { actor, check: () => void isStillOpen() };
  streams.add(open);
  deps.db.listeners.add(onFacts);
  return stream;
}

/** A role that has changed sees other facts: its stream begins anew. */
function isSame(opened: Actor, now: Actor): boolean {
  return (
    opened.token?.id === now.token?.id &&
    opened.organizationID === now.organizationID &&
    opened.memberID === now.memberID &&
    opened.role === now.role
  );
}

/**
 * Where a client continues. One that cannot continue without a gap gets the event `reset`, to load
 * everything again.
 */
function placeOf(deps: Deps, lastEventID: string | undefined): { seq: number; beginning: string } {
  const newest = newestFact(deps);
  const hello = `retry: ${COME_BACK_MS}\n: packbench\n\n`;
  if (lastEventID === undefined || lastEventID === "") return { seq: newest, beginning: hello };
  const seq = /^\d{1,15}$/.test(lastEventID) ? Number(lastEventID) : -1;
  if (seq >= oldestFact(deps) - 1 && seq <= newest) return { seq, beginning: hello };
  const reset = JSON.stringify({
    seq: newest,
    message: "The facts since then are no longer kept. Load all data again.",
  });
  return { seq: newest, beginning: `${hello}id: ${newest}\nevent: reset\ndata: ${reset}\n\n` };
}

function eventText(fact: VisibleFact): string {
  const head = JSON.stringify({
    seq: fact.seq,
    topic: fact.topic,
    subjectID: fact.subject_id,
    at: fact.created_at,
  });
  return `id: ${fact.seq}\nevent: ${fact.topic}\ndata: ${head.slice(0, -1)},"payload":${fact.payload}}\n\n`;
}
