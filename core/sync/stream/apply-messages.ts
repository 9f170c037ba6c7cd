/**
 * Applies messages of the stream in short turns, so that the core does other work between them.
 * Each turn writes the stream position in the transaction of its rows, so that a crash loses
 * nothing and a repeat changes nothing.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { AppError } from "../../base/errors.ts";
import { applyRemote } from "../../db/apply-remote.ts";
import { inTransaction } from "../../db/change.ts";
import { ClockSkewError, writerOf } from "../../db/hlc.ts";
import {
  deleteQuarantined,
  insertQuarantined,
  type QuarantineReason,
  type Quarantined,
} from "../../db/quarantine.ts";
import type { SyncDeps } from "../deps.ts";
import { projectRows } from "../project-rows.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import {
  checked,
  endsOf,
  messageOf,
  PART,
  readMessage,
  placeholderFor,
  type Checks,
  type Delivered,
  type Read,
} from "./read-message.ts";
import { MESSAGE_VERSION, stationOf, subjectOf, type MessageHead } from "./stream-message.ts";
import { anchorOf, type StreamPosition, writePosition } from "../../db/stream-position.ts";
import type { SentCheck } from "../senders.ts";
import type { Boundary } from "./boundary.ts";
import type { DeadlyMessages } from "./deadly-messages.ts";

/** Returns whether this station wrote the message, in its current incarnation. */
export function isOwn(
  { db }: ReadDeps,
  { head, subject }: Pick<Delivered, "head" | "subject">,
): boolean {
  return (
    stationOf(subject) === db.stationID &&
    !head.isCopy &&
    writerOf(head.hlc) === `${db.stationID}.${db.incarnation}`
  );
}

/** `work`: how much one turn applies; adapted to the duration of earlier turns. */
export type Pace = { work: number };

const [MIN_WORK, FIRST_WORK, MAX_WORK] = [PART, PART, 50_000];
/** Target duration of one turn without its COMMIT, ms. */
const TURN_MS = 10;

/** Makes the initial pace. */
export function newPace(): Pace {
  return { work: FIRST_WORK };
}

/**
 * Applies messages in the order of the stream, some parts in each turn.
 *
 * @param reachesOthers Whether changes are not permitted to the station that wrote them.
 * @param isSent Verifies senders.
 * @param deaths Records which messages are processed now, and which messages crashed this process.
 * @param onPosition Called after each turn that stored a position, with this position.
 * @param pause Lets other work run between two turns.
 * @throws ClockSkewError when this station's clock is more than five minutes behind the hub's.
 */
export async function applyMessages(
  { deps, pace, reachesOthers, isSent, deaths, onPosition, pause }: Applying,
  messages: readonly Delivered[],
): Promise<void> {
  const checks: Checks = {
    isAfterEnd: endsOf(deps),
    reachesOthers,
    isPassedOver: deaths.isPassedOver,
  };
  const sent = await checkSenders(deps, messages, isSent);
  let group: Read[] = [];
  let work = 0;
  let startedAt = 0;
  const begin = (message: Delivered): void => {
    if (startedAt !== 0) return;
    startedAt = performance.now();
    deaths.begin(message, isAlone(message) ? message : (messages.at(-1) ?? message));
  };
  const isAlone = (message: Delivered | undefined): boolean =>
    message !== undefined && deaths.isSuspect(message);
  const apply = async (position: StreamPosition | undefined, isLast: boolean): Promise<void> => {
    const committedMs = deps.db.commits.ms;
    applyGroup(
      deps,
      group,
      () => void (position !== undefined && writePosition(deps.db, position)),
    );
    deaths.end();
    if (position !== undefined) onPosition(position);
    // The time of the COMMIT is excluded, because smaller turns would only cause more COMMITs.
    adapt(pace, work, performance.now() - startedAt - (deps.db.commits.ms - committedMs));
    [group, work, startedAt] = [[], 0, 0];
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
            : [placeholderFor(message, "foreign")];
      if (parts.length > 1 && performance.now() - startedAt > TURN_MS) await pause();
      for (const [n, part] of parts.entries()) {
        begin(message);
        group.push(checked(deps, part));
        work += part.work;
        if (n < parts.length - 1 && work >= pace.work) await apply(before(messages, i), false);
      }
      const next = messages[i + 1];
      const isFull = work >= pace.work || performance.now() - startedAt > TURN_MS;
      if (next === undefined || isFull || isAlone(message) || isAlone(next))
        await apply(positionOf(message), next === undefined);
    }
  } finally {
    deaths.end(); // An error is not a crash of the process.
  }
}

/** Returns for each message whether the station of its subject sent the message. */
function checkSenders(
  deps: ReadDeps,
  messages: readonly Delivered[],
  isSent: SentCheck | undefined,
): Promise<boolean[]> {
  return Promise.all(
    messages.map(
      async (message) =>
        isOwn(deps, message) ||
        (!message.head.isCopy && (isSent === undefined || (await isSent(message)))),
    ),
  );
}

