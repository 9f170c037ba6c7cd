/**
 * Messages of the stream come in by the one door for other stations' changes, as many at a time as
 * a turn of the core has room for. The station's place in the stream is written in the transaction
 * of the rows, so that a crash loses nothing and a repeat changes nothing.
 */
import { AppError } from "../../base/errors.ts";
import type { RowChange } from "../../db/database.ts";
import { applyRemote, type RemoteCommit } from "../../db/apply-remote.ts";
import { inTransaction } from "../../db/change.ts";
import { ClockSkewError, isStamp, MAX_SKEW_MS, msOf, writerOf } from "../../db/hlc.ts";
import { deleteAside, putAside, type AsideReason, type SetAside } from "../../db/set-aside.ts";
import { findEnd } from "../../db/station-ends.ts";
import { packChanges, unpackMessage } from "../../db/packed-changes.ts";
import type { Deps } from "../../deps.ts";
import { projectRows } from "../project-rows.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import { MESSAGE_VERSION, stationOf, subjectOf, type MessageHead } from "./stream-message.ts";
import { anchorOf, type Place, writePlace } from "../../db/stream-place.ts";
import { findMisfit } from "../foreign-rows.ts";
import type { SentCheck } from "../senders.ts";
import type { Boundary } from "./boundary.ts";
import type { DeadlyMessages } from "./deadly-messages.ts";

/** A message as it was delivered. `at`: when the hub stored it, ms since the epoch. */
export type Delivered = {
  readonly seq: number;
  readonly subject: string;
  readonly at: number;
  readonly head: MessageHead;
  readonly body: Uint8Array;
};

/**
 * A part of a message, which is applied or set aside by itself. `part`: its number in a message of
 * several.
 */
type Part = {
  readonly message: Delivered;
  readonly commit: RemoteCommit;
  readonly work: number;
  readonly part?: number;
};
type Aside = { readonly message: Delivered; readonly aside: AsideReason; readonly work: number };
type Read = Part | Aside;

/**
 * Work of one part of a message, see `workOf`. Every station cuts a message at the same places, so
 * that where a part breaks a rule all of them set the same part aside.
 */
const PART = 300;

/** Whether the message is what this station has written itself, in its present incarnation. */
export function isOwn(
  { db }: Pick<Deps, "db">,
  { head, subject }: Pick<Delivered, "head" | "subject">,
): boolean {
  return (
    stationOf(subject) === db.stationID &&
    !head.isCopy &&
    writerOf(head.hlc) === `${db.stationID}.${db.incarnation}`
  );
}

/** How much one turn of the core applies. `work`: follows from the time of the turns before. */
export type Pace = { work: number };

const [LEAST_WORK, FIRST_WORK, MOST_WORK] = [PART, PART, 50_000];
/** Longest time that one turn of the core takes, ms; the COMMIT comes on top. */
const TURN_MS = 10;

/** @returns The pace of a station that has applied nothing yet. */
export function newPace(): Pace {
  return { work: FIRST_WORK };
}

/**
 * Applies messages in the order of the stream, some parts in each turn of the core.
 *
 * @param reachesOthers Of what a message has in it.
 * @param deaths Notes what is worked on, and knows by which messages this process died.
 * @param onPlace Called after each turn, with the place that is written.
 * @param pause Lets other work pass between two turns.
 * @throws ClockSkewError when this station's clock is more than five minutes behind the hub's.
 */
export async function applyMessages(
  { deps, pace, reachesOthers, isSent, deaths, onPlace, pause }: Applying,
  messages: readonly Delivered[],
): Promise<void> {
  const checks: Checks = {
    isAfterEnd: endsOf(deps),
    reachesOthers,
    isPassedOver: deaths.isPassedOver,
  };
  const sent = await Promise.all(
    messages.map(
      async (message) =>
        isOwn(deps, message) ||
        (!message.head.isCopy && (isSent === undefined || (await isSent(message)))),
    ),
  );
  let group: Read[] = [];
  let work = 0;
  let begun = 0;
  const begin = (message: Delivered): void => {
    if (begun !== 0) return;
    begun = performance.now();
    deaths.begin(message, isAlone(message) ? message : (messages.at(-1) ?? message));
  };
  const isAlone = (message: Delivered | undefined): boolean =>
    message !== undefined && deaths.isSuspect(message);
  const apply = async (place: Place | undefined, isLast: boolean): Promise<void> => {
    const committedMs = deps.db.commits.ms;
    applyGroup(deps, group, () => void (place !== undefined && writePlace(deps.db, place)));
    deaths.end();
    if (place !== undefined) onPlace(place);
    // Without the COMMIT, which a smaller turn would not shorten: on a slow disk there would only
    // be more of them.
    adapt(pace, work, performance.now() - begun - (deps.db.commits.ms - committedMs));
    [group, work, begun] = [[], 0, 0];
    if (!isLast) await pause();
  };
  try {
    for (const [i, message] of messages.entries()) {
      begin(message);
      const parts =
        message.head.id === "" || isOwn(deps, message)
          ? []
          : sent[i] === true
            ? await readMessage(deps, message, checks)
            : [toldOf(message, "foreign")];
      if (parts.length > 1 && performance.now() - begun > TURN_MS) await pause();
      for (const [n, part] of parts.entries()) {
        begin(message);
        group.push(checked(deps, part));
        work += part.work;
        if (n < parts.length - 1 && work >= pace.work) await apply(before(messages, i), false);
      }
      const next = messages[i + 1];
      const isFull = work >= pace.work || performance.now() - begun > TURN_MS;
      if (next === undefined || isFull || isAlone(message) || isAlone(next))
        await apply(placeOf(message), next === undefined);
    }
  } finally {
    deaths.end(); // what ends by an error is no death
  }
}

