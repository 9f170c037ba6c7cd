/** The folder that holds all a station keeps, before anything in it is opened. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A purchase with its label takes some 60 KiB of the database and its journal. */
const ROOM_BYTES = 256 * 1024;

/**
 * Makes the folder when it is not there, and tries whether it takes a few writes: a station that can write nothing can
 * buy and print nothing, and that is better known before its window opens than at the first label.
 *
 * @throws the system's error: ENOSPC, EROFS, EACCES and the like.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const trial = join(folder, "trial.tmp");
  try {
    const file = openSync(trial, "w", 0o600);
    try {
      writeSync(file, Buffer.alloc(ROOM_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(trial, { force: true });
  }
}
