/**
 * One round with the watched folder: take files, attach papers, write results. A fault of the folder
 * is noted and tried again with growing pauses.
 */
import { isAppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { leftOrganizations } from "../../db/left-organizations.ts";
import { deskActor, findDeskOwner } from "../../organizations/organizations.service.ts";
import { callerGone } from "../../shipping/imports/order-file.ts";
import { attachPapers, type GoOn } from "./attach-papers.ts";
import { faultOf } from "./fault-of.ts";
import type { Claim } from "./folder-protocol.ts";
import { FolderClosedError, type FolderThread } from "./folder-thread.ts";
import type { FolderFault, WaitingFile } from "./order-folder.schema.ts";
import { createCollector, endResults, writeResults } from "./results.ts";
import { takeClaim, type Handling, type Trouble } from "./take-claim.ts";
import { SETTING, type Watching } from "./watching.ts";

/** Does one round. @returns Time until the next round, ms; undefined while it is off. */
export async function step(watching: Watching): Promise<number | undefined> {
  const { deps, setting, times, thread } = watching;
  if (setting.isOn && leftOrganizations(deps.db).has(setting.organizationID)) switchOff(watching);
  const owner = findDeskOwner(deps, deps.desk.organizationID());
  if (!watching.setting.isOn || watching.isClosed || owner === undefined) return undefined;
  watching.collect ??= createCollector(deps);
  await watching.collect();
  if (thread.isHanging()) return times.lookEveryMs;
  const handling: Handling = {
    deps,
    actor: deskActor(deps, owner.memberID),
    thread,
    place: { folder: setting.folder, stationID: deps.db.stationID },
    language: setting.language,
    orderFiles: watching.orderFiles,
    troubles: watching.troubles,
    requireOpen: async () => {
      const isSame = watching.thread === thread && watching.setting.isOn;
      if (watching.isClosed || !isSame) throw callerGone();
    },
  };
  const before = JSON.stringify(stateOf(watching));
  try {
    await round(watching, handling);
    watching.fault = undefined;
    watching.failures = 0;
    watching.workedAt = deps.now();
  } catch (error) {
    noteFault(watching, thread, error);
  }
  if (JSON.stringify(stateOf(watching)) !== before) watching.onChanged();
  return Math.min(times.longestPauseMs, times.lookEveryMs * 2 ** Math.min(watching.failures, 10));
}

/**
 * Switches the folder off after this station has left the organization: its files belong to stations
 * that stay.
 */
function switchOff(watching: Watching): void {
  const { deps, setting } = watching;
  inTransaction(deps, () => endResults(deps));
  watching.setting = { ...setting, isOn: false };
  deps.settings.write(SETTING, watching.setting);
  deps.log.warn({ folder: setting.folder }, "the order folder of the left organization is off");
  watching.onChanged();
}

function stateOf({ fault, notTaken }: Watching): unknown {
  return [fault?.reason, notTaken];
}

/** Faults after which nothing else of the folder can be used either. */
const OF_THE_WHOLE: readonly FolderFault[] = ["MISSING", "NOT_SET_UP", "SLOW"];

/**
 * Takes files, attaches papers and writes results. An error of one file, or a full share, does not
 * keep the other files waiting.
 *
 * @throws The first error of the folder.
 */
async function round(watching: Watching, handling: Handling): Promise<void> {
  const { deps, thread, place } = handling;
  const look = await thread.call("look", { ...place, now: deps.now() });
  let first: unknown;
  const goOn: GoOn = async (run) => {
    try {
      return await run();
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined || OF_THE_WHOLE.includes(fault.reason)) throw error;
      first ??= error;
      return false;
    }
  };
  const retried: WaitingFile[] = [];
  // A newer order file must not be imported before an older one: it may cancel the older one's orders.
  let isPutOff = false;
  for (const claim of look.claims) {
    await handling.requireOpen();
    if (isPutOff && claim.kind === "orders") {
      retried.push(waitingFile(claim, "BEHIND"));
      continue;
    }
    if (await goOn(() => takeClaim(handling, claim))) continue;
    const trouble = watching.troubles.get(claim.id);
    retried.push(waitingFile(claim, trouble?.isLocked ? "LOCKED" : "RETRIED", trouble?.error));
    isPutOff ||= trouble?.error !== undefined;
  }
  watching.notTaken = [...look.notTaken, ...retried];
  if (look.claims.length > retried.length) watching.onChanged();
  await attachPapers(handling, look.papers, { goOn, round: (watching.rounds += 1) });
  const nowMs = performance.now();
  if (nowMs - watching.resultsAtMs >= watching.times.resultsEveryMs)
    while (await goOn(() => writeResults(handling))) watching.resultsAtMs = nowMs;
  if (first !== undefined) throw first;
}

/** Names a claimed file that is not read or imported yet. */
function waitingFile(
  { name }: Claim,
  reason: WaitingFile["reason"],
  error?: Trouble["error"],
): WaitingFile {
  return {
    name: name.toWellFormed(),
    reason,
    code: error?.code ?? "",
    detail: error?.message ?? "",
  };
}

/** Notes why a round failed. Errors that are no fault of the folder are thrown on. */
function noteFault(watching: Watching, thread: FolderThread, error: unknown): void {
  const { deps, setting } = watching;
  const isOver = watching.isClosed || watching.thread !== thread || !setting.isOn;
  if (isOver || error instanceof FolderClosedError || isAppError(error, "tooManyRequests")) return;
  const fault = faultOf(error);
  if (fault === undefined) throw error;
  watching.failures += 1;
  if (watching.fault?.reason !== fault.reason)
    deps.log.warn({ err: error, folder: setting.folder }, "the order folder cannot be used");
  watching.fault = { ...fault, since: watching.fault?.since ?? watching.workedAt };
}
