/**
 * Messages of the stream come in by the one door for other stations' changes, as many at a time as a turn of the core has room for. The
 * station's place in the stream is written in the transaction of the rows, so that a crash loses and repeats nothing.
 */
import { AppError } from "../../base/errors.ts";
import type { AppliedRow, RemoteCommit } from "../../db/apply-remote.ts";
import { applyRemote } from "../../db/apply-remote.ts";
import { inTransaction } from "../../db/change.ts";
import { ClockSkewError, isStamp, MAX_SKEW_MS, msOf, writerOf } from "../../db/hlc.ts";
import { deleteAside, putAside, type AsideReason, type SetAside } from "../../db/set-aside.ts";
import { findEnd } from "../../db/station-ends.ts";
import { unpackChanges } from "../../db/packed-changes.ts";
import type { Deps } from "../../deps.ts";
import { projectRows } from "../project-rows.ts";
import { MESSAGE_VERSION, stationOf, subjectOf, type MessageHead } from "./stream-message.ts";
import { anchorOf, type Place, writePlace } from "../../db/stream-place.ts";
import type { Boundary } from "./boundary.ts";

/** A message as it was delivered. `at`: when the hub stored it, ms since the epoch. */
export type Delivered = { readonly seq: number; readonly subject: string; readonly at: number; readonly head: MessageHead; readonly body: Uint8Array };

type Read = { readonly message: Delivered; readonly commit: RemoteCommit } | { readonly message: Delivered; readonly aside: AsideReason };

/** Whether the message is what this station has written itself, in its present incarnation. */
export function isOwn({ db }: Pick<Deps, "db">, { head, subject }: Pick<Delivered, "head" | "subject">): boolean {
  return stationOf(subject) === db.stationID && !head.isCopy && writerOf(head.hlc) === `${db.stationID}.${db.incarnation}`;
}

/**
 * Applies messages in the order of the stream, all of them or none.
 *
 * @param after Written as the station's place, in the same transaction.
 * @param reachesOthers Of what a message has in it.
 * @throws ClockSkewError when this station's clock is more than five minutes behind the hub's.
 */
export function applyMessages(deps: Deps, messages: readonly Delivered[], after: Place, reachesOthers: Boundary): void {
  const isAfterEnd = endsOf(deps);
  const read = messages.filter((message) => message.head.id !== "" && !isOwn(deps, message)).map((message) => readMessage(deps, message, isAfterEnd, reachesOthers));
  try {
    applyRead(deps, read, after);
  } catch (error) {
    if (!isOfMessage(error)) throw error;
    applyEach(deps, read, after);
  }
}

/**
 * Applies changes that were set aside, and forgets them. What is still not to be applied stays, with its reason.
 *
 * @throws ClockSkewError as `applyMessages`
 */
export function applyAside(deps: Deps, some: readonly SetAside[], hubNowMs: number, reachesOthers: Boundary): void {
  const isAfterEnd = endsOf(deps);
  for (const { id, stationID, hlc, number, body } of some) {
    const head: MessageHead = { id, number, hlc, version: MESSAGE_VERSION, isCopy: false };
    const message: Delivered = { seq: 0, subject: subjectOf(stationID), at: hubNowMs, head, body };
    const read = readMessage(deps, message, isAfterEnd, reachesOthers);
    const apply = (one: Read): void => applyRead(deps, [one], () => "commit" in one && deleteAside(deps.db, id));
    try {
      apply(read);
    } catch (err) {
      if (!isOfMessage(err)) throw err;
      deps.log.error({ err, id, station: stationID }, "a change of another station that was set aside cannot be kept");
      apply({ message, aside: reasonOf(err) });
    }
  }
}

function applyRead(deps: Deps, read: readonly Read[], after: Place | (() => void)): void {
  const commits = read.flatMap((one) => ("commit" in one ? [one.commit] : []));
  const project = (rows: readonly AppliedRow[]): void => {
    for (const one of read) if ("aside" in one) setAside(deps, one.message, one.aside);
    projectRows(deps, rows);
    if (typeof after === "function") after();
    else writePlace(deps.db, after);
  };
  if (commits.length > 0) return applyRemote(deps, commits, project);
  inTransaction(deps, () => project([]));
}

/** One message that cannot be kept must not stop the station for ever: it alone is set aside, and those beside it are applied. */
function applyEach(deps: Deps, read: readonly Read[], after: Place): void {
  for (const one of read) {
    const { seq, head, at } = one.message;
    const place = { seq, anchor: anchorOf(head.id, at) };
    try {
      applyRead(deps, [one], place);
    } catch (err) {
      if (!isOfMessage(err)) throw err;
      deps.log.error({ err, id: head.id, station: stationOf(one.message.subject) }, "a change of another station cannot be kept and is set aside");
      applyRead(deps, [{ message: one.message, aside: reasonOf(err) }], place);
    }
  }
  applyRead(deps, [], after);
}

/**
 * Whether rows broke a rule of their table, or something fails with them. A full disk, a held file
 * or a clock that is off are this machine's own, and stop all.
 */
export function isOfMessage(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ClockSkewError || error instanceof AppError) return false;
  return !("code" in error) || /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(error.code));
}

/**
 * A row that breaks a rule of its table does so at every station. Anything else may be a fault of
 * this one, such as a damaged row beside it: nothing good of another desk is lost for it.
 */
function reasonOf(error: unknown): AsideReason {
  return error instanceof Error && "code" in error ? "unreadable" : "failed";
}

/** What of a message is to be applied, or why it is not. The same at every station, but for what reaches an organization that this one has for itself. */
function readMessage(deps: Pick<Deps, "log">, message: Delivered, isAfterEnd: (head: MessageHead) => boolean, reachesOthers: Boundary): Read {
  const { head, at, body } = message;
  // The server lets a station publish under its own subject alone; what it states inside, and copies that the server made, prove nothing.
  if (head.isCopy || writerOf(head.hlc).split(".")[0] !== stationOf(message.subject)) return { message, aside: "foreign" };
  if (head.version > MESSAGE_VERSION) return { message, aside: "newer version" };
  if (!isStamp(head.hlc)) return { message, aside: "unreadable" };
  if (msOf(head.hlc) > at + MAX_SKEW_MS) return { message, aside: "clock" };
  if (isAfterEnd(head)) return { message, aside: "revoked" };
  try {
    const changes = unpackChanges(body);
    return reachesOthers(changes) ? { message, aside: "foreign" } : { message, commit: { hlc: head.hlc, changes } };
  } catch (err) {
    deps.log.error({ err, id: head.id, station: stationOf(message.subject) }, "a change of another station cannot be read and is set aside");
    return { message, aside: "unreadable" };
  }
}

/** @returns Whether a message was published by an incarnation whose part was ended before, as every station has it noted. Each station's end is read once. */
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
  const isKept = putAside(deps.db, { id, stationID, hlc, number, version, reason, body, createdAt: deps.now() });
  if (!isKept) deps.log.error({ id, station: stationID, reason }, "a change of another station is not applied, and not kept: too many of that station are");
}
