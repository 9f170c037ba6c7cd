/**
 * One set-up at a time per thing: two `npm test` in one clone must not both replace node_modules.
 *
 * A file with the holder's process id; the lock of a process that is gone is taken over. What is
 * only downloaded or built needs no lock: it is made beside its place and renamed into it, and the
 * second maker's copy is dropped.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cacheFolder } from "./places.mjs";
import { say } from "./say.mjs";

/**
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
    // A link is made with its content in one step, so that an empty lock is never read.
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
 * Renamed away first: of two that find the same dead holder, one gets it; a lock taken in between
 * is put back.
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
