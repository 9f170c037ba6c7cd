/**
 * Chooses which due jobs start next. A turn of the event loop chooses only some jobs and reads only
 * some lanes, so that very many due jobs do not delay requests. The next turn continues where the
 * last one stopped.
 */
import type { ReadDeps } from "../db/deps.ts";
import type { Job, JobKind } from "./job.ts";
import * as store from "./jobs.store.ts";

/**
 * Maximum number of jobs that start in one turn. Most jobs read the database before their first
 * wait, so more jobs would make the turn too long.
 */
const CHOSEN_AT_ONCE = 16;
const LANES_AT_ONCE = 100;

type Chosen = { readonly kind: JobKind; readonly job: Job };
type Choice = {
  readonly chosen: readonly Chosen[];
  /** Whether more jobs may be due. */
  readonly isMore: boolean;
};

type Lane = { readonly due: Job[]; open: number };

/**
 * Returns a function that chooses the next jobs, given the jobs whose attempts are open. The
 * function takes the lane with the fewest open attempts first, so that a hanging lane cannot use
 * up all concurrent attempts.
 *
 * @param kinds By name.
 */
export function createChooser(
  deps: ReadDeps,
  kinds: ReadonlyMap<string, JobKind>,
): (now: string, open: readonly Job[]) => Choice {
  let after = "";
  return (now, open) => {
    const ofLane = countBy(open, (job) => job.lane);
    const ofKind = countBy(open, (job) => job.kind);
    const isFree = (kind: JobKind, lane: string): boolean =>
      (ofLane.get(lane) ?? 0) < kind.perLane && (ofKind.get(kind.kind) ?? 0) < kind.atOnce;
    const names = store.listWaitingLanes(deps.db, { after, atMost: LANES_AT_ONCE });
    const isLast = names.length < LANES_AT_ONCE;
    const lanes = names.flatMap((name): Lane[] => {
      const kind = kinds.get(kindOfLane(name));
      // The lane is full, so its jobs are not read.
      if (kind !== undefined && !isFree(kind, name)) return [];
      return [
        {
          due: store.listDue(deps.db, { lane: name, now, atMost: CHOSEN_AT_ONCE }),
          open: ofLane.get(name) ?? 0,
        },
      ];
    });
    const chosen: Chosen[] = [];
    while (chosen.length < CHOSEN_AT_ONCE) {
      const lane = emptiest(lanes);
      const job = lane?.due.shift();
      if (lane === undefined || job === undefined) break;
      const kind = kinds.get(job.kind);
      if (kind === undefined || !isFree(kind, job.lane)) {
        lane.due.length = 0;
        continue;
      }
      chosen.push({ kind, job });
      lane.open += 1;
      ofLane.set(job.lane, lane.open);
      ofKind.set(kind.kind, (ofKind.get(kind.kind) ?? 0) + 1);
    }
    const isFull = chosen.length === CHOSEN_AT_ONCE;
    if (!isFull) after = isLast ? "" : (names.at(-1) ?? "");
    return { chosen, isMore: isFull || !isLast };
  };
}

/** Reads the kind from a lane's name, "<kind> <carrier or receiver>". */
function kindOfLane(lane: string): string {
  return lane.split(" ", 1)[0] ?? "";
}

function emptiest(lanes: readonly Lane[]): Lane | undefined {
  let found: Lane | undefined;
  for (const lane of lanes)
    if (lane.due.length > 0 && (found === undefined || lane.open < found.open)) found = lane;
  return found;
}

function countBy(jobs: readonly Job[], of: (job: Job) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(of(job), (counts.get(of(job)) ?? 0) + 1);
  return counts;
}
