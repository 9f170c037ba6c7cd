/**
 * The watched folder of this station: files that other programs put into `in` are imported or
 * attached, and files about bought labels are written into `out`. The folder is looked at every two
 * seconds, since shares do not report changes. All access to it runs in a thread of its own.
 */
import { isAbsolute } from "node:path";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import { deskActor, findDeskOwner } from "../../organizations/organizations.service.ts";
import { callerGone, type OrderFiles } from "../../shipping/imports/order-file.ts";
import type { StationDeps } from "../deps.ts";
import { attachPapers } from "./attach-papers.ts";
import { faultOf, type FaultOf } from "./fault-of.ts";
import { FolderClosedError, openFolderThread, type FolderThread } from "./folder-thread.ts";
import { FOLDER_WORDS } from "./folder-words.schema.ts";
import {
  FOLDER_LANGUAGES,
  type OrderFolder,
  type OrderFolderInput,
  type WaitingFile,
} from "./order-folder.schema.ts";
import * as store from "./order-folder.store.ts";
import { beginResults, createCollector, endResults, writeResults } from "./results.ts";
import { takeClaim, type Handling } from "./take-claim.ts";

const SETTING = "orderFolder";
const settingSchema = z
  .object({
    folder: z.string(),
    isOn: z.boolean(),
    language: z.enum(FOLDER_LANGUAGES),
    /** When a person has last seen the refused files. */
    seenAt: z.string().default(""),
  })
  .catch({ folder: "", isOn: false, language: "tr", seenAt: "" });
type Setting = z.output<typeof settingSchema>;

export type FolderTimes = {
  /** Time between two looks, ms. */
  readonly lookEveryMs: number;
  /** Least time between two files of results, ms. */
  readonly resultsEveryMs: number;
  /** Longest wait for the folder, ms. */
  readonly answerMs: number;
  /** Longest time between two tries while the folder cannot be used, ms. */
  readonly longestPauseMs: number;
};
export const FOLDER_TIMES: FolderTimes = {
  lookEveryMs: 2_000,
  resultsEveryMs: 10_000,
  answerMs: 20_000,
  longestPauseMs: 60_000,
};
/** Files that are listed for the screen. */
const LISTED = 50;
const DAY_MS = 24 * 60 * 60_000;

export type WatchedFolder = {
  read(actor: Pick<Actor, "organizationID">): OrderFolder;
  /** Counts what a lead must see: a fault of the folder, and files that were refused. */
  countProblems(organizationID: string): number;
  /**
   * Changes the setting; a folder is set up first.
   *
   * @throws AppError E1055 for a program, E1085 for a path that is not absolute, E2310 when the
   * folder cannot be used: nothing is changed then.
   */
  set(actor: Pick<Actor, "via" | "organizationID">, input: OrderFolderInput): Promise<OrderFolder>;
  /** Does one round. @returns Time until the next round, ms; undefined while it is off. */
  step(): Promise<number | undefined>;
  /** Wakes the loop after a change of the setting. */
  onWake(wake: () => void): void;
  /** Stops the running round. */
  close(): void;
};

type Fault = FaultOf & { readonly since: string };
type Watching = {
  readonly deps: StationDeps;
  readonly orderFiles: OrderFiles;
  readonly times: FolderTimes;
  readonly onChanged: () => void;
  setting: Setting;
  thread: FolderThread;
  isClosed: boolean;
  /** undefined before the first look. */
  notTaken: readonly WaitingFile[] | undefined;
  fault: Fault | undefined;
  /** Failed rounds in a row. */
  failures: number;
  /** When the folder last worked. */
  workedAt: string;
  resultsAtMs: number;
  readonly tries: Map<string, number>;
  collect: (() => Promise<void>) | undefined;
  wake: () => void;
};

/** Creates the watcher; its loop calls `step`. @param parts.onChanged Tells the window. */
export function createOrderFolder(
  deps: StationDeps,
  parts: Pick<Watching, "orderFiles" | "times" | "onChanged">,
): WatchedFolder {
  const watching: Watching = {
    deps,
    ...parts,
    setting: settingSchema.parse(deps.settings.read(SETTING)),
    thread: openFolderThread(parts.times.answerMs),
    isClosed: false,
    notTaken: undefined,
    fault: undefined,
    failures: 0,
    workedAt: deps.now(),
    resultsAtMs: -Infinity,
    tries: new Map(),
    collect: undefined,
    wake: () => {},
  };
  return {
    read: (actor) => read(watching, actor),
    countProblems: (organizationID) =>
      watching.setting.isOn
        ? Number(watching.fault !== undefined) + countRefused(watching, organizationID)
        : 0,
    set: (actor, input) => set(watching, actor, input),
    step: () => step(watching),
    onWake: (wake) => void (watching.wake = wake),
    close() {
      watching.isClosed = true;
      watching.thread.close();
    },
  };
}

/** Counts the refused files of the last day that nobody has seen. */
function countRefused({ deps, setting }: Watching, organizationID: string): number {
  const dayAgo = new Date(Date.parse(deps.now()) - DAY_MS).toISOString();
  const since = setting.seenAt > dayAgo ? setting.seenAt : dayAgo;
  return store.countRefused(deps.db, organizationID, since);
}

