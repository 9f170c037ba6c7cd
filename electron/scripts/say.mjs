/** Messages of set-up, always on stderr: stdout belongs to the requested command. */
import readline from "node:readline/promises";

export function say(text) {
  process.stderr.write(`[packbench] ${text}\n`);
}

/**
 * Reports a step before and after it.
 *
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} run
 * @returns {Promise<T>}
 */
export async function step(what, run) {
  say(`${what} …`);
  const startedAt = performance.now();
  const result = await run();
  say(`${what}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Asks a person at a terminal; returns true without a terminal and in CI. */
export async function agrees(question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return true;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`[packbench] ${question} [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
}

/** Ends set-up with a message for the person, without a stack. */
export class SetUpError extends Error {
  name = "SetUpError";
}
