/**
 * A backup: one file with all that the database holds, made while the station works. Keys to its secrets are not in it: on
 * another computer the passwords of carriers are entered again.
 */
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { AppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import type { Actor, Deps } from "../deps.ts";
import { isNetworkPath } from "../printing/printer-folder.ts";
import { createThreadCalls, type ThreadCalls } from "../threads/thread-calls.ts";
import { lastBackupSchema, type Backup, type NewBackup } from "./backup.schema.ts";

export type BackupOperations = { copy(input: { target: string }): Promise<void> };

/** In `station.json`. */
const LAST = "lastBackup";
const MEGABYTE = 1_000_000;

type Running = { readonly target: string; readonly of: number; readonly stop: AbortController; readonly thread: ThreadCalls<BackupOperations> };

export type Backups = {
  read(deps: Deps): Backup;
  /** @throws AppError E1055 for a program; E1085 for a folder that is none; E2062 where it has no room or cannot be written. */
  start(deps: Deps, actor: Pick<Actor, "via">, wanted: NewBackup): Promise<Backup>;
  stop(deps: Deps): Promise<Backup>;
  /** Stops the one that runs, and resolves when nothing of it is left. */
  close(): Promise<void>;
};

/** The backups of one station: none runs at first. */
export function createBackups(workerURL = new URL("./backup-worker.ts", import.meta.url)): Backups {
  let running: Running | undefined;
  let copying: Promise<void> = Promise.resolve();
  let ended: Backup["step"] = "none";

  const read = (deps: Deps): Backup => {
    const last = lastBackupSchema.safeParse(deps.settings.read(LAST)).data ?? null;
    if (running === undefined) return { step: ended, written: 0, of: 0, last };
    return { step: "running", written: Math.min(running.of, sizeOf(`${running.target}.part`)), of: running.of, last };
  };
  const copy = async (deps: Deps, { target, stop, thread }: Running): Promise<void> => {
    try {
      await thread.call("copy", { target }, { signal: stop.signal });
      ended = "done";
      guarded(deps.log, "where the backup lies was not kept", () => deps.settings.write(LAST, { at: deps.now(), file: target, bytes: sizeOf(target) }));
    } catch (err) {
      if (!stop.signal.aborted) deps.log.warn({ err }, "a backup failed");
      ended = stop.signal.aborted ? "stopped" : "failed";
    } finally {
      await thread.close(new Error("the backup has ended"));
      running = undefined;
    }
  };
  const end = async (): Promise<void> => {
    running?.stop.abort(new Error("the backup was stopped"));
    await copying;
  };
  return {
    read,
    async start(deps, actor, { folder }) {
      if (actor.via !== "desk") throw new AppError("E1055", "The folder of a backup is chosen at the desk.");
      if (running !== undefined) return read(deps);
      const path = resolve(deps.db.raw.name);
      if (!isAbsolute(folder) || isNetworkPath(folder) || folder.includes("\0")) throw new AppError("E1085", "folder: must be the whole path of a folder on this computer.");
      if (resolve(folder) === dirname(path)) throw new AppError("E2062", "A backup in the data folder itself is lost with it. Choose a folder on another disk.");
      const disk = await statfs(folder).catch((err: unknown) => {
        deps.log.warn({ err }, "the folder of a backup cannot be read");
        throw new AppError("E2062");
      });
      const of = sizeOf(path) + sizeOf(`${path}-wal`);
      const free = disk.bavail * disk.bsize;
      if (free < of) throw new AppError("E2062", `The backup needs ${Math.ceil(of / MEGABYTE)} MB, and ${Math.floor(free / MEGABYTE)} MB are free there. Choose another disk.`);
      const target = join(folder, `packbench-${deps.now().slice(0, 19).replaceAll(":", "").replaceAll("-", "")}Z.db`);
      if (running !== undefined) return read(deps); // begun by another caller meanwhile
      const thread = createThreadCalls<BackupOperations>({ url: workerURL, name: "backup", data: { path }, ending: "asked" });
      running = { target, of, stop: new AbortController(), thread };
      copying = copy(deps, running);
      return read(deps);
    },
    async stop(deps) {
      await end();
      return read(deps);
    },
    close: end,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
