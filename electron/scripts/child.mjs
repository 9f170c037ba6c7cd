/**
 * Starts other programs: set-up steps that run to their end, or the requested command in place of
 * this process.
 */
import { spawn } from "node:child_process";
import { SetUpError } from "./say.mjs";

const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Returns the environment without npm's settings for its scripts: a second npm must not use them.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment() {
  const foreign =
    /^npm_(lifecycle|package|config_(local_prefix|prefix|global|json|loglevel|ignore_scripts|dry_run)$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/**
 * Runs a program to its end. The program's output goes to stderr; with `quiet`, only into the error
 * if the program fails.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, timeoutMs?: number, shell?:
 *   boolean }} [options]
 * @returns {Promise<void>} Rejects with SetUpError when the program fails.
 */
export function run(program, args, options = {}) {
  const { quiet = false, timeoutMs, ...rest } = options;
  return new Promise((resolve, reject) => {
    const stream = quiet ? "pipe" : 2;
    const child = spawn(program, args, {
      env: cleanEnvironment(),
      timeout: timeoutMs,
      ...rest,
      stdio: ["ignore", stream, stream],
    });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    // Forwards the signal and waits for the child, so that the step can remove what it has created.
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const settle = (failure) => {
      for (const signal of FORWARDED) process.off(signal, forward);
      if (failure === undefined) resolve();
      else reject(new SetUpError(`${failure}\n${Buffer.concat(output).toString().trim()}`.trim()));
    };
    child.on("error", (error) => settle(`${program} could not be started: ${error.message}`));
    child.on("close", (code, signal) =>
      settle(code === 0 ? undefined : `${program} ${args.join(" ")} ended with ${signal ?? code}`),
    );
  });
}

/**
 * Runs npm with these arguments.
 *
 * @param {readonly string[]} args
 */
export function npm(args, options = {}) {
  const windows = process.platform === "win32";
  return run(
    windows ? "npm.cmd" : "npm",
    [...args, "--loglevel=error", "--no-audit", "--no-fund"],
    { shell: windows, ...options },
  );
}

/**
 * Runs a program in place of this process: shares stdio, forwards signals, and returns its exit
 * code.
 *
 * @returns {Promise<number>} The exit code; 128 + n for a signal.
 */
export function become(program, args, options = {}) {
  const child = spawn(program, args, { stdio: "inherit", ...options });
  const stopWatching = whenOrphaned(() => child.kill("SIGTERM"));
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      stopWatching();
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal ?? ""] ?? 1));
    });
  });
}

/**
 * Calls `run` repeatedly once the parent process is gone, because a shell between npm and this
 * process may die without passing its signal on.
 *
 * @param {() => void} run
 * @returns {() => void} Function that stops watching.
 */
export function whenOrphaned(run) {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && run(), 250);
  return () => clearInterval(watch);
}
