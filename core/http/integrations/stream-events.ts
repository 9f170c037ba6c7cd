/**
 * Sends facts as server-sent events. A stream reads the next facts from the outbox when its client
 * has taken the previous facts. So a slow client needs little memory, and the stream neither skips
 * a fact nor sends one twice.
 *
 * A client that has fallen behind gets its facts in batches; all streams together send one batch
 * per turn of the event loop, so that days of facts do not block other requests.
 *
 * The token is checked for every batch and twice a second: when it has ended, or its member's role
 * has changed, the stream ends without waiting for a fact.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { Readable } from "node:stream";
import type { Fact } from "../../db/database.ts";
import type { Actor } from "../actor.ts";
import type { HttpDeps } from "../deps.ts";
import {
  listVisibleFacts,
  newestFact,
  oldestFact,
  type VisibleFact,
} from "../../db/outbox/outbox.service.ts";
import { streamsOf, type OpenStream } from "./open-streams.ts";

const HEARTBEAT_MS = 15_000;
const AT_ONCE = 50;
const LOOKED_AT_ONCE = 500;
/** Delay before a client reconnects, ms. */
const COME_BACK_MS = 2_000;

/** An event as text. `isLast`: the stream ends after it. */
type Event = { readonly text: string; readonly isLast: boolean };
/** Replaces the facts of a stream by other events. */
type Narrow = {
  /** Sent first, as soon as the client is connected. */
  readonly beginning: Event;
  /** Makes the event of a fact; undefined when the fact causes no event. */
  of(fact: VisibleFact): Event | undefined;
};

/**
 * Opens an event stream.
 *
 * @param actor The member who opens the stream.
 * @param reauthenticate Looks the token up again; throws when the token has ended.
 * @param lastEventID Number of the last event that the client received; undefined: the stream
 *   starts now.
 * @param narrow Events to send instead of every fact.
 * @throws AppError E2005 when the token, its organization or the station has too many open streams.
 */
export function streamEvents(
  deps: HttpDeps,
  actor: Actor,
  reauthenticate: () => Actor,
  lastEventID: string | undefined,
  narrow?: Narrow,
): Readable {
  const streams = streamsOf(deps);
  streams.checkRoom(actor);

  const place = startOf(deps, lastEventID);
  const readable = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      stream.isWanted = true;
      if (stream.beginning !== "") {
        const text = stream.beginning;
        stream.beginning = "";
        push(stream, text);
      } else planFill(stream);
    },
    destroy(error, done) {
      clearInterval(beat);
      deps.db.listeners.delete(onFacts);
      streams.delete(open);
      done(error);
    },
  });
  const stream: Stream = {
    deps,
    actor,
    reauthenticate,
    narrow,
    streams,
    readable,
    seq: place.seq,
    beginning: place.beginning + (narrow?.beginning.text ?? ""),
    isOver: narrow?.beginning.isLast === true,
    isWanted: false,
    isPlanned: false,
    missedBeats: 0,
  };
  const onFacts = (facts: readonly Fact[]): void => {
    // The stream is filled after the call that wrote the facts has ended, so that a stream never
    // slows a purchase.
    if (stream.isWanted && facts.some((fact) => fact.topic !== "commit")) planFill(stream);
  };
  const beat = setInterval(() => {
    if (stream.isWanted) {
      fillOrEnd(stream);
      if (stream.isWanted && !readable.destroyed) push(stream, ": still here\n\n");
    } else if (++stream.missedBeats >= 2) {
      readable.destroy();
    }
  }, HEARTBEAT_MS).unref();
  const open: OpenStream = { actor, check: () => void isStillOpen(stream) };
  streams.add(open);
  deps.db.listeners.add(onFacts);
  return readable;
}

type Stream = {
  readonly deps: HttpDeps;
  readonly actor: Actor;
  readonly reauthenticate: () => Actor;
  readonly narrow: Narrow | undefined;
  readonly streams: ReturnType<typeof streamsOf>;
  readonly readable: Readable;
  /** The last fact that was examined. */
  seq: number;
  /** Text sent before all facts; "" once it was sent. */
  beginning: string;
  /** Whether the stream ends with the event that was made last. */
  isOver: boolean;
  /** Whether the client has taken what was sent. */
  isWanted: boolean;
  isPlanned: boolean;
  missedBeats: number;
};

function push(stream: Stream, text: string): void {
  stream.isWanted = stream.readable.push(text);
  if (stream.isWanted) stream.missedBeats = 0;
  if (!stream.isOver) return;
  stream.readable.push(null);
  stream.isWanted = false;
}

function textOf(stream: Stream, fact: VisibleFact): string {
  const { narrow } = stream;
  if (narrow === undefined) return eventText(fact);
  const event = stream.isOver ? undefined : narrow.of(fact);
  stream.isOver ||= event?.isLast === true;
  return event?.text ?? "";
}

/**
 * Returns whether the stream may continue. Ends the stream when its token has ended or its member's
 * role has changed; a client whose token has ended gets the error when it reconnects.
 */
function isStillOpen({ readable, actor, reauthenticate }: Stream): boolean {
  if (readable.destroyed) return false;
  try {
    if (isSame(actor, reauthenticate())) return true;
  } catch {
    // The token has ended.
  }
  readable.destroy();
  return false;
}

function fill(stream: Stream): void {
  if (!stream.isWanted || stream.isOver || !isStillOpen(stream)) return;
  const { deps, actor, seq } = stream;
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
  stream.seq = facts.length === AT_ONCE ? (facts.at(-1)?.seq ?? upTo) : Math.max(seq, upTo);
  const text = facts.map((fact) => textOf(stream, fact)).join("");
  if (text !== "") push(stream, text);
  if (stream.isWanted && isMore) planFill(stream);
}

/**
 * Fills the stream, and ends only this stream when a read fails: its client reconnects and
 * continues at the same position.
 */
function fillOrEnd(stream: Stream): void {
  try {
    fill(stream);
  } catch (error) {
    stream.deps.log.error({ err: error }, "an event stream could not be read; it was closed");
    stream.readable.destroy();
  }
}

function planFill(stream: Stream): void {
  if (stream.isPlanned) return;
  stream.isPlanned = true;
  stream.streams.inTurn(() => {
    stream.isPlanned = false;
    fillOrEnd(stream);
  });
}

/**
 * Returns whether the actor is unchanged. Another role sees other facts, so its stream must
 * restart.
 */
function isSame(opened: Actor, now: Actor): boolean {
  return (
    opened.token?.id === now.token?.id &&
    opened.organizationID === now.organizationID &&
    opened.memberID === now.memberID &&
    opened.role === now.role
  );
}

/**
 * Finds the position where a client continues. A client that cannot continue without a gap gets the
 * event `reset`, and must load everything again.
 */
function startOf(
  deps: ReadDeps,
  lastEventID: string | undefined,
): { seq: number; beginning: string } {
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
    subjectID: fact.subjectID,
    at: fact.createdAt,
  });
  return `id: ${fact.seq}\nevent: ${fact.topic}\ndata: ${head.slice(0, -1)},"payload":${fact.payload}}\n\n`;
}
