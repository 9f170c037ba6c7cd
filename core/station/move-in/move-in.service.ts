/**
 * Moves an organization from another server of this interface to this station: starts, pauses and
 * ends the move, and settles its questions. `run-move-in.ts` reads in the background.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { pageOf, PageOf } from "../../http/paging.schema.ts";
import { nameServerAccount, openServerAccount } from "../../shipping/accounts/moved-accounts.ts";
import type { StationDeps } from "../deps.ts";
import {
  MOVED_KINDS,
  type MoveIn,
  type MoveInChoice,
  type MoveInChoiceForAll,
  type MoveInQuestion,
  type NewMoveIn,
  type QuestionKind,
} from "./move-in.schema.ts";
import * as store from "./move-in.store.ts";
import type { MoveInRow } from "./move-in.store.ts";
import { ROUND_START } from "./moving.ts";
import { JOINED } from "./move-in-sentences.ts";
import { noteState } from "./progress.ts";

/** Lists the moves of the organization, newest first. */
export function listMoveIns(deps: ReadDeps & Pick<StationDeps, "db">, actor: Actor): MoveIn[] {
  return store.listMoveIns(deps.db, actor.organizationID).map((row) => present(deps, row));
}

/**
 * Starts a move from a server, or continues the move from it with the given token.
 *
 * @throws AppError E1085 for an address or token that cannot be used; E2188 at a station with a hub,
 *   while another move is not ended, and after the move from this server was ended; E2050, E2155
 */
export function startMoveIn(deps: StationDeps, actor: Actor, input: NewMoveIn): MoveIn {
  const { organizationID, memberID } = actor;
  return inTransaction(deps, () => {
    requireAlone(deps);
    const accountID = openServerAccount(deps, actor, input);
    const known = store.findMoveIn(deps.db, organizationID, accountID);
    if (known !== undefined) return continueMove(deps, actor, known);
    const other = store.listMoveIns(deps.db, organizationID).find(({ state }) => state !== "MOVED");
    if (other !== undefined)
      throw errors.moveInNotPossible(
        "Another move has not ended. End it first, by stating that the organization has moved. Nothing was started.",
        { reason: "otherMove" },
      );
    const now = deps.now();
    const row: MoveInRow = {
      accountID,
      organizationID,
      memberID,
      createdAt: now,
      updatedAt: now,
      state: "RUNNING",
      round: 1,
      ...ROUND_START,
      problem: "",
      readAt: null,
    };
    store.insertMoveIn(deps.db, row);
    noteState(deps, row);
    return present(deps, row);
  });
}

/**
 * Continues a paused move where it is, or reads everything again: rows that have changed there are
 * taken again. A running move goes on.
 *
 * @throws AppError E2189; E2188 after the move was ended
 */
export function continueMoveIn(deps: StationDeps, actor: Actor, accountID: string): MoveIn {
  return inTransaction(deps, () => continueMove(deps, actor, getMoveIn(deps, actor, accountID)));
}

/** Other stations would give the same shipment numbers. @throws AppError E2188 */
function requireAlone({ db }: ReadDeps): void {
  if (db.isLeasing) throw errors.moveInNotPossible(JOINED, { reason: "joined" });
}

function continueMove(deps: StationDeps, { memberID }: Actor, row: MoveInRow): MoveIn {
  requireAlone(deps);
  if (row.state === "MOVED") throw errors.moveInNotPossible(undefined, { reason: "moved" });
  const isAgain = row.state === "READ";
  if (isAgain) store.clearCounts(deps.db, row.accountID);
  return change(deps, row, {
    memberID,
    state: "RUNNING",
    problem: "",
    ...(isAgain ? { round: row.round + 1, ...ROUND_START } : {}),
  });
}

/** Pauses a running move. @throws AppError E2189; E2188 after the move was ended */
export function pauseMoveIn(deps: StationDeps, actor: Actor, accountID: string): MoveIn {
  return inTransaction(deps, () => {
    const row = getMoveIn(deps, actor, accountID);
    if (row.state === "MOVED") throw errors.moveInNotPossible(undefined, { reason: "moved" });
    return row.state === "RUNNING" ? change(deps, row, { state: "PAUSED" }) : present(deps, row);
  });
}

/**
 * Ends a move: nothing is read from the server again. The account stays, so that labels from there
 * are cancelled and followed.
 *
 * @throws AppError E2189
 */
export function endMoveIn(deps: StationDeps, actor: Actor, accountID: string): MoveIn {
  return inTransaction(deps, () => {
    const row = getMoveIn(deps, actor, accountID);
    return row.state === "MOVED" ? present(deps, row) : change(deps, row, { state: "MOVED" });
  });
}

/** Lists a page of the questions of a move. @throws AppError E2189 */
export function listMoveInQuestions(
  deps: ReadDeps,
  actor: Actor,
  accountID: string,
  page: ReturnType<typeof pageOf>,
): PageOf<MoveInQuestion> {
  getMoveIn(deps, actor, accountID);
  return {
    rows: store
      .listQuestions(deps.db, accountID, { limit: page.limit, offset: page.offset })
      .map(presentQuestion),
    limit: page.limit,
    page: page.page,
    sort: "open kind key",
    totalRows: store.countQuestions(deps.db, accountID).all,
  };
}

