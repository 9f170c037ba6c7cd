/**
 * Reads messages: splits a message into parts that are applied separately, or finds the reason why
 * a part is quarantined.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { RowChange } from "../../db/database.ts";
import type { StampedChanges } from "../../db/apply-remote.ts";
import { isStamp, MAX_SKEW_MS, msOf, writerOf } from "../../db/hlc.ts";
import type { QuarantineReason } from "../../db/quarantine.ts";
import { findEnd } from "../../db/station-ends.ts";
import { packChanges, unpackMessage } from "../../db/packed-changes.ts";
import type { SyncDeps } from "../deps.ts";
import { MESSAGE_VERSION, stationOf, type MessageHead } from "./stream-message.ts";
import { findMisfit } from "../foreign-rows.ts";
import type { Boundary } from "./boundary.ts";

/** A delivered message. `at`: when the hub stored it, ms since the epoch. */
export type Delivered = {
  readonly seq: number;
  readonly subject: string;
  readonly at: number;
  readonly head: MessageHead;
  readonly body: Uint8Array;
};

/**
 * A part of a message, which is applied or quarantined separately. `part`: its number in a message
 * of several parts.
 */
type Part = {
  readonly message: Delivered;
  readonly stamped: StampedChanges;
  readonly work: number;
  readonly part?: number;
};
type QuarantinedPart = {
  readonly message: Delivered;
  readonly reason: QuarantineReason;
  readonly work: number;
};
export type Read = Part | QuarantinedPart;

/**
 * Maximum work of one part of a message, see `workOf`. Every station splits a message at the same
 * places, so that all stations quarantine the same part when it breaks a rule.
 */
export const PART = 300;

export type Checks = {
  readonly isAfterEnd: (head: MessageHead) => boolean;
  readonly reachesOthers: Boundary;
  readonly isPassedOver: (message: Delivered) => boolean;
};

/**
 * Splits a message into the parts to apply, or finds why it is not applied. The result is equal at
 * all stations of one version, except for changes that reach an unshared organization of a station,
 * and for messages on which a station crashed.
 */
export async function readMessage(
  deps: Pick<SyncDeps, "db" | "log">,
  message: Delivered,
  { isAfterEnd, reachesOthers, isPassedOver }: Checks,
): Promise<Read[]> {
  const { head, at, body } = message;
  const quarantine = (reason: QuarantineReason): Read[] => [{ message, reason, work: 1 }];
  if (head.id.length > LONGEST_ID || !isStamp(head.hlc))
    return [placeholderFor(message, "unreadable")];
  // The server lets a station publish only under its own subject; the message's own statements
  // prove nothing.
  if (writerOf(head.hlc).split(".")[0] !== stationOf(message.subject)) return quarantine("foreign");
  if (isPassedOver(message)) return quarantine("deadly");
  if (head.version > MESSAGE_VERSION) return quarantine("newer version");
  if (msOf(head.hlc) > at + MAX_SKEW_MS) return quarantine("clock");
  if (isAfterEnd(head)) return quarantine("revoked");
  try {
    const changes = await unpackMessage(body);
    return reachesOthers(changes, stationOf(message.subject))
      ? quarantine("foreign")
      : partsOf(message, changes);
  } catch (err) {
    deps.log.error(
      { err, id: head.id, station: stationOf(message.subject) },
      "a change of another station cannot be read and is quarantined",
    );
    return quarantine("unreadable");
  }
}

/**
 * Makes a placeholder for messages that another desk stored under a station's subject, and for
 * messages whose id is too long or whose stamp is invalid. One row represents all such messages, so
 * that they do not fill that station's quarantine.
 */
export function placeholderFor(
  message: Delivered,
  reason: "foreign" | "unreadable",
): QuarantinedPart {
  const id = `${reason} ${stationOf(message.subject)}`;
  return {
    message: { ...message, head: { ...message.head, id, hlc: "" }, body: NOTHING },
    reason,
    work: 1,
  };
}

/** Maximum characters of an id; a station's own ids have about 80. */
const LONGEST_ID = 200;
const NOTHING = new Uint8Array();

/** Quarantines a part with a value that does not fit its column, before any of it is written. */
export function checked({ db, log }: Pick<SyncDeps, "db" | "log">, part: Read): Read {
  if ("reason" in part) return part;
  const stationID = stationOf(part.message.subject);
  for (const change of part.stamped.changes) {
    const misfit = findMisfit(db, change, stationID);
    if (misfit === undefined) continue;
    const message = messageOf(part);
    log.error(
      { why: misfit.why, id: message.head.id, station: stationID },
      "a change of another station does not fit its table and is quarantined",
    );
    return { message, reason: misfit.reason, work: 1 };
  }
  return part;
}

function partsOf(message: Delivered, changes: readonly RowChange[]): Part[] {
  const { hlc } = message.head;
  const parts: { work: number; changes: RowChange[] }[] = [];
  for (const change of changes) {
    const work = workOf(change);
    const last = parts.at(-1);
    if (last === undefined || last.work + work > PART) parts.push({ work, changes: [change] });
    else {
      last.changes.push(change);
      last.work += work;
    }
  }
  if (parts.length <= 1) return [{ message, stamped: { hlc, changes }, work: parts[0]?.work ?? 0 }];
  return parts.map(({ work, changes: some }, part) => ({
    message,
    stamped: { hlc, changes: some },
    work,
    part,
  }));
}

/** Estimates the thread's work for a change from the number of its fields and their text length. */
function workOf([, , fields]: RowChange): number {
  const values = Object.values(fields);
  const letters = values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  return 1 + values.length + Math.floor(letters / 500);
}

/** Makes the message to quarantine when a part cannot be applied. */
export function messageOf(read: Read): Delivered {
  const { message } = read;
  if (!("part" in read) || read.part === undefined) return message;
  return {
    ...message,
    head: { ...message.head, id: `${message.head.id}#${read.part}` },
    body: packChanges(read.stamped.changes),
  };
}

/**
 * Creates the check whether a message was published after its station was revoked, according to the
 * recorded ends. The check reads each station's end once.
 */
export function endsOf({ db }: ReadDeps): (head: MessageHead) => boolean {
  const ends = new Map<string, ReturnType<typeof findEnd>>();
  return ({ hlc, number }) => {
    const [id = "", incarnation] = writerOf(hlc).split(".");
    if (!ends.has(id)) ends.set(id, findEnd(db, id));
    const end = ends.get(id);
    return end !== undefined && Number(incarnation) <= end.incarnation && number > end.lastNumber;
  };
}
