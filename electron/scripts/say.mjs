/** Writes the messages of set-up to stderr, because stdout belongs to the requested command. */
import readline from "node:readline/promises";

export function say(text) {
  process.stderr.write(`[packbench] ${text}\n`);
}

/**
 * Reports when a step starts, and how long it took.
 *
 * @template T
 * @param {string} what The step, for example "setting wine up".
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

/** Asks a person whether to continue. Returns true without asking in CI and without a terminal. */
export async function agrees(question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return true;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`[packbench] ${question} [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
}

/** An error that ends set-up. The message is shown to the person, without a stack. */
export class SetUpError extends Error {
  name = "SetUpError";
}
