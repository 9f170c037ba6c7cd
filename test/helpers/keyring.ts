/**
 * A real, unlocked gnome-keyring on a separate session bus, with its files in a test folder.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Keyring = {
  /** Environment variables with which a program finds the keyring. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const PROGRAMS = ["dbus-daemon", "gnome-keyring-daemon"] as const;

/**
 * Lists the programs that a keyring needs and that this machine lacks; empty when a keyring can be
 * started.
 */
export function missingForKeyring(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/**
 * Starts a keyring.
 *
 * @param folder Folder of the key store: two folders are two key stores, the same folder is the
 *   same key store.
 */
export async function startKeyring(folder: string): Promise<Keyring> {
  const runtime = join(folder, "run");
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=1"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, XDG_RUNTIME_DIR: runtime },
  });
  const [address] = (await once(bus.stdout, "data")) as [Buffer];
  const env = {
    DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_RUNTIME_DIR: runtime,
    HOME: folder,
  };
  mkdirSync(env.XDG_DATA_HOME, { recursive: true });
  // The daemon reads its password as a line, moves into the background and ends with its bus.
  const unlocked = spawnSync("gnome-keyring-daemon", ["--unlock", "--components=secrets"], {
    input: "test\n",
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (unlocked.status !== 0) throw new Error(`the keyring did not start: ${unlocked.stderr}`);
  return {
    env,
    async stop() {
      const ended = once(bus, "exit");
      bus.kill("SIGTERM");
      await ended;
    },
  };
}
