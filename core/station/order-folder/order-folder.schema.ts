/** Wire shapes of the order folder: its setting, its state and its last files. */
import { z } from "zod";

/** Why the folder cannot be used now; it is tried again. */
const FOLDER_FAULTS = [
  /** The folder does not exist, or its share is not connected. */
  "MISSING",
  /** The folder exists without its subfolders: probably an empty mount point. */
  "NOT_SET_UP",
  "NO_RIGHTS",
  "READ_ONLY",
  "FULL",
  /** The folder has not answered for some seconds. */
  "SLOW",
  /** Any other error of the system; `detail` has its code. */
  "FAILED",
] as const;
export type FolderFault = (typeof FOLDER_FAULTS)[number];

/**
 * Why a file is not taken yet. `FULL`: the share has no space for the folder into which the file is
 * moved. `RETRIED`: it was taken, and the station cannot import it now, such as on a full disk of
 * the station. `BEHIND`: an older file is `RETRIED`.
 */
const WAITING_REASONS = [
  "GROWING",
  "LOCKED",
  "FULL",
  "NOT_A_FILE",
  "BAD_NAME",
  "RETRIED",
  "BEHIND",
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** Why a file, or a part of it, was refused; "" for none. */
const FILE_REASONS = [
  "",
  "EMPTY",
  "TOO_LARGE",
  "WRONG_KIND",
  /** `detail`: the English sentence of the error. */
  "UNREADABLE",
  /** The first line lacks headings; `detail` names them. */
  "HEADINGS",
  /** Several sources of orders fit the file; `detail` names them. */
  "SEVERAL_SOURCES",
  /** Some rows were refused; `rejected` counts them. */
  "ROWS",
  /** The station failed several times while it imported the file. */
  "UNEXPECTED",
  "NOT_PDF",
  "CUT_OFF",
  "ENCRYPTED",
  /** No order with this number came within a week. */
  "NO_ORDER",
  /** Several orders that wait, or were bought this week, have this number. */
  "SEVERAL_ORDERS",
  "ALREADY_BOUGHT",
  /** The order has the most papers already. */
  "MANY_PAPERS",
] as const;
export type FileReason = (typeof FILE_REASONS)[number];

export const FOLDER_LANGUAGES = ["tr", "en"] as const;
export type FolderLanguage = (typeof FOLDER_LANGUAGES)[number];

/** PUT /station/order-folder; absent fields keep their values. */
export const orderFolderInputSchema = z
  .strictObject({
    /** Absolute path of a folder, which may be on a network share. */
    folder: z.string().max(1_000).optional(),
    isOn: z.boolean().optional(),
    /** Language of the files that the station writes: headings, separators, reasons. */
    language: z.enum(FOLDER_LANGUAGES).optional(),
    /** Whether a person has seen the refused files, which are then counted no longer. */
    areSeen: z.literal(true).optional(),
  })
  .meta({ id: "OrderFolderSetting" });
export type OrderFolderInput = z.output<typeof orderFolderInputSchema>;

const folderFileSchema = z
  .object({
    id: z.string(),
    /** Last change of its state. */
    at: z.string(),
    name: z.string(),
    kind: z.enum(["ORDERS", "PAPER"]),
    /**
     * `WAITING`: a paper whose order is not here yet. `ATTACHED`: a paper that waits for the label
     * of its order. `PARTLY`: the good rows were imported, the others are in `refused`.
     */
    state: z.enum(["WAITING", "ATTACHED", "DONE", "PARTLY", "REFUSED"]),
    reason: z.enum(FILE_REASONS),
    detail: z.string(),
    /** Orders that were imported; 0 for a paper. */
    added: z.int(),
    /** Orders that were here already. */
    known: z.int(),
    /** Rows that were refused. */
    rejected: z.int(),
  })
  .meta({ id: "OrderFolderFile" });
export type FolderFile = z.infer<typeof folderFileSchema>;

const waitingFileSchema = z.object({
  name: z.string(),
  reason: z.enum(WAITING_REASONS),
  /** Code of the error for `RETRIED`, by which the screen finds its words; else "". */
  code: z.string(),
  /** The English sentence of the error for `RETRIED`; else "". */
  detail: z.string(),
});
export type WaitingFile = z.infer<typeof waitingFileSchema>;

export const orderFolderSchema = z
  .object({
    /** "" until a folder is chosen. */
    folder: z.string(),
    isOn: z.boolean(),
    language: z.enum(FOLDER_LANGUAGES),
    state: z.enum(["off", "starting", "watching", "fault"]),
    fault: z
      .object({
        reason: z.enum(FOLDER_FAULTS),
        /** The system's code, such as ENOSPC; "" without one. */
        detail: z.string(),
        /** When the folder last worked, or the station started. */
        since: z.string(),
        /** English. */
        sentence: z.string(),
      })
      .nullable(),
    /** Files that cannot be taken or imported yet. */
    notTaken: z.array(waitingFileSchema),
    /** Papers whose order is not here yet. */
    papersWaiting: z.int(),
    /** Labels and cancellations that wait to be written into `out`. */
    resultsWaiting: z.int(),
    /**
     * Files of the last 24 hours that were refused, or of which rows were refused, since a person
     * has seen them.
     */
    refusedLately: z.int(),
    /** The last files, newest first. */
    files: z.array(folderFileSchema),
  })
  .meta({ id: "OrderFolder" });
export type OrderFolder = z.infer<typeof orderFolderSchema>;
