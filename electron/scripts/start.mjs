/**
 * `npm start`: sets everything up, then opens the station with sample data; without a display, on a
 * virtual one.
 *
 * Ctrl-C at a terminal goes to every process of the group at once. The station and the virtual
 * screen have separate groups, so that they can be ended in order: the window and its core first,
 * then the screen.
 */
import path from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { run, whenOrphaned } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { electronProgram, ensureElectron } from "../runtime/electron-runtime.mjs";
import { node24, results, root } from "./places.mjs";
import { say } from "./say.mjs";

/**
 * npm passes on a signal that the terminal has already sent to this process: a signal within this
 * time, ms, counts as the same signal.
 */
const SAME_SIGNAL_MS = 500;
/** Time after which a station that has not ended is killed, ms; its data is safe. */
const FORCE_AFTER_MS = 4_500;
/** Exit code of a shell for a program ended by SIGINT. */
const INTERRUPTED = 130;

/**
 * Sets everything up, and runs the station until it ends.
 *
 * @param {readonly string[]} args The person's options: --data, --port.
 */
export async function start(args) {
  const fault = faultIn(args);
  if (fault !== undefined) {
    say(fault);
    return 2;
  }
  const asked = listenForEnd();
  try {
    return await open(args, asked);
  } catch (error) {
    // A set-up step that was interrupted together with this process is not a failure to report.
    if (asked.isAsked) return INTERRUPTED;
    throw error;
  } finally {
    asked.stopListening();
  }
}

async function open(args, asked) {
  const display = hasDisplay();
  await ensureDependencies();
  await ensureElectron({ display });
  await run(node24, [path.join(root, "electron/scripts/build.mjs")], { cwd: root });
  if (asked.isAsked) return INTERRUPTED;
  const screen = display ? undefined : await startDisplay({ ownGroup: true });
  try {
    if (screen !== undefined)
      say(`no display here: the window opens on a virtual display (${screen.env.DISPLAY})`);
    return await runStation(args, screen, asked);
  } finally {
    await screen?.stop();
  }
}

async function runStation(args, screen, asked) {
  const picture = path.join(results, "start.png");
  // A virtual screen has no graphics card; and root may not use Chromium's sandbox.
  const forced = [
    ...(screen === undefined ? [] : ["--disable-gpu", "--unattended"]),
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const ownGroup = process.platform !== "win32";
  const child = spawn(
    electronProgram(),
    [root, "--demo", "--simulator", "--screenshot", picture, "--log-level=3", ...forced, ...args],
    {
      cwd: root,
      env: { ...process.env, ...screen?.env },
      stdio: ["ignore", "pipe", "inherit"],
      detached: ownGroup,
    },
  );
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve(status ?? (signal === null ? 0 : 1)));
  });
  const force = () => {
    try {
      if (ownGroup) process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // the process has ended meanwhile
    }
  };
  let isForced = false;
  let timer;
  asked.onAsk(() => {
    child.kill("SIGTERM");
    timer = setTimeout(forceNow, FORCE_AFTER_MS);
  });
  asked.onAskAgain(forceNow);
  function forceNow() {
    isForced = true;
    force();
  }
  createInterface({ input: child.stdout }).on("line", (line) => report(line));
  const code = await ended;
  clearTimeout(timer);
  return isForced ? INTERRUPTED : code;
}

/**
 * Listens for Ctrl-C, a closed terminal and npm's end: the first signal ends the station in order,
 * a second signal kills it.
 */
function listenForEnd() {
  let askedAt;
  let end = () => {};
  let endNow = () => {};
  const ask = () => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      end();
    } else if (now - askedAt > SAME_SIGNAL_MS) endNow();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, ask);
  const stopWatching = whenOrphaned(() => {
    stopWatching();
    ask();
  });
  return {
    get isAsked() {
      return askedAt !== undefined;
    },
    /**
     * Sets the function that the first signal calls.
     *
     * @param {() => void} run Called at once if a signal has already arrived.
     */
    onAsk(run) {
      end = run;
      if (askedAt !== undefined) run();
    },
    onAskAgain(run) {
      endNow = run;
    },
    stopListening: stopWatching,
  };
}

/**
 * Checks the typed options before anything is set up for them.
 *
 * @returns {string | undefined} What is wrong with the options; undefined when nothing is.
 */
function faultIn(args) {
  for (const [i, arg] of args.entries()) {
    const [, name, joined] = /^--(port|data)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) continue;
    const value = joined ?? args[i + 1];
    if (value === undefined || value === "" || (joined === undefined && value.startsWith("--")))
      return `--${name} needs a value: npm start -- --${name} ${name === "port" ? "NUMBER" : "FOLDER"}`;
    if (name === "port" && !(/^\d{1,5}$/.test(value) && Number(value) <= 65_535))
      return `--port takes a number from 0 to 65535, not "${value}"; 0 takes any free port`;
  }
  return undefined;
}

function report(line) {
  let ready;
  try {
    ready = JSON.parse(line);
  } catch {
    process.stdout.write(`${line}\n`);
    return;
  }
  const simulator =
    ready.simulator === null
      ? ""
      : `printer      ${ready.simulator} shows the labels that its simulator has printed\n`;
  process.stdout.write(`API          ${ready.url}\n${simulator}screenshot   ${ready.screenshot}\n`);
  say("the station is open; Ctrl-C closes it");
}