type Applying = {
  readonly deps: Deps;
  readonly pace: Pace;
  readonly reachesOthers: Boundary;
  /** Verifies senders; absent: the server's permissions alone do. */
  readonly isSent?: SentCheck | undefined;
  readonly deaths: DeadlyMessages;
  readonly onPlace: (place: Place) => void;
  readonly pause: () => Promise<void>;
};

function adapt(pace: Pace, work: number, ms: number): void {
  if (ms > TURN_MS) pace.work = Math.max(LEAST_WORK, Math.floor((pace.work * TURN_MS) / ms));
  else if (work >= pace.work) pace.work = Math.min(MOST_WORK, pace.work * 2);
}

/**
 * The place behind all messages before one; undefined: it is the first, and the place stays where
 * it is.
 */
function before(messages: readonly Delivered[], i: number): Place | undefined {
  const last = messages[i - 1];
  return last === undefined ? undefined : placeOf(last);
}

function placeOf({ seq, head, at }: Delivered): Place {
  return { seq, anchor: anchorOf(head.id, at) };
}

/**
 * @param after Runs in the transaction of the rows.
 * @param isAfterFault Whether it runs, too, when something was set aside.
 */
function applyGroup(
  deps: Deps,
  group: readonly Read[],
  after: () => void,
  isAfterFault = true,
): void {
  try {
    applyRead(deps, group, after);
  } catch (error) {
    if (!isOfMessage(error)) throw error;
    applyEach(deps, group);
    if (isAfterFault) applyRead(deps, [], after);
  }
}

/**
 * Applies changes that were set aside, and forgets them. What is still not to be applied stays,
 * with its reason.
 *
 * @param pause Called after each part; what it throws ends the work, and a repeat changes nothing.
 * @throws ClockSkewError as `applyMessages`
 */
export async function applyAside(
  { deps, reachesOthers, pause }: Pick<Applying, "deps" | "reachesOthers" | "pause">,
  some: readonly SetAside[],
  hubNowMs: number,
): Promise<void> {
  for (const { id, stationID, hlc, number, body } of some) {
    const head: MessageHead = {
      id,
      number,
      hlc,
      version: MESSAGE_VERSION,
      isCopy: false,
      hash: "",
      signature: "",
    };
    const message: Delivered = { seq: 0, subject: subjectOf(stationID), at: hubNowMs, head, body };
    const parts = await readMessage(deps, message, {
      isAfterEnd: endsOf(deps),
      reachesOthers,
      isPassedOver: () => false,
    });
    // A single part that cannot be applied stays aside under the message's id; of several each has
    // its own.
    const isApart = parts.length > 1;
    for (const [i, unchecked] of parts.entries()) {
      const part = checked(deps, unchecked);
      const isOver = i === parts.length - 1 && (isApart || "commit" in part);
      applyGroup(deps, [part], () => void (isOver && deleteAside(deps.db, id)), isApart);
      await pause();
    }
  }
}

function applyRead(deps: Deps, read: readonly Read[], after: () => void): void {
  const commits = read.flatMap((one) => ("commit" in one ? [one.commit] : []));
  const project = (rows: readonly AppliedRow[]): void => {
    for (const one of read) if ("aside" in one) setAside(deps, one.message, one.aside);
    projectRows(deps, rows);
    after();
  };
  if (commits.length > 0) return applyRemote(deps, commits, project);
  inTransaction(deps, () => project([]));
}

/**
 * A part that cannot be kept must not stop the station for ever: it alone is set aside, and those
 * beside it are applied.
 */
function applyEach(deps: Deps, read: readonly Read[]): void {
  for (const one of read) {
    const { head, subject } = one.message;
    try {
      applyRead(deps, [one], () => {});
    } catch (err) {
      if (!isOfMessage(err)) throw err;
      deps.log.error(
        { err, id: head.id, station: stationOf(subject) },
        "a change of another station cannot be kept and is set aside",
      );
      applyRead(deps, [{ message: messageOf(one), aside: reasonOf(err), work: 1 }], () => {});
    }
  }
}

/**
 * Whether rows broke a rule of their table, or something fails with them. A full disk, a held file
 * or a clock that is off are this machine's own, and stop all.
 */
export function isOfMessage(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ClockSkewError || error instanceof AppError)
    return false;
  return (
    !("code" in error) || /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(error.code))
  );
}

