/**
 * Which of the jobs that are due begin next. A turn chooses some and reads some lanes only, so that
 * very many jobs that are due at once do not hold up requests; the next turn goes on where it
 * stopped.
 */
import type { ReadDeps } from "../db/deps.ts";
import type { Job, JobKind } from "./job.ts";
import * as store from "./jobs.store.ts";

/** Begun in one turn: most read their subject before they first wait for something outside. */
const CHOSEN_AT_ONCE = 16;
const LANES_AT_ONCE = 100;

type Chosen = { readonly kind: JobKind; readonly job: Job };
type Choice = {
  readonly chosen: readonly Chosen[];
  /** Others may be due as well. */
  readonly isMore: boolean;
};

type Lane = { readonly due: Job[]; open: number };

/**
 * @param kinds By their names.
 * @returns Chooses the next jobs beside those that are open: of the lane with the fewest open
 *   attempts first, so that one that hangs cannot fill the places as they become free.
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
      if (kind !== undefined && !isFree(kind, name)) return []; // nothing of it is read
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

/** A lane is called "<kind> <carrier or receiver>". */
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
