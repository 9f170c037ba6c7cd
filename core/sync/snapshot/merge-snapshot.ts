/**
 * Merges a snapshot: SQLite copies rows that are missing here, in slices; a row that exists here
 * with differences is applied field by field, like changes of other stations. Repeating a merge,
 * for example after a crash, changes nothing more.
 */
import { parseJson } from "../../base/json.ts";
import { inSlices } from "../../base/slices.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { applyParked, applyRemote, join, type StampedChanges } from "../../db/apply-remote.ts";
import { inTransaction } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { insertQuarantined } from "../../db/quarantine.ts";
import { isOfTrial } from "../../db/format.ts";
import { isOfNewer } from "../../db/migrate.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { isMessageError } from "../stream/apply-messages.ts";
import type { Boundary } from "../stream/boundary.ts";
import { projectRows } from "../project-rows.ts";
import { writePosition } from "../../db/stream-position.ts";
import { differingRows, listParked } from "../../db/snapshot/differing-rows.ts";
import { writerOf } from "../../db/hlc.ts";
import { nameStations, type StationNames } from "../../db/snapshot/station-names.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import * as store from "./snapshot.store.ts";
import { errorOf, tooNew } from "./unfit-snapshot.ts";
import {
  beginMerge,
  endMerge,
  projectSlice,
  projectWaiting,
  showParcels,
  type Merged,
} from "./project-slice.ts";
import {
  factsSchema,
  tablesInOrder,
  type SnapshotFacts,
} from "../../db/snapshot/snapshot-tables.ts";

/**
 * Maximum number of station ends taken from a snapshot. Stations are revoked a few times a year.
 */
const MOST_ENDS = 2_000;
/** Time after which other work may run while ends are checked, ms. */
const TURN_MS = 4;
/** Rows of the first slice. */
const FIRST_ROWS = 200;

/**
 * Merges a snapshot, and returns the snapshot's facts. Sets the station's stream position to the
 * position of the snapshot.
 *
 * @param file A complete uncompressed snapshot.
 * @param reachesOthers Whether changes are not permitted to the station that wrote them. Asked for
 *   the ends of stations and the parked changes in the snapshot.
 * @param onProgress Called with the share of the snapshot that is merged, 0 to 1.
 * @throws AppError E2160, E2161; nothing is changed.
 */
export async function mergeSnapshot(
  deps: SyncDeps,
  file: string,
  onProgress: (share: number) => void = () => {},
  reachesOthers: Boundary = () => false,
): Promise<SnapshotFacts> {
  const { db } = deps;
  const project = (rows: readonly AppliedRow[]): void => projectRows(deps, rows);
  join(db, project);
  store.attach(db, file);
  try {
    const facts = parseJson(store.readFacts(db), factsSchema, "the facts of a snapshot");
    if (isOfTrial(facts.format)) throw errorOf({ trial: true });
    if (isOfNewer(facts)) throw tooNew(facts.schema);
    const names = nameStations(db);
    const merged = beginMerge(deps, names);
    await dropEnds(deps, names, reachesOthers);
    const tables = tablesInOrder(db);
    const sizes = new Map(tables.map((table) => [table, store.countRows(db, table)]));
    const all = [...sizes.values()].reduce((sum, n) => sum + n, 1);
    let done = 0;
    for (const table of tables) {
      const next = slicesOf(merged, table, sizes.get(table) ?? 0, project, (n) =>
        onProgress((done += n) / all),
      );
      while (next()) await yieldToEventLoop();
    }
    for (const step of [
      inTransactions({ db }, projectWaiting(merged)),
      inTransactions({ db }, showParcels(merged)),
    ])
      while (step()) await yieldToEventLoop();
    applyFitting(
      deps,
      listParked(db, names).filter(({ hlc, changes }) => !reachesOthers(changes, fromOf(hlc))),
      project,
    );
    applyParked(deps, project);
    inTransaction(deps, () => {
      for (const row of store.quarantinedIn(db)) insertQuarantined(db, row);
    });
    inTransaction(deps, () => {
      writePosition(db, facts);
      endMerge(merged);
    });
    return facts;
  } finally {
    store.detach(db);
  }
}

