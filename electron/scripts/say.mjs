/** The messages of set-up, always on stderr: stdout belongs to the command that was asked for. */
import readline from "node:readline/promises";

export function say(text) {
  process.stderr.write(`[packbench] ${text}\n`);
}

/**
 * Reports a step before and after it; a step that is skipped is not reported.
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

/** Asks only a person at a terminal; a script and CI go on by themselves. */
export async function agrees(question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return true;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`[packbench] ${question} [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
}

/** Ends set-up with words for the person at the desk, without a stack. */
export class SetUpError extends Error {
  name = "SetUpError";
}