function read(watching: Watching, { organizationID }: Pick<Actor, "organizationID">): OrderFolder {
  const { deps, fault, notTaken } = watching;
  const { folder, isOn, language } = watching.setting;
  const running = notTaken === undefined ? "starting" : "watching";
  return {
    folder,
    isOn,
    language,
    state: !isOn ? "off" : fault === undefined ? running : "fault",
    fault:
      fault === undefined || !isOn
        ? null
        : { ...fault, sentence: FOLDER_WORDS.en.faults[fault.reason] },
    notTaken: isOn ? [...(notTaken ?? [])] : [],
    papersWaiting: store.listOpenPapers(deps.db).filter((row) => row.state === "WAITING").length,
    resultsWaiting: store.countUnwritten(deps.db),
    refusedLately: countRefused(watching, organizationID),
    files: store
      .listFiles(deps.db, organizationID, LISTED)
      .map(({ organizationID: _, shipmentID: _s, paperID: _p, ...file }) => file),
  };
}

async function set(
  watching: Watching,
  actor: Pick<Actor, "via" | "organizationID">,
  input: OrderFolderInput,
): Promise<OrderFolder> {
  const { deps } = watching;
  if (actor.via !== "desk") throw errors.notAuthorised("The folder is chosen at the desk.");
  const before = watching.setting;
  const { folder = before.folder, isOn = before.isOn, language = before.language } = input;
  const seenAt = input.areSeen === true ? deps.now() : before.seenAt;
  if (folder.includes("\0") || (folder !== "" && !isAbsolute(folder)))
    throw errors.badRequest("folder: must be the whole path of a folder.");
  if (isOn && folder === "") throw errors.badRequest("folder: choose a folder first.");
  const isNew = isOn && (!before.isOn || input.folder !== undefined);
  const thread = isNew ? await setUp(watching, folder) : watching.thread;
  inTransaction(deps, () => {
    if (isOn && !before.isOn) beginResults(deps);
    if (!isOn && before.isOn) endResults(deps);
  });
  const setting = { folder, isOn, language, seenAt };
  deps.settings.write(SETTING, setting);
  watching.setting = setting;
  if (isNew) {
    watching.thread.close();
    Object.assign(watching, { thread, notTaken: undefined, fault: undefined, failures: 0 });
  }
  watching.wake();
  watching.onChanged();
  return read(watching, actor);
}

/**
 * Makes the subfolders in a thread of its own: a former folder that hangs must not keep another
 * folder from being chosen.
 */
async function setUp({ deps, times }: Watching, folder: string): Promise<FolderThread> {
  const thread = openFolderThread(times.answerMs);
  try {
    await thread.call("setUp", { folder, stationID: deps.db.stationID });
    return thread;
  } catch (error) {
    thread.close();
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    throw errors.orderFolderUnusable(
      `${FOLDER_WORDS.en.faults[fault.reason]} Nothing was changed.`,
      { reason: fault.reason, detail: fault.detail },
    );
  }
}

async function step(watching: Watching): Promise<number | undefined> {
  const { deps, setting, times, thread } = watching;
  const owner = findDeskOwner(deps, deps.desk.organizationID());
  if (!setting.isOn || watching.isClosed || owner === undefined) return undefined;
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
    tries: watching.tries,
    requireOpen: async () => {
      if (watching.isClosed || watching.setting !== setting) throw callerGone();
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

function stateOf({ fault, notTaken }: Watching): unknown {
  return [fault?.reason, notTaken];
}

/**
 * Takes files, attaches papers and writes results. On a full share the steps that need no space go
 * on.
 *
 * @throws The first error of the folder.
 */
async function round(watching: Watching, handling: Handling): Promise<void> {
  const { deps, thread, place } = handling;
  const look = await thread.call("look", { ...place, now: deps.now() });
  let full: unknown;
  const unlessFull = async (run: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await run();
    } catch (error) {
      if (faultOf(error)?.reason !== "FULL") throw error;
      full ??= error;
      return false;
    }
  };
  const retried: WaitingFile[] = [];
  for (const claim of look.claims) {
    await handling.requireOpen();
    if (!(await unlessFull(() => takeClaim(handling, claim))))
      retried.push({ name: claim.name.toWellFormed(), reason: "RETRIED" });
  }
  watching.notTaken = [...look.notTaken, ...retried];
  if (look.claims.length > retried.length) watching.onChanged();
  await unlessFull(() => attachPapers(handling, look.papers));
  const nowMs = performance.now();
  if (nowMs - watching.resultsAtMs >= watching.times.resultsEveryMs)
    while (await unlessFull(() => writeResults(handling))) watching.resultsAtMs = nowMs;
  if (full !== undefined) throw full;
}

/** Notes why a round failed. Errors that are no fault of the folder are thrown on. */
function noteFault(watching: Watching, thread: FolderThread, error: unknown): void {
  const { deps, setting } = watching;
  if (watching.isClosed || watching.thread !== thread || error instanceof FolderClosedError) return;
  const fault = faultOf(error);
  if (fault === undefined) throw error;
  watching.failures += 1;
  if (watching.fault?.reason !== fault.reason)
    deps.log.warn({ err: error, folder: setting.folder }, "the order folder cannot be used");
  watching.fault = { ...fault, since: watching.fault?.since ?? watching.workedAt };
}
