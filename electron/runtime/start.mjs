/** `npm start`: sets everything up, then opens the station with sample data; without a display in a virtual one. */
import path from "node:path";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { run, whenOrphaned } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { electronProgram, ensureElectron } from "./electron-runtime.mjs";
import { node24, results, root } from "./places.mjs";
import { say } from "./say.mjs";

/** @param {readonly string[]} args Of the person: --data, --port. */
export async function start(args) {
  const display = hasDisplay();
  await ensureDependencies();
  await ensureElectron({ display });
  await run(node24, [path.join(root, "electron/runtime/build.mjs")], { cwd: root });
  const screen = display ? undefined : await startDisplay();
  if (screen !== undefined) say(`no display here: the window opens in a virtual one (${screen.env.DISPLAY})`);
  const picture = path.join(results, "start.png");
  // A virtual screen has no graphics card; and root may not use Chromium's sandbox.
  const forced = [...(screen === undefined ? [] : ["--disable-gpu", "--log-level=3", "--unattended"]), ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const child = spawn(electronProgram(), [root, "--demo", "--screenshot", picture, ...forced, ...args], {
    cwd: root,
    env: { ...process.env, ...screen?.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => child.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  const stopWatching = whenOrphaned(end);
  createInterface({ input: child.stdout }).on("line", (line) => tell(line));
  const code = await new Promise((resolve) => child.once("exit", (status, signal) => resolve(status ?? (signal === null ? 0 : 1))));
  stopWatching();
  screen?.stop();
  return code;
}

function tell(line) {
  let ready;
  try {
    ready = JSON.parse(line);
  } catch {
    process.stdout.write(`${line}\n`);
    return;
  }
  process.stdout.write(`API          ${ready.url}\nscreenshot   ${ready.screenshot}\n`);
  say("the station is open; Ctrl-C closes it");
}
