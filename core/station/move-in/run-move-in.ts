/** Reads moves from other servers page by page in the background. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { passUsed, shipmentNumbers } from "../../db/number-range.ts";
import { nameServerAccount } from "../../shipping/accounts/moved-accounts.ts";
import type { Outcome } from "../../shipping/carriers/carrier.ts";
import type { StationDeps } from "../deps.ts";
import { applyChoice } from "./apply-choice.ts";
import * as store from "./move-in.store.ts";
import type { MoveInRow } from "./move-in.store.ts";
import { SMALL_PAGE, type Moving } from "./moving.ts";
import { JOINED, UNLINKED } from "./move-in-sentences.ts";
import { noteState, stillRunning } from "./progress.ts";
import { countOf, KINDS, nextKind, pageOf, takeRows, type Page } from "./take-rows.ts";

/** Pause when no move is running, ms. */
const IDLE_MS = 5_000;
/** Pauses after calls without an answer, ms. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Calls without an answer after which smaller pages are read. */
const SMALL_AFTER = 2;
/** Longest part of a server's words that is kept. */
const LONGEST_PROBLEM = 500;

/** Runs the moves. `step` reads the next page, and returns the pause after it, ms. */
export type MovingIn = { step(signal: AbortSignal): Promise<number> };

/** Progress of a move that is kept between its steps. */
type Kept = Pick<Moving, "fetched" | "last"> & {
  failures: number;
  /** End of its pause, ms of the process's clock. */
  untilMs: number;
  /** `updatedAt` of the move when its pause started: a change by a person ends the pause. */
  asOf: string;
};

/**
 * Creates the runner of all moves of a station. A move that waits for its server delays no other.
 */
export function createMovingIn(deps: StationDeps): MovingIn {
  const all = new Map<string, Kept>();
  const waitOf = ({ accountID, updatedAt }: MoveInRow): number => {
    const { untilMs, asOf } = all.get(accountID) ?? { untilMs: 0, asOf: "" };
    return asOf === updatedAt ? Math.max(0, untilMs - performance.now()) : 0;
  };
  return {
    async step(signal) {
      const moves = store.listNext(deps.db);
      for (const accountID of all.keys())
        if (!moves.some((move) => move.accountID === accountID)) all.delete(accountID);
      const move = moves.find((one) => waitOf(one) === 0);
      if (move === undefined) return Math.min(IDLE_MS, ...moves.map(waitOf));
      const kept = all.get(move.accountID) ?? newKept();
      all.set(move.accountID, kept);
      const pauseMs = await readOnce(deps, move, kept, signal);
      kept.untilMs = performance.now() + pauseMs;
      kept.asOf = store.findMoveIn(deps.db, move.organizationID, move.accountID)?.updatedAt ?? "";
      return moves.length === 1 ? pauseMs : 0;
    },
  };
}

function newKept(): Kept {
  return {
    fetched: new Map(),
    last: { place: "", hash: "" },
    failures: 0,
    untilMs: 0,
    asOf: "",
  };
}

/** Reads the next page of a move. @returns The pause until its next step, ms. */
async function readOnce(
  deps: StationDeps,
  move: MoveInRow,
  kept: Kept,
  signal: AbortSignal,
): Promise<number> {
  if (deps.db.isLeasing) return pause(deps, move, JOINED);
  const { accountID, organizationID, memberID } = move;
  const read = deps.connections.find(accountID)?.read;
  if (read === undefined) return pause(deps, move, UNLINKED);
  const { fetched, last } = kept;
  const moving: Moving = {
    deps,
    move,
    accountID,
    accountName: nameServerAccount(deps, move).name,
    actor: { organizationID, memberID },
    read,
    fetched,
    last,
    news: { shipmentID: "" },
  };
  const outcome = await stepOf(moving, signal);
  kept.failures = outcome === "again" ? kept.failures + 1 : 0;
  if (kept.failures === SMALL_AFTER) readSmaller(deps, move);
  return outcome === "again"
    ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, kept.failures - 1))
    : outcome;
}

/** @returns The pause after the step, ms; "again": there was no answer. */
async function stepOf(moving: Moving, signal: AbortSignal): Promise<number | "again"> {
  const { deps, move, accountID } = moving;
  const chosen = store.findChosen(deps.db, accountID);
  const outcome =
    chosen === undefined
      ? await readPage(moving, signal)
      : await applyChoice(moving, chosen, signal);
  if (signal.aborted) return 0;
  if (outcome.outcome === "done") {
    // An earlier try may have left its problem; a page removes it with its progress.
    if (chosen !== undefined) note(deps, move, "");
    return 0;
  }
  if (outcome.outcome === "refused" && chosen === undefined)
    return pause(deps, move, outcome.reason);
  note(deps, move, outcome.outcome === "refused" ? outcome.reason : outcome.cause);
  if (outcome.outcome === "refused") return 0;
  return outcome.againMs ?? "again";
}