type Applying = {
  readonly deps: SyncDeps;
  readonly pace: Pace;
  readonly reachesOthers: Boundary;
  /** Verifies senders; if absent, only the server's permissions prevent forged messages. */
  readonly isSent?: SentCheck | undefined;
  readonly deaths: DeadlyMessages;
  readonly onPosition: (position: StreamPosition) => void;
  readonly pause: () => Promise<void>;
};

function adapt(pace: Pace, work: number, ms: number): void {
  if (ms > TURN_MS) pace.work = Math.max(MIN_WORK, Math.floor((pace.work * TURN_MS) / ms));
  // The work doubles only if twice the work would still fit into a turn.
  else if (work >= pace.work && ms <= TURN_MS / 2) pace.work = Math.min(MAX_WORK, pace.work * 2);
}

/** Finds the position before a message; undefined before the first message. */
function before(messages: readonly Delivered[], i: number): StreamPosition | undefined {
  const last = messages[i - 1];
  return last === undefined ? undefined : positionOf(last);
}

function positionOf({ seq, head, at }: Delivered): StreamPosition {
  return { seq, anchor: anchorOf(head.id, at) };
}

/**
 * Applies parts in one transaction; if one fails, applies each alone and quarantines failing parts.
 *
 * @param after Runs in the transaction of the rows.
 * @param isAfterFault Whether `after` also runs when a part was quarantined.
 */
function applyGroup(
  deps: SyncDeps,
  group: readonly Read[],
  after: () => void,
  isAfterFault = true,
): void {
  try {
    applyRead(deps, group, after);
  } catch (error) {
    if (!isMessageError(error)) throw error;
    applyEach(deps, group);
    if (isAfterFault) applyRead(deps, [], after);
  }
}

/**
 * Applies quarantined changes again. Changes that still cannot be applied stay quarantined, with
 * their current reason.
 *
 * @param pause Called after each part. It may throw to end the work; a repeat is safe.
 * @throws ClockSkewError, like `applyMessages`.
 */
export async function applyQuarantined(
  { deps, reachesOthers, pause }: Pick<Applying, "deps" | "reachesOthers" | "pause">,
  some: readonly Quarantined[],
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
    // One of several parts is quarantined under its own id, a single part under its message's id.
    const hasParts = parts.length > 1;
    for (const [i, unchecked] of parts.entries()) {
      const part = checked(deps, unchecked);
      const isDone = i === parts.length - 1 && (hasParts || "stamped" in part);
      applyGroup(deps, [part], () => void (isDone && deleteQuarantined(deps.db, id)), hasParts);
      await pause();
    }
  }
}

function applyRead(deps: SyncDeps, read: readonly Read[], after: () => void): void {
  const stamped = read.flatMap((one) => ("stamped" in one ? [one.stamped] : []));
  const project = (rows: readonly AppliedRow[]): void => {
    for (const one of read) if ("reason" in one) quarantine(deps, one.message, one.reason);
    projectRows(deps, rows);
    after();
  };
  if (stamped.length > 0) return applyRemote(deps, stamped, project);
  inTransaction(deps, () => project([]));
}

/** Applies parts one by one, and quarantines only the parts that cannot be stored. */
function applyEach(deps: SyncDeps, read: readonly Read[]): void {
  for (const one of read) {
    const { head, subject } = one.message;
    try {
      applyRead(deps, [one], () => {});
    } catch (err) {
      if (!isMessageError(err)) throw err;
      deps.log.error(
        { err, id: head.id, station: stationOf(subject) },
        "a change of another station cannot be stored and is quarantined",
      );
      applyRead(deps, [{ message: messageOf(one), reason: reasonOf(err), work: 1 }], () => {});
    }
  }
}

/** Returns whether only this message causes the error, unlike a full disk or a wrong clock. */
export function isMessageError(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof ClockSkewError || error instanceof AppError)
    return false;
  return (
    !("code" in error) || /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(error.code))
  );
}

/**
 * Finds the reason for the quarantine. A row that breaks a rule of its table does so at every
 * station. Any other error may be a fault of this station, so the change is stored for a retry.
 */
function reasonOf(error: unknown): QuarantineReason {
  return error instanceof Error && "code" in error ? "unreadable" : "failed";
}

function quarantine(
  deps: Pick<SyncDeps, "db" | "now" | "log">,
  { head, subject, body }: Delivered,
  reason: QuarantineReason,
): void {
  const { id, hlc, number, version } = head;
  const stationID = stationOf(subject);
  const isKept = insertQuarantined(deps.db, {
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
      "a change of another station is neither applied nor stored: that station's limit is reached",
    );
}
