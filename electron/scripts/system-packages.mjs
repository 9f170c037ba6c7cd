/**
 * Debian's packages that a window and the fallback runtime need, installed as root and otherwise
 * named for the person to type. Nothing else is installed, and no service is started.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cleanEnvironment, run } from "./child.mjs";
import { SetUpError, say, step } from "./say.mjs";

/**
 * Libraries that Electron loads. Some carry another name where 64-bit time came in: see
 * `installName`.
 */
const WINDOW = [
  "libgtk-3-0",
  "libnss3",
  "libgbm1",
  "libasound2",
  "libxss1",
  "libxtst6",
  "libnotify4",
];

/**
 * A real key store, for tests of secrets: programs that a session of ours starts and ends, no
 * services.
 */
export const KEY_STORE = ["dbus", "gnome-keyring", "libsecret-1-0"];

/**
 * A real print system, for tests of printing: a server that a test starts in a folder of its own,
 * its commands and drivers.
 */
export const PRINT_SYSTEM = ["cups"];

/**
 * What the examples of the API guide are run with, PHP and C# among them: 41 MB together on a
 * machine that has curl and Python. Tests read archives by Python.
 */
export const EXAMPLE_LANGUAGES = [
  "curl",
  "python3",
  "php-cli",
  "mono-mcs",
  "mono-runtime",
  "libmono-system-net-http4.0-cil",
];

/** Processes whose clocks are off. */
export const CLOCKS = ["libfaketime"];

const POLICY = "/usr/sbin/policy-rc.d";
const POLICY_MARK = "# Written by packbench while it installs packages.";

/** @returns {string[]} What a window needs; with `display: false` also the virtual screen. */
export function packagesForWindow({ display }) {
  return display ? WINDOW : [...WINDOW, "xvfb"];
}

/**
 * @param {readonly string[]} wanted Names as in Debian 12.
 * @returns {Promise<void>} Rejects with the command to type when it may not install them itself.
 */
export async function ensureSystemPackages(wanted) {
  if (process.platform !== "linux" || wanted.length === 0) return;
  const missing = wanted.filter((name) => !isPresent(name));
  if (missing.length === 0) return;
  if (!fs.existsSync("/usr/bin/apt-get")) {
    say(
      `this system may lack what Debian calls ${missing.join(", ")}; install them if the window does not open`,
    );
    return;
  }
  if (process.getuid?.() !== 0) {
    throw new SetUpError(
      `system packages are missing. Type this, then start again:\n  sudo apt-get install --no-install-recommends ${missing.map(installName).join(" ")}`,
    );
  }
  await step(`installing system packages: ${missing.join(" ")}`, () => install(missing));
}

/**
 * What makes a test run that is skipped without it. Installed as root only, and never a reason to
 * stop.
 *
 * @param {readonly string[]} wanted Names as in Debian 12.
 */
export async function trySystemPackages(wanted) {
  if (
    process.platform !== "linux" ||
    process.getuid?.() !== 0 ||
    !fs.existsSync("/usr/bin/apt-get")
  )
    return;
  try {
    await ensureSystemPackages(wanted);
  } catch {
    say(
      `${wanted.join(", ")} could not be installed; tests that need them say that they are skipped`,
    );
  }
}

/**
 * A program counts when it can be run, however it came here; a library when its package is
 * installed.
 */
function isPresent(name) {
  const program = {
    curl: "curl",
    python3: "python3",
    xvfb: "Xvfb",
    unzip: "unzip",
    gcc: "gcc",
    "g++": "g++",
    dbus: "dbus-daemon",
    "gnome-keyring": "gnome-keyring-daemon",
    "php-cli": "php",
    "mono-mcs": "mcs",
    "mono-runtime": "mono",
  }[name];
  if (program !== undefined)
    return (process.env.PATH ?? "")
      .split(path.delimiter)
      .some((folder) => fs.existsSync(path.join(folder, program)));
  const query = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status}\n", name, `${name}t64`], {
    encoding: "utf8",
  });
  // No dpkg: a system of another kind, where asking by Debian's names says nothing.
  return query.error !== undefined || query.stdout.split("\n").includes("installed");
}

function installName(name) {
  const newer = spawnSync("apt-cache", ["show", "--no-all-versions", `${name}t64`], {
    stdio: "ignore",
  });
  return newer.status === 0 ? `${name}t64` : name;
}

async function install(missing) {
  const env = { ...cleanEnvironment(), DEBIAN_FRONTEND: "noninteractive" };
  const allow = forbidServices();
  process.once("exit", allow);
  try {
    // A fresh machine has no lists, and old lists name files that are gone.
    await run("apt-get", ["update", "-qq"], { env, quiet: true });
    await run(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", ...missing.map(installName)],
      { env, quiet: true },
    );
  } finally {
    process.off("exit", allow);
    allow();
  }
}

/**
 * Debian's own switch: packages ask this file before they start a service. One that is already
 * there stays.
 */
function forbidServices() {
  const present = fs.existsSync(POLICY) ? fs.readFileSync(POLICY, "utf8") : undefined;
  if (present !== undefined && !present.includes(POLICY_MARK)) return () => {};
  fs.writeFileSync(POLICY, `#!/bin/sh\n${POLICY_MARK}\nexit 101\n`, { mode: 0o755 });
  return () => fs.rmSync(POLICY, { force: true });
}
