/**
 * Debian packages that a window, the fallback runtime and the tests need. Root installs them; for
 * another user the command to type is shown. Installs nothing else, and starts no service unless an
 * administrator's policy file decides so.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cleanEnvironment, run } from "./child.mjs";
import { SetUpError, say, step } from "./say.mjs";

/** Libraries that Electron loads. Some were renamed for 64-bit time: see `installName`. */
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
 * A real key store, for tests of secrets: programs that a test session starts and ends, not
 * services.
 */
export const KEY_STORE = ["dbus", "gnome-keyring", "libsecret-1-0"];

/**
 * A real print system, for tests of printing: a server that a test starts in a separate folder,
 * with its commands and drivers.
 */
export const PRINT_SYSTEM = ["cups"];

/**
 * Languages of the examples in the API guide, including PHP and C#: 41 MB together on a machine
 * that has curl and Python. Tests also read archives with Python.
 */
export const EXAMPLE_LANGUAGES = [
  "curl",
  "python3",
  "php-cli",
  "mono-mcs",
  "mono-runtime",
  "libmono-system-net-http4.0-cil",
];

/** For tests of processes with wrong clocks. */
export const CLOCKS = ["libfaketime"];

/**
 * For tests of scales: pseudo terminals in place of serial ports, and the library that the driver
 * of USB scales needs on Linux.
 */
export const SCALES = ["socat", "libusb-1.0-0"];

const POLICY = "/usr/sbin/policy-rc.d";
const POLICY_MARK = "# Written by packbench while it installs packages.";

/**
 * Lists the system packages for a window.
 *
 * @returns {string[]} Packages that a window needs; with `display: false` also the virtual screen.
 */
export function packagesForWindow({ display }) {
  return display ? WINDOW : [...WINDOW, "xvfb"];
}

/**
 * Installs the wanted packages that are missing.
 *
 * @param {readonly string[]} wanted Package names as in Debian 12.
 * @returns {Promise<void>} Rejects with SetUpError: with the command to type if this user may not
 *   install packages, or with the installer's output if the installation fails.
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
 * Installs system packages that are useful but not required: without them, some tests or installers
 * are skipped. Does nothing unless run as root; never fails.
 *
 * @param {readonly string[]} wanted Package names as in Debian 12.
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
      `${wanted.join(", ")} could not be installed; tests and installers that need them are reported as skipped`,
    );
  }
}

/**
 * Returns whether a package is present: a program if it is on the PATH, however it was installed; a
 * library if its package is installed.
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
  // Without dpkg the system is not Debian, and its packages cannot be checked by these names.
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
    // A fresh machine has no package lists, and old lists name deleted files.
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
 * Forbids packages to start services, by Debian's policy file. An administrator's own policy file
 * stays and decides instead. Returns a function that removes the policy.
 */
function forbidServices() {
  const present = fs.existsSync(POLICY) ? fs.readFileSync(POLICY, "utf8") : undefined;
  if (present !== undefined && !present.includes(POLICY_MARK)) return () => {};
  fs.writeFileSync(POLICY, `#!/bin/sh\n${POLICY_MARK}\nexit 101\n`, { mode: 0o755 });
  return () => fs.rmSync(POLICY, { force: true });
}
