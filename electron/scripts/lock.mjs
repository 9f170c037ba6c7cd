/**
 * A lock for set-up: only one run at a time sets up the same thing, so that two `npm test` in one
 * clone do not both replace node_modules.
 *
 * The lock is a file with the holder's process id; the lock of an ended process is taken over.
 * Downloads and builds need no lock: they are created elsewhere and renamed into place, and a
 * second copy is dropped.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cacheFolder } from "./places.mjs";
import { say } from "./say.mjs";

/**
 * Runs `work` while this process holds the lock of `thing`.
 *
 * @template T
 * @param {string} thing Absolute path of what is set up.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(thing, work) {
  const folder = path.join(cacheFolder(), "locks");
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, createHash("sha256").update(thing).digest("hex").slice(0, 16));
  let isReported = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder !== undefined && !isRunning(holder)) {
      dropStale(file, holder);
      continue;
    }
    if (!isReported)
      say(`waiting for another set-up of this folder (process ${holder ?? "unknown"})`);
    isReported = true;
    await wait(200);
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(file) {
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    // A link appears with its content in one step, so that nobody reads an empty lock.
    fs.linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

function holderOf(file) {
  try {
    return Number(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Deletes the lock of an ended process. Renames it first, so that only one of two processes takes
 * it over; a lock that a third process has taken in between is put back.
 */
function dropStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (holderOf(aside) !== holder) fs.linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  fs.rmSync(aside, { force: true });
}