async function readPage(moving: Moving, signal: AbortSignal): Promise<Outcome<null>> {
  const { deps, move, read } = moving;
  const kind = KINDS[move.kind];
  if (move.kind === "organization") await passNumbersThere(moving, signal);
  const answer = await read(kind.path(move.page, move.pageSize), signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed") {
    const { status, reason } = answer.value;
    if (!kind.isOptional || status === 401) return { outcome: "refused", code: "E2033", reason };
    inTransaction(deps, () => {
      // A person may have paused or ended the move since.
      const now = stillRunning(deps, move);
      if (now === undefined || now.kind !== kind.kind) return;
      const refused = countOf(kind.kind, {
        result: "leftOut",
        reason: status === 403 ? "noRight" : "refused",
      });
      store.addCount(deps.db, move.accountID, refused);
      store.updateMoveIn(deps.db, nextKind(deps, now));
    });
    return { outcome: "done", value: null };
  }
  const page = pageOf(kind, move, answer.value.value);
  // A large answer takes long to parse.
  await yieldToEventLoop();
  if (isRepeated(moving, page)) {
    inTransaction(deps, () => {
      const now = stillRunning(deps, move);
      if (now?.kind === kind.kind) store.updateMoveIn(deps.db, nextKind(deps, now));
    });
    return { outcome: "done", value: null };
  }
  if (kind.prepare !== undefined) {
    await kind.prepare(moving, page.rows, signal);
    await yieldToEventLoop();
  }
  await takeRows(moving, kind, page, signal);
  return { outcome: "done", value: null };
}

/** Returns whether a server gives the page before once more, since it ignores the page. */
function isRepeated({ move, last }: Moving, { rows }: Pick<Page, "rows">): boolean {
  const placeOf = (page: number): string => `${move.round} ${move.kind} ${move.pageSize} ${page}`;
  // The ids are enough, and a page is a megabyte of text.
  const ids = rows.map((row) => idSchema.safeParse(row).data?.id ?? row);
  const hash = createHash("sha256").update(JSON.stringify(ids)).digest("base64");
  const isSame = last.place === placeOf(move.page - 1) && last.hash === hash && rows.length > 0;
  Object.assign(last, { place: placeOf(move.page), hash });
  return isSame;
}

/**
 * Keeps the numbers there for the shipments that come: what is bought here meanwhile gets larger
 * ones.
 */
async function passNumbersThere({ deps, move, read }: Moving, signal: AbortSignal): Promise<void> {
  const answer = await read("/shipments?limit=1&page=1", signal);
  if (answer.outcome !== "done" || answer.value.result !== "done") return;
  const newest = numbersSchema.safeParse(answer.value.value["data"]).data?.[0];
  if (newest === undefined) return;
  const numbers = shipmentNumbers(move.organizationID);
  inTransaction(deps, () => passUsed(deps.db, numbers, newest.organizationShipmentID));
}

const idSchema = z.object({ id: z.string() });
const numbersSchema = z.array(
  z.object({ organizationShipmentID: z.number().int().min(1).max(1e12) }),
);

/** Reads smaller pages until the end of the round: the answer may be too large, or take too long. */
function readSmaller(deps: StationDeps, move: MoveInRow): void {
  inTransaction(deps, () => {
    const now = stillRunning(deps, move);
    if (now === undefined || now.pageSize <= SMALL_PAGE) return;
    const done = (now.page - 1) * now.pageSize + now.atRow;
    store.updateMoveIn(deps.db, {
      ...now,
      pageSize: SMALL_PAGE,
      page: Math.floor(done / SMALL_PAGE) + 1,
      atRow: done % SMALL_PAGE,
    });
  });
}

/** Pauses a move for a person. @returns The pause until the next step, ms. */
function pause(deps: StationDeps, move: MoveInRow, problem: string): number {
  inTransaction(deps, () => {
    const now = stillRunning(deps, move);
    if (now === undefined) return;
    store.updateMoveIn(deps.db, {
      ...now,
      updatedAt: deps.now(),
      state: "PAUSED",
      problem: problem.slice(0, LONGEST_PROBLEM),
    });
    noteState(deps, move);
  });
  return IDLE_MS;
}

/** Notes why a call gave nothing, and the move tries again; "": it gave something. */
function note(deps: StationDeps, move: MoveInRow, cause: string): void {
  const problem = cause.slice(0, LONGEST_PROBLEM);
  inTransaction(deps, () => {
    const now = store.findMoveIn(deps.db, move.organizationID, move.accountID);
    if (now !== undefined && now.problem !== problem)
      store.updateMoveIn(deps.db, { ...now, updatedAt: deps.now(), problem });
  });
}