/**
 * Removes ends of stations from the snapshot: each end that its writer was not permitted to write,
 * and all ends beyond `MOST_ENDS`. The ends are checked before the copy, because a copied end takes
 * effect.
 */
async function dropEnds(
  deps: WriteDeps,
  names: StationNames,
  reachesOthers: Boundary,
): Promise<void> {
  const { db } = deps;
  let until = performance.now() + TURN_MS;
  for (const [i, { n, id, stamp, ...fields }] of store.listEnds(db).entries()) {
    if (performance.now() > until) {
      await yieldToEventLoop();
      until = performance.now() + TURN_MS;
    }
    if (
      i >= MOST_ENDS ||
      reachesOthers([["station_ends", id, fields, 1]], fromOf(names.whole(stamp)))
    )
      inTransaction(deps, () => store.dropEnd(db, n));
  }
}

function fromOf(hlc: string): string {
  return writerOf(hlc).split(".")[0] ?? "";
}

type Project = (rows: readonly AppliedRow[]) => void;

/**
 * Applies the changes of several transactions. If a row breaks a rule of its table, skips all
 * changes of that row's transaction, and applies the other transactions.
 *
 * @returns Duration of the COMMITs of single transactions, ms; 0 when no row breaks a rule.
 */
function applyFitting(
  deps: WriteDeps,
  stamped: readonly StampedChanges[],
  project: Project,
): number {
  try {
    applyRemote(deps, stamped, project);
    return 0;
  } catch (error) {
    if (!isOfRow(error)) throw error;
    const committedMs = deps.db.commits.ms;
    for (const one of stamped) applyAlone(deps, one, project);
    return deps.db.commits.ms - committedMs;
  }
}

function applyAlone(deps: WriteDeps, one: StampedChanges, project: Project): void {
  try {
    applyRemote(deps, [one], project);
  } catch (err) {
    if (!isOfRow(err)) throw err;
    const rows = one.changes.map(([table, id]) => `${table} ${id}`);
    deps.log.error(
      { err, rows },
      "a row of a snapshot breaks a rule of its table; all changes of its transaction are skipped",
    );
  }
}

function isOfRow(error: unknown): boolean {
  return isMessageError(error) && "code" in error;
}

/**
 * Returns a function that merges the next slice of one table, in the order of the rows' numbers in
 * the snapshot, and returns whether more slices are left.
 */
function slicesOf(
  merged: Merged,
  table: string,
  size: number,
  project: (rows: readonly AppliedRow[]) => void,
  onDone: (n: number) => void,
): () => boolean {
  const { deps, names } = merged;
  const { db } = deps;
  const columns = store.listColumns(db, table);
  const isEmpty = size === 0 || store.isEmpty(db, table);
  let [after, singlesMs] = [0, 0];
  return inTransactions(
    { db, countedMs: () => singlesMs },
    (atMost) => {
      const of = { after, to: Math.min(size, after + atMost) };
      if (of.to <= after) return 0;
      const known = isEmpty ? [] : store.listKnown(db, table, of);
      inTransaction(deps, () => {
        store.copyRows(db, names, table, columns, of);
        projectSlice(merged, table, of, new Set(known));
      });
      const differing: StampedChanges[] =
        known.length === 0
          ? []
          : differingRows(db, names, {
              table,
              columns,
              same: store.sameRow(db, table),
              rowids: known,
            });
      if (differing.length > 0) singlesMs += applyFitting(deps, differing, project);
      after = of.to;
      onDone(of.to - of.after);
      return atMost > of.to - of.after ? 0 : atMost;
    },
    FIRST_ROWS,
  );
}

/**
 * Like `inSlices`, for slices of one or two transactions. The wait for the disk at a COMMIT does not
 * count, because a smaller slice waits as long: on a slow disk, slices would be so small that most
 * of the merge waits.
 *
 * @param countedMs Duration of COMMITs that do count, ms.
 */
function inTransactions(
  {
    db: { commits },
    countedMs = () => 0,
  }: { readonly db: Pick<Db, "commits">; readonly countedMs?: () => number },
  run: (atMost: number) => number,
  first?: number,
): () => boolean {
  return inSlices(run, first, () => performance.now() - commits.ms + countedMs());
}
