/**
 * The watched folder of this station: files that other programs put into `in` are imported or
 * attached, and files about bought labels are written into `out`. The folder is looked at every two
 * seconds, since shares do not report changes. All access to it runs in a separate thread.
 */
import { isAbsolute } from "node:path";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import { faultOf } from "./fault-of.ts";
import { step } from "./folder-round.ts";
import { openFolderThread, type FolderThread } from "./folder-thread.ts";
import { FOLDER_WORDS } from "./folder-words.schema.ts";
import type { OrderFolder, OrderFolderInput } from "./order-folder.schema.ts";
import * as store from "./order-folder.store.ts";
import { beginResults, endResults } from "./results.ts";
import { SETTING, settingSchema, type Watching } from "./watching.ts";

/** Files that are listed for the screen. */
const LISTED = 50;
/** Code while other order files are being imported. */
const BUSY = "E2005";
const DAY_MS = 24 * 60 * 60_000;

export type WatchedFolder = {
  read(actor: Pick<Actor, "organizationID">): OrderFolder;
  /** Counts what a lead must see: a fault of the folder, and files that were refused or put off. */
  countProblems(organizationID: string): number;
  /**
   * Changes the setting; a folder is set up first.
   *
   * @throws AppError E1055 for a program, E1085 for a path that is not absolute, E2310 when the
   * folder cannot be used: nothing is changed then.
   */
  set(actor: Pick<Actor, "via" | "organizationID">, input: OrderFolderInput): Promise<OrderFolder>;
  /**
   * Watches this folder from now on, "" none. Nothing is tried when it is watched already, since
   * its share may be away at a start.
   *
   * @throws AppError as `set`.
   */
  useAtStart(organizationID: string, folder: string): Promise<void>;
  /** Does one round. @returns Time until the next round, ms; undefined while it is off. */
  step(): Promise<number | undefined>;
  /** Wakes the loop after a change of the setting. */
  onWake(wake: () => void): void;
  /** Stops the running round. */
  close(): void;
};

/** Creates the watcher; its loop calls `step`. @param parts.onChanged Notifies the window. */
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
    rounds: 0,
    troubles: new Map(),
    collect: undefined,
    wake: () => {},
  };
  return {
    read: (actor) => read(watching, actor),
    countProblems: (organizationID) =>
      watching.setting.isOn
        ? Number(watching.fault !== undefined) +
          countPutOff(watching) +
          countRefused(watching, organizationID)
        : 0,
    set: (actor, input) => set(watching, actor, input),
    async useAtStart(organizationID, folder) {
      const { setting } = watching;
      const isOn = folder !== "";
      if (setting.isOn === isOn && (!isOn || setting.folder === folder)) return;
      const input = isOn ? { folder, isOn } : { isOn };
      await set(watching, { via: "desk", organizationID }, input);
    },
    step: () => step(watching),
    onWake: (wake) => void (watching.wake = wake),
    close() {
      watching.isClosed = true;
      watching.thread.close();
    },
  };
}

/** Counts the files whose import needs a person; those that wait for another import do not. */
function countPutOff({ notTaken = [] }: Watching): number {
  return notTaken.filter(
    ({ reason, code }) => reason === "FULL" || (reason === "RETRIED" && code !== BUSY),
  ).length;
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
  const organizationID = isNew ? actor.organizationID : before.organizationID;
  const setting = { folder, isOn, language, organizationID, seenAt };
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
 * Makes the subfolders in a new thread: a former folder that hangs must not keep another
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