/**
 * A row that breaks a rule of its table does so at every station. Anything else may be a fault of
 * this one, such as a damaged row beside it: nothing good of another desk is lost for it.
 */
function reasonOf(error: unknown): AsideReason {
  return error instanceof Error && "code" in error ? "unreadable" : "failed";
}

type Checks = {
  readonly isAfterEnd: (head: MessageHead) => boolean;
  readonly reachesOthers: Boundary;
  readonly isPassedOver: (message: Delivered) => boolean;
};

/**
 * @returns The parts of a message that are applied, or why it is not. The same at every station,
 *   but for what reaches an organization that this one has for itself.
 */
async function readMessage(
  deps: Pick<Deps, "db" | "log">,
  message: Delivered,
  { isAfterEnd, reachesOthers, isPassedOver }: Checks,
): Promise<Read[]> {
  const { head, at, body } = message;
  const aside = (reason: AsideReason): Read[] => [{ message, aside: reason, work: 1 }];
  if (head.id.length > LONGEST_ID || !isStamp(head.hlc)) return [toldOf(message, "unreadable")];
  // The server lets a station publish under its own subject alone; what it states inside proves
  // nothing.
  if (writerOf(head.hlc).split(".")[0] !== stationOf(message.subject)) return aside("foreign");
  if (isPassedOver(message)) return aside("deadly");
  if (head.version > MESSAGE_VERSION) return aside("newer version");
  if (msOf(head.hlc) > at + MAX_SKEW_MS) return aside("clock");
  if (isAfterEnd(head)) return aside("revoked");
  try {
    const changes = await unpackMessage(body);
    return reachesOthers(changes, stationOf(message.subject))
      ? aside("foreign")
      : partsOf(message, changes);
  } catch (err) {
    deps.log.error(
      { err, id: head.id, station: stationOf(message.subject) },
      "a change of another station cannot be read and is set aside",
    );
    return aside("unreadable");
  }
}

/**
 * Stands for messages that another desk had stored under a station's subject, and for those with
 * too large a head. One row tells of all of them; they use up nothing of what is kept of that
 * station.
 */
function toldOf(message: Delivered, aside: "foreign" | "unreadable"): Aside {
  const id = `${aside} ${stationOf(message.subject)}`;
  return {
    message: { ...message, head: { ...message.head, id, hlc: "" }, body: NOTHING },
    aside,
    work: 1,
  };
}

/** Characters; a station's own have some 80. */
const LONGEST_ID = 200;
const NOTHING = new Uint8Array();

/**
 * A part with a value that does not fit its column is set aside, before anything of it is written.
 */
function checked({ db, log }: Pick<Deps, "db" | "log">, part: Read): Read {
  if ("aside" in part) return part;
  const stationID = stationOf(part.message.subject);
  for (const change of part.commit.changes) {
    const misfit = findMisfit(db, change, stationID);
    if (misfit === undefined) continue;
    const message = messageOf(part);
    log.error(
      { why: misfit.why, id: message.head.id, station: stationID },
      "a change of another station does not fit and is set aside",
    );
    return { message, aside: misfit.reason, work: 1 };
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
  if (parts.length <= 1) return [{ message, commit: { hlc, changes }, work: parts[0]?.work ?? 0 }];
  return parts.map(({ work, changes: some }, part) => ({
    message,
    commit: { hlc, changes: some },
    work,
    part,
  }));
}

/** How much a change costs the thread: its fields, and their text. */
function workOf([, , fields]: RowChange): number {
  const values = Object.values(fields);
  const letters = values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  return 1 + values.length + Math.floor(letters / 500);
}

/** @returns The message that is kept where a part of one cannot be applied. */
function messageOf(read: Read): Delivered {
  const { message } = read;
  if (!("part" in read) || read.part === undefined) return message;
  return {
    ...message,
    head: { ...message.head, id: `${message.head.id}#${read.part}` },
    body: packChanges(read.commit.changes),
  };
}

/**
 * @returns Whether a message was published by an incarnation whose part was ended before, as every
 *   station has it noted. Each station's end is read once.
 */
function endsOf({ db }: Pick<Deps, "db">): (head: MessageHead) => boolean {
  const ends = new Map<string, ReturnType<typeof findEnd>>();
  return ({ hlc, number }) => {
    const [id = "", incarnation] = writerOf(hlc).split(".");
    if (!ends.has(id)) ends.set(id, findEnd(db, id));
    const end = ends.get(id);
    return end !== undefined && Number(incarnation) <= end.incarnation && number > end.lastNumber;
  };
}

function setAside(deps: Deps, { head, subject, body }: Delivered, reason: AsideReason): void {
  const { id, hlc, number, version } = head;
  const stationID = stationOf(subject);
  const isKept = putAside(deps.db, {
    id,
    stationID,
    hlc,
    number,
    version,
    reason,
    body,
    createdAt: deps.now(),
  });
  if (!isKept)
    deps.log.error(
      { id, station: stationID, reason },
      "a change of another station is not applied, and not kept: too many of that station are",
    );
}
