/**
 * Facts as server-sent events. A stream is pulled: it reads the next facts from the outbox when its client has taken
 * the ones before, so a slow client costs no memory, and what it is told has neither gap nor repetition.
 */
import { Readable } from "node:stream";
import { AppError } from "../base/errors.ts";
import type { Fact } from "../db/database.ts";
import type { Actor, Deps } from "../deps.ts";
import * as store from "./outbox.store.ts";

const HEARTBEAT_MS = 15_000;
const AT_ONCE = 50;
const STREAMS_AT_ONCE = 64;
/** Where a client that lost its stream comes back after, ms. */
const COME_BACK_MS = 2_000;

const open = new WeakMap<Deps, Set<Readable>>();

/**
 * @param who Asked before each batch: throws when the caller's token or membership has ended, which ends the stream.
 * @param lastEventID The last number the client was told; undefined: from now on.
 * @throws AppError E2005 when too many streams are open.
 */
export function streamEvents(deps: Deps, who: () => Actor, lastEventID: string | undefined): Readable {
  const streams = open.get(deps) ?? new Set<Readable>();
  open.set(deps, streams);
  if (streams.size >= STREAMS_AT_ONCE) throw new AppError("E2005", "Too many event streams are open.");

  let { seq, beginning } = placeOf(deps, lastEventID);
  let isWanted = false;
  let isPlanned = false;
  let missedBeats = 0;

  const push = (text: string): void => {
    isWanted = stream.push(text);
    if (isWanted) missedBeats = 0;
  };
  const fill = (): void => {
    if (!isWanted || stream.destroyed) return;
    try {
      const actor = who();
      const memberID = actor.role === "limitedAccessUser" ? actor.memberID : null;
      const facts = store.listVisible(deps.db, { organizationID: actor.organizationID, memberID, after: seq, atMost: AT_ONCE });
      const last = facts.at(-1);
      if (last === undefined) return;
      seq = last.seq;
      push(facts.map(eventText).join(""));
    } catch (err) {
      if (!(err instanceof AppError)) deps.log.error({ err }, "an event stream could not be filled; its client comes back");
      stream.destroy(); // its token has ended; coming back, it is told so
    }
  };
  const heard = (facts: readonly Fact[]): void => {
    if (!isWanted || isPlanned || !facts.some((fact) => fact.topic !== "commit")) return;
    isPlanned = true;
    // After the commit's own call has ended: a stream never slows a purchase.
    setImmediate(() => {
      isPlanned = false;
      fill();
    });
  };
  const beat = setInterval(() => {
    if (isWanted) {
      fill();
      if (isWanted) push(": still here\n\n");
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
      } else fill();
    },
    destroy(error, done) {
      clearInterval(beat);
      deps.db.listeners.delete(heard);
      streams.delete(stream);
      done(error);
    },
  });
  streams.add(stream);
  deps.db.listeners.add(heard);
  return stream;
}

/** From where a client goes on. One that cannot go on without a gap is told to load everything anew. */
function placeOf(deps: Deps, lastEventID: string | undefined): { seq: number; beginning: string } {
  const newest = store.newestSeq(deps.db);
  const hello = `retry: ${COME_BACK_MS}\n: packbench\n\n`;
  if (lastEventID === undefined || lastEventID === "") return { seq: newest, beginning: hello };
  const seq = /^\d{1,15}$/.test(lastEventID) ? Number(lastEventID) : -1;
  if (seq >= store.oldestSeq(deps.db) - 1 && seq <= newest) return { seq, beginning: hello };
  const reset = JSON.stringify({ seq: newest, message: "What happened since is no longer known here. Load what you show anew." });
  return { seq: newest, beginning: `${hello}id: ${newest}\nevent: reset\ndata: ${reset}\n\n` };
}

function eventText(fact: store.FactRow & { payload: string }): string {
  const head = JSON.stringify({ seq: fact.seq, topic: fact.topic, subjectID: fact.subject_id, at: fact.created_at });
  return `id: ${fact.seq}\nevent: ${fact.topic}\ndata: ${head.slice(0, -1)},"payload":${fact.payload}}\n\n`;
}
