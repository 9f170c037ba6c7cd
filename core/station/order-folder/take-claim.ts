/**
 * Handles a file that this station has claimed: imports an order file, puts a paper where all
 * stations find it, refuses anything else with a text that says why.
 *
 * The order of the steps makes a crash and a full share harmless: import, which adds no order twice;
 * note the outcome; write what was refused; move the file. The claim is handled again until it is
 * moved, and never imported again once its outcome is noted: a newer file may have come between.
 */
import { buffer } from "node:stream/consumers";
import { isAppError, type AppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import { importOrders } from "../../shipping/imports/import-orders.ts";
import type { OrderFiles } from "../../shipping/imports/order-file.ts";
import { saveRefused, type RefusedFile } from "../../shipping/imports/refused-rows.ts";
import type { StationDeps } from "../deps.ts";
import { claimedName } from "./file-names.ts";
import type { Claim, EndFolder, Place } from "./folder-protocol.ts";
import type { FolderThread } from "./folder-thread.ts";
import { FOLDER_WORDS } from "./folder-words.schema.ts";
import type { FileReason, FolderLanguage } from "./order-folder.schema.ts";
import * as store from "./order-folder.store.ts";

/** Times that a file is tried whose import fails for a reason that is not the file's. */
const MOST_TRIES = 5;

/**
 * Why a claim waits. `times`: failures that no error explains. `isLocked`: the system does not let the
 * file be read. `error`: why the station cannot import now.
 */
export type Trouble = {
  readonly times: number;
  readonly isLocked?: true;
  readonly error?: Pick<AppError, "code" | "message">;
};

export type Handling = {
  readonly deps: StationDeps;
  readonly actor: Actor;
  readonly thread: FolderThread;
  readonly place: Place;
  readonly language: FolderLanguage;
  readonly orderFiles: OrderFiles;
  /** Why claims could not be handled since the start of the station. */
  readonly troubles: Map<string, Trouble>;
  /** Throws while the station is being closed. */
  readonly requireOpen: () => Promise<void>;
};

type Outcome = Pick<
  store.FileRow,
  "state" | "reason" | "detail" | "added" | "known" | "rejected"
> & {
  /** Rejected rows as a CSV file. */
  readonly rows?: Uint8Array;
};

const NOTHING = { detail: "", added: 0, known: 0, rejected: 0 } as const;

/**
 * Handles a claim.
 *
 * @returns False when it must be handled again later.
 * @throws The system's error of the folder; AppError for a fault of the station, such as E2036.
 */
export async function takeClaim(handling: Handling, claim: Claim): Promise<boolean> {
  const { deps } = handling;
  deps.faultPoint("folder.claimed");
  const noted = store.findFile(deps.db, claim.id);
  if (noted !== undefined && noted.state !== "WAITING") {
    await end(handling, claim, noted);
    return true;
  }
  const outcome = await outcomeOf(handling, claim);
  if (outcome === undefined) return false;
  if (outcome === "gone") return true;
  deps.faultPoint("folder.imported");
  // All stations note a paper that waits for its order when they find it in `papers`.
  if (outcome.state === "WAITING") await move(handling, claim, "papers");
  else await end(handling, claim, note(handling, claim, outcome));
  return true;
}

/** Writes what was refused of a file whose outcome is noted, and moves it. */
async function end(handling: Handling, claim: Claim, noted: store.FileRow): Promise<void> {
  const { deps } = handling;
  deps.faultPoint("folder.noted");
  await describe(handling, claim, noted);
  await move(handling, claim, folderOf(noted));
}

function folderOf({ state, kind }: store.FileRow): EndFolder {
  if (state === "REFUSED") return "refused";
  return kind === "PAPER" ? "papers" : "done";
}

async function outcomeOf(handling: Handling, claim: Claim): Promise<Outcome | "gone" | undefined> {
  if (claim.kind === "other") return refused("WRONG_KIND");
  return claim.kind === "paper" ? checkPaper(handling, claim) : importFile(handling, claim);
}

function refused(reason: FileReason, detail = ""): Outcome {
  return { ...NOTHING, state: "REFUSED", reason, detail };
}

async function checkPaper(handling: Handling, claim: Claim): Promise<Outcome | "gone" | undefined> {
  const { thread, place } = handling;
  const { state } = await thread.call("readPaper", { ...place, claim });
  switch (state) {
    case "gone":
      return "gone";
    case "changed":
      return undefined;
    case "locked":
      return locked(handling, claim);
    case "empty":
      return refused("EMPTY");
    case "tooLarge":
      return refused("TOO_LARGE");
    case "notPDF":
      return refused("NOT_PDF");
    case "cutOff":
      return refused("CUT_OFF");
    case "encrypted":
      return refused("ENCRYPTED");
    case "read":
      return { ...NOTHING, state: "WAITING", reason: "" };
  }
}

async function importFile(handling: Handling, claim: Claim): Promise<Outcome | "gone" | undefined> {
  const { deps, actor, thread, place, orderFiles, requireOpen } = handling;
  const read = await thread.call("readOrders", { ...place, claim });
  if (read.state === "gone") return "gone";
  if (read.state === "changed") return undefined;
  if (read.state === "locked") return locked(handling, claim);
  if (read.state !== "read") return refused(read.state === "empty" ? "EMPTY" : "TOO_LARGE");
  const kept: RefusedFile[] = [];
  try {
    const result = await importOrders(deps, actor, orderFiles, {
      body: read.body,
      running: { rows: null, done: 0, isStopping: false },
      checkCaller: requireOpen,
      keep: (file) => void kept.push(file),
    });
    const [file] = kept;
    const counts = {
      added: result.added + result.reopened,
      known: result.known,
      rejected: result.rejectedCount,
      detail: "",
    };
    if (file === undefined) return { ...counts, state: "DONE", reason: "" };
    const rows = await buffer(saveRefused(file, handling.language));
    return { ...counts, state: "PARTLY", reason: "ROWS", rows };
  } catch (error) {
    if (isAppError(error) && error.code === "E2096")
      return refused("HEADINGS", String(error.details["headings"] ?? ""));
    if (isAppError(error) && error.code === "E2291")
      return refused("SEVERAL_SOURCES", String(error.details["names"] ?? ""));
    if (isAppError(error) && ["E2029", "E1085"].includes(error.code))
      return refused("UNREADABLE", error.message);
    // Another file is being read, the disk is full, no sender is set, or no numbers are left.
    if (isAppError(error)) return putOff(handling, claim, error);
    await requireOpen();
    return failed(handling, claim, error);
  }
}

/** Notes that the system does not let a file be read. */
function locked({ troubles }: Handling, { id }: Claim): undefined {
  troubles.set(id, { times: troubles.get(id)?.times ?? 0, isLocked: true });
}

/** Notes why a file waits. Logs each reason once. */
function putOff({ deps, troubles }: Handling, claim: Claim, err: AppError): undefined {
  const { times = 0, error } = troubles.get(claim.id) ?? {};
  if (error?.message !== err.message)
    deps.log.warn({ err, claim: claim.id }, "an order file of the folder waits");
  troubles.set(claim.id, { times, error: { code: err.code, message: err.message } });
}

function failed({ deps, troubles }: Handling, claim: Claim, err: unknown): Outcome | undefined {
  const times = (troubles.get(claim.id)?.times ?? 0) + 1;
  troubles.set(claim.id, { times });
  deps.log.error({ err, claim: claim.id, times }, "an order file of the folder was not imported");
  return times < MOST_TRIES ? undefined : refused("UNEXPECTED");
}

/** Writes the text about what was refused, and the file of the refused rows. */
async function describe(
  { deps, language, thread, place }: Handling,
  claim: Claim,
  { reason, detail, rejected }: store.FileRow,
): Promise<void> {
  if (reason === "") return;
  const as = claimedName(claim.id, claim.name);
  const write = (name: string, content: Uint8Array): Promise<void> =>
    thread.call("write", { ...place, into: "refused", name, content });
  const rows = store.readRefusedRows(deps.db, claim.id);
  if (rows !== undefined) await write(`${as}.refused.csv`, rows);
  await write(
    `${as}.txt`,
    reasonText(language, reason, reason === "ROWS" ? String(rejected) : detail),
  );
  if (rows !== undefined)
    inTransaction(deps, () => store.writeRefusedRows(deps.db, claim.id, new Uint8Array()));
}

/** Makes the text that says why a file was refused, with a byte order mark for Windows. */
export function reasonText(
  language: FolderLanguage,
  reason: Exclude<FileReason, "">,
  detail = "",
): Uint8Array {
  const lines = [FOLDER_WORDS[language].files[reason], detail].filter((line) => line !== "");
  return Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`);
}

async function move({ thread, place }: Handling, claim: Claim, to: EndFolder): Promise<void> {
  await thread.call("endClaim", { ...place, claim, to, as: claimedName(claim.id, claim.name) });
}

function note(
  { deps, actor, troubles }: Handling,
  claim: Claim,
  { state, reason, detail, added, known, rejected, rows }: Outcome,
): store.FileRow {
  const row: store.FileRow = {
    state,
    reason,
    detail,
    added,
    known,
    rejected,
    id: claim.id,
    organizationID: actor.organizationID,
    at: deps.now(),
    name: claim.name.toWellFormed(),
    kind: claim.kind === "paper" ? "PAPER" : "ORDERS",
    shipmentID: "",
    paperID: "",
  };
  inTransaction(deps, () => {
    store.writeFile(deps.db, row);
    if (rows !== undefined) store.writeRefusedRows(deps.db, claim.id, rows);
  });
  troubles.delete(claim.id);
  return row;
}
