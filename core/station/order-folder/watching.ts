/** State of the watched folder at this station, and its setting. */
import { z } from "zod";
import type { OrderFiles } from "../../shipping/imports/order-file.ts";
import type { StationDeps } from "../deps.ts";
import type { FaultOf } from "./fault-of.ts";
import type { FolderThread } from "./folder-thread.ts";
import type { Handling } from "./take-claim.ts";
import { FOLDER_LANGUAGES, type WaitingFile } from "./order-folder.schema.ts";

/** Name of the setting. */
export const SETTING = "orderFolder";
export const settingSchema = z
  .object({
    folder: z.string(),
    isOn: z.boolean(),
    language: z.enum(FOLDER_LANGUAGES),
    /** Organization whose orders the folder has; "" in settings of earlier versions. */
    organizationID: z.string().default(""),
    /** When a person has last seen the refused files. */
    seenAt: z.string().default(""),
  })
  .catch({ folder: "", isOn: false, language: "tr", organizationID: "", seenAt: "" });
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
type Fault = FaultOf & { readonly since: string };
export type Watching = {
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
  /** Rounds with papers since the start. */
  rounds: number;
  readonly troubles: Handling["troubles"];
  collect: (() => Promise<void>) | undefined;
  wake: () => void;
};