/**
 * Settles a question of a move. The station applies the choice with its next step, also after
 * everything was read.
 *
 * @throws AppError E2189 for an unknown move or question; E1085 for a choice that the question does
 *   not have, and for a district of another province; E2188 after the move was ended
 */
export function settleMoveInQuestion(
  deps: StationDeps,
  actor: Actor,
  of: { readonly accountID: string; readonly kind: QuestionKind; readonly key: string },
  choice: MoveInChoice,
): MoveInQuestion {
  return inTransaction(deps, () => {
    const move = getMoveIn(deps, actor, of.accountID);
    if (move.state === "MOVED") throw errors.moveInNotPossible(undefined, { reason: "moved" });
    const question = store.findQuestion(deps.db, of);
    if (question === undefined) throw errors.moveInNotFound("There is no such question.");
    if (question.state === "SETTLED") return presentQuestion(question);
    const settled = { ...question, ...chosen(deps, question, choice) };
    store.updateQuestion(deps.db, settled);
    noteState(deps, move);
    return presentQuestion(settled);
  });
}

/**
 * Settles all open questions of a kind with one answer.
 *
 * @throws AppError E2189 for an unknown move; E1085 for an answer that the kind does not have; E2188
 *   after the move was ended
 */
export function settleMoveInQuestions(
  deps: StationDeps,
  actor: Actor,
  { accountID, kind }: { readonly accountID: string; readonly kind: QuestionKind },
  { action }: MoveInChoiceForAll,
): MoveIn {
  return inTransaction(deps, () => {
    const move = getMoveIn(deps, actor, accountID);
    if (move.state === "MOVED") throw errors.moveInNotPossible(undefined, { reason: "moved" });
    if (action === "newNumber" && kind !== "number") throw errors.badRequest(NO_SUCH_ANSWER);
    store.updateOpenQuestions(deps.db, {
      accountID: move.accountID,
      kind,
      ...(action === "leave"
        ? { state: "SETTLED", choice: "" }
        : { state: "CHOSEN", choice: action }),
    });
    noteState(deps, move);
    return present(deps, move);
  });
}

const NO_SUCH_ANSWER = "action: this question has no such answer.";

function chosen(
  { geo }: Pick<StationDeps, "geo">,
  { kind, key }: store.QuestionRow,
  choice: MoveInChoice,
): Pick<store.QuestionRow, "state" | "choice"> {
  if (choice.action === "leave") return { state: "SETTLED", choice: "" };
  if (choice.action === "newNumber" && kind === "number")
    return { state: "CHOSEN", choice: "newNumber" };
  if (choice.action !== "district" || kind !== "district") throw errors.badRequest(NO_SUCH_ANSWER);
  const [cityCode = ""] = key.split(" ");
  if (geo.findDistrict("TR", cityCode, { id: choice.districtID }) === undefined)
    throw errors.badRequest("districtID: the province of the address has no such district.");
  return { state: "CHOSEN", choice: String(choice.districtID) };
}

function getMoveIn({ db }: ReadDeps, { organizationID }: Actor, accountID: string): MoveInRow {
  const row = store.findMoveIn(db, organizationID, accountID);
  if (row === undefined) throw errors.moveInNotFound();
  return row;
}

function change(deps: StationDeps, row: MoveInRow, fields: Partial<MoveInRow>): MoveIn {
  const changed = { ...row, ...fields, updatedAt: deps.now() };
  store.updateMoveIn(deps.db, changed);
  noteState(deps, changed);
  return present(deps, changed);
}

function presentQuestion({ kind, key, text, state }: store.QuestionRow): MoveInQuestion {
  return { kind, key, text, state };
}

function present(deps: ReadDeps & Pick<StationDeps, "db">, row: MoveInRow): MoveIn {
  const { accountID, createdAt, updatedAt, state, round, kind, totalRows, problem, readAt } = row;
  const counts = countsOf(store.listCounts(deps.db, accountID));
  return {
    accountID,
    ...nameServerAccount(deps, row),
    createdAt,
    updatedAt,
    state,
    readAt,
    round,
    reading: {
      kind,
      done: counts.find((one) => one.kind === kind)?.read ?? 0,
      total: totalRows,
    },
    problem,
    counts,
    questions: store.countQuestions(deps.db, accountID).open,
    openQuestions: store.countOpenQuestions(deps.db, accountID),
  };
}

const NOT_GIVEN: ReadonlySet<string> = new Set(["noRight", "refused"]);

function countsOf(rows: readonly store.CountRow[]): MoveIn["counts"] {
  return MOVED_KINDS.flatMap((kind) => {
    const of = rows.filter((row) => row.kind === kind);
    if (of.length === 0) return [];
    const sum = (result: store.CountRow["result"]): number =>
      of.filter((row) => row.result === result).reduce((total, { n }) => total + n, 0);
    return {
      kind,
      // A list that was not given has no rows.
      read: of.reduce((total, { reason, n }) => total + (NOT_GIVEN.has(reason) ? 0 : n), 0),
      taken: sum("taken"),
      changed: sum("changed"),
      alike: sum("alike"),
      leftOut: of.flatMap(({ result, reason, n }) =>
        result === "leftOut" && reason !== "" ? [{ reason, n }] : [],
      ),
    };
  });
}
